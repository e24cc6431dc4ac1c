"""The table of the small tasks is true: cost and length of a best plan, and the number of reachable states."""

import heapq
import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from isonova._core import Source, SyntaxTree, parse
from isonova.validator import Simulator, State, reachable, validate

TASKS = Path(__file__).parents[1] / "tasks"
INDEX: dict[str, dict[str, Any]] = json.loads((TASKS / "index.json").read_text(encoding="utf-8"))


def cheapest_plan(tree: SyntaxTree) -> list[tuple[str, ...]] | None:
    """A cheapest plan, among those a shortest, by Dijkstra's algorithm."""
    simulator = Simulator(tree)
    order = count()
    start = simulator.initial()
    queue: list[tuple[float, int, int, State]] = [(0, 0, next(order), start)]
    best: dict[State, tuple[float, int]] = {start: (0, 0)}
    parents: dict[State, tuple[State, tuple[str, ...]]] = {}
    while queue:
        cost, length, _, state = heapq.heappop(queue)
        if best[state] < (cost, length):
            continue
        if simulator.is_goal(state):
            plan = []
            while state in parents:
                state, step = parents[state]
                plan.append(step)
            return plan[::-1]
        for action, args in simulator.applicable(state):
            price = simulator.cost(state, action, args)
            successor = simulator.successor(state, action, args)
            assert price is not None
            assert successor is not None
            value = (cost + price, length + 1)
            if value < best.get(successor, (value[0] + 1, 0)):
                best[successor] = value
                parents[successor] = (state, (action, *args))
                heapq.heappush(queue, (*value, next(order), successor))
    return None


def test_every_task_is_listed() -> None:
    assert sorted(INDEX) == sorted(folder.name for folder in TASKS.iterdir() if folder.is_dir())


@pytest.mark.parametrize("name", sorted(INDEX))
def test_index(name: str) -> None:
    tree = parse(Source.from_file(TASKS / name / "domain.pddl"), Source.from_file(TASKS / name / "problem.pddl"))
    entry = INDEX[name]
    assert len(reachable(tree, 5000)) == entry["states"]
    plan = cheapest_plan(tree)
    stored = TASKS / name / "best.plan"
    if plan is None:
        assert (entry["cost"], entry["length"], stored.exists()) == (None, None, False)
        return
    for verdict in (validate(tree, plan), validate(tree, stored)):
        assert (verdict.valid, verdict.notes) == (True, ())
        assert (verdict.cost, verdict.length) == (entry["cost"], entry["length"])
