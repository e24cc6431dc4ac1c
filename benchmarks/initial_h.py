"""Compares gc, add and ff of initial states with those of other planners.

The reference file has one JSON object per line: `task` and `domain` (paths below the folder of the suites), `fd` and
`pwl` (values `add`, `ff` and `goalcount` of Fast Downward and Powerlifted, where known) and `comparable`: both give the
same add. Prints every difference, the tasks that could not be grounded within the limits, and how ff relates to Fast
Downward's. Ends with 1 if a comparable task differs in gc or add.

    python benchmarks/initial_h.py SUITES REFERENCE [--time-limit 60] [--memory-limit 4096] [--only comparable]
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    return {name: isonova.Heuristic(space, name)(space.initial()) for name in NAMES}


def compare(entry: dict[str, Any], suites: Path, seconds: float, megabytes: int) -> Row:
    """In a process of its own, so that a task too large to ground takes nothing else with it."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    reference = {planner: entry[planner] for planner in ("fd", "pwl") if planner in entry}
    command = [sys.executable, __file__, "--one", str(suites / entry["domain"]), str(suites / entry["task"])]
    ours: dict[str, float] = {}
    failure = ""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, preexec_fn=limit)
        if done.returncode == 0:
            ours = {name: math.inf if value is None else value for name, value in json.loads(done.stdout).items()}
        else:
            failure = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    except subprocess.TimeoutExpired:
        failure = f"more than {seconds:g} s"
    return Row(entry["task"], entry["comparable"], reference, ours, failure)


def read(reference: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in reference.read_text().splitlines() if line.strip()]


def main() -> int:
    if sys.argv[1:2] == ["--one"]:
        values = initial_values(*sys.argv[2:4])
        print(json.dumps({name: None if math.isinf(value) else value for name, value in values.items()}))
        return 0
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("suites", type=Path)
    arguments.add_argument("reference", type=Path)
    arguments.add_argument("--time-limit", type=float, default=60)
    arguments.add_argument("--memory-limit", type=int, default=4096)
    arguments.add_argument("--only", choices=["comparable"])
    options = arguments.parse_args()
    rows: list[Row] = []
    for entry in read(options.reference):
        if options.only and not entry["comparable"]:
            continue
        row = compare(entry, options.suites, options.time_limit, options.memory_limit)
        rows.append(row)
        if row.failure:
            print(f"{row.task}: not grounded: {row.failure}", flush=True)
        for name in ("gc", "add"):
            for planner, ours, theirs in row.differences(name):
                mark = " COMPARABLE" if row.comparable else ""
                print(f"{row.task}: {name} {ours} here, {theirs} in {planner}{mark}", flush=True)
    ratios = sorted(
        row.ours["ff"] / row.reference["fd"]["ff"]
        for row in rows
        if row.ours and "fd" in row.reference and row.reference["fd"]["ff"] > 0
    )
    print(f"{len(rows)} tasks, {sum(bool(row.ours) for row in rows)} grounded")
    comparable = [row for row in rows if row.comparable and row.ours]
    wrong = [row for row in comparable if any(any(row.differences(name)) for name in ("gc", "add"))]
    print(f"comparable: {len(comparable)} grounded, {len(wrong)} differ in gc or add")
    if ratios:
        quantiles = [ratios[min(len(ratios) - 1, len(ratios) * q // 100)] for q in (0, 5, 25, 50, 75, 95, 100)]
        equal = sum(ratio == 1 for ratio in ratios)
        print(f"ff / Fast Downward's ff: {len(ratios)} tasks, {equal} equal; quantiles 0, 5, 25, 50, 75, 95, 100 %:")
        print(", ".join(f"{quantile:.2f}" for quantile in quantiles))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
