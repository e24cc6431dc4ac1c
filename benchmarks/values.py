"""add and ff on the relaxed graph against the plain heuristics over ground actions, and the engines with each other.

The smallest tasks of every domain folder. Values are compared on all children along a random walk, with every cost
type; then whole searches with gc, add and ff, up to so many evaluations: with the plain heuristic, with the planner's
own in the grounded engine, and in the lifted engine. ff may differ from the plain one by its ties: the table counts how
often it does, and what it does to searches. Fails if anything else differs.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from benchmarks.measure import geometric_mean, run
from benchmarks.part import Part
from benchmarks.suites import Pair, smallest_tasks
from benchmarks.table import Cell

LARGEST = 200_000  # bytes of PDDL
SECONDS = 60


def compare(program: str, pair: Pair, steps: int, evaluations: int, seconds: float = SECONDS) -> dict[str, Any]:
    """`program` is isonova_compare_task."""
    done = run([str(program), str(pair.domain), str(pair.problem), str(steps), str(evaluations)], seconds)
    if done.status != 0:
        return {"failure": f"exit code {done.status}: {done.output.strip()[-200:]}"}
    found: dict[str, Any] = json.loads(done.output.splitlines()[-1])
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """What must not be, of what is known."""
    if "failure" in found:
        return [found["failure"]]
    wrong = [f"{name}: {found[name]}" for name in ("add_differs", "ff_above_add", "ff_dead_differs") if found.get(name)]
    for heuristic, search in found.get("searches", {}).items():
        if not search["lifted_alike"]:
            wrong.append(f"{heuristic}: the lifted engine expands other states")
        if heuristic != "ff" and not search["plain_alike"]:
            wrong.append(f"{heuristic}: the plain heuristic expands other states")
    return wrong


def mean(pairs: list[tuple[float, float]]) -> Cell:
    ratios = [one / two for one, two in pairs if one > 0 and two > 0]
    return geometric_mean(ratios) if ratios else None


def summary(known: list[dict[str, Any]]) -> list[list[Cell]]:
    searches = [row["searches"]["ff"] for row in known if "ff" in row["searches"]]
    solved = [search for search in searches if search["status"] == search["plain_status"] == "solved"]
    only = [
        sum(search[one] == "solved" != search[two] for search in searches)
        for one, two in (("status", "plain_status"), ("plain_status", "status"))
    ]
    return [
        ["tasks", len(known)],
        ["states of random walks", sum(row["states"] for row in known)],
        ["... on which `add` differs", sum(row["add_differs"] for row in known)],
        ["... on which `ff` differs", sum(row["ff_differs"] for row in known)],
        ["tasks in which `ff` differs", sum(row["ff_differs"] > 0 for row in known)],
        [
            "sum of `ff` over a task's states, by the plain one's",
            mean([(r["ff_sum"], r["plain_ff_sum"]) for r in known]),
        ],
        ["searches with `ff`", len(searches)],
        ["... that expand other states than with the plain `ff`", sum(not each["plain_alike"] for each in searches)],
        ["expansions, by those with the plain `ff`", mean([(s["expansions"], s["plain_expansions"]) for s in solved])],
        ["solved with the graph's `ff` only", only[0]],
        ["solved with the plain `ff` only", only[1]],
    ]


def main(part: Part) -> None:
    program = part.program("compare_task")
    found: dict[str, dict[str, Any]] = {}
    tasks = dict(smallest_tasks(part.suite("ipc"), 1, LARGEST))
    for name in part.some(list(tasks), 20):
        found[name] = compare(program, tasks[name], 5, 1000)
    wrong = [f"{name}: {fault}" for name, each in found.items() for fault in faults(each)]
    print(*wrong, sep="\n", file=sys.stderr)
    rows = summary([each for each in found.values() if each.get("states")])
    part.table("values", ["compared", "number"], rows, measures=["cpp/isonova/relaxation", "cpp/isonova/heuristics"])
    if wrong:
        raise SystemExit(1)
