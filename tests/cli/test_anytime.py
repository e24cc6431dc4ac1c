"""`isonova plan --anytime` and `--optimal`: what is printed and written, and what happens when something goes wrong."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest
from cli.program import PROGRAM, isonova

from isonova.cli.plan_files import PlanFiles
from isonova.examples import files

PARCELS = tuple(map(str, files("parcels")))
LOCKDOWN = tuple(map(str, files("lockdown")))


def plans_in(text: str) -> list[str]:
    """Each ends with its cost."""
    found, lines = [], []
    for line in text.splitlines(keepends=True):
        lines.append(line)
        if line.startswith("; cost"):
            found.append("".join(lines))
            lines = []
    assert lines == []
    return found


def test_plans_are_printed_and_written(tmp_path: Path) -> None:
    target = tmp_path / "plan"
    for number in (1, 2, 3, 4):  # of an earlier run
        (tmp_path / f"plan.{number}").write_text("old")
    (tmp_path / "plan.9").write_text("not of that run")
    done = isonova("plan", *LOCKDOWN, "--anytime", "--plan-file", target, "--log-file", tmp_path / "log")
    assert done.returncode == 0
    printed = plans_in(done.stdout)
    assert len(printed) == 2
    assert sorted(path.name for path in tmp_path.glob("plan*")) == ["plan.1", "plan.2", "plan.9"]
    for number, text in enumerate(printed, 1):
        assert (tmp_path / f"plan.{number}").read_text() == text
        assert isonova("validate", *LOCKDOWN, tmp_path / f"plan.{number}").returncode == 0
    assert done.stderr.splitlines()[0].startswith("; plan of 11 steps, cost 11, valid, proved optimal")
    assert "; no plan is better: proved" in done.stderr
    assert "plan 2: cost 11" in (tmp_path / "log").read_text()


def test_json_lists_the_plans() -> None:
    done = isonova("plan", *LOCKDOWN, "--anytime", "--json")
    report = json.loads(done.stdout)
    assert (report["status"], report["cost"], report["optimal"], report["ended"]) == ("solved", 11, True, "solved")
    assert [plan["cost"] for plan in report["plans"]] == [12, 11]
    assert all(plan["seconds"] <= report["seconds"]["total"] for plan in report["plans"])
    assert all(plan["found_by"] for plan in report["plans"])


def test_quiet_prints_the_best() -> None:
    done = isonova("plan", *LOCKDOWN, "--anytime", "--quiet")
    assert len(plans_in(done.stdout)) == 1
    assert (done.stdout.count("\n"), done.stderr) == (12, "")


@pytest.mark.slow
def test_the_first_plan_is_that_of_a_run_without_it() -> None:
    alone = isonova("plan", *PARCELS, "--quiet").stdout
    done = isonova("plan", *PARCELS, "--anytime", "--max-evaluations", "1000")
    assert plans_in(done.stdout)[0] == alone
    assert "stopped at the limit on expansions or evaluations" in done.stderr
    assert done.returncode == 0


def test_ctrl_c_keeps_the_best_plan(tmp_path: Path) -> None:
    target = tmp_path / "plan"
    with subprocess.Popen(
        [*PROGRAM, "plan", *PARCELS, "--anytime", "--plan-file", target, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 30
        while not (tmp_path / "plan.2").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    report = json.loads(out)
    assert (process.returncode, report["status"], report["ended"]) == (0, "solved", "interrupted")
    last = max(tmp_path.glob("plan.*"), key=lambda path: int(path.suffix[1:]))
    assert last.read_text().splitlines()[:-1] == report["plan"]


def test_the_time_limit_is_kept() -> None:
    start = time.monotonic()
    done = isonova("plan", *PARCELS, "--anytime", "--time-limit", "1.5", "--json")
    assert time.monotonic() - start < 6
    report = json.loads(done.stdout)
    assert (done.returncode, report["status"], report["ended"]) == (0, "solved", "out_of_time")
    assert report["seconds"]["total"] < 2.5


def test_a_disk_that_fills_up_between_two_plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The earlier plans stay whole, no draft is left, and a later plan gets the number."""
    plan_files = PlanFiles(str(tmp_path / "plan"), numbered=True)
    plan_files.write("one\n")
    replace = Path.replace

    def full(*_: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    plan_files.write("two\n")
    assert not plan_files.complete
    assert [path.name for path in tmp_path.iterdir()] == ["plan.1"]
    assert (tmp_path / "plan.1").read_text() == "one\n"
    monkeypatch.setattr(Path, "replace", replace)
    plan_files.write("three\n")
    assert plan_files.complete
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"plan.1": "one\n", "plan.2": "three\n"}


def no_large_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))


def test_a_disk_that_is_full_is_told(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: plans of more bytes cannot be written."""
    target = tmp_path / "plan"
    done = isonova("plan", *LOCKDOWN, "--anytime", "--plan-file", target, limit=no_large_files)
    assert done.returncode == 32
    assert f"error: cannot write {target}.1: File too large; the plan is printed only" in done.stderr
    assert len(plans_in(done.stdout)) == 2
    assert list(tmp_path.iterdir()) == []


def test_optimal() -> None:
    done = isonova("plan", *LOCKDOWN, "--optimal", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["cost"], report["optimal"], report["search"]) == (0, 11, True, "astar")
    done = isonova("plan", *LOCKDOWN, "--max-cost", "10", "--optimal")
    assert done.returncode == 11
    assert done.stderr.startswith("; proved: no plan costs 10 or less")
    assert isonova("plan", *LOCKDOWN, "--optimal", "--heuristic", "ff").returncode == 36
    assert isonova("plan", *LOCKDOWN, "--max-cost", "cheap").returncode == 36
