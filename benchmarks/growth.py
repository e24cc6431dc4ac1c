"""How each step grows with a task: generated families, objects doubled, and the exponent that fits the larger half.

A step that takes c * n^k seconds has exponent k. The expected one follows from what the step makes: PDDL grows with the
objects, ground actions and edges of the relaxed graph with the parameters that a family's largest schema has, before
and after splitting; colours with the atoms of a state. CPU time.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import linear_regression

from benchmarks import plots
from benchmarks.part import Part
from benchmarks.table import Cell
from isonova.examples import generate

STEPS = {
    "parse": "parsing",
    "ground": "grounding",
    "graph": "building the relaxed graph",
    "add": "`add` of a state",
    "colour": "WL colours of a state",
}
DOUBLINGS = 6


@dataclass(frozen=True)
class Family:
    start: int
    sizes: Callable[[int], dict[str, int]]
    expected: tuple[int, ...]
    """An exponent for each of STEPS."""
    doublings: int = DOUBLINGS


FAMILIES = {
    "blocks": Family(6, lambda n: {"blocks": n}, (1, 2, 2, 2, 1)),
    "ferry": Family(4, lambda n: {"docks": n, "cars": n}, (1, 2, 2, 2, 1)),
    "gripper": Family(16, lambda n: {"balls": n}, (1, 1, 1, 1, 1)),
    "logistics": Family(1, lambda n: {"cities": n, "boxes": n}, (1, 2, 2, 2, 1)),
    "sandwiches": Family(4, lambda n: {"children": n, "allergic": n // 2, "trays": 1}, (1, 3, 1, 1, 1), doublings=4),
    "visitall": Family(
        16, lambda n: {"rows": 2 ** (log2(n) // 2), "columns": 2 ** (-(-log2(n) // 2)), "ponds": 0}, (1, 1, 1, 1, 1)
    ),
}


def log2(n: int) -> int:
    return n.bit_length() - 1


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """Of the larger half: small tasks are mostly what a step costs at least."""
    half = len(sizes) // 2
    return linear_regression([log(n) for n in sizes[half:]], [log(s) for s in seconds[half:]]).slope


def measure(part: Part, name: str, family: Family) -> dict[int, dict[str, float]]:
    found = {}
    for doubling in range(family.doublings - (1 if part.quick else 0) + 1):
        n = family.start << doubling
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, file) for file in ("domain.pddl", "problem.pddl")]
            for file, text in zip(files, generate(name, **family.sizes(n)), strict=True):
                file.write_text(text)
            each = part.report("steps_task", *files, 0.02 if part.quick else 0.2)
        if each is None:
            raise SystemExit(f"isonova_steps_task fails on {name} of size {n}")
        found[n] = {step: each[step] for step in STEPS}
        print(name, n, found[n], file=sys.stderr, flush=True)
    return found


def main(part: Part) -> None:
    figures = {name: measure(part, name, family) for name, family in FAMILIES.items()}
    rows: list[list[Cell]] = []
    for name, times in figures.items():
        sizes = list(times)
        for (step, words), expected in zip(STEPS.items(), FAMILIES[name].expected, strict=True):
            seconds = [times[n][step] for n in sizes]
            rows.append(
                [name, f"{sizes[0]} to {sizes[-1]}", words, expected, exponent(sizes, seconds), seconds[-1] * 1e3]
            )
    head = ["family", "size", "step", "expected exponent", "measured exponent", "ms at the largest size"]
    folders = ["pddl", "task", "datalog", "ground", "relaxation", "heuristics", "features"]
    plot = "Seconds against size, both on logarithmic scales"
    table = part.table("growth", head, rows, measures=[f"cpp/isonova/{name}" for name in folders], plot=plot)
    plots.lines(table, part.folder, figures, STEPS)
