"""Packed databases: all of the study, nothing of the machine's folders, readable like the database itself."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from experiments.cells import facts, matrix, report
from experiments.test_cli import invoke

from isonova.experiments.archive import write_archive
from isonova.experiments.database import Database
from isonova.experiments.errors import ExperimentError
from isonova.experiments.judge import judge
from isonova.experiments.matrix import Matrix
from isonova.experiments.results import open_results


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three tasks of which the last two are run now; the first was run under an earlier definition."""
    plan = matrix(3, ("a", "b"))
    with Database(tmp_path / "out", "x") as database:
        database.plan(plan)
        for number, cell in enumerate(plan.cells[:-1]):
            seen = facts(report=report(steps=3, expansions=100 + number), log=f"log {number}")
            if number == 3:
                seen = facts(signal=11, exit_code=None, log="last words")
            database.record(cell, judge(cell, seen), seen, "1")
        database.plan(Matrix(plan.configurations, plan.tasks[1:], plan.cells[2:]))
    return tmp_path / "out"


def test_all_that_a_study_has_now(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.db.xz"
    with open_results(folder) as results:
        size = write_archive(results, file)
        assert size == file.stat().st_size
        with open_results(file) as packed:
            assert list(packed.runs()) == list(results.runs())
            assert packed.coverage() == results.coverage()
            assert packed.errors() == results.errors()
            assert packed.logs() == results.logs()
            assert packed.machines() == results.machines()
            assert packed.definitions() == results.definitions()
            assert packed.domains() == results.domains()
            assert packed.unfinished == results.unfinished == 1
            run = next(packed.runs())
            assert packed.plan(run.id) == results.plan(run.id) is not None
            assert packed._db.execute("SELECT count(*) FROM runs").fetchone()[0] == 3
            assert packed._db.execute("SELECT count(*) FROM tasks").fetchone()[0] == 2
    assert {path.name for path in tmp_path.iterdir()} == {"out", "results.db.xz"}  # no draft is left


def test_no_paths_and_if_asked_no_plans(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.db.xz"
    done = invoke("export", folder, file, "--no-plans")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == f"3 runs written to {file} ({file.stat().st_size / 1e6:.2f} MB)\n"
    with open_results(file) as packed:
        assert all(packed.plan(run.id) is None for run in packed.runs())
        assert {row[0] for row in packed._db.execute("SELECT problem_file FROM tasks")} == {
            "folder1/p1.pddl",
            "folder2/p2.pddl",
        }


def test_commands_read_it(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.db.xz"
    assert invoke("export", folder, file).exit_code == 0
    assert "x: 3 of 4 runs" in invoke("status", file).stdout
    assert invoke("compare", f"{file}:a", ":b").exit_code == 0


@pytest.mark.parametrize("content", [b"no xz at all", lzma.compress(b"no database"), lzma.compress(b"x" * 9000)[:-20]])
def test_a_damaged_file_is_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "results.db.xz"
    file.write_bytes(content)
    with pytest.raises(ExperimentError, match="is not a"):
        open_results(file)
