"""From the facts of a run to a verdict: a status, figures, and whatever is wrong with it.

A status is one of `planner.STATUSES` when everything is explained. A crash, a plan that the validator refuses, an exit
code without meaning, a report that contradicts itself: each is the status `error` with a fault that says what happened,
never "unsolved".
"""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from isonova.experiments.job import Facts
from isonova.experiments.matrix import Cell

ERROR = "error"
MEANING = {30: "internal error", 31: "the PDDL is wrong", 32: "internal error", 35: "internal error", 36: "wrong usage"}
KILLED = {"wall": "out_of_time", "cpu": "out_of_time", "memory": "out_of_memory"}
SLACK = 0.5
"""Seconds: a limit is looked at now and then, and the planner's clock starts a little after the run's."""


@dataclass(frozen=True, slots=True)
class Fault:
    kind: str
    """`crash`, `invalid_plan`, `unexplained`, `not_started`, `contradiction` or `lost`."""
    detail: str


@dataclass(frozen=True, slots=True)
class Verdict:
    status: str
    figures: dict[str, float] = field(default_factory=dict)
    plan: str | None = None
    faults: tuple[Fault, ...] = ()


def judge(cell: Cell, facts: Facts) -> Verdict:
    figures = _flat(facts.get("report", {})) | facts.get("figures", {})
    if "lost" in facts:
        return _error("lost", facts["lost"], figures)
    if "not_started" in facts:
        return _error("not_started", facts["not_started"], figures)
    if facts["killed"] or facts["signal"] == signal.SIGXCPU:
        return _plan_in_time(cell, facts, figures) or Verdict(KILLED[facts["killed"] or "cpu"], figures)
    if facts["signal"]:
        return _error("crash", f"killed by {_signal(facts['signal'])}{_last_line(facts)}", figures)
    if "not_read" in facts:
        return _error("unexplained", facts["not_read"], figures)
    verdict = (_judge_report if cell.configuration.planner.json else _judge_code)(cell, facts, figures)
    planning = facts["cpu_seconds"] - figures.get("seconds.validate", 0.0)
    found = facts.get("plan_seconds", inf)  # what comes after its plan is not counted against a planner
    if verdict.status == "solved" and min(planning, found) > cell.cpu_limit + SLACK:
        return Verdict("out_of_time", figures)
    return verdict


def _judge_report(cell: Cell, facts: Facts, figures: dict[str, float]) -> Verdict:
    code, report = facts["exit_code"], facts.get("report")
    codes = cell.configuration.planner.exit_codes
    if report is None:
        if code in codes["unsupported"]:
            return Verdict("unsupported", figures)
        if code == 32 and "not valid" in facts["log"]:
            return _error("invalid_plan", facts["log"].strip(), figures)
        return _error("unexplained", f"exit code {code}{_meaning(code)} without a report{_last_line(facts)}", figures)
    status = report.get("status")
    if code not in codes.get(status, ()):
        return _error("unexplained", f"exit code {code} with status {status}{_last_line(facts)}", figures)
    plan = None if report.get("plan") is None else "".join(f"{step}\n" for step in report["plan"])
    seconds = report.get("seconds", {})
    late = seconds.get("total", 0.0) - seconds.get("validate", 0.0) > cell.limits.time + SLACK
    if status == "solved" and late:
        return Verdict("out_of_time", figures)
    if (status == "solved") != (plan is not None):
        return _error("unexplained", f"status {status} {'with' if plan else 'without'} a plan", figures)
    return Verdict(status, figures, plan)


def _plan_in_time(cell: Cell, facts: Facts, figures: dict[str, float]) -> Verdict | None:
    """Of another planner that went on after its plan until a limit: solved, if the plan was there in time."""
    validation = facts.get("validation", {})
    found = facts.get("plan_seconds", inf)
    if cell.configuration.planner.json or not validation.get("valid") or found > cell.limits.time + SLACK:
        return None
    return Verdict("solved", _with_cost(figures, validation), facts["plan"])


def _with_cost(figures: dict[str, float], validation: Mapping[str, Any]) -> dict[str, float]:
    return {**figures, "cost": validation["cost"], "length": validation["length"]}


def _judge_code(cell: Cell, facts: Facts, figures: dict[str, float]) -> Verdict:
    code = facts["exit_code"]
    meanings = cell.configuration.planner.exit_codes
    status = next((status for status, codes in meanings.items() if code in codes), None)
    if status is None:
        return _error("unexplained", f"exit code {code}{_last_line(facts)}", figures)
    if status in ("out_of_time", "out_of_memory"):
        return _plan_in_time(cell, facts, figures) or Verdict(status, figures)
    if status != "solved":
        return Verdict(status, figures)
    # A planner that improves its plans may end late with a plan that was there in time.
    if facts["plan_seconds" if "plan_seconds" in facts else "wall_seconds"] > cell.limits.time + SLACK:
        return Verdict("out_of_time", figures)
    if cell.configuration.planner.plan is None:
        return Verdict("solved", figures)
    if "validation" not in facts:
        return _error("unexplained", f"exit code {code} without a plan file{_last_line(facts)}", figures)
    validation = facts["validation"]
    if validation["valid"] is None:
        return _error("unexplained", validation["reason"], figures)
    if not validation["valid"]:
        return _error("invalid_plan", str(validation.get("reason") or validation), figures)
    return Verdict("solved", _with_cost(figures, validation), facts["plan"])


def _error(kind: str, detail: str, figures: dict[str, float]) -> Verdict:
    return Verdict(ERROR, figures, None, (Fault(kind, detail),))


def _flat(report: Mapping[str, Any], prefix: str = "") -> dict[str, float]:
    """Every number of a report, `seconds.search` for one inside another; true and false are no figures."""
    found: dict[str, float] = {}
    for key, value in report.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{prefix}{key}.")
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found[prefix + key] = value
    return found


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _meaning(code: int) -> str:
    return f" ({MEANING[code]})" if code in MEANING else ""


def _last_line(facts: Facts) -> str:
    lines = facts.get("log", "").strip().splitlines()
    return f": {lines[-1][:300]}" if lines else ""
