"""The normalised task, read-only and typed, and how to load one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeGuard

from isonova import _core
from isonova.api.domain_files import find_domain
from isonova.validator.costs import Cost as Number
from isonova.validator.costs import as_cost

Atom = tuple[str, ...]
"""A ground atom: the predicate, then the objects."""


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


class Task:
    """A planning task, normalised. Made by :func:`load`; immutable; pickles as its PDDL."""

    def __init__(self, tree: _core.SyntaxTree, core: _core.Task) -> None:
        self._tree = tree
        self._core = core

    @property
    def domain_name(self) -> str:
        return self._core.domain_name

    @property
    def name(self) -> str:
        return self._core.problem_name

    @property
    def has_metric(self) -> bool:
        """Whether action costs count; without a ``:metric`` every action costs 1."""
        return self._core.has_metric

    @property
    def goal_is_impossible(self) -> bool:
        """The goal contradicts itself or the static facts."""
        return self._core.goal_false

    @property
    def warnings(self) -> list[_core.Diagnostic]:
        return self._tree.warnings

    @cached_property
    def _type_names(self) -> list[str]:
        return [name for name, _, _ in self._core.types()]

    @cached_property
    def _object_names(self) -> list[str]:
        return [name for name, _, _, _ in self._core.objects()]

    @cached_property
    def _predicate_names(self) -> list[str]:
        return [name for name, _, _, _ in self._core.predicates()]

    @cached_property
    def _sets(self) -> list[tuple[tuple[str, ...], str | None]]:
        named = {objects: name for name, _, objects in reversed(self._core.types())}
        sets = self._core.object_sets()
        return [(tuple(self._object_names[o] for o in objects), named.get(i)) for i, objects in enumerate(sets)]

    @cached_property
    def types(self) -> tuple[Type, ...]:
        names = self._type_names
        return tuple(
            Type(name, names[parent] if parent < len(names) else None, self._sets[objects][0])
            for name, parent, objects in self._core.types()
        )

    @cached_property
    def objects(self) -> tuple[Object, ...]:
        return tuple(
            Object(name, spelling, self._type_names[kind], constant)
            for name, spelling, kind, constant in self._core.objects()
        )

    @cached_property
    def predicates(self) -> tuple[Predicate, ...]:
        return tuple(
            Predicate(name, tuple(self._type_names[t] for t in types), kind, invented)
            for name, types, kind, invented in self._core.predicates()
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        result = []
        for name, names, sets, cost in self._core.actions():
            result.append(Action(name, self._parameters(names, sets), self._cost(cost, names)))
        return tuple(result)

    @cached_property
    def schemata(self) -> tuple[Schema, ...]:
        actions = [action[0] for action in self._core.actions()]
        result = []
        for action, declared, names, sets, precondition, effects, cost in self._core.schemata():
            names = _distinct(names)
            result.append(
                Schema(
                    actions[action],
                    self._terms(declared, names),
                    self._parameters(names, sets),
                    self._condition(precondition, names),
                    tuple(self._effect(*effect, names) for effect in effects),
                    self._cost(cost, names),
                )
            )
        return tuple(result)

    @cached_property
    def axioms(self) -> tuple[Axiom, ...]:
        result = []
        for head, names, sets, body, stratum in self._core.axioms():
            names = _distinct(names)
            parameters = self._parameters(names, sets)
            result.append(Axiom(self._literal(head, names), parameters, self._condition(body, names), stratum))
        return tuple(result)

    @cached_property
    def init(self) -> frozenset[Atom]:
        """The atoms true at first, static ones included."""
        return frozenset(self._core.init())

    @cached_property
    def function_values(self) -> dict[Atom, Number]:
        """Of the functions that costs read, as written."""
        functions = self._core.functions()
        return {
            (functions[function][0], *(self._object_names[o] for o in args)): self._written(value)
            for function, args, value in self._core.function_values()
        }

    @cached_property
    def goal(self) -> tuple[Literal, ...]:
        return tuple(self._literal(literal, []) for literal in self._core.goal())

    @property
    def static_goal(self) -> tuple[Literal, ...]:
        """Goals over static predicates, as written. They hold in every state and are not in ``goal``."""
        return tuple(self._literal(literal, []) for literal in self._core.static_goal())

    def to_pddl(self) -> tuple[str, str]:
        """Domain and problem text that mean the same as this normalised task."""
        from isonova.api.write import write_pddl

        return write_pddl(self)

    def __str__(self) -> str:
        return str(self._core)

    def __repr__(self) -> str:
        return (
            f"<Task {self.name!r} of domain {self.domain_name!r}: {len(self._object_names)} objects, "
            f"{len(self._predicate_names)} predicates, {len(self._core.schemata())} schemata>"
        )

    def __reduce__(self) -> tuple[object, tuple[bytes, str, bytes, str]]:
        domain, problem = self._tree.domain_source, self._tree.problem_source
        return _load_texts, (domain.text, domain.name, problem.text, problem.name)

    def _written(self, cost: int) -> Number:
        return as_cost(Fraction(cost, self._core.cost_scale))

    def _term(self, code: int, names: Sequence[str]) -> str:
        return names[code] if code >= 0 else self._object_names[-code - 1]

    def _terms(self, codes: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._term(code, names) for code in codes)

    def _literal(self, plain: tuple[int, bool, Sequence[int]], names: Sequence[str]) -> Literal:
        predicate, negated, args = plain
        return Literal(self._predicate_names[predicate], self._terms(args, names), negated)

    def _condition(
        self,
        plain: tuple[Sequence[tuple[int, bool, Sequence[int]]], Sequence[tuple[int, int, bool]]],
        names: Sequence[str],
    ) -> Condition:
        literals, constraints = plain
        return Condition(
            tuple(self._literal(literal, names) for literal in literals),
            tuple(Constraint(self._term(lhs, names), self._term(rhs, names), equal) for lhs, rhs, equal in constraints),
        )

    def _parameters(self, names: Sequence[str], sets: Sequence[int]) -> tuple[Parameter, ...]:
        return tuple(Parameter(name, *self._sets[s]) for name, s in zip(names, sets, strict=True))

    def _effect(
        self,
        sets: Sequence[int],
        condition: tuple[Sequence[tuple[int, bool, Sequence[int]]], Sequence[tuple[int, int, bool]]],
        literal: tuple[int, bool, Sequence[int]],
        schema_names: Sequence[str],
    ) -> Effect:
        names = schema_names
        if sets:
            names = _distinct([*schema_names, *(f"?e{i + 1}" for i in range(len(sets)))])
        parameters = self._parameters(names[len(schema_names) :], sets)
        return Effect(parameters, self._condition(condition, names), self._literal(literal, names))

    def _cost(self, plain: tuple[int, Sequence[tuple[int, Sequence[int]]]], names: Sequence[str]) -> Cost:
        constant, terms = plain
        functions = self._core.functions()
        return Cost(self._written(constant), tuple((functions[f][0], self._terms(args, names)) for f, args in terms))


def _distinct(names: Sequence[str]) -> list[str]:
    """Variables of one schema can come from quantifiers that used the same name."""
    result: list[str] = []
    taken = set(names)
    seen: set[str] = set()
    for name in names:
        fresh, count = name, 1
        while fresh in seen or (fresh != name and fresh in taken):
            count += 1
            fresh = f"{name}-{count}"
        seen.add(fresh)
        result.append(fresh)
    return result


def is_text(pddl: str | os.PathLike[str]) -> TypeGuard[str]:
    """Whether it is PDDL, and not a path."""
    return isinstance(pddl, str) and "(define" in pddl.lower()


def source(pddl: str | os.PathLike[str]) -> _core.Source:
    return _core.Source.from_text(pddl) if is_text(pddl) else _core.Source.from_file(os.fspath(pddl))


def _load_texts(domain: bytes, domain_name: str, problem: bytes, problem_name: str) -> Task:
    return _task(_core.Source.from_text(domain, domain_name), _core.Source.from_text(problem, problem_name))


def _task(domain: _core.Source, problem: _core.Source) -> Task:
    tree = _core.parse(domain, problem)
    return Task(tree, _core.normalise(tree))


def load(domain: str | os.PathLike[str], problem: str | os.PathLike[str] | None = None) -> Task:
    """Parse and normalise a task.

    Both arguments are paths, or PDDL text (a string that contains ``(define``). With one argument, it is the problem's
    path, and the domain file lies beside it. Raises :class:`isonova.PDDLError`, which says where the error is.
    """
    if problem is None:
        return _task(_core.Source.from_file(str(find_domain(domain))), source(domain))
    return _task(source(domain), source(problem))
