"""Building a task in Python, without PDDL text.

What is built goes the way of every task, through the same checks and the same normalisation; it just starts here.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from isonova import _core
from isonova.api.formula import (
    BuildError,
    Formula,
    Term,
    TypeName,
    all_of,
    any_of,
    check_condition,
    check_effect,
    equal,
    exists,
    forall,
    implies,
    typed,
    when,
)
from isonova.api.task import Task

__all__ = [
    "BuildError",
    "Formula",
    "TaskBuilder",
    "Term",
    "all_of",
    "any_of",
    "equal",
    "exists",
    "forall",
    "implies",
    "when",
]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_RESERVED = {"and", "or", "not", "imply", "exists", "forall", "when", "either", "increase", "object", "total-cost"}


@dataclass(frozen=True)
class Signature:
    """A declared predicate or function; call it with objects and variables."""

    name: str
    types: tuple[str, ...]
    owner: TaskBuilder = field(repr=False, compare=False)

    def _terms(self, args: Sequence[Term]) -> tuple[Term, ...]:
        if len(args) != len(self.types):
            raise BuildError(f"'{self.name}' takes {len(self.types)} arguments, not {len(args)}")
        for number, (arg, wanted) in enumerate(zip(args, self.types, strict=True), start=1):
            if not isinstance(arg, Term):
                raise BuildError(f"argument {number} of '{self.name}' is neither an object nor a variable: {arg!r}")
            if not arg.is_variable and not self.owner._is_a(arg, wanted):
                raise BuildError(f"argument {number} of '{self.name}' must be a {wanted}, but {arg} is a {arg.type}")
        return tuple(args)

    def __str__(self) -> str:
        parameters = [Term(f"?x{i + 1}", kind) for i, kind in enumerate(self.types)]
        return f"({self.name}{' ' if parameters else ''}{typed(parameters)})"


class PredicateName(Signature):
    def __call__(self, *args: Term) -> Formula:
        return Formula("atom", terms=self._terms(args), predicate=self.name)


@dataclass(frozen=True, slots=True)
class FunctionTerm:
    """A function with its arguments, to be a cost or to be given a value."""

    name: str
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return "(" + " ".join((self.name, *map(str, self.terms))) + ")"


class FunctionName(Signature):
    def __call__(self, *args: Term) -> FunctionTerm:
        return FunctionTerm(self.name, self._terms(args))


Cost = int | FunctionTerm | Iterable[int | FunctionTerm]
"""A number, a function term, or several of both, to be added up."""


@dataclass(frozen=True, slots=True)
class _BuiltAction:
    name: str
    parameters: tuple[Term, ...]
    precondition: Formula
    effect: Formula
    cost: tuple[int | FunctionTerm, ...]

    def pddl(self, with_cost: bool) -> str:
        costs = [f"(increase (total-cost) {part})" for part in self.cost] if with_cost else []
        effect = f"(and {' '.join([str(self.effect), *costs])})" if costs else str(self.effect)
        return (
            f"  (:action {self.name}\n    :parameters ({typed(self.parameters)})\n"
            f"    :precondition {self.precondition}\n    :effect {effect})"
        )


class TaskBuilder:
    """Collects the parts of a task; :meth:`build` makes the :class:`Task`.

    >>> from isonova import TaskBuilder
    >>> t = TaskBuilder("two-rooms")
    >>> room = t.type("room")
    >>> at, door = t.predicate("at", room), t.predicate("door", room, room)
    >>> a, b = t.objects("a b", room)
    >>> x, y = t.variables("?x ?y", room)
    >>> t.action("go", [x, y], precondition=at(x) & door(x, y), effect=at(y) & ~at(x), cost=3)
    >>> t.init(at(a), door(a, b))
    >>> t.goal(at(b))
    >>> t.build()
    <Task 'two-rooms' of domain 'two-rooms': 2 objects, 2 predicates, 1 schemata>

    Names are PDDL names: letters, digits, ``-`` and ``_``, with a letter first; upper and lower case are the same.
    """

    def __init__(self, name: str, *, domain: str | None = None) -> None:
        self.name = _checked_name(name)
        self.domain = _checked_name(name if domain is None else domain)
        self._types: dict[str, TypeName] = {}
        self._objects: dict[str, Term] = {}
        self._predicates: dict[str, PredicateName] = {}
        self._functions: dict[str, FunctionName] = {}
        self._actions: dict[str, _BuiltAction] = {}
        self._derived: list[tuple[Formula, Formula]] = []
        self._init: dict[str, None] = {}
        self._values: dict[str, int] = {}
        self._goal: list[Formula] = []

    # --- what there is

    def type(self, name: str, parent: TypeName | None = None) -> TypeName:
        """A type below ``parent``, or below PDDL's ``object``."""
        made = TypeName(self._new(name, "type", self._types), self._type(parent))
        self._types[made.name.lower()] = made
        return made

    def object(self, name: str, kind: TypeName | None = None) -> Term:
        made = Term(self._new(name, "object", self._objects), self._type(kind))
        self._objects[made.name.lower()] = made
        return made

    def objects(self, names: str | Iterable[str], kind: TypeName | None = None) -> list[Term]:
        """Several objects of one type, named in one string or one by one."""
        return [self.object(name, kind) for name in (names.split() if isinstance(names, str) else names)]

    def variable(self, name: str, kind: TypeName | None = None) -> Term:
        """A variable; its name starts with ``?``."""
        if not name.startswith("?"):
            raise BuildError(f"the name of a variable starts with '?', unlike '{name}'")
        return Term("?" + _checked_name(name[1:]), self._type(kind))

    def variables(self, names: str | Iterable[str], kind: TypeName | None = None) -> list[Term]:
        return [self.variable(name, kind) for name in (names.split() if isinstance(names, str) else names)]

    def predicate(self, name: str, *types: TypeName | None) -> PredicateName:
        """A predicate by the types of its arguments (None: any object). Call it to make an atom."""
        kinds = tuple(self._type(kind) for kind in types)
        made = PredicateName(self._new(name, "predicate", self._predicates), kinds, self)
        self._predicates[made.name.lower()] = made
        return made

    def function(self, name: str, *types: TypeName | None) -> FunctionName:
        """A function whose values, set by :meth:`value`, never change. It can be the cost of an action."""
        kinds = tuple(self._type(kind) for kind in types)
        made = FunctionName(self._new(name, "function", self._functions), kinds, self)
        self._functions[made.name.lower()] = made
        return made

    # --- what can happen and what holds

    def action(
        self,
        name: str,
        parameters: Iterable[Term] = (),
        *,
        precondition: Formula | None = None,
        effect: Formula | Iterable[Formula],
        cost: Cost = 1,
    ) -> None:
        """An action. ``effect`` is one effect or several: atoms, negated atoms, ``when`` and ``forall``."""
        chosen = tuple(parameters)
        for each in chosen:
            if not isinstance(each, Term) or not each.is_variable:
                raise BuildError(f"parameter {each} of action '{name}' is no variable")
        before = all_of() if precondition is None else check_condition(precondition)
        after = check_effect(effect if isinstance(effect, Formula) else all_of(*effect))
        self._no_others(before, after)
        costs = (cost,) if isinstance(cost, (int, FunctionTerm)) else tuple(cost)
        for part in costs:
            if not isinstance(part, FunctionTerm) and (isinstance(part, bool) or not isinstance(part, int) or part < 0):
                raise BuildError(f"the cost of action '{name}' must be a number from 0 or a function, not {part!r}")
        new = self._new(name, "action", self._actions)
        self._actions[new.lower()] = _BuiltAction(new, chosen, before, after, costs)

    def derived(self, atom: Formula, condition: Formula) -> None:
        """A rule: ``atom``, over variables, holds wherever ``condition`` does."""
        if not isinstance(atom, Formula) or atom.op != "atom" or not all(term.is_variable for term in atom.terms):
            raise BuildError(f"a rule is for an atom over variables, not for {atom}")
        self._no_others(atom, condition)
        self._derived.append((atom, check_condition(condition)))

    def init(self, *atoms: Formula) -> None:
        """More atoms that are true at first."""
        for atom in atoms:
            if not isinstance(atom, Formula) or atom.op != "atom" or any(term.is_variable for term in atom.terms):
                raise BuildError(f"the initial state holds atoms over objects, not {atom}")
            self._no_others(atom)
            self._init[str(atom)] = None

    def value(self, term: FunctionTerm, number: int) -> None:
        """The value of a function for these objects."""
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise BuildError(f"the value of {term} must be a whole number from 0, not {number!r}")
        if self._values.setdefault(str(term), number) != number:
            raise BuildError(f"{term} has the value {self._values[str(term)]} already")

    def goal(self, *formulas: Formula) -> None:
        """More conditions to be reached; all of them must hold at the end."""
        for formula in formulas:
            self._no_others(check_condition(formula))
            self._goal.append(formula)

    # --- the result

    def to_pddl(self) -> tuple[str, str]:
        """Domain and problem as text."""
        constants = self._constants()
        with_cost = any(action.cost != (1,) for action in self._actions.values())
        domain = [f"(define (domain {self.domain})", f"  (:requirements {' '.join(self._requirements(with_cost))})"]
        if self._types:
            domain.append(f"  (:types {' '.join(f'{kind.name} - {kind.parent}' for kind in self._types.values())})")
        if constants:
            domain.append(f"  (:constants {typed(constants)})")
        if self._predicates:
            domain.append(f"  (:predicates {' '.join(map(str, self._predicates.values()))})")
        if with_cost:
            functions = " ".join(["(total-cost)", *map(str, self._functions.values())])
            domain.append(f"  (:functions {functions} - number)")
        for atom, condition in self._derived:
            head = f"({atom.predicate}{' ' if atom.terms else ''}{typed(atom.terms)})"
            domain.append(f"  (:derived {head} {condition})")
        domain += [action.pddl(with_cost) for action in self._actions.values()]
        problem = [f"(define (problem {self.name}) (:domain {self.domain})"]
        if others := [item for item in self._objects.values() if item not in constants]:
            problem.append(f"  (:objects {typed(others)})")
        values = [f"(= {term} {number})" for term, number in self._values.items()] if with_cost else []
        problem.append("  (:init " + "\n    ".join([*self._init, *values]) + ")")
        problem.append(f"  (:goal {all_of(*self._goal)})")
        if with_cost:
            problem.append("  (:metric minimize (total-cost))")
        return "\n".join(domain) + ")\n", "\n".join(problem) + ")\n"

    def build(self) -> Task:
        """The task, checked and normalised like any other. Raises :class:`isonova.PDDLError` where a check fails."""
        domain, problem = self.to_pddl()
        tree = _core.parse(
            _core.Source.from_text(domain, f"<domain {self.domain} built in Python>"),
            _core.Source.from_text(problem, f"<problem {self.name} built in Python>"),
        )
        return Task(tree, _core.normalise(tree))

    def __repr__(self) -> str:
        return (
            f"<TaskBuilder {self.name!r}: {len(self._objects)} objects, {len(self._predicates)} predicates, "
            f"{len(self._actions)} actions>"
        )

    # --- checks

    def _new(self, name: str, what: str, table: Container[str]) -> str:
        lower = _checked_name(name).lower()
        if lower in _RESERVED:
            raise BuildError(f"'{name}' cannot be the name of a {what}: PDDL has a use of its own for it")
        if lower in table:
            raise BuildError(f"the {what} '{name}' exists already")
        return name

    def _type(self, given: TypeName | None) -> str:
        if given is None:
            return "object"
        if not isinstance(given, TypeName):
            raise BuildError(f"{given!r} is no type: make one with TaskBuilder.type")
        if self._types.get(given.name.lower()) != given:
            _foreign("type", given.name)
        return given.name

    def _is_a(self, item: Term, wanted: str) -> bool:
        kind = item.type
        while kind not in (wanted, "object"):
            kind = self._types[kind.lower()].parent
        return kind == wanted

    def _no_others(self, *formulas: Formula) -> None:
        """What belongs to another builder would be found by the parser only under a name that clashes."""
        for formula in formulas:
            for name in formula.objects():
                if name.lower() not in self._objects:
                    _foreign("object", name)

    def _constants(self) -> list[Term]:
        """Objects that actions or rules name; PDDL wants them in the domain."""
        named: set[str] = set()
        for action in self._actions.values():
            named.update(action.precondition.objects())
            named.update(action.effect.objects())
            for part in action.cost:
                if isinstance(part, FunctionTerm):
                    named.update(term.name for term in part.terms)
        for _, condition in self._derived:
            named.update(condition.objects())
        return [item for item in self._objects.values() if item.name in named]

    def _requirements(self, with_cost: bool) -> list[str]:
        found = [":adl"]
        if self._derived:
            found.append(":derived-predicates")
        return [*found, ":action-costs"] if with_cost else found


def _checked_name(name: str) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BuildError(f"{name!r} is no PDDL name: letters, digits, '-' and '_', with a letter first")
    return name


def _foreign(what: str, name: str) -> NoReturn:
    raise BuildError(f"the {what} '{name}' belongs to another TaskBuilder")
