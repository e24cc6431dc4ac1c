"""Formulas and effects of tasks built in Python: made by calling predicates, joined with ``&``, ``|`` and ``~``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn


class BuildError(ValueError):
    """Something that no task can have: a wrong number of arguments, a name taken twice, an effect that is none."""


@dataclass(frozen=True, slots=True)
class TypeName:
    """A declared type, as :meth:`TaskBuilder.type` returns it."""

    name: str
    parent: str


@dataclass(frozen=True, slots=True)
class Term:
    """An object or a variable (whose name starts with ``?``)."""

    name: str
    type: str

    @property
    def is_variable(self) -> bool:
        return self.name.startswith("?")

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Formula:
    """A condition or an effect. ``str`` gives it as PDDL."""

    op: str
    """``atom``, ``=``, ``not``, ``and``, ``or``, ``imply``, ``exists``, ``forall`` or ``when``."""
    parts: tuple[Formula, ...] = ()
    terms: tuple[Term, ...] = ()
    """The arguments of an atom; the variables of a quantifier."""
    predicate: str = ""

    def __and__(self, other: Formula) -> Formula:
        return all_of(self, other)

    def __or__(self, other: Formula) -> Formula:
        return any_of(self, other)

    def __invert__(self) -> Formula:
        return Formula("not", (_formula(self),))

    def __bool__(self) -> NoReturn:
        raise TypeError("a formula is neither true nor false by itself; join formulas with &, | and ~")

    def __str__(self) -> str:
        if self.op in ("atom", "="):
            return "(" + " ".join((self.predicate or "=", *map(str, self.terms))) + ")"
        variables = f" ({typed(self.terms)})" if self.op in ("exists", "forall") else ""
        return f"({self.op}{variables}" + "".join(f" {part}" for part in self.parts) + ")"

    def objects(self) -> Iterator[str]:
        """Names of the objects in it."""
        if self.op in ("atom", "="):
            yield from (term.name for term in self.terms if not term.is_variable)
        for part in self.parts:
            yield from part.objects()


def _formula(what: object) -> Formula:
    if not isinstance(what, Formula):
        raise BuildError(f"{what!r} is no formula: call a predicate to make one")
    return what


def _variables(variables: Term | Iterable[Term]) -> tuple[Term, ...]:
    found = (variables,) if isinstance(variables, Term) else tuple(variables)
    for each in found:
        if not isinstance(each, Term) or not each.is_variable:
            raise BuildError(f"{each!s} is no variable: make one with TaskBuilder.variable")
    if len({each.name for each in found}) != len(found):
        raise BuildError(f"a variable occurs twice in ({typed(found)})")
    return found


def typed(terms: Iterable[Term]) -> str:
    return " ".join(f"{term.name} - {term.type}" for term in terms)


def _joined(op: str, formulas: Iterable[Formula]) -> Formula:
    parts: list[Formula] = []
    for each in formulas:
        parts += _formula(each).parts if _formula(each).op == op else (each,)
    return parts[0] if len(parts) == 1 else Formula(op, tuple(parts))


def all_of(*formulas: Formula) -> Formula:
    """The conjunction; of nothing, it is true."""
    return _joined("and", formulas)


def any_of(*formulas: Formula) -> Formula:
    """The disjunction; of nothing, it is false."""
    return _joined("or", formulas)


def implies(condition: Formula, consequence: Formula) -> Formula:
    """The condition is false, or the consequence holds."""
    return Formula("imply", (_formula(condition), _formula(consequence)))


def equal(left: Term, right: Term) -> Formula:
    """Both are the same object."""
    for term in (left, right):
        if not isinstance(term, Term):
            raise BuildError(f"{term!r} is neither an object nor a variable")
    return Formula("=", terms=(left, right))


def exists(variables: Term | Iterable[Term], formula: Formula) -> Formula:
    """The formula holds for some objects."""
    return Formula("exists", (_formula(formula),), _variables(variables))


def forall(variables: Term | Iterable[Term], formula: Formula) -> Formula:
    """A condition, or an effect for every object."""
    return Formula("forall", (_formula(formula),), _variables(variables))


def when(condition: Formula, *effects: Formula) -> Formula:
    """An effect that happens if the condition held before the action."""
    return Formula("when", (check_condition(condition), check_effect(all_of(*effects))))


def check_condition(formula: object) -> Formula:
    found = _formula(formula)
    if found.op == "when":
        raise BuildError(f"'when' belongs to effects, not to a condition: {found}")
    for part in found.parts:
        check_condition(part)
    return found


def check_effect(formula: object) -> Formula:
    found = _formula(formula)
    if found.op == "not" and found.parts[0].op != "atom":
        raise BuildError(f"an effect can only negate a single atom: {found}")
    if found.op in ("or", "imply", "exists", "="):
        raise BuildError(f"'{found.op}' belongs to conditions, not to an effect: {found}")
    if found.op in ("and", "forall"):
        for part in found.parts:
            check_effect(part)
    return found
