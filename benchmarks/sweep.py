"""Plans for the smallest task of each domain folder through the command line, and says what became of each.

Fine is a plan (the command line shows none that the validator has not accepted), a proof that there is none, or a limit
that was reached in time; everything else is an error and makes this program end with 1.

    python benchmarks/sweep.py FOLDER [--time-limit 10] [--memory-limit 2048] [--sample N --seed S] [--only NAME ...]
        [--table docs/sweep.md]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from suites import Pair, find_tasks

EXIT_CODES = {"solved": {0}, "unsolvable": {10, 11}, "out_of_time": {21, 23}, "out_of_memory": {20, 22}}
GRACE = 0.5  # seconds a time limit may be overrun on a busy machine
MEMORY_GRACE = 1.02


@dataclass(frozen=True)
class Outcome:
    domain: str
    task: str
    status: str
    error: str = ""
    report: dict[str, Any] = field(default_factory=dict)


def smallest_tasks(folder: Path) -> dict[str, Pair]:
    """For each domain folder the task with the fewest bytes of domain and problem."""

    def size(pair: Pair) -> tuple[int, str]:
        return pair.domain.stat().st_size + pair.problem.stat().st_size, str(pair.problem)

    found: dict[str, Pair] = {}
    for below in sorted(path for path in folder.iterdir() if path.is_dir()):
        if pairs := find_tasks(below):
            found[below.name] = min(pairs, key=size)
    return found


def sample(tasks: dict[str, Pair], count: int, seed: int) -> dict[str, Pair]:
    return {name: tasks[name] for name in sorted(random.Random(seed).sample(sorted(tasks), min(count, len(tasks))))}


def run(name: str, pair: Pair, seconds: float, megabytes: float, options: tuple[str, ...] = ()) -> Outcome:
    command = [sys.executable, "-c", "from isonova.cli import main; main()", "plan", str(pair.domain)]
    command += [str(pair.problem), "--json", "--time-limit", str(seconds), "--memory-limit", str(megabytes), *options]
    task = pair.problem.stem
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=3 * seconds + 20, check=False)
    except subprocess.TimeoutExpired:
        return Outcome(name, task, "error", f"still running after {3 * seconds + 20:.0f} s")
    try:
        report = json.loads(done.stdout)
    except ValueError:
        last = done.stderr.strip().splitlines()[-1:] or ["nothing on stderr"]
        return Outcome(name, task, "error", f"exit code {done.returncode} without a report: {last[0]}")
    return Outcome(name, task, report["status"], fault(report, done.returncode, seconds, megabytes), report)


def fault(report: dict[str, Any], code: int, seconds: float, megabytes: float) -> str:
    """What is wrong with a run that reported; empty if nothing is."""
    status, total, peak = report["status"], report["seconds"]["total"], report["peak_memory_mb"]
    if code not in EXIT_CODES.get(status, set()):
        return f"exit code {code} with status {status}"
    if total > seconds + GRACE + report["seconds"]["validate"]:
        return f"{total:.2f} s of {seconds:g}"
    if peak > MEMORY_GRACE * megabytes:
        return f"{peak:.0f} MB of {megabytes:g}"
    return ""


def table(outcomes: list[Outcome], seconds: float, megabytes: float) -> str:
    counts = {status: sum(each.status == status for each in outcomes) for status in EXIT_CODES}
    errors = [each for each in outcomes if each.error]
    lines = [
        "# The smallest task of each IPC domain",
        "",
        f"Made by `benchmarks/sweep.py`: `isonova plan` with its defaults, {seconds:g} s and {megabytes:g} MB each.",
        "Every plan was accepted by the validator. Times are of a busy machine and only say how long to wait.",
        "",
        f"{len(outcomes)} tasks: {counts['solved']} solved, {counts['unsolvable']} proved unsolvable, "
        f"{counts['out_of_time']} out of time, {counts['out_of_memory']} out of memory, {len(errors)} errors.",
        "",
        "| domain | task | status | length | cost | expansions | seconds |",
        "|---|---|---|--:|--:|--:|--:|",
    ]
    for each in outcomes:
        report = each.report
        cells = [each.domain, each.task, each.status + (f": {each.error}" if each.error else "")]
        cells += ["" if report.get(key) is None else str(report[key]) for key in ("length", "cost", "expansions")]
        cells.append(f"{report['seconds']['total']:.1f}" if report else "")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--time-limit", type=float, default=10)
    arguments.add_argument("--memory-limit", type=float, default=2048)
    arguments.add_argument("--sample", type=int, help="only so many domains")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", nargs="+", help="only these domains")
    arguments.add_argument("--table", type=Path, help="write a Markdown table to this file")
    options = arguments.parse_args()
    tasks = smallest_tasks(options.folder)
    if options.only:
        tasks = {name: pair for name, pair in tasks.items() if name in options.only}
    if options.sample:
        tasks = sample(tasks, options.sample, options.seed)
    outcomes: list[Outcome] = []
    start = time.perf_counter()
    for name, pair in tasks.items():
        outcome = run(name, pair, options.time_limit, options.memory_limit)
        outcomes.append(outcome)
        total = outcome.report["seconds"]["total"] if outcome.report else float("nan")
        print(f"{name} {outcome.task}: {outcome.status} {total:.2f} s {outcome.error}", flush=True)
    errors = sum(bool(each.error) for each in outcomes)
    print(f"{len(outcomes)} tasks, {errors} errors, {time.perf_counter() - start:.0f} s")
    if options.table:
        options.table.write_text(table(outcomes, options.time_limit, options.memory_limit))
    return 1 if errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
