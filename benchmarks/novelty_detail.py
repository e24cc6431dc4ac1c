"""What novelty sees in two domains: features, states that were new, and evaluations until the plan.

In childsnack symmetric states look new to atoms again and again. In sokoban WL features see nothing where the graph has
no static atoms, since these say which places are neighbours.
"""

from __future__ import annotations

from typing import Any

import isonova
from benchmarks.part import Part
from benchmarks.table import Cell

TASKS = [
    "childsnack-sat14-strips/child-snack_pfile05.pddl",
    "childsnack-sat14-strips/child-snack_pfile10-2.pddl",
    "sokoban-sat08-strips/p04.pddl",
    "sokoban-sat08-strips/p07.pddl",
    "sokoban-sat08-strips/p22.pddl",
]
EVALUATIONS = 1_000_000
SETTINGS: dict[str, dict[str, Any]] = {
    "none": {"novelty": "none"},
    "at": {"novelty": "at"},
    "wl": {"novelty": "wl"},
    "at+wl": {"novelty": "at+wl"},
    "wl, static atoms kept": {"novelty": "wl", "wl_statics": "keep"},
    "at+wl, static atoms kept": {"novelty": "at+wl", "wl_statics": "keep"},
}


def main(part: Part) -> None:
    rows: list[list[Cell]] = []
    for name, pair in part.tasks("ipc", part.some(TASKS, 2)):
        for words, settings in SETTINGS.items():
            result = isonova.plan(
                pair.domain,
                pair.problem,
                heuristic="add",
                profile="author",
                engine="grounded",
                max_evaluations=EVALUATIONS,
                **settings,
            )
            seen = result.novelty_telemetry
            found: list[Cell] = [seen.distinct_features, seen.new_states] if seen else [None, None]
            rows.append([name, words, *found, result.evaluations, result.length])
    head = ["task", "novelty over add", "features", "new states", "evaluations", "steps of the plan"]
    measures = ["cpp/isonova/features", "cpp/isonova/novelty", "cpp/isonova/search"]
    part.table("novelty-detail", head, rows, measures=measures)
