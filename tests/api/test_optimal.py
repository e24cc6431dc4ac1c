"""Plans of the lowest cost, with proof: against Dijkstra's algorithm over all states."""

from __future__ import annotations

import heapq
import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from task.generate import tasks

import isonova
from isonova.api.names import EngineName
from isonova.examples import files

TASKS = Path(__file__).parent.parent / "tasks"
NAMES = sorted(json.loads((TASKS / "index.json").read_text()))
ENGINES: tuple[EngineName, ...] = ("grounded", "lifted")
MOST_STATES = 3000


def cheapest(task: isonova.Task) -> tuple[bool, Any]:
    """Whether all that matters was seen, and the lowest cost of a plan; None if there is none."""
    space = isonova.StateSpace(task)
    if space.goal_is_unreachable:
        return True, None
    number = count()
    initial = space.initial()
    costs: dict[isonova.State, Any] = {initial: 0}
    queue: list[tuple[Any, int, isonova.State]] = [(0, next(number), initial)]
    while queue:
        cost, _, state = heapq.heappop(queue)
        if cost > costs[state]:
            continue
        if space.is_goal(state):
            return True, cost
        if len(costs) > MOST_STATES:
            return False, None
        for action, after in space.successors(state):
            other = cost + action.cost
            if other < costs.get(after, other + 1):
                costs[after] = other
                heapq.heappush(queue, (other, next(number), after))
    return True, None


def check(task: isonova.Task, *, may_be_large: bool = False) -> None:
    known, cost = cheapest(task)
    assert known or may_be_large
    if not known:
        return
    for engine in ENGINES:
        found = isonova.plan(task, optimal=True, engine=engine)
        assert (found.status, found.cost) == (("solved", cost) if cost is not None else ("unsolvable", None))
        assert found.optimal == found.solved
        best = isonova.plan(task, anytime=True, engine=engine)
        assert (best.status, best.cost, best.optimal) == (found.status, found.cost, found.optimal)
        if cost is None:
            continue
        assert best.ended == "solved"
        assert isonova.plan(task, max_cost=cost, engine=engine).cost == cost
        if cost > 0:
            less = isonova.plan(task, max_cost=cost - 1 / 2, optimal=True, engine=engine)
            assert less.status == "unsolvable"
            assert less.summary().startswith(f"proved: no plan costs {cost - 1 / 2:g} or less")


@pytest.mark.parametrize("name", NAMES)
def test_tasks_of_every_language_feature(name: str) -> None:
    check(isonova.load(TASKS / name / "domain.pddl", TASKS / name / "problem.pddl"))


def test_an_example_with_axioms() -> None:
    check(isonova.load(*files("lockdown")))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks())
def test_random_tasks(task: Any) -> None:
    check(isonova.load(*task), may_be_large=True)


def test_what_does_not_go_together() -> None:
    for other in ({"search": "lama"}, {"heuristic": "ff"}, {"novelty": "at"}):
        with pytest.raises(isonova.OptionError, match="optimal stands for a search of its own"):
            isonova.plan(*files("lockdown"), optimal=True, **other)  # type: ignore[arg-type]
    with pytest.raises(isonova.OptionError, match="either optimal"):
        isonova.plan(*files("lockdown"), optimal=True, anytime=True)
    for cost in ("much", -1, float("nan"), True):
        with pytest.raises(isonova.OptionError, match="max_cost"):
            isonova.plan(*files("lockdown"), max_cost=cost)  # type: ignore[arg-type]


def test_running_out_proves_nothing() -> None:
    found = isonova.plan(*files("parcels"), optimal=True, max_expansions=20)
    assert (found.status, found.optimal) == ("limit_reached", False)
    assert not isonova.plan(*files("parcels")).optimal
