"""Options that planning and searching share, as the core takes them. What makes no sense is an OptionError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from isonova import _core
from isonova.api.errors import OptionError, option_errors
from isonova.api.task import Atom

HeuristicFunction: TypeAlias = Callable[[frozenset[Atom]], "int | float | None"]
"""A heuristic of your own: from the fluent and derived atoms of a state to a whole number; ``math.inf`` or None where
there is no way to the goal. With an attribute ``safe = True`` its dead ends count as proof that no plan exists."""

StopToken = _core.StopToken
"""Ends the searches it was given to; any thread may call its method ``stop``."""

Progress: TypeAlias = Callable[[_core.Progress], None]
"""Told of each new lowest h and, five times a second, of how the search stands."""


def plan_options(
    heuristic: str | Callable[[Any], int | float | None],
    engine: str = "auto",
    cost_type: str = "normal",
    tie_break: str = "fifo",
    max_expansions: int | None = None,
    max_evaluations: int | None = None,
) -> _core.PlanOptions:
    options = _core.PlanOptions()
    if not isinstance(heuristic, str) and not callable(heuristic):
        raise OptionError(f"a heuristic is a name or a function of a state, not {heuristic!r}")
    with option_errors():
        options.heuristic = heuristic if isinstance(heuristic, str) else "blind"  # until the function takes its place
        options.engine = engine
        options.cost_type = cost_type
        options.tie_break = tie_break
    if max_expansions is not None:
        options.max_expansions = _count("max_expansions", max_expansions)
    if max_evaluations is not None:
        options.max_evaluations = _count("max_evaluations", max_evaluations)
    return options


def check(options: _core.PlanOptions) -> None:
    with option_errors():
        options.check()


def name_of(function: object) -> str:
    """What a result calls something written in Python."""
    return str(getattr(function, "__name__", type(function).__name__))


def _count(name: str, count: int) -> int:
    if count < 0:
        raise OptionError(f"{name} must not be negative, but is {count}")
    return min(count, 2**64 - 1)


def limits(seconds: float | None, megabytes: float | None, stop: _core.StopToken | None = None) -> _core.Limits:
    """Counted from now."""
    for name, limit in (("time_limit", seconds), ("memory_limit", megabytes)):
        if limit is not None and not limit > 0:
            raise OptionError(f"{name} must be above 0, but is {limit:g}")
    if megabytes is None or megabytes >= 2**40:
        return _core.Limits(seconds, None, stop)
    return _core.Limits(seconds, int(megabytes * 2**20), stop)
