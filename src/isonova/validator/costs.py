"""Costs as people meet them: whole numbers, or decimals where the PDDL has decimals. Sums are exact."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

Exact: TypeAlias = "int | Fraction"
"""A cost while it is being counted."""

Cost: TypeAlias = int | float
"""A cost in a result: a whole number wherever it is one, else the nearest float."""


def as_cost(exact: Exact) -> Cost:
    return int(exact) if exact.denominator == 1 else float(exact)


def cost_text(cost: Cost) -> str:
    """As PDDL and plan files have it: 16.53, never 1e-05."""
    if isinstance(cost, int):
        return str(cost)
    from decimal import Decimal

    return format(Decimal(repr(cost)), "f")
