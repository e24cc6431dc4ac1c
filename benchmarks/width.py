"""The width of tasks, and what searches of the width family and symmetric states put back cost.

The table of width has the expansions of iterated width over several features, alone and serialised; `-` where all
states were pruned. The table of costs has searches that end with the plan or with their evaluations.
"""

from __future__ import annotations

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
SEARCHES = [
    "eager(gc)",
    "eager(gc, symmetric=back)",
    "eager(ff)",
    "eager(ff, symmetric=back)",
    "eager(pn(gc, at))",
    "eager(cb(gc, at))",
    "eager(qb(gc, at2))",
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
    tasks = dict(part.tasks("ipc", TASKS))
    rows: list[list[Cell]] = []
    for search in SEARCHES:
        row: list[Cell] = [f"`{search}`"]
        solved, sent_back, evaluations, seconds = 0, 0, 0, 0.0
        for pair in tasks.values():
            result = isonova.plan(pair.domain, pair.problem, search=search, max_evaluations=EVALUATIONS, time_limit=60)
            solved += result.solved
            sent_back += result.sent_back
            evaluations += result.evaluations
            seconds += result.seconds.search
        rows.append([*row, solved, evaluations, sent_back, round(1e6 * seconds / evaluations, 1)])
    head = ["search", f"solved of {len(tasks)}", "evaluations", "sent back", "µs of search per evaluation"]
    measures = ["cpp/isonova/evaluators", "cpp/isonova/features", "cpp/isonova/novelty", "cpp/isonova/search"]
    part.table("width-costs", head, rows, measures=measures)


def main(part: Part) -> None:
    width(part)
    costs(part)
