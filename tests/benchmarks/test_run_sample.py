"""The smallest tasks of a seeded sample of domains; needs the suites."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts import load_script

import isonova

pytestmark = pytest.mark.source

SAMPLE = 20
SEED = 1


def test_sample_of_small_tasks(benchmarks: Path) -> None:
    """Limits are counts, so that it goes the same on every machine. A plan counts only if the validator accepts it."""
    tasks = load_script("run_sample").sample(benchmarks / "ipc", SAMPLE, SEED)
    assert len(tasks) == SAMPLE
    statuses = {
        name: isonova.plan(pair.domain, pair.problem, max_evaluations=5000).status for name, pair in tasks.items()
    }
    assert set(statuses.values()) <= {"solved", "unsolvable", "limit_reached"}, statuses
    assert list(statuses.values()).count("solved") >= SAMPLE // 2, statuses
