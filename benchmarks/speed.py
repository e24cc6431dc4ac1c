"""Evaluations per second of greedy search with the same heuristic, beside other planners, in turns.

A task counts for a heuristic where the other planner does not end before the time is up. Rates are of CPU time, from
the first state on; the best of the repeats on either side.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks import peers, plots
from benchmarks.measure import geometric_mean
from benchmarks.part import Part
from benchmarks.peers import Isonova, Planner, Searched
from benchmarks.suites import FAMILIES, Pair, tasks_of
from benchmarks.table import Cell, Table, shown, spread

MEASURES = [f"cpp/isonova/{name}" for name in ("heuristics", "relaxation", "search", "state")]
QUICK = ["depot/p20.pddl", "sokoban-sat11-strips/p12.pddl", "termes-sat18-strips/p19.pddl", "tpp/p17.pddl"]
FIRST = "rate of its first evaluation"
"""The heuristics with which the other planner printed no count."""


@dataclass(frozen=True)
class Run:
    """A planner on a task with a heuristic."""

    task: str
    planner: str
    heuristic: str
    searched: Searched


def measure(
    tasks: Iterable[tuple[str, Pair]],
    ours: Isonova,
    others: Sequence[Planner],
    seconds: float,
    repeats: int,
    only: Sequence[str] = (),
) -> list[Run]:
    """A planner that gets nowhere on a task with one heuristic is not asked with the others."""
    found = []
    wanted = sorted({(h != "gc", h) for planner in others for h in planner.heuristics if not only or h in only})
    for task, pair in tasks:
        failed: set[str] = set()
        for _, heuristic in wanted:
            able = [each for each in others if heuristic in each.heuristics and each.name not in failed]
            planners: list[Planner] = [ours, *able]
            rounds = [[planner.search(pair, heuristic, seconds) for planner in planners] for _ in range(repeats)]
            for planner, searches in zip(planners, zip(*rounds, strict=True), strict=True):
                best = max(searches, key=lambda each: each.rate)
                found.append(Run(task, planner.name, heuristic, best))
                if not best.evaluations:
                    failed.add(planner.name)
                print(task, heuristic, planner.name, f"{best.rate:.0f}/s", best.note, file=sys.stderr, flush=True)
    return found


def ratio(ours: Searched, theirs: Searched | None) -> Cell:
    if theirs is None:
        return None
    if not theirs.evaluations:
        return theirs.note or None
    return None if theirs.solved or not ours.evaluations else ours.rate / theirs.rate


def ratios(runs: Sequence[Run]) -> tuple[list[str], list[list[Cell]]]:
    """A row per task, a column per heuristic and planner."""
    known = {(run.task, run.planner, run.heuristic): run.searched for run in runs}
    columns = list(dict.fromkeys((run.heuristic, run.planner) for run in runs if run.planner != "Isonova"))
    rows: list[list[Cell]] = [
        [task, *(ratio(known[task, "Isonova", h], known.get((task, planner, h))) for h, planner in columns)]
        for task in dict.fromkeys(run.task for run in runs)
    ]
    return [f"{h}, {planner}" for h, planner in columns], rows


def summary(engine: str, table: Table) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for head in table.ratios:
        values = table.column(head)
        if values:
            heuristic, planner = head.split(", ")
            worst = min(values, key=lambda task: values[task])
            mean, quartiles = geometric_mean(list(values.values())), spread(list(values.items()))
            rows.append(
                [planner, engine, f"`{heuristic}`", len(values), mean, quartiles, f"{shown(values[worst])} ({worst})"]
            )
    return rows


def grounded(part: Part) -> Table:
    ours, others = Isonova(part.program("search_task")), peers.grounded()
    names = QUICK if part.quick else Path(__file__).with_name("search_tasks.txt").read_text().split()
    runs = measure(part.tasks("ipc", names), ours, others, 1 if part.quick else 3, 1 if part.quick else 3)
    heads, rows = ratios(runs)
    return write(part, "search-speed", ["task", *heads], rows, heads, [*MEASURES, "cpp/isonova/ground"], others, runs)


def first_only(runs: Sequence[Run], task: str) -> str:
    return ", ".join(run.heuristic for run in runs if run.task == task and run.searched.note == "*")


def lifted(part: Part) -> Table:
    ours, others = Isonova(part.program("search_task"), "lifted"), peers.lifted()
    suite = part.suite("htg")
    pairs = [pair for names in FAMILIES.values() for pair in tasks_of(suite, names, 1 if part.quick else 3)]
    tasks = [(str(pair.problem.relative_to(suite).with_suffix("")), pair) for pair in pairs]
    runs = measure(tasks, ours, others, 1 if part.quick else 6, 1, ["ff"] if part.quick else [])
    heads, rows = ratios(runs)
    graphs = {run.task: run.searched.note for run in runs if run.planner == "Isonova"}
    rows = [[row[0], graphs[str(row[0])], *row[1:], first_only(runs, str(row[0]))] for row in rows]
    head = ["task", "relaxed graph", *heads, FIRST]
    return write(part, "lifted-speed", head, rows, heads, [*MEASURES, "cpp/isonova/lifted"], others, runs)


def write(
    part: Part,
    name: str,
    head: list[str],
    rows: list[list[Cell]],
    heads: list[str],
    measures: list[str],
    others: Sequence[Planner],
    runs: list[Run],
) -> Table:
    versions = {key: value for planner in others for key, value in planner.versions().items()}
    plot = "Each task's ratio, ours over theirs; bars are geometric means"
    table = part.table(
        name, head, rows, measures=measures, ratios=heads, others=versions, runs=list(map(asdict, runs)), plot=plot
    )
    plots.strips(table, part.folder)
    return table


def main(part: Part) -> None:
    tables = {"grounded": grounded(part), "lifted": lifted(part)}
    rows = [row for engine, table in tables.items() for row in summary(engine, table)]
    head = ["against", "engine", "heuristic", "tasks", "times as many states per second", "quartiles", "worst"]
    versions = {key: value for table in tables.values() for key, value in table.stamp.peers.items()}
    measures = dict.fromkeys(path for table in tables.values() for path in table.measures)
    part.table("speed", head, rows, measures=list(measures), others=versions)
