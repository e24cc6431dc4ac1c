"""The state spaces of both engines and blind search on them, against the validator's direct semantics of the PDDL text.

Grounding leaves out actions that can change nothing, so transitions from a state to itself may be missing; none may be
invented.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from task.generate import tasks
from typer.testing import CliRunner

import isonova
from isonova import State, StateSpace, Task
from isonova.api.names import EngineName
from isonova.api.task import Atom
from isonova.cli import app
from isonova.validator.simulator import Simulator

TASKS = Path(__file__).parent.parent / "tasks"
INDEX = json.loads((TASKS / "index.json").read_text())

Transition = tuple[Atom, float, frozenset[Atom]]


class Direct:
    """The validator's states, cut down to what a grounded state shows: fluent and derived atoms."""

    def __init__(self, task: Task) -> None:
        self.simulator = Simulator(task._tree)
        self.fluent = {predicate.name for predicate in task.predicates if predicate.kind == "fluent"}
        self.derived = {
            predicate.name for predicate in task.predicates if predicate.kind == "derived" and not predicate.invented
        }

    def atoms(self, state: frozenset[Atom]) -> frozenset[Atom]:
        everything = state | self.simulator.derived(state)
        return frozenset(atom for atom in everything if atom[0] in self.fluent or atom[0] in self.derived)

    def successors(self, state: frozenset[Atom]) -> list[tuple[Atom, float, frozenset[Atom]]]:
        found = []
        for action, args in list(self.simulator.applicable(state)):
            successor = self.simulator.successor(state, action, args)
            cost = self.simulator.cost(state, action, args)
            assert successor is not None
            assert cost is not None
            found.append(((action, *args), cost, successor))
        return found


def compare(task: Task, limit: int, engine: EngineName) -> int:
    """Walks both spaces together and returns the number of states, at most `limit`."""
    direct = Direct(task)
    space = StateSpace(task, engine=engine)
    queue: list[tuple[frozenset[Atom], State]] = [(direct.simulator.initial(), space.initial())]
    seen = {queue[0][1]}
    for theirs, ours in queue:
        atoms = ours.atoms
        assert atoms == direct.atoms(theirs)
        assert space.is_goal(ours) == direct.simulator.is_goal(theirs)
        assert space.state(atoms) == ours
        expected = {label: (cost, successor) for label, cost, successor in direct.successors(theirs)}
        found: set[Atom] = set()
        for action, successor in space.successors(ours):
            label = (action.name, *action.args)
            assert label not in found
            found.add(label)
            assert label in expected, f"{action} is not applicable in {ours}"
            cost, direct_successor = expected[label]
            assert action.cost == cost
            if successor not in seen and len(seen) < limit:
                seen.add(successor)
                queue.append((direct_successor, successor))
            assert successor.atoms == direct.atoms(direct_successor)
        for label, (_, successor_atoms) in expected.items():
            assert label in found or direct.atoms(successor_atoms) == atoms, f"{label} is missing in {ours}"
    return len(seen)


@pytest.mark.parametrize("engine", ["grounded", "lifted"])
@pytest.mark.parametrize("name", INDEX)
def test_reachable_states_and_transitions(name: str, engine: EngineName) -> None:
    task = isonova.load(TASKS / name / "domain.pddl", TASKS / name / "problem.pddl")
    assert compare(task, 10**9, engine) == INDEX[name]["states"]


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks())
def test_generated_tasks(texts: tuple[str, str]) -> None:
    task = isonova.load(*texts)
    assert compare(task, 25, "grounded") == compare(task, 25, "lifted") >= 1


@pytest.mark.parametrize("name", INDEX)
def test_successors_come_in_canonical_order(name: str) -> None:
    """Actions as declared, then arguments as their objects are declared."""
    task = isonova.load(TASKS / name / "domain.pddl", TASKS / name / "problem.pddl")
    space = StateSpace(task)
    schemata = [schema.action for schema in task.schemata]
    split = {name for name in schemata if schemata.count(name) > 1} | {
        schema.action
        for schema in task.schemata
        if tuple(parameter.name for parameter in schema.parameters) != schema.declared
    }
    position = {entry.name: i for i, entry in enumerate(task.objects)}
    order = {action.name: i for i, action in enumerate(task.actions)}
    for _, state in [(None, space.initial()), *space.successors(space.initial())]:
        actions = [action for action, _ in space.successors(state)]
        assert [order[each.name] for each in actions] == sorted(order[each.name] for each in actions)
        whole = [(order[each.name], [position[arg] for arg in each.args]) for each in actions if each.name not in split]
        assert whole == sorted(whole)


@pytest.mark.parametrize("name", INDEX)
def test_blind_search_is_optimal_in_length(name: str) -> None:
    expected = INDEX[name]
    files = [str(TASKS / name / "domain.pddl"), str(TASKS / name / "problem.pddl")]
    done = CliRunner().invoke(app, ["plan", *files, "--heuristic", "blind", "--json"])
    report = json.loads(done.stdout)
    if expected["cost"] is None:
        assert report["status"] == "unsolvable"
        assert done.exit_code in (10, 11)
        return
    assert done.exit_code == 0
    if isonova.load(*files).has_metric:  # a cheaper path to a known state replaces a shorter one
        assert report["cost"] >= expected["cost"]
    else:
        assert report["length"] == report["cost"] == expected["length"]
    assert report["expansions"] < expected["states"]
