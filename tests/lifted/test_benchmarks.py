"""Both engines on benchmark tasks, where the suites are at hand; short limits, small tasks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lifted.test_engines import compare

import isonova
from isonova.api.names import HeuristicName
from isonova.experiments.pairing import Pair, find_tasks

HARD_TO_GROUND = {
    "blocksworld": "blocksworld-large-simple",
    "childsnack": "childsnack-contents",
    "genome": "genome-edit-distance",
    "labyrinth": "labyrinth",
    "logistics": "logistics-large-simple",
    "organic-synthesis": "organic-synthesis-alkene",
    "pipesworld": "pipesworld-tankage-nosplit",
    "rovers": "rovers-large-simple",
    "visitall": "visitall-multidimensional",
}


def smallest(folder: Path) -> Pair:
    pairs = find_tasks(folder)
    return min(pairs, key=lambda pair: (pair.domain.stat().st_size + pair.problem.stat().st_size, pair))


def test_one_task_of_each_domain_folder_expands_alike(benchmarks: Path) -> None:
    """The first expansions with ff and novelty, the smallest task of a folder, folders of large tasks left out."""
    folders = sorted(folder for folder in (benchmarks / "ipc").iterdir() if find_tasks(folder))
    compared = 0
    for folder in folders:
        pair = smallest(folder)
        if pair.domain.stat().st_size + pair.problem.stat().st_size > 60_000:
            continue
        task = isonova.load(pair.domain, pair.problem)
        compare(task, "ff", "at", 10)
        compared += 1
    assert compared > 100


@pytest.mark.parametrize("family", HARD_TO_GROUND)
def test_plans_for_every_hard_to_ground_family(benchmarks: Path, family: str) -> None:
    pair = smallest(benchmarks / "htg" / HARD_TO_GROUND[family])
    found = isonova.plan(pair.domain, pair.problem, engine="lifted", heuristic="ff", time_limit=120, memory_limit=4096)
    assert found.engine == "lifted"
    assert found.solved, found.summary()  # a plan is shown only if the validator accepts it


def plain(task: isonova.Task) -> bool:
    """Neither inequalities nor negation nor costs, of which Powerlifted's heuristics know less than ours."""
    conditions = [schema.precondition for schema in task.schemata]
    return not task.has_metric and not any(
        condition.constraints or any(literal.negated for literal in condition.literals) for condition in conditions
    )


def test_initial_values_of_hard_to_ground_tasks(benchmarks: Path, oracles: Path) -> None:
    lines = (oracles / "initial-h.jsonl").read_text().splitlines()
    compared = 0
    for entry in map(json.loads, lines):
        if not entry["task"].startswith("htg/"):
            continue
        task = isonova.load(benchmarks / entry["domain"], benchmarks / entry["task"])
        if not entry["comparable"] and not plain(task):
            continue
        pairs: list[tuple[HeuristicName, str]] = [("gc", "goalcount"), ("add", "add")]
        for heuristic, key in pairs:
            found = isonova.plan(task, engine="lifted", heuristic=heuristic, max_expansions=0, time_limit=60)
            assert found.initial_h == entry["pwl"][key], (entry["task"], heuristic)
        compared += 1
    assert compared >= 8
