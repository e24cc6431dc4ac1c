"""Searches of the core against their replay with the formulas of novelty transcribed: the same states in the same
order, which they are only if every key is right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from features.reference import Features, Interner, Options, at, at2, wl
from features.walks import FOLDERS, load
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from novelty.replay import Atoms, replay
from task.generate import tasks

import isonova
from isonova.api.names import HeuristicName, NoveltyKindName, NoveltyName
from isonova.api.task import Task
from isonova.examples import NAMES, files

# Those that depend on the state alone.
HEURISTICS: tuple[HeuristicName, ...] = tuple(
    name for name in get_args(HeuristicName) if name not in ("lm", "gc+r", "lm+ff")
)

pytestmark = pytest.mark.filterwarnings("ignore::isonova.OptionWarning")  # options are set for all features alike
LARGE = ("banquet", "labyrinth", "sandwiches")
EXAMPLES = [pytest.param(name, marks=[pytest.mark.slow] * (name in LARGE)) for name in NAMES]


def reference(task: Task, names: str, options: Options, at_statics: bool) -> Any:
    intern = Interner()

    def features(atoms: Atoms) -> Features:
        result: set[Any] = set()
        if "at" in names.split("+"):
            result |= {("at", atom) for atom in at(task, atoms, at_statics)}
        if "wl" in names.split("+"):
            result |= {("wl", feature) for feature in wl(task, atoms, options, intern)}
        if "at2" in names.split("+"):
            result |= {("at2", pair) for pair in at2(task, atoms)}
        return frozenset(result)

    return features


def compare(
    task: Task,
    heuristic: HeuristicName | Callable[[Atoms], int],
    names: NoveltyName,
    kind: NoveltyKindName,
    options: Options = Options(),  # noqa: B008
    at_statics: bool = False,
    exact: bool = False,
    most: int = 60,
) -> None:
    space = isonova.StateSpace(task)
    expected = replay(
        space,
        isonova.Heuristic(space, heuristic)
        if isinstance(heuristic, str)
        else lambda state: heuristic(frozenset(state.atoms)),
        reference(task, names, options, at_statics),
        kind,
        most,
        [*names.split("+"), "watch"],
    )
    told: list[Atoms] = []

    def watch(atoms: Atoms) -> list[int]:
        told.append(atoms)
        return []

    result = isonova.plan(
        task,
        heuristic=heuristic,
        novelty=[names, watch],
        novelty_kind=kind,
        wl_iterations=options.iterations,
        wl_statics="keep" if options.statics else "drop",
        wl_types="keep" if options.types else "drop",
        wl_constants="distinct" if options.constants else "same",
        wl_counts="on" if options.counts else "off",
        at_statics="keep" if at_statics else "drop",
        wl_exact=exact,
        max_expansions=most,
    )
    if space.goal_is_unreachable:
        assert result.status == "unsolvable"
        return
    assert told == expected.told
    assert result.initial_key == expected.initial_key
    counted = (result.expansions, result.evaluations, result.dead_ends)
    assert counted == (expected.expansions, expected.evaluations, expected.dead_ends)
    assert result.plan == (None if expected.plan is None else tuple(expected.plan))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("kind", ["qb", "pn"])
def test_every_language_feature(folder: Path, kind: NoveltyKindName) -> None:
    task = load(folder)
    every: tuple[NoveltyName, ...] = ("at", "wl", "at+wl")
    for heuristic in HEURISTICS:
        for names in every:
            compare(task, heuristic, names, kind)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("kind", ["qb", "pn"])
@pytest.mark.parametrize("names", ["at", "wl", "at+wl"])
@pytest.mark.slow
def test_examples(name: str, kind: NoveltyKindName, names: NoveltyName) -> None:
    task = isonova.load(*files(name))
    for heuristic in HEURISTICS:
        compare(task, heuristic, names, kind, most=50)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("kind", ["qb", "pn"])
def test_a_heuristic_may_be_negative(name: str, kind: NoveltyKindName) -> None:
    task = isonova.load(*files(name))
    goal = {(part.predicate, *part.args) for part in task.goal}

    def reached(atoms: Atoms) -> int:
        return 1 - len(atoms & goal)

    for names in ("at", "wl"):
        compare(task, reached, names, kind, most=50)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize(
    ("kind", "names"), [("w", "at+at2"), ("w", "at+wl"), ("cb", "at"), ("cb", "wl"), ("iw", "at+at2"), ("qb", "at2")]
)
def test_the_width_family(name: str, kind: NoveltyKindName, names: NoveltyName) -> None:
    task = isonova.load(*files(name))
    for heuristic in ("blind", "gc", "add"):
        compare(task, heuristic, names, kind, most=30)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    tasks(),
    st.sampled_from(HEURISTICS),
    st.sampled_from(["at", "wl", "at+wl", "at2", "at+at2"]),
    st.sampled_from(["qb", "pn", "w", "cb", "iw"]),
    st.builds(Options, st.integers(0, 4), st.booleans(), st.booleans(), st.booleans(), st.booleans()),
    st.booleans(),
    st.booleans(),
)
def test_random_tasks(
    texts: tuple[str, str],
    heuristic: HeuristicName,
    names: NoveltyName,
    kind: NoveltyKindName,
    options: Options,
    at_statics: bool,
    exact: bool,
) -> None:
    compare(isonova.load(*texts), heuristic, names, kind, options, at_statics, exact, most=25)
