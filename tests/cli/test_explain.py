"""`isonova explain`, run as a process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.program import TASKS, isonova

TASK = (TASKS / "costs-no-metric" / "domain.pddl", TASKS / "costs-no-metric" / "problem.pddl")
GOOD = "(JUMP r0 r1 r2)\n(jump r2 r3 r4)\n(climb r4 r5)\n; cost = 3 (unit cost)\n"


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    file = tmp_path / "sas_plan"
    file.write_text(GOOD)
    return file


def test_a_valid_plan(plan: Path) -> None:
    done = isonova("explain", *TASK, plan)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "valid plan: 3 steps, cost 3"
    assert "      needs: (at r2) from step 1" in lines
    assert max(map(len, lines)) <= 80


def test_the_problem_alone(plan: Path) -> None:
    assert isonova("explain", TASK[1], plan).stdout == isonova("explain", *TASK, plan).stdout


def test_json(plan: Path) -> None:
    done = isonova("explain", *TASK, plan, "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert [step["action"] for step in found["steps"]] == ["jump", "jump", "climb"]
    assert found["validation"]["valid"]


def test_an_invalid_plan(plan: Path) -> None:
    plan.write_text(GOOD.replace("r2 r3 r4", "r1 r2 r3"))
    done = isonova("explain", *TASK, plan)
    assert done.returncode == 1
    verdict = isonova("validate", *TASK, plan)
    assert done.stdout.startswith(verdict.stdout)
    assert "   1  (jump r0 r1 r2)" in done.stdout


def test_files_that_are_not_there_or_cannot_be_read(plan: Path, tmp_path: Path) -> None:
    done = isonova("explain", *TASK, tmp_path / "none")
    assert (done.returncode, done.stderr) == (36, f"error: there is no file {tmp_path / 'none'}\n")
    assert isonova("explain", TASK[0], plan).returncode == 36
    plan.write_text("(climb r0 r1\n")
    assert isonova("explain", *TASK, plan).returncode == 31
