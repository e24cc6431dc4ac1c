"""Which part of a false condition is to blame: the smallest false conjunct, with the bindings that make it false."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from isonova.validator.formula import is_variable
from isonova.validator.machine import Machine

if TYPE_CHECKING:
    from isonova._core import ConditionSyntax, TypedNameSyntax

_ENOUGH_COUNTEREXAMPLES = 100_000


@dataclass(frozen=True, slots=True)
class Blame:
    condition: str
    """As written, with its variables."""
    instance: str
    """With the bound variables replaced by objects."""
    bindings: dict[str, str]
    """Of the variables that occur free in the condition."""
    reason: str
    atom: tuple[str, ...] | None = None
    """The atom that should have been true, if it is about one atom."""


def blame(machine: Machine, condition: ConditionSyntax, scope: Mapping[str, str], positive: bool = True) -> Blame:
    """Blames a part of the condition (of its negation unless `positive`), which must be false in the present state."""
    kind = condition.kind
    if kind == "not":
        return blame(machine, condition.children[0], scope, not positive)
    if kind in ("and", "or", "imply") and (kind == "and") == positive:
        for i, child in enumerate(condition.children):
            sign = positive != (kind == "imply" and i == 0)
            if not _holds(machine, child, scope, sign):
                return blame(machine, child, scope, sign)
        raise AssertionError("the condition holds")
    if kind == "imply":
        return blame(machine, condition.children[1], scope)
    if kind in ("and", "or"):
        if len(condition.children) == 1:
            return blame(machine, condition.children[0], scope, positive)
        reason = "every part of it is true" if kind == "and" else "no part of it is true"
        return _blame_here(condition, scope, positive, reason)
    if kind in ("exists", "forall"):
        if (kind == "forall") != positive:
            return _blame_here(condition, scope, positive, f"no {_tuple(condition)} makes it true")
        return blame(machine, condition.children[0], _counterexample(machine, condition, scope, positive), positive)
    if kind == "=":
        return _blame_here(condition, scope, positive, "they are different" if positive else "they are the same")
    instance = tuple(scope.get(arg, arg) for arg in condition.args)
    here = _blame_here(condition, scope, positive, "the atom is false" if positive else "the atom is true")
    return replace(here, atom=(condition.predicate, *instance)) if positive else here


def nearest(machine: Machine, atom: tuple[str, ...], count: int = 5) -> list[tuple[str, ...]]:
    """True atoms of the same predicate, those with most arguments in common first."""
    machine.update_derived({atom[0]})

    def distance(row: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        return sum(a != b for a, b in zip(row, atom[1:], strict=True)), row

    return [(atom[0], *row) for row in heapq.nsmallest(count, machine.relation(atom[0]).rows, key=distance)]


def render(condition: ConditionSyntax, scope: Mapping[str, str]) -> str:
    """The condition as PDDL, with the variables of the scope replaced."""
    kind = condition.kind
    if kind in ("atom", "="):
        head = "=" if kind == "=" else condition.predicate
        return f"({' '.join((head, *(scope.get(arg, arg) for arg in condition.args)))})"
    if kind in ("exists", "forall"):
        hidden = {parameter.name for parameter in condition.parameters}
        inner = {name: value for name, value in scope.items() if name not in hidden}
        parameters = " ".join(map(_parameter, condition.parameters))
        return f"({kind} ({parameters}) {render(condition.children[0], inner)})"
    return f"({' '.join((kind, *(render(child, scope) for child in condition.children)))})"


def _parameter(parameter: TypedNameSyntax) -> str:
    if not parameter.types:
        return parameter.name
    kind = parameter.types[0] if len(parameter.types) == 1 else f"(either {' '.join(parameter.types)})"
    return f"{parameter.name} - {kind}"


def _tuple(condition: ConditionSyntax) -> str:
    return "value of " + ", ".join(parameter.name for parameter in condition.parameters)


def _blame_here(condition: ConditionSyntax, scope: Mapping[str, str], positive: bool, reason: str) -> Blame:
    free = sorted(_free(condition))
    texts = (render(condition, {}), render(condition, scope))
    written, instance = texts if positive else (f"(not {text})" for text in texts)
    return Blame(written, instance, {name: scope[name] for name in free if name in scope}, reason)


def _free(condition: ConditionSyntax) -> set[str]:
    if condition.kind in ("atom", "="):
        return {arg for arg in condition.args if is_variable(arg)}
    inside = set().union(*(_free(child) for child in condition.children))
    return inside - {parameter.name for parameter in condition.parameters}


def _holds(machine: Machine, condition: ConditionSyntax, scope: Mapping[str, str], positive: bool) -> bool:
    formula = machine.builder.build(condition, scope, positive)
    return machine.interpreter.holds(formula, {})


def _counterexample(
    machine: Machine, condition: ConditionSyntax, scope: Mapping[str, str], positive: bool
) -> dict[str, str]:
    variables, inner = machine.builder.declare(condition.parameters, scope)
    violated = machine.builder.build(condition.children[0], inner, not positive)
    # The least of many, so that the same plan gets the same answer on every run.
    query = machine.interpreter.query(violated, variables, variables)
    values = min(islice(machine.interpreter.solutions(query), _ENOUGH_COUNTEREXAMPLES))
    names = (parameter.name for parameter in condition.parameters)
    return {**scope, **dict(zip(names, values, strict=True))}
