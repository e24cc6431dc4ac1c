"""Judging plans."""

from __future__ import annotations

import os
from collections.abc import Iterable

from isonova import _core
from isonova.api.result import Result
from isonova.api.state_space import Action
from isonova.api.task import Task, source
from isonova.validator import Plan, PlanError, Validation, parse_plan, read_plan
from isonova.validator import validate as judge
from isonova.validator.plan_file import as_plan

__all__ = ["Plan", "PlanError", "Validation", "parse_plan", "read_plan", "validate", "validate_files"]

PlanSource = str | os.PathLike[str] | Result | Plan | Iterable[str | Action]
"""A path, the text of a plan, a result that has one, or steps: actions, or strings like ``(drive red depot mill)``."""


def validate(
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | PlanSource,
    plan: PlanSource | None = None,
) -> Validation:
    """Judge a plan by the semantics of PDDL alone: ``validate(task, plan)`` or ``validate(domain, problem, plan)``.

    Domain and problem are paths or PDDL text, as in :func:`isonova.load`. The verdict says whether the plan is valid,
    what it costs, and else which step fails and why. Raises :class:`PlanError` if the plan cannot be read.

    >>> import isonova
    >>> from isonova.examples import files
    >>> print(isonova.validate(*files("parcels"), ["(drive red mill depot)"]).explain().splitlines()[0])
    invalid plan: step 1 of 1 does not apply: (drive red mill depot)
    """
    if isinstance(domain, Task):
        if plan is not None:
            raise TypeError("a Task stands for domain and problem: validate(task, plan)")
        return judge(domain._tree, _read(problem))
    if plan is None:
        raise TypeError("a plan is missing: validate(task, plan) or validate(domain, problem, plan)")
    if not isinstance(problem, (str, os.PathLike)):
        raise TypeError(f"the problem must be a path or PDDL text, not {type(problem).__name__}")
    return judge(_core.parse(source(domain), source(problem)), _read(plan))


def _read(plan: PlanSource) -> Plan:
    if isinstance(plan, Result):
        if plan.plan is None:
            raise ValueError(f"the result has no plan: {plan.status}")
        return as_plan(plan.plan)
    if isinstance(plan, str) and plan.strip() and not set(plan) & {"(", ";"}:
        return read_plan(plan)
    if isinstance(plan, (str, os.PathLike, Plan)):
        return as_plan(plan)
    return as_plan([str(step) if isinstance(step, Action) else step for step in plan])


def validate_files(
    domain: str | os.PathLike[str], problem: str | os.PathLike[str], plan: str | os.PathLike[str]
) -> Validation:
    """Judges a plan file. Raises PDDLError or PlanError if one of the files cannot be read."""
    tree = _core.parse(_core.Source.from_file(domain), _core.Source.from_file(problem))
    return judge(tree, read_plan(plan))
