"""Runs a program such as isonova_search_task, built with sanitizers, on the smallest tasks of a sample of domains.

Prints what each run said and ends with 1 if one of them ended in any other way than with a plan, a proof or a limit.

    python -m benchmarks.run_sample PROGRAM FOLDER [--heuristic ff] [--time-limit 10] [--sample 20] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import subprocess
from pathlib import Path

from benchmarks.suites import Pair, smallest_tasks

LARGEST = 10**9  # bytes of PDDL
FINE = {0, 10, 11, 20, 21, 22, 23}  # a plan, a proof, a limit


def sample(suite: Path, count: int, seed: int) -> dict[str, Pair]:
    """The smallest tasks of so many domain folders."""
    tasks = {name.split("/")[0]: pair for name, pair in smallest_tasks(suite, 1, LARGEST)}
    return {name: tasks[name] for name in sorted(random.Random(seed).sample(sorted(tasks), min(count, len(tasks))))}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--heuristic", default="ff")
    arguments.add_argument("--time-limit", type=float, default=10)
    arguments.add_argument("--sample", type=int, default=20)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    failures = 0
    for name, pair in sample(options.folder, options.sample, options.seed).items():
        command = [options.program, str(pair.domain), str(pair.problem), options.heuristic, str(options.time_limit)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        failed = done.returncode not in FINE or done.stderr != ""
        failures += failed
        print(f"{'FAILED ' if failed else ''}{name}: exit code {done.returncode} {done.stdout.strip()}", flush=True)
        if failed:
            print(done.stderr)
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
