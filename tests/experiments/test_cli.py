"""`isonova experiment` as its users see it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from experiments.fakes import Study
from typer.testing import CliRunner, Result

from isonova.cli import app
from isonova.experiments.names import BUILT_IN

pytestmark = pytest.mark.slow


def invoke(*words: str | Path, env: dict[str, str] | None = None) -> Result:
    return CliRunner(env=env).invoke(app, ["experiment", *map(str, words)])


def test_what_is_built_in() -> None:
    done = invoke("list")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        *(*BUILT_IN, "fast-downward", "lama", "powerlifted")
    ]
    for command in ("run", "show"):
        words = invoke(command, "--help").stdout.replace(",", " ").replace(";", " ").split()
        assert set(BUILT_IN) <= set(words)
    assert 'name = "paper"' in invoke("show", "paper").stdout
    assert "did you mean planners" in invoke("show", "planner").stderr


@pytest.mark.skipif(sys.platform != "linux", reason="needs the guard")
def test_run_status_and_export(tmp_path: Path) -> None:
    study = Study(tmp_path, {"p1": {}, "p2": {"exit": 11}, "p3": {"exit": 99, "stderr": "what now?\n"}}, ("a",))
    done = invoke("run", study.file, "--out", study.out, env={"DOWNWARD_BENCHMARKS": str(study.benchmarks)})
    assert done.exit_code == 1
    assert "study: 1 configurations x 3 tasks = 3 runs of at most 20 s and 2000 MB, 3 to do" in done.stderr
    assert "error: a on fake/p3: unexplained: exit code 99: what now?" in done.stderr
    assert "study: 3 of 3 runs" in done.stdout
    status = invoke("status", study.out, "--errors")
    assert status.exit_code == 0
    assert "1 x unexplained" in status.stdout
    assert "unexplained: a on fake/p3: exit code 99: what now?" in status.stdout
    assert "    what now?" in status.stdout
    exported = invoke("export", study.out, tmp_path / "eval")
    assert "3 runs written" in exported.stdout
    assert (tmp_path / "eval" / "properties").is_file()
    (study.benchmarks / "fake" / "p4.pddl").write_text("; {}\n")
    assert invoke("run", study.file, "--benchmarks", study.benchmarks, "--out", study.out, "--only", "a").exit_code == 1
    assert "study: 4 of 4 runs" in invoke("status", study.out).stdout


def test_a_status_that_is_not_finished(tmp_path: Path) -> None:
    from experiments.cells import matrix

    from isonova.experiments.database import Database

    with Database(tmp_path, "x") as database:
        database.plan(matrix(4, ("a", "b")))
    done = invoke("status", tmp_path)
    assert "x: 0 of 8 runs" in done.stdout
    assert "8 runs are left" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "papr"], "there is no experiment or file 'papr'; did you mean paper?"),
        (["run", "FILE"], "needs benchmarks: give --benchmarks DIR or set DOWNWARD_BENCHMARKS"),
        (["run", "FILE", "--benchmarks", "/nowhere"], "there is no folder /nowhere"),
        (["run", "FILE", "--redo", "all"], "--redo takes errors or outdated"),
        (["run", "FILE", "--time-limit", "0"], "--time-limit must be above 0"),
        (["run", "FILE", "--benchmarks", "BENCHMARKS", "--domain", "x"], "no domain is called 'x'; Known: fake"),
        (["status", "/nowhere"], "there is no experiment in /nowhere"),
        (["export", "/nowhere", "x"], "there is no experiment in /nowhere"),
        (["run", "FILE", "--positions", "30,x"], "--positions takes per cent from 0 to 100"),
        (["compare", "/nowhere", "x"], "there is no experiment in /nowhere"),
        (["compare", "/nowhere", "x", "--time", "cpus"], "unknown time 'cpus'; did you mean cpu?"),
        (["compare", "/nowhere", "x", "--within", "0"], "--within must be above 0"),
    ],
)
def test_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str) -> None:
    study = Study(tmp_path, {"p1": {}}, ("a",))
    places = {"FILE": str(study.file), "BENCHMARKS": str(study.benchmarks)}
    monkeypatch.delenv("DOWNWARD_BENCHMARKS", raising=False)
    done = invoke(*(places.get(word, word) for word in words))
    assert done.exit_code == 36
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
