"""Conditions in negation normal form with variables renamed apart. Negation sits on literals and equalities only, and
no two quantifiers share a variable, so a query may flatten and reorder freely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from isonova.validator.universe import Universe

if TYPE_CHECKING:
    from isonova._core import ConditionSyntax, TypedNameSyntax


class Variable(NamedTuple):
    name: str  # '?' and a number, unique in the task; object names never start with '?'
    domain: frozenset[str]


def is_variable(term: str) -> bool:
    return term.startswith("?")


def _variables(terms: Iterable[str]) -> frozenset[str]:
    return frozenset(term for term in terms if is_variable(term))


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    predicate: str
    args: tuple[str, ...]
    positive: bool
    free: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "free", _variables(self.args))


@dataclass(frozen=True, slots=True, eq=False)
class Equality:
    left: str
    right: str
    positive: bool
    free: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "free", _variables((self.left, self.right)))


@dataclass(frozen=True, slots=True, eq=False)
class And:
    parts: tuple[Formula, ...]
    free: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "free", frozenset().union(*(part.free for part in self.parts)))


@dataclass(frozen=True, slots=True, eq=False)
class Or:
    parts: tuple[Formula, ...]
    free: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "free", frozenset().union(*(part.free for part in self.parts)))


@dataclass(frozen=True, slots=True, eq=False)
class Exists:
    variables: tuple[Variable, ...]
    body: Formula
    free: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "free", self.body.free - {variable.name for variable in self.variables})


@dataclass(frozen=True, slots=True, eq=False)
class Forall:
    variables: tuple[Variable, ...]
    body: Formula
    free: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "free", self.body.free - {variable.name for variable in self.variables})


Formula: TypeAlias = Literal | Equality | And | Or | Exists | Forall

TRUE = And(())


def rank(formula: Formula) -> int:
    """Cheap to test comes first."""
    if isinstance(formula, (Literal, Equality)):
        return 0
    return 1 if isinstance(formula, (And, Or)) else 2


def negate(formula: Formula) -> Formula:
    if isinstance(formula, Literal):
        return Literal(formula.predicate, formula.args, not formula.positive)
    if isinstance(formula, Equality):
        return Equality(formula.left, formula.right, not formula.positive)
    if isinstance(formula, And):
        return Or(tuple(negate(part) for part in formula.parts))
    if isinstance(formula, Or):
        return And(tuple(negate(part) for part in formula.parts))
    if isinstance(formula, Exists):
        return Forall(formula.variables, negate(formula.body))
    return Exists(formula.variables, negate(formula.body))


def predicates(formula: Formula, positive: bool | None = None) -> set[str]:
    """The predicates of the formula's literals, or of those of one sign."""
    if isinstance(formula, Literal):
        return {formula.predicate} if positive is None or positive == formula.positive else set()
    if isinstance(formula, Equality):
        return set()
    if isinstance(formula, (And, Or)):
        return set().union(*(predicates(part, positive) for part in formula.parts))
    return predicates(formula.body, positive)


class FormulaBuilder:
    """Makes formulas from syntax; `scope` maps the author's variables to unique ones (or to objects)."""

    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self._count = 0

    def declare(
        self, parameters: Sequence[TypedNameSyntax], scope: Mapping[str, str]
    ) -> tuple[tuple[Variable, ...], dict[str, str]]:
        """New variables for the parameters, and the scope inside them: an inner name hides an outer one."""
        variables: list[Variable] = []
        inner = dict(scope)
        for parameter in parameters:
            variable = Variable(f"?{self._count}", self._universe.of(parameter.types))
            self._count += 1
            variables.append(variable)
            inner[parameter.name] = variable.name
        return tuple(variables), inner

    def build(self, condition: ConditionSyntax, scope: Mapping[str, str], positive: bool = True) -> Formula:
        kind = condition.kind
        if kind == "atom":
            return Literal(condition.predicate, tuple(scope.get(arg, arg) for arg in condition.args), positive)
        if kind == "=":
            left, right = (scope.get(arg, arg) for arg in condition.args)
            return Equality(left, right, positive)
        if kind == "not":
            return self.build(condition.children[0], scope, not positive)
        if kind == "imply":
            premise, conclusion = condition.children
            sides = (self.build(premise, scope, not positive), self.build(conclusion, scope, positive))
            return Or(sides) if positive else And(sides)
        if kind in ("and", "or"):
            parts = tuple(sorted((self.build(child, scope, positive) for child in condition.children), key=rank))
            return And(parts) if (kind == "and") == positive else Or(parts)
        if kind in ("exists", "forall"):
            variables, inner = self.declare(condition.parameters, scope)
            body = self.build(condition.children[0], inner, positive)
            return Exists(variables, body) if (kind == "exists") == positive else Forall(variables, body)
        raise ValueError(f"unknown kind of condition: {kind}")
