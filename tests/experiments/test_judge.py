"""From facts to a verdict: what is explained has a status, what is not is an error and says why."""

from __future__ import annotations

import signal
from typing import Any

import pytest
from experiments.cells import OTHER, cell, facts, report

from isonova.experiments.judge import judge


@pytest.mark.parametrize(
    ("status", "code"),
    [
        ("unsolvable", 10),
        ("unsolvable", 11),
        ("exhausted", 12),
        ("limit_reached", 12),
        ("out_of_memory", 20),
        ("out_of_memory", 22),
        ("out_of_time", 21),
        ("out_of_time", 23),
    ],
)
def test_explained_ends_of_isonova(status: str, code: int) -> None:
    verdict = judge(cell(), facts(exit_code=code, report=report(status, steps=0)))
    assert (verdict.status, verdict.plan, verdict.faults) == (status, None, ())


def test_a_solved_task_with_every_figure() -> None:
    verdict = judge(cell(), facts(report=report(steps=1)))
    assert verdict.status == "solved"
    assert verdict.plan == "(drive truck0 depot0 market0)\n"
    assert verdict.figures["seconds.search"] == 11.5
    assert verdict.figures["task.actions"] == 2000
    assert verdict.figures["initial_key"] == -40
    assert "unit_cost" not in verdict.figures
    assert "engine" not in verdict.figures


@pytest.mark.parametrize(
    ("more", "kind", "detail"),
    [
        ({"signal": signal.SIGSEGV, "exit_code": None, "log": "x\nlast\n"}, "crash", "killed by SIGSEGV: last"),
        ({"signal": signal.SIGKILL, "exit_code": None}, "crash", "killed by SIGKILL"),
        ({"exit_code": 32, "log": "the plan found is not valid; step 3"}, "invalid_plan", "step 3"),
        ({"exit_code": 32, "log": "boom"}, "unexplained", "exit code 32 (internal error) without a report: boom"),
        ({"exit_code": 31}, "unexplained", "the PDDL is wrong"),
        ({"exit_code": 36, "log": "error: no such option"}, "unexplained", "wrong usage"),
        ({"exit_code": 0}, "unexplained", "exit code 0 without a report"),
        ({"exit_code": 1, "report": report()}, "unexplained", "exit code 1 with status solved"),
        (
            {"exit_code": 0, "report": report("unsolvable", steps=0)},
            "unexplained",
            "exit code 0 with status unsolvable",
        ),
        ({"exit_code": 0, "report": report(steps=0)}, "unexplained", "status solved without a plan"),
        ({"exit_code": 0, "report": {"status": "fine"}}, "unexplained", "exit code 0 with status fine"),
        ({"not_started": "x: no such file"}, "not_started", "no such file"),
        ({"not_read": "a figure is no number"}, "unexplained", "no number"),
        ({"lost": "its guard died"}, "lost", "its guard died"),
    ],
)
def test_everything_else_is_an_error(more: dict[str, Any], kind: str, detail: str) -> None:
    verdict = judge(cell(), facts(**more))
    assert verdict.status == "error"
    assert verdict.plan is None
    [fault] = verdict.faults
    assert fault.kind == kind
    assert detail in fault.detail


def test_unsupported_pddl_is_explained() -> None:
    assert judge(cell(), facts(exit_code=34, log="durative actions")).status == "unsupported"


@pytest.mark.parametrize(
    ("killed", "status"), [("wall", "out_of_time"), ("cpu", "out_of_time"), ("memory", "out_of_memory")]
)
def test_what_the_runner_killed(killed: str, status: str) -> None:
    verdict = judge(cell(), facts(killed=killed, signal=9, exit_code=None))
    assert (verdict.status, verdict.faults) == (status, ())
    assert judge(cell(), facts(signal=signal.SIGXCPU, exit_code=None)).status == "out_of_time"


def test_what_is_found_too_late_does_not_count() -> None:
    assert judge(cell(), facts(report=report(total=305.0))).status == "out_of_time"
    checked_late = report(total=305.0)
    checked_late["seconds"]["validate"] = 6.0  # found in time, checked in the time left for that
    assert judge(cell(), facts(report=checked_late)).status == "solved"
    valid = {"valid": True, "cost": 3, "length": 2}
    late = facts(wall_seconds=302.0, plan="(a)\n", validation=valid)
    assert judge(cell(planner=OTHER), late).status == "out_of_time"
    assert judge(cell(planner=OTHER), {**late, "plan_seconds": 299.0}).status == "solved"  # it went on after its plan
    assert judge(cell(planner=OTHER), {**late, "plan_seconds": 301.0}).status == "out_of_time"
    limited = {**late, "plan_seconds": 299.0, "exit_code": 23}
    assert judge(cell(planner=OTHER), limited).status == "solved"
    assert judge(cell(planner=OTHER), limited | {"validation": {"valid": False}}).status == "out_of_time"
    for ended in (
        {"killed": "wall"},
        {"killed": "memory"},
        {"killed": None, "signal": signal.SIGXCPU},
        {"exit_code": 23},
    ):
        stopped = {**limited, "cpu_seconds": 302.0, **ended}
        verdict = judge(cell(planner=OTHER), stopped)
        assert (verdict.status, verdict.plan, verdict.figures["cost"]) == ("solved", "(a)\n", 3)
        for change in ({"plan_seconds": 301.0}, {"validation": {"valid": False}}, {"validation": {"valid": None}}):
            assert judge(cell(planner=OTHER), stopped | change).status.startswith("out_of")
    for planner in (OTHER, None):
        much = facts(cpu_seconds=301.0, plan="(a)\n", validation=valid, report=report())
        assert judge(cell(planner=planner), much).status == "out_of_time"


def test_other_planners() -> None:
    valid = facts(
        plan="(a)\n", validation={"valid": True, "cost": 3, "length": 1}, figures={"expansions": 5, "cost": 99}
    )
    verdict = judge(cell(planner=OTHER), valid)
    assert (verdict.status, verdict.plan) == ("solved", "(a)\n")
    assert verdict.figures == {"expansions": 5, "cost": 3, "length": 1}  # the validator's cost, not the planner's claim
    assert judge(cell(planner=OTHER), facts(exit_code=11)).status == "unsolvable"
    invalid = facts(plan="(b)\n", validation={"valid": False, "reason": "no action b"})
    assert judge(cell(planner=OTHER), invalid).faults[0].kind == "invalid_plan"
    unjudged = facts(plan="(b)\n", validation={"valid": None, "reason": "the validator ended with memory"})
    assert judge(cell(planner=OTHER), unjudged).faults[0].kind == "unexplained"
    assert judge(cell(planner=OTHER), facts()).faults[0].detail == "exit code 0 without a plan file"
    assert judge(cell(planner=OTHER), facts(exit_code=3)).faults[0].detail == "exit code 3"
