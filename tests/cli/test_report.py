"""`isonova plan --report`: the page beside the plan, and what happens where it cannot be written."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from cli.large import switches
from cli.program import PROGRAM, SMALL, isonova


def test_the_page_comes_beside_the_plan(tmp_path: Path) -> None:
    plain = isonova("plan", *SMALL)
    done = isonova("plan", *SMALL, "--report", tmp_path / "out.html")
    assert (done.returncode, done.stdout) == (0, plain.stdout)
    assert (tmp_path / "out.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]


def test_a_folder_that_does_not_exist_is_refused_before_the_search(tmp_path: Path) -> None:
    done = isonova("plan", *SMALL, "--report", tmp_path / "no" / "out.html")
    assert (done.returncode, done.stdout) == (36, "")
    assert "its folder does not exist" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="limits")
@pytest.mark.parametrize("form", [[], ["--quiet"], ["--json"]])
def test_a_full_disk_costs_the_report_and_not_the_plan(tmp_path: Path, form: list[str]) -> None:
    import resource

    def full() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    report = tmp_path / "out.html"
    report.write_text("an older one")
    plan = tmp_path / "plan"
    done = isonova("plan", *SMALL, "--report", report, "--plan-file", plan, *form, limit=full)
    assert done.returncode == 32
    assert f"error: cannot write the report {report}: File too large" in done.stderr
    assert plan.read_text().splitlines()[0] in done.stdout
    assert report.read_text() == "an older one"
    assert {path.name for path in tmp_path.iterdir()} == {"out.html", "plan"}


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_after_ctrl_c(tmp_path: Path) -> None:
    paths = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    for path, text in zip(paths, switches(60), strict=True):
        path.write_text(text)
    log, report = tmp_path / "log", tmp_path / "out.html"
    command = [*PROGRAM, "plan", *map(str, paths), "--heuristic", "gc", "--log-file", str(log), "--report", str(report)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while "best h" not in (log.read_text() if log.exists() else ""):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "interrupted" in report.read_text(encoding="utf-8")
