"""The relaxed graph of one task of every domain folder: its edges against ground actions, its building against
grounding, and add and ff on it against Dijkstra's algorithm over ground actions.

Of each folder the last task that is done within the time counts: if it is not, the one half as far into the folder. Add
and ff are timed on all children along a random walk. Fails if add differs anywhere or ff is above add.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from benchmarks.part import Part
from benchmarks.suites import find_tasks, folders
from benchmarks.table import Cell

TRIES = 4
SECONDS = 10
STEPS = 2  # of the random walk


def measure(part: Part, folder: Path) -> tuple[str, dict[str, Any]] | None:
    tasks = find_tasks(folder)
    place = len(tasks) - 1
    for _ in range(TRIES if tasks else 0):
        task = tasks[place]
        found = part.report("relaxed_graph_task", task.domain, task.problem, STEPS, 0, seconds=SECONDS)
        if found is not None:
            return f"{folder.name}/{task.problem.stem}", found
        place //= 2
    return None


def row(name: str, found: dict[str, Any]) -> list[Cell]:
    if found["graph"] is None:
        return [name, found["actions"], "over budget", None, None, found["ground"], None, None, None]
    speed = [
        found[f"{h}_reference"] / found[h] if found[h] > 0 < found[f"{h}_reference"] else None for h in ("add", "ff")
    ]
    split = f"{found['split_schemata']} of {found['schemata']}"
    return [
        name, found["actions"], found["edges"], found["nodes"], split, found["ground"], found["graph"], *speed
    ]  # fmt: skip


def main(part: Part) -> None:
    rows: list[list[Cell]] = []
    wrong = []
    for name in part.some([folder.name for folder in folders(part.suite("ipc"))], 20):
        found = measure(part, part.suite("ipc") / name)
        if found is None:
            print(f"{name}: no task within the time", file=sys.stderr)
            continue
        rows.append(row(*found))
        if found[1].get("add_differs") or found[1].get("ff_above_add"):
            wrong.append(found[0])
    ratios = ["add, times faster", "ff, times faster"]
    head = ["task", "actions", "edges", "nodes", "schemata split", "grounding s", "graph s", *ratios]
    measures = ["cpp/isonova/relaxation", "cpp/isonova/heuristics"]
    part.table("relaxed-graphs", head, rows, measures=measures, ratios=ratios)
    if wrong:
        raise SystemExit(f"add differs, or ff is above add: {', '.join(wrong)}")
