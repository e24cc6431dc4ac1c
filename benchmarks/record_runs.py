"""Records synthetic runs in the database of an experiment, and says how long it took and how large the file is.

    python benchmarks/record_runs.py [--runs 10000] [--steps 80]

No process is started: this is the cost of judging and recording alone, one transaction per run as in a real experiment.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from isonova.experiments.database import Database
from isonova.experiments.judge import judge

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from experiments.cells import facts, matrix, report


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=int, default=10_000)
    arguments.add_argument("--steps", type=int, default=80, help="length of each plan")
    options = arguments.parse_args()
    plan = matrix(-(-options.runs // 10), tuple(f"configuration {number}" for number in range(10)))
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        with Database(Path(folder), "synthetic") as database:
            database.plan(plan)
            for number, cell in enumerate(plan.cells[: options.runs]):
                seen = facts(report=report(steps=options.steps, expansions=number), log="a line of the log\n" * 20)
                database.record(cell, judge(cell, seen), seen, "0.1.0 (build 01234567)")
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    print(f"{options.runs} runs: {wall:.1f} s of wall-clock and {cpu:.1f} s of CPU time, {size / 1e6:.1f} MB,", end=" ")
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
