"""What a normalised task consists of, as plain data. Planning does not need it; :class:`isonova.Task` makes it."""

from __future__ import annotations

from dataclasses import dataclass

from isonova.validator.costs import Cost as Number


@dataclass(frozen=True, slots=True)
class Type:
    name: str
    parent: str | None
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Object:
    name: str
    spelling: str
    type: str
    is_constant: bool


@dataclass(frozen=True, slots=True)
class Predicate:
    name: str
    parameter_types: tuple[str, ...]
    kind: str
    """``static``, ``fluent`` or ``derived``."""
    invented: bool
    """Made by normalisation, not by the author."""

    @property
    def arity(self) -> int:
        return len(self.parameter_types)


@dataclass(frozen=True, slots=True)
class Literal:
    predicate: str
    args: tuple[str, ...]
    negated: bool = False

    def __str__(self) -> str:
        atom = "(" + " ".join((self.predicate, *self.args)) + ")"
        return f"(not {atom})" if self.negated else atom


@dataclass(frozen=True, slots=True)
class Constraint:
    lhs: str
    rhs: str
    equal: bool

    def __str__(self) -> str:
        equality = f"(= {self.lhs} {self.rhs})"
        return equality if self.equal else f"(not {equality})"


@dataclass(frozen=True, slots=True)
class Condition:
    """A conjunction."""

    literals: tuple[Literal, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.literals or self.constraints)

    def __str__(self) -> str:
        return "(and" + "".join(f" {part}" for part in (*self.literals, *self.constraints)) + ")"


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    objects: tuple[str, ...]
    """What it ranges over."""
    type: str | None
    """A type with just these objects, if there is one."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Adds or deletes ``literal`` for every binding of ``parameters`` under which ``condition`` held before."""

    parameters: tuple[Parameter, ...]
    condition: Condition
    literal: Literal


@dataclass(frozen=True, slots=True)
class Cost:
    """A constant plus the values of static functions, as written."""

    constant: Number
    terms: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """An action as declared."""

    name: str
    parameters: tuple[Parameter, ...]
    cost: Cost


@dataclass(frozen=True, slots=True)
class Schema:
    """One conjunctive way to apply an action. ``declared`` has a variable or an object for each declared parameter."""

    action: str
    declared: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    precondition: Condition
    effects: tuple[Effect, ...]
    cost: Cost


@dataclass(frozen=True, slots=True)
class Axiom:
    head: Literal
    parameters: tuple[Parameter, ...]
    body: Condition
    stratum: int
