"""WL features against those of WLPlan, as partitions of the states of random walks; needs WLPlan (`make test-peers`).

Its features are collected with multisets, over the same graph. Negative goals have no edges there, so tasks have none.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import pytest
from features.walks import walk

import isonova
from isonova.api.names import NoveltyName
from isonova.api.state_features import StateFeatures
from isonova.examples import files

pytest.importorskip("wlplan", reason="WLPlan is not installed: make test-peers")

TASKS = {
    "barman-opt11-strips": "pfile01-003.pddl",
    "childsnack-opt14-strips": "child-snack_pfile01.pddl",
    "depot": "p02.pddl",
    "driverlog": "p04.pddl",
    "freecell": "p02.pddl",
    "gripper": "prob02.pddl",
    "logistics98": "prob05.pddl",
    "pipesworld-notankage": "p05-net1-b10-g4.pddl",
    "rovers": "p05.pddl",
    "satellite": "p03-pfile3.pddl",
    "tpp": "p05.pddl",
    "visitall-opt14-strips": "p-05-5.pddl",
    "zenotravel": "p05.pddl",
}
STEPS = 500
FEWEST = 50  # distinct states; random walks in some of the tasks end early, again and again


class Peer:
    """Embeds states as WLPlan does."""

    def __init__(self, task: isonova.Task, domain: Path, problem: Path, statics: bool) -> None:
        from wlplan.planning import parse_domain, parse_problem

        self.domain = parse_domain(str(domain), keep_statics=statics)
        self.problem = parse_problem(str(domain), str(problem), keep_statics=statics)
        self._predicates = {predicate.name.lower(): predicate for predicate in self.domain.predicates}
        self._spelling = {item.name: item.spelling for item in task.objects}
        fixed = {predicate.name for predicate in task.predicates if predicate.kind == "static"}
        self._static = [atom for atom in task.init if statics and atom[0] in fixed]

    def _state(self, state: isonova.State) -> Any:
        from wlplan.planning import Atom, State

        return State(
            [
                Atom(self._predicates[atom[0]], [self._spelling[argument] for argument in atom[1:]])
                for atom in (*state.atoms, *self._static)
            ]
        )

    def embed(
        self, states: Sequence[isonova.State], iterations: int, name: str = "wl", multisets: bool = True
    ) -> list[tuple[float, ...]]:
        from wlplan.data import DomainDataset, ProblemDataset
        from wlplan.feature_generator import init_feature_generator

        generator = init_feature_generator(name, self.domain, "ilg", iterations, multiset_hash=multisets)
        converted = [self._state(state) for state in states]
        generator.collect(DomainDataset(self.domain, [ProblemDataset(self.problem, converted)]))
        generator.set_problem(self.problem)
        return [tuple(generator.embed(state)) for state in converted]


def partition(features: Sequence[Hashable]) -> list[int]:
    """Equal numbers for equal features, in the order of first occurrence."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(each, len(numbers)) for each in features]


def check(
    domain: Path,
    problem: Path,
    statics: bool,
    iterations: int,
    name: NoveltyName = "wl",
    peers_name: str = "wl",
    multisets: bool = True,
    steps: int = STEPS,
) -> int:
    task = isonova.load(domain, problem)
    assert not any(part.negated for part in task.goal)
    space = isonova.StateSpace(task)
    states = list(dict.fromkeys(walk(space, steps)))
    peer = Peer(task, domain, problem, statics).embed(states, iterations, peers_name, multisets)
    core = StateFeatures(
        space, name, wl_iterations=iterations, wl_statics="keep" if statics else "drop", wl_constants="same"
    )
    found = [core(state) for state in states]
    assert partition(found) == partition(peer)
    # More than the partition: as many colours, with the same counts.
    for features, counts in zip(found, peer, strict=True):
        mine = sorted(core.describe(feature).count for feature in features)
        assert mine == sorted(int(count) for count in counts if count)
    return len(states)


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("statics", [False, True], ids=["fluent", "all"])
@pytest.mark.parametrize("iterations", [2])
def test_benchmarks(benchmarks: Path, name: str, statics: bool, iterations: int) -> None:
    folder = benchmarks / "ipc" / name
    assert check(folder / "domain.pddl", folder / TASKS[name], statics, iterations) > FEWEST


@pytest.mark.parametrize(("name", "peers_name", "multisets"), [("wl-set", "wl", False), ("lwl2", "lwl2", True)])
@pytest.mark.parametrize("task", ["depot", "gripper", "logistics98", "zenotravel"])
def test_the_family(benchmarks: Path, task: str, name: NoveltyName, peers_name: str, multisets: bool) -> None:
    folder = benchmarks / "ipc" / task
    files = folder / "domain.pddl", folder / TASKS[task]
    assert check(*files, False, 2, name, peers_name, multisets, steps=60) > 20


@pytest.mark.parametrize("task", ["depot", "gripper", "logistics98", "zenotravel"])
def test_individualised_wl_is_no_coarser(benchmarks: Path, task: str) -> None:
    """WLPlan 2.1 embeds a state as if all nodes had one colour before the first iteration, so it tells fewer apart."""
    folder = benchmarks / "ipc" / task
    files = folder / "domain.pddl", folder / TASKS[task]
    loaded = isonova.load(*files)
    space = isonova.StateSpace(loaded)
    states = list(dict.fromkeys(walk(space, 60)))
    peer = Peer(loaded, *files, False).embed(states, 2, "iwl")
    core = StateFeatures(space, "iwl", wl_iterations=2, wl_statics="drop", wl_constants="same")
    both = set(zip(map(core, states), peer, strict=True))
    assert len(both) == len({ours for ours, _ in both}) > 10


@pytest.mark.parametrize("iterations", [0, 1, 3, 4])
def test_other_numbers_of_iterations(benchmarks: Path, iterations: int) -> None:
    folder = benchmarks / "ipc" / "logistics98"
    assert check(folder / "domain.pddl", folder / "prob05.pddl", False, iterations) > FEWEST


@pytest.mark.parametrize("statics", [False, True], ids=["fluent", "all"])
def test_an_example(statics: bool) -> None:
    check(*files("tray_towers"), statics, 2)  # WLPlan reads no other of the bundled tasks
