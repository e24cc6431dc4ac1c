"""Judging and explaining plans."""

from __future__ import annotations

import os
from collections.abc import Iterable

from isonova import _core
from isonova.api.result import Result
from isonova.api.state_space import Action
from isonova.api.task import Task, source
from isonova.explanation import Explanation
from isonova.explanation import explain as explained
from isonova.validator import Plan, PlanError, Validation, parse_plan, read_plan
from isonova.validator import validate as judge
from isonova.validator.plan_file import as_plan

__all__ = [
    "Explanation",
    "Plan",
    "PlanError",
    "Validation",
    "explain",
    "explain_files",
    "parse_plan",
    "read_plan",
    "validate",
    "validate_files",
]

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
    return judge(*task_and_plan("validate", domain, problem, plan))


def explain(
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | PlanSource,
    plan: PlanSource | None = None,
) -> Explanation:
    """Explain a plan: ``explain(task, plan)`` or ``explain(domain, problem, plan)``, with the arguments of
    :func:`validate`.

    The explanation says who needs what each step achieves, which goals a step serves, which steps are not needed, what
    can run in parallel, and what the steps cost by action and by object. Of an invalid plan, the steps before the
    failure are explained.

    >>> import isonova
    >>> from isonova.examples import files
    >>> task = isonova.load(*files("tray_towers"))
    >>> explained = isonova.explain(task, isonova.plan(task))
    >>> len(explained.steps), explained.makespan, explained.not_needed
    (8, 8, ())
    >>> link = explained.links[-1]
    >>> print(link.producer, link.fact, link.consumer)
    2 (on blue-s blue-m) 9
    """
    return explained(*task_and_plan("explain", domain, problem, plan))


def task_and_plan(
    function: str,
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | PlanSource,
    plan: PlanSource | None,
) -> tuple[_core.SyntaxTree, Plan]:
    if isinstance(domain, Task):
        if plan is not None:
            raise TypeError(f"a Task stands for domain and problem: {function}(task, plan)")
        return domain._tree, _read(problem)
    if plan is None:
        raise TypeError(f"a plan is missing: {function}(task, plan) or {function}(domain, problem, plan)")
    if not isinstance(problem, (str, os.PathLike)):
        raise TypeError(f"the problem must be a path or PDDL text, not {type(problem).__name__}")
    return _core.parse(source(domain), source(problem)), _read(plan)


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
    return judge(*_files(domain, problem, plan))


def explain_files(
    domain: str | os.PathLike[str], problem: str | os.PathLike[str], plan: str | os.PathLike[str]
) -> Explanation:
    """Explains a plan file. Raises PDDLError or PlanError if one of the files cannot be read."""
    return explained(*_files(domain, problem, plan))


def _files(
    domain: str | os.PathLike[str], problem: str | os.PathLike[str], plan: str | os.PathLike[str]
) -> tuple[_core.SyntaxTree, Plan]:
    tree = _core.parse(_core.Source.from_file(domain), _core.Source.from_file(problem))
    return tree, read_plan(plan)
