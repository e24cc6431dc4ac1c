"""Initial values on benchmark tasks against those of other planners; needs the suites and the reference values.

A seeded sample, so that this stays short; `python -m benchmarks initial-h` compares all; see
docs/measurements/heuristics.md.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from scripts import load_script

pytestmark = pytest.mark.source

SAMPLE = 25
SEED = 5


def test_gc_and_add_of_comparable_tasks(benchmarks: Path, oracles: Path) -> None:
    script = load_script("initial_h")
    entries = [entry for entry in script.read(oracles / "initial-h.jsonl") if entry["comparable"]]
    assert len(entries) > SAMPLE
    size = {
        entry["task"]: (benchmarks / entry["domain"]).stat().st_size + (benchmarks / entry["task"]).stat().st_size
        for entry in entries
    }
    smaller = sorted(entries, key=lambda entry: size[entry["task"]])[: len(entries) * 3 // 4]
    for entry in random.Random(SEED).sample(smaller, SAMPLE):
        row = script.compare(entry, benchmarks, 60, 4096)
        assert row.failure == "", row.task
        assert list(row.differences("gc")) == [], row.task
        assert list(row.differences("add")) == [], row.task
