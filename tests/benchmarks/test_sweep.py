"""The smallest tasks of a seeded sample of domains, through the command line; needs the suites."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scripts import load_script

pytestmark = pytest.mark.source

SAMPLE = 20
SEED = 1


def test_sample_of_the_sweep(benchmarks: Path) -> None:
    sweep = load_script("sweep")
    tasks = sweep.sample(sweep.smallest_tasks(benchmarks / "ipc"), SAMPLE, SEED)
    assert len(tasks) == SAMPLE
    outcomes = [sweep.run(name, pair, 5, 2048) for name, pair in tasks.items()]
    assert [(each.domain, each.status, each.error) for each in outcomes if each.error] == []
    assert sum(each.status == "solved" for each in outcomes) >= SAMPLE // 2


def test_what_counts_as_an_error() -> None:
    fault = load_script("sweep").fault
    fine: dict[str, Any] = {"status": "solved", "seconds": {"total": 1.0, "validate": 0.1}, "peak_memory_mb": 50.0}
    assert fault(fine, 0, 10, 2048) == ""
    assert "exit code 11" in fault(fine, 11, 10, 2048)
    assert "exit code 12" in fault({**fine, "status": "exhausted"}, 12, 10, 2048)
    assert "exit code 130" in fault({**fine, "status": "interrupted"}, 130, 10, 2048)
    assert fault({**fine, "status": "out_of_time", "seconds": {"total": 10.1, "validate": 0.0}}, 23, 10, 2048) == ""
    assert "12.00 s of 10" in fault({**fine, "seconds": {"total": 12.0, "validate": 0.0}}, 0, 10, 2048)
    assert "2200 MB of 2048" in fault({**fine, "peak_memory_mb": 2200.0}, 0, 10, 2048)


def test_a_run_without_report_is_an_error(tmp_path: Path) -> None:
    sweep = load_script("sweep")
    suites = load_script("suites")
    (tmp_path / "domain.pddl").write_text("(define (domain d)")
    (tmp_path / "p.pddl").write_text("(define (problem p)")
    outcome = sweep.run("broken", suites.Pair(tmp_path / "domain.pddl", tmp_path / "p.pddl"), 5, 2048)
    assert outcome.status == "error"
    assert "exit code 31" in outcome.error
    assert "| broken | p | error: exit code 31" in sweep.table([outcome], 5, 2048)
