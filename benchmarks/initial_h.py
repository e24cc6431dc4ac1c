"""Compares gc, add and ff of initial states with those of other planners.

The reference file has one JSON object per line: `task` and `domain` (paths below the folder of the suites), `fd` and
`pwl` (values `add`, `ff` and `goalcount` of Fast Downward and Powerlifted, where known) and `comparable`: both give the
same add. ISONOVA_ORACLES is the folder of that file. Prints every difference and the tasks that could not be grounded
within the limits. Fails if a comparable task differs in gc or add.
"""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.part import Part
from benchmarks.table import ROOT, Cell

NAMES = {"gc": "goalcount", "add": "add", "ff": "ff"}  # ours, theirs


@dataclass(frozen=True)
class Row:
    task: str
    comparable: bool
    reference: dict[str, dict[str, int]]  # planner -> values
    ours: dict[str, float]  # empty if the task was not grounded
    failure: str = ""

    def differences(self, name: str) -> Iterator[tuple[str, float, int]]:
        for planner, values in self.reference.items():
            if self.ours and self.ours[name] != values[NAMES[name]]:
                yield planner, self.ours[name], values[NAMES[name]]


def initial_values(domain: str, problem: str) -> dict[str, float]:
    import isonova

    space = isonova.StateSpace(isonova.load(domain, problem))
    return {name: isonova.Heuristic(space, name)(space.initial()) for name in NAMES}  # type: ignore[arg-type]


def compare(entry: dict[str, Any], suites: Path, seconds: float, megabytes: int) -> Row:
    """In a process of its own, so that a task too large to ground takes nothing else with it."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    reference: dict[str, dict[str, int]] = {planner: entry[planner] for planner in ("fd", "pwl") if planner in entry}
    command = [sys.executable, "-m", "benchmarks.initial_h", str(suites / entry["domain"]), str(suites / entry["task"])]
    ours: dict[str, float] = {}
    failure = ""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, check=False, preexec_fn=limit, cwd=ROOT
        )
        if done.returncode == 0:
            ours = {name: math.inf if value is None else value for name, value in json.loads(done.stdout).items()}
        else:
            failure = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    except subprocess.TimeoutExpired:
        failure = f"more than {seconds:g} s"
    return Row(entry["task"], entry["comparable"], reference, ours, failure)


def read(reference: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in reference.read_text().splitlines() if line.strip()]


def main(part: Part) -> None:
    entries = read(Path(os.environ["ISONOVA_ORACLES"]) / "initial-h.jsonl")
    rows: list[Row] = []
    for entry in entries[:: 8 if part.quick else 1]:
        row = compare(entry, part.suite("."), 60, 4096)
        rows.append(row)
        if row.failure:
            print(f"{row.task}: not grounded: {row.failure}", flush=True)
        for name in ("gc", "add"):
            for planner, ours, theirs in row.differences(name):
                mark = " COMPARABLE" if row.comparable else ""
                print(f"{row.task}: {name} {ours} here, {theirs} in {planner}{mark}", flush=True)
    ratios = [
        row.ours["ff"] / row.reference["fd"]["ff"]
        for row in rows
        if row.ours and "fd" in row.reference and row.reference["fd"]["ff"] > 0
    ]
    comparable = [row for row in rows if row.comparable and row.ours]
    wrong = [row.task for row in comparable if any(any(row.differences(name)) for name in ("gc", "add"))]
    figures: list[list[Cell]] = [
        ["tasks", len(rows)],
        ["... grounded within 60 s and 4 GB", sum(bool(row.ours) for row in rows)],
        ["... on whose `add` Fast Downward and Powerlifted agree", len(comparable)],
        ["... where `gc` or `add` differ from theirs", len(wrong)],
        ["tasks with Fast Downward's `ff`", len(ratios)],
        ["... where ours is equal", sum(ratio == 1 for ratio in ratios)],
        ["our `ff` over Fast Downward's: median", median(ratios)],
        ["... 5 % and 95 %", "{0:.2f} to {18:.2f}".format(*quantiles(ratios, n=20, method="inclusive"))],
        ["... least and most", f"{min(ratios):.2f} to {max(ratios):.2f}"],
    ]
    measures = ["cpp/isonova/heuristics", "cpp/isonova/relaxation"]
    part.table("initial-h", ["compared", "number"], figures, measures=measures)
    if wrong:
        raise SystemExit(f"gc or add differ: {', '.join(wrong)}")


if __name__ == "__main__":
    values = initial_values(*sys.argv[1:3])
    print(json.dumps({name: None if math.isinf(value) else value for name, value in values.items()}))
