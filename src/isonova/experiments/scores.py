"""Scores of the planning competitions (IPC 2018 and 2023): of one run, between 0 and 1, summed over tasks."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def agile_score(seconds: float | None, limit: float) -> float:
    """1 for a plan within a second, then less by the logarithm of the time, 0 at the limit and without a plan."""
    if seconds is None or seconds > limit:
        return 0.0
    return 1.0 if seconds <= 1 or limit <= 1 else 1 - log(seconds) / log(limit)


def satisficing_score(cost: float | None, reference: float | None) -> float:
    """The cost of the best known plan divided by that of the plan found; 0 without a plan."""
    if cost is None or reference is None:
        return 0.0
    return 1.0 if cost <= reference else reference / cost


def geometric_mean(values: Iterable[float]) -> float | None:
    logs = [log(value) for value in values]
    return exp(sum(logs) / len(logs)) if logs else None
