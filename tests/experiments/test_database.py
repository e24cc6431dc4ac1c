"""The database: each run once, readable meanwhile, small."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from experiments.cells import cell, facts, matrix, report

from isonova.experiments.database import Database
from isonova.experiments.errors import ExperimentError
from isonova.experiments.judge import Fault, Verdict, judge
from isonova.experiments.results import FILE, open_results


def test_a_run_reported_twice_is_recorded_once(tmp_path: Path) -> None:
    plan = matrix(1, ("a",))
    with Database(tmp_path, "x") as database:
        database.plan(plan)
        [only] = plan.cells
        first, second = facts(report=report()), facts(report=report(expansions=99), wall_seconds=1.0)
        assert database.record(only, judge(only, first), first, "1")
        assert not database.record(only, judge(only, second), second, "1")
    with open_results(tmp_path) as results:
        [run] = results.runs()
    assert run.figures["expansions"] == 1234
    assert run.wall_seconds == 12.5


def test_everything_that_was_recorded_can_be_read(tmp_path: Path) -> None:
    plan = matrix(2, ("a", "b"))
    with Database(tmp_path, "x") as database:
        database.plan(plan)
        solved = facts(report=report())
        database.record(plan.cells[0], judge(plan.cells[0], solved), solved, "1.0")
        crashed = facts(signal=11, exit_code=None, log="last words\n")
        database.record(plan.cells[1], judge(plan.cells[1], crashed), crashed, "1.0")
        with open_results(tmp_path) as results:  # while the driver has it open
            run, wrong = results.runs()
            assert (run.algorithm, run.domain, run.problem, run.solved) == ("a", "domain0", "p0", True)
            assert run.figures == judge(plan.cells[0], solved).figures
            assert run.report == {key: value for key, value in report().items() if key != "plan"}
            assert wrong.report is None
            assert (run.version, run.cores, run.pinned, run.load_before, run.others_share) == (
                "1.0",
                "1",
                True,
                0.5,
                0.01,
            )
            assert (run.time_limit, run.cpu_limit, run.memory_limit, run.peak_memory_mb) == (300, 300, 4096, 100)
            assert run.machine is not None
            assert results.machines()[run.machine]["host"] == "h"
            assert results.plan(run.id) == "(drive truck0 depot0 market0)\n(drive truck1 depot1 market1)\n"
            assert results.plan(wrong.id) is None
            assert results.log(wrong.id) == "last words\n"
            [error] = results.errors()
            assert (error.algorithm, error.kind, error.detail) == ("b", "crash", "killed by SIGSEGV: last words")
            assert results.algorithms() == ["a", "b"]
            assert results.domains() == [("ipc", "domain0", 1), ("ipc", "domain1", 1)]
            assert results.unfinished == 2
            assert results.disturbance() == 0.01
            a, b = results.coverage()
            assert (a.algorithm, a.planned, a.done, a.solved, a.errors) == ("a", 2, 1, 1, 0)
            assert (b.algorithm, b.planned, b.done, b.solved, b.errors) == ("b", 2, 1, 0, 1)
    db = sqlite3.connect(tmp_path / FILE)
    assert db.execute("SELECT expansions, search_seconds FROM results WHERE status = 'solved'").fetchall() == [
        (1234, 11.5)
    ]
    assert db.execute("SELECT value FROM figures WHERE name = 'task.actions'").fetchall() == [(2000,)]
    db.close()


def test_reading_cannot_write(tmp_path: Path) -> None:
    Database(tmp_path, "x").close()
    with open_results(tmp_path) as results, pytest.raises(sqlite3.OperationalError, match="readonly"):
        results._db.execute("DELETE FROM runs")


def test_a_record_that_fails_leaves_nothing(tmp_path: Path) -> None:
    plan = matrix(1, ("a",))
    with Database(tmp_path, "x") as database:
        database.plan(plan)
        broken = Verdict("error", {}, None, (Fault("crash", "x"), Fault("crash", None)))  # type: ignore[arg-type]
        with pytest.raises(sqlite3.Error):
            database.record(plan.cells[0], broken, facts(cores=[object()], machine={"host": object()}), None)
        assert database.recorded() == {}
        assert database.record(plan.cells[0], Verdict("solved"), facts(), None)


def test_a_folder_holds_one_experiment(tmp_path: Path) -> None:
    Database(tmp_path, "x").close()
    with pytest.raises(ExperimentError, match="holds the experiment x, not y"):
        Database(tmp_path, "y")
    with Database(tmp_path, "x"), pytest.raises(ExperimentError, match="in use by another driver"):
        Database(tmp_path, "x")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / FILE).write_text("no database at all, but long enough to look at" * 100)
    with pytest.raises(ExperimentError, match="not a database"):
        Database(tmp_path / "other", "x")
    with pytest.raises(ExperimentError, match="no experiment in"):
        open_results(tmp_path / "nowhere")


def test_limits_are_part_of_the_key(tmp_path: Path) -> None:
    plan = matrix(1, ("a",))
    [only] = plan.cells
    shorter = replace(only, limits=replace(only.limits, time=60.0))
    with Database(tmp_path, "x") as database:
        database.plan(plan)
        assert database.record(only, Verdict("out_of_time"), facts(), None)
        assert database.record(shorter, Verdict("out_of_time"), facts(), None)
        assert len(database.recorded()) == 2
        database.forget([only.key])
        assert list(database.recorded()) == [shorter.key]


def test_contradictions_are_noticed(tmp_path: Path) -> None:
    plan = matrix(1, ("a", "b", "c"))
    with Database(tmp_path, "x") as database:
        database.plan(plan)
        for each, status in zip(plan.cells, ("solved", "unsolvable", "out_of_time"), strict=True):
            database.record(each, Verdict(status), facts(), None)
    with open_results(tmp_path) as results:
        [error] = results.errors()
    assert (error.algorithm, error.kind, error.detail) == ("b", "contradiction", "unsolvable, but a says solved")


@pytest.mark.slow
def test_ten_thousand_runs_fit_in_fifty_megabytes(tmp_path: Path) -> None:
    """With plans of 80 steps and a log for each; `python -m benchmarks experiments` measures the time."""
    plan = matrix(1000, tuple(f"configuration {number}" for number in range(10)))
    with Database(tmp_path, "x") as database:
        database.plan(plan)
        for number, each in enumerate(plan.cells):
            seen = facts(report=report(steps=80, expansions=number), log="a line of the log\n" * 20)
            assert database.record(each, judge(each, seen), seen, "0.1.0 (build 01234567)")
    with open_results(tmp_path) as results:
        assert results.unfinished == 0
        assert sum(run.figures["expansions"] for run in results.runs()) == sum(range(10_000))
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 50e6


def test_cells_have_stable_keys() -> None:
    assert cell(3).key == cell(3).key
    assert cell(3).key != cell(4).key
    assert cell(3, "a").key[0] != cell(3, "b").key[0]
