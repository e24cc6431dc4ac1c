"""The width of tasks, and what features, kinds of novelty and symmetric states put back cost.

The table of width has the expansions of iterated width over several features, alone and serialised; `-` where all
states were pruned. The table of costs has searches that end with the plan or with their evaluations.
"""

from __future__ import annotations

from statistics import median
from time import process_time

import isonova
from benchmarks.part import Part
from benchmarks.table import Cell
from isonova.examples import NAMES, files

WIDTHS = {
    "IW at": "eager(iw(blind, at))",
    "IW at+at2": "eager(iw(blind, at+at2))",
    "IW wl": "eager(iw(blind, wl))",
    "IW at+wl": "eager(iw(blind, at+wl))",
    "SIW at+at2": "eager(iw(blind, at+at2), serial=yes)",
    "SIW wl": "eager(iw(blind, wl), serial=yes)",
}
MAPS = ["at", "at2", "wl", "wl-set", "wl-stable", "wl-changes", "iwl", "lwl2", "dl"]
SEARCHES = [
    "eager(gc)",
    "eager(gc, symmetric=back)",
    "eager(ff)",
    "eager(ff, symmetric=back)",
    *(f"eager(qb(gc, {name}))" for name in MAPS),
    "eager(pn(gc, at))",
    "eager(cb(gc, at))",
    "eager(w(gc, at+at2))",
    "eager(w(gc+r, at+at2))",
    "eager(lm+ff)",
    "eager(w(lm+ff, at+at2))",
]
TASKS = [
    "gripper/prob10.pddl",
    "logistics98/prob07.pddl",
    "depot/p10.pddl",
    "childsnack-sat14-strips/child-snack_pfile05-2.pddl",
    "barman-sat11-strips/pfile06-021.pddl",
    "hiking-sat14-strips/ptesting-1-2-7.pddl",
]
EVALUATIONS = 20_000


def width(part: Part) -> None:
    rows: list[list[Cell]] = []
    for name in part.some(NAMES, 4):
        row: list[Cell] = [name]
        for search in WIDTHS.values():
            result = isonova.plan(*files(name), search=search, max_evaluations=EVALUATIONS)
            if not result.solved:
                row.append("-" if result.status == "exhausted" else result.status.replace("_", " "))
            else:
                row.append(f"{result.expansions} (k = {result.widest})" if result.episodes else result.expansions)
        rows.append(row)
    part.table("width", ["example", *WIDTHS], rows, measures=["cpp/isonova/features", "cpp/isonova/search"])


def costs(part: Part) -> None:
    """Rounds alternate between searches, and the median of the time is shown."""
    tasks = [isonova.load(pair.domain, pair.problem) for _, pair in part.tasks("ipc", TASKS)]
    seconds: dict[str, list[float]] = {search: [] for search in SEARCHES}
    counts: dict[str, list[int]] = {}
    for _ in range(1 if part.quick else 3):
        for search in SEARCHES:
            start = process_time()
            found = [isonova.plan(task, search=search, max_evaluations=EVALUATIONS, time_limit=5) for task in tasks]
            seconds[search].append(process_time() - start)
            solved = sum(result.solved for result in found)
            counts[search] = [solved, sum(each.evaluations for each in found), sum(each.sent_back for each in found)]
    rows: list[list[Cell]] = [
        [f"`{search}`", *counts[search], round(1e6 * median(seconds[search]) / counts[search][1], 1)]
        for search in SEARCHES
    ]
    head = ["search", f"solved of {len(tasks)}", "evaluations", "sent back", "CPU µs per evaluation"]
    measures = ["cpp/isonova/evaluators", "cpp/isonova/features", "cpp/isonova/novelty", "cpp/isonova/search"]
    part.table("feature-costs", head, rows, measures=measures)


def main(part: Part) -> None:
    width(part)
    costs(part)
