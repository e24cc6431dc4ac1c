"""Recording synthetic runs in the database of an experiment, one transaction each, and reporting a synthetic study."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import run
from benchmarks.part import Part
from benchmarks.table import ROOT, Cell
from isonova.experiments.database import Database
from isonova.experiments.judge import judge
from isonova.experiments.report import FORMATS

sys.path.append(str(ROOT / "tests"))
from experiments.cells import facts, matrix, report
from experiments.synthetic import record_study


def main(part: Part) -> None:
    runs = 1_000 if part.quick else 10_000
    plan = matrix(runs // 10, tuple(f"configuration {number}" for number in range(10)))
    rows: list[list[Cell]] = []
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        with Database(Path(folder), "synthetic") as database:
            database.plan(plan)
            for number, cell in enumerate(plan.cells):
                seen = facts(report=report(steps=80, expansions=number), log="a line of the log\n" * 20)
                database.record(cell, judge(cell, seen), seen, "0.1.0 (build 01234567)")
        used = [time.process_time() - cpu, time.perf_counter() - wall]
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        rows.append([f"recording {runs:,} runs, plans of 80 steps", *used, size / 1e6])
    with tempfile.TemporaryDirectory() as folder:
        record_study(Path(folder), 1 if part.quick else 13)
        for name in FORMATS:
            done = run([sys.executable, "-m", "isonova", "experiment", "report", folder, "--format", name], 600)
            rows.append([f"report as {name}", done.cpu, done.wall, None])
    part.table("reports", ["what", "CPU s", "wall s", "MB"], rows, measures=["src/isonova/experiments"])
