"""The command line around the validator, run as a process."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TASKS = Path(__file__).parents[1] / "tasks"
TASK = (str(TASKS / "costs-no-metric" / "domain.pddl"), str(TASKS / "costs-no-metric" / "problem.pddl"))
GOOD = "(jump r0 r1 r2)\n(jump r2 r3 r4)\n(climb r4 r5)\n; cost = 3 (unit cost)\n"


def isonova(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from isonova.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    return tmp_path / "sas_plan"


def test_a_valid_plan(plan: Path) -> None:
    plan.write_text(GOOD)
    done = isonova("validate", *TASK, str(plan))
    assert (done.returncode, done.stdout, done.stderr) == (0, "valid plan: 3 steps, cost 3\n", "")


def test_an_invalid_plan(plan: Path) -> None:
    plan.write_text(GOOD.replace("r2 r3 r4", "r1 r2 r3"))
    done = isonova("validate", *TASK, str(plan))
    assert done.returncode == 1
    assert done.stdout.startswith("invalid plan: step 2 of 3 does not apply: (jump r1 r2 r3)\n  false: (at ?a)\n")
    assert done.stdout.endswith("true atoms nearest to it:\n    (at r2)\n")


def test_json(plan: Path) -> None:
    plan.write_text(GOOD)
    done = isonova("validate", "--json", *TASK, str(plan))
    assert json.loads(done.stdout) == {
        "valid": True,
        "cost": 3,
        "length": 3,
        "failed_step": None,
        "action": None,
        "reason": None,
        "condition": None,
        "instance": None,
        "bindings": {},
        "nearest": [],
        "notes": [],
    }
    plan.write_text("(climb r1 r2)")
    done = isonova("validate", *TASK, str(plan), "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["failed_step"], found["condition"], found["bindings"]) == (1, "(at ?a)", {"?a": "r1"})
    assert found["nearest"] == [["at", "r0"]]


def test_unreadable_plans(plan: Path) -> None:
    done = isonova("validate", *TASK, str(plan))
    assert (done.returncode, done.stdout) == (36, "")
    assert done.stderr == f"error: there is no file {plan}\n"
    plan.write_text("(climb r0 r1\n")
    done = isonova("validate", *TASK, str(plan))
    assert done.returncode == 31
    assert done.stderr == f"{plan}:1:13: error: missing ')' after '(climb r0 r1'\n"


def test_bad_pddl(plan: Path, tmp_path: Path) -> None:
    plan.write_text(GOOD)
    broken = tmp_path / "domain.pddl"
    broken.write_text("(define (domain d) (:action a :parameters (?x)")
    done = isonova("validate", str(broken), TASK[1], str(plan))
    assert done.returncode == 31
    assert "domain.pddl:1:" in done.stderr
    broken.write_text(
        "(define (domain ladder) (:predicates (at ?x)) (:durative-action a :parameters (?x) :duration (= ?duration 1)"
        " :condition (at start (at ?x)) :effect (at end (at ?x))))"
    )
    assert isonova("validate", str(broken), TASK[1], str(plan)).returncode == 34


@pytest.mark.parametrize("arguments", [("validate",), ("validate", "--nonsense", "a", "b", "c"), ("nonsense",)])
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    done = isonova(*arguments)
    assert done.returncode == 36
    assert "Usage" in done.stderr


def test_help() -> None:
    done = isonova("validate", "--help")
    assert done.returncode == 0
    assert "plan applies and reaches the goal" in " ".join(done.stdout.split())
