"""What features written in Python cost: evaluations per second of CPU time, beside those of compiled features.

Rounds alternate between configurations and the median is shown. Grounding is part of the time, so the tasks are such
that take all the evaluations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from statistics import median
from time import process_time
from typing import Any

import numpy as np

import isonova
from benchmarks.part import Part
from benchmarks.table import Cell
from isonova.api.task import Atom, Task

State = frozenset[Atom]
TASKS = ["logistics98/prob07.pddl", "depot/p10.pddl"]
EVALUATIONS = 20_000
Features = Callable[[State], Iterable[Hashable]]


def copied_atoms(state: State) -> State:
    return state


def counted_places(state: State) -> Iterable[Hashable]:
    return Counter((atom[0], atom[-1]) for atom in state).items()


def concepts(task: Task) -> Features:
    """Sizes of two families of description-logic concepts over the goal; docs/howto/write-novelty.md has them."""
    goal = frozenset((part.predicate, *part.args) for part in task.goal if not part.negated)

    def sizes(state: State) -> Iterable[Hashable]:
        done = Counter(atom[0] for atom in state & goal)
        loose = {argument for atom in goal - state for argument in atom[1:]}
        waiting = Counter(atom[0] for atom in state if not loose.isdisjoint(atom[1:]))
        return [*(("done", *pair) for pair in done.items()), *(("waiting", *pair) for pair in waiting.items())]

    return sizes


@cache
def matrix(columns: int) -> Any:
    return np.random.default_rng(0).standard_normal((columns, 16))


def projected(rows: Any) -> Any:
    """What stands for a small neural network: 16 dimensions."""
    return rows @ matrix(rows.shape[1])


def rates(task: Task, rounds: int) -> dict[str, float]:
    novelties: dict[str, object] = {f"`{name}`": name for name in ("none", "at", "wl", "at+wl")}
    novelties |= {"atoms, in Python": copied_atoms, "counts by place": counted_places, "concepts": concepts(task)}
    novelties |= {"an embedding, 16 dimensions": isonova.Embedding(projected, width=2)}
    found: dict[str, list[float]] = {name: [] for name in novelties}
    for _ in range(rounds):
        for name, novelty in novelties.items():
            start = process_time()
            result = isonova.plan(task, heuristic="gc", novelty=novelty, max_evaluations=EVALUATIONS)  # type: ignore[arg-type]
            found[name].append(result.evaluations / (process_time() - start))
    return {name: median(each) for name, each in found.items()}


def main(part: Part) -> None:
    columns = {
        name: rates(isonova.load(pair.domain, pair.problem), 1 if part.quick else 3)
        for name, pair in part.tasks("ipc", TASKS)
    }
    names = next(iter(columns.values()))
    rows: list[list[Cell]] = [[name, *(round(column[name]) for column in columns.values())] for name in names]
    measures = ["cpp/bindings", "cpp/isonova/features", "cpp/isonova/novelty", "cpp/isonova/search"]
    part.table("python-features", ["features", *columns], rows, measures=measures)
