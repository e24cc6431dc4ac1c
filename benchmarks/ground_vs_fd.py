"""Parsing to ground task against Fast Downward's whole translator, both on the same tasks, one after the other.

    python benchmarks/ground_vs_fd.py BUILD_FOLDER SUITE_FOLDER [--tasks benchmarks/tasks.txt] [--seconds 300]

BUILD_FOLDER is a CMake build with -DISONOVA_BENCHMARKS=ON; the translator comes from the package
fast-downward.translate. Prints a Markdown table. Ratios are of CPU seconds.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.measure import geometric_mean, run
from benchmarks.suites import find_tasks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--tasks", type=Path, default=Path(__file__).with_name("tasks.txt"))
    parser.add_argument("--seconds", type=float, default=300)
    arguments = parser.parse_args()
    program = str((arguments.build / "benchmarks" / "isonova_ground_task").resolve())
    wanted = arguments.tasks.read_text().split()
    domains = {
        pair.problem: pair.domain
        for name in {Path(w).parent for w in wanted}
        for pair in find_tasks(arguments.suite / name)
    }
    ratios: list[float] = []
    print("| task | Isonova s | translator s | ratio | Isonova MB | translator MB |\n|---|---:|---:|---:|---:|---:|")
    for name in wanted:
        problem = arguments.suite / name
        files = [str(domains[problem].resolve()), str(problem.resolve())]
        ours = run([program, *files], arguments.seconds)
        theirs = run([sys.executable, "-m", "fast_downward.translate", *files], arguments.seconds)
        if ours.status != 0 or theirs.status != 0:
            print(
                f"| {name} | exit {ours.status} | exit {theirs.status} | | {ours.peak_mb:.0f} | {theirs.peak_mb:.0f} |"
            )
            continue
        ratios.append(theirs.cpu / max(ours.cpu, 1e-3))
        times = f"{ours.cpu:.3f} | {theirs.cpu:.2f} | {ratios[-1]:.0f}"
        print(f"| {name} | {times} | {ours.peak_mb:.0f} | {theirs.peak_mb:.0f} |", flush=True)
    if ratios:
        span = f"{min(ratios):.0f} to {max(ratios):.0f}"
        print(f"\n{len(ratios)} tasks: ratio {span}, geometric mean {geometric_mean(ratios):.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
