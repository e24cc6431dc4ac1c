"""Random tasks: the normalised task and the written-back one mean what the validator reads in the text.

`python tests/task/test_random_tasks.py [COUNT] [SEED]` runs as many as you like.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from task.generate import tasks, write_task
from task.reference import Interpreter, State

import isonova
from isonova import _core
from isonova.api.task import Atom, Task
from isonova.validator.simulator import Simulator

STATES = 25
DEFAULTS: dict[str, int] = {}
TINY = {"most_disjuncts": 1, "most_specialisations": 1, "most_instances": 1}
SMALL = {"most_disjuncts": 2, "most_specialisations": 2, "most_instances": 2}

Transitions = set[tuple[Atom, float, State]]
Look = Callable[[State], tuple[Transitions, bool]]


def parsed(domain: str, problem: str) -> _core.SyntaxTree:
    return _core.parse(_core.Source.from_text(domain, "domain"), _core.Source.from_text(problem, "problem"))


def normalised(tree: _core.SyntaxTree, limits: Mapping[str, int]) -> _core.Task:
    return _core.normalise(tree, None, **limits)


def by_text(tree: _core.SyntaxTree) -> tuple[State, Look]:
    simulator = Simulator(tree)

    def look(state: State) -> tuple[Transitions, bool]:
        found: Transitions = set()
        for action, args in simulator.applicable(state):
            cost = simulator.cost(state, action, args)
            successor = simulator.successor(state, action, args)
            assert cost is not None
            assert successor is not None
            found.add(((action, *args), cost, successor))
        return found, simulator.is_goal(state)

    return simulator.initial(), look


def by_task(task: Task) -> tuple[State, Look]:
    """States as the validator has them: with the static atoms."""
    interpreter = Interpreter(task)
    static = frozenset(interpreter.static)

    def look(state: State) -> tuple[Transitions, bool]:
        fluents = state - static
        found = {(action, cost, after | static) for action, cost, after in interpreter.successors(fluents)}
        return found, interpreter.is_goal(fluents)

    return interpreter.initial | static, look


def without(names: frozenset[str], space: tuple[State, Look]) -> tuple[State, Look]:
    """The same space, where the atoms of some static predicates are left out of the states shown."""
    initial, inner = space
    always = frozenset(atom for atom in initial if atom[0] in names)

    def look(state: State) -> tuple[Transitions, bool]:
        found, goal = inner(state | always)
        return {(action, cost, after - always) for action, cost, after in found}, goal

    return initial - always, look


def compare(one: tuple[State, Look], other: tuple[State, Look]) -> None:
    """Equal transitions, costs and goal tests in the first states reached, breadth first."""
    initial, look = one
    assert other[0] == initial
    queue, seen = [initial], {initial}
    for state in queue:
        expected = look(state)
        assert other[1](state) == expected
        for _, _, after in sorted(expected[0], key=lambda entry: (entry[0], sorted(entry[2]))):
            if after not in seen and len(seen) < STATES:
                seen.add(after)
                queue.append(after)


def check_task(domain: str, problem: str, limits: dict[str, int]) -> None:
    tree = parsed(domain, problem)
    task = Task(tree, normalised(tree, limits))
    compare(by_text(tree), by_task(task))
    again = isonova.load(*task.to_pddl())
    added = frozenset(p.name for p in again.predicates) - frozenset(p.name for p in task.predicates)
    compare(by_text(tree), without(added, by_text(again._tree)))


PROFILE = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@PROFILE
@given(tasks())
def test_the_task_means_what_was_written(texts: tuple[str, str]) -> None:
    check_task(*texts, DEFAULTS)


@PROFILE
@given(tasks())
@pytest.mark.slow
def test_axioms_in_place_of_copies_mean_the_same(texts: tuple[str, str]) -> None:
    check_task(*texts, TINY)
    check_task(*texts, SMALL)


def main(count: int = 1000, seed: int = 0) -> None:
    for i in range(seed, seed + count):
        source = random.Random(i)
        texts = write_task(source.randrange)
        for limits in (DEFAULTS, TINY, SMALL):
            try:
                check_task(*texts, limits)
            except Exception as error:
                print(f"; seed {i}, {limits or 'defaults'}: {type(error).__name__}: {str(error)[:300]}")
                print(*texts, sep="")
                break
    print(f"{count} tasks compared")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
