"""The relaxed graph on benchmark tasks against plain heuristics over ground actions; needs the suites.

On the smallest task of every IPC domain folder: add on the states of random walks, with every cost type; the states
that whole searches expand, in order, with gc, add and ff, in both engines. `python -m benchmarks values` does the same
on more and larger tasks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lifted.test_benchmarks import plain
from scripts import load_script

import isonova

pytestmark = pytest.mark.source

PARTS = 6  # so that processes share the work
LARGEST = 200_000  # bytes of PDDL
SECONDS = 300  # far more than any of them takes


def ipc_tasks(benchmarks: Path) -> list[tuple[str, Any]]:
    return list(load_script("suites").smallest_tasks(benchmarks / "ipc", 1, LARGEST))


@pytest.mark.parametrize("part", range(PARTS))
def test_ipc_tasks(benchmarks: Path, compare_program: Path, part: int) -> None:
    script = load_script("values")
    states = 0
    for name, pair in ipc_tasks(benchmarks)[part::PARTS]:
        found = script.compare(compare_program, pair, 4, 400, SECONDS)
        assert script.faults(found) == [], name
        assert found["grounded"], name
        assert found["goal_unreachable"] or list(found["searches"]) == ["gc", "add", "ff"]
        states += found.get("states", 0)
    assert states > 500


def test_a_task_of_every_folder(benchmarks: Path) -> None:
    tasks = ipc_tasks(benchmarks)
    assert len({name.split("/")[0] for name, _ in tasks}) == len(tasks) >= 140


def hard_to_ground_tasks(benchmarks: Path, oracles: Path) -> dict[str, Any]:
    """Those of the reference values and the smallest of each folder, where grounding them does not take long."""
    suites = load_script("suites")
    suite = benchmarks / "htg"
    tasks = dict(load_script("suites").smallest_tasks(suite, 1, LARGEST))
    for entry in map(json.loads, (oracles / "initial-h.jsonl").read_text().splitlines()):
        problem = benchmarks / entry["task"]
        if problem.is_relative_to(suite):
            tasks[str(problem.relative_to(suite))] = suites.Pair(benchmarks / entry["domain"], problem)
    return {name: pair for name, pair in tasks.items() if not name.startswith("gnad-et-al")}


def test_hard_to_ground_tasks_with_inequalities_negation_or_costs(
    benchmarks: Path, oracles: Path, compare_program: Path
) -> None:
    """Where other planners' values say little. Some tasks do not fit the budget for grounding."""
    script = load_script("values")
    compared = 0
    for name, pair in hard_to_ground_tasks(benchmarks, oracles).items():
        if plain(isonova.load(pair.domain, pair.problem)):
            continue
        found = script.compare(compare_program, pair, 1, 50, SECONDS)
        assert script.faults(found) == [], name
        compared += found["grounded"] and not found["goal_unreachable"]
    assert compared >= 9
