"""The normalised task, read-only and typed, and how to load one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeGuard

from isonova import _core
from isonova.api.domain_files import find_domain

if TYPE_CHECKING:
    from isonova.api.description import (
        Action,
        Axiom,
        Condition,
        Cost,
        Effect,
        Literal,
        Object,
        Parameter,
        Predicate,
        Schema,
        Type,
    )
    from isonova.validator.costs import Cost as Number

Atom = tuple[str, ...]
"""A ground atom: the predicate, then the objects."""


def __getattr__(name: str) -> Any:
    """The classes of `description`, which are also known by this module."""
    if name[:1].isupper():
        from isonova.api import description

        return getattr(description, name)
    raise AttributeError(f"module 'isonova.api.task' has no attribute {name!r}")


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
        from isonova.api.description import Type

        names = self._type_names
        return tuple(
            Type(name, names[parent] if parent < len(names) else None, self._sets[objects][0])
            for name, parent, objects in self._core.types()
        )

    @cached_property
    def objects(self) -> tuple[Object, ...]:
        from isonova.api.description import Object

        return tuple(
            Object(name, spelling, self._type_names[kind], constant)
            for name, spelling, kind, constant in self._core.objects()
        )

    @cached_property
    def predicates(self) -> tuple[Predicate, ...]:
        from isonova.api.description import Predicate

        return tuple(
            Predicate(name, tuple(self._type_names[t] for t in types), kind, invented)
            for name, types, kind, invented in self._core.predicates()
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        from isonova.api.description import Action

        result = []
        for name, names, sets, cost in self._core.actions():
            result.append(Action(name, self._parameters(names, sets), self._cost(cost, names)))
        return tuple(result)

    @cached_property
    def schemata(self) -> tuple[Schema, ...]:
        from isonova.api.description import Schema

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
        from isonova.api.description import Axiom

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
        whole, rest = divmod(cost, self._core.cost_scale)
        return whole if rest == 0 else cost / self._core.cost_scale

    def _term(self, code: int, names: Sequence[str]) -> str:
        return names[code] if code >= 0 else self._object_names[-code - 1]

    def _terms(self, codes: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._term(code, names) for code in codes)

    def _literal(self, plain: tuple[int, bool, Sequence[int]], names: Sequence[str]) -> Literal:
        from isonova.api.description import Literal

        predicate, negated, args = plain
        return Literal(self._predicate_names[predicate], self._terms(args, names), negated)

    def _condition(
        self,
        plain: tuple[Sequence[tuple[int, bool, Sequence[int]]], Sequence[tuple[int, int, bool]]],
        names: Sequence[str],
    ) -> Condition:
        from isonova.api.description import Condition, Constraint

        literals, constraints = plain
        return Condition(
            tuple(self._literal(literal, names) for literal in literals),
            tuple(Constraint(self._term(lhs, names), self._term(rhs, names), equal) for lhs, rhs, equal in constraints),
        )

    def _parameters(self, names: Sequence[str], sets: Sequence[int]) -> tuple[Parameter, ...]:
        from isonova.api.description import Parameter

        return tuple(Parameter(name, *self._sets[s]) for name, s in zip(names, sets, strict=True))

    def _effect(
        self,
        sets: Sequence[int],
        condition: tuple[Sequence[tuple[int, bool, Sequence[int]]], Sequence[tuple[int, int, bool]]],
        literal: tuple[int, bool, Sequence[int]],
        schema_names: Sequence[str],
    ) -> Effect:
        from isonova.api.description import Effect

        names = schema_names
        if sets:
            names = _distinct([*schema_names, *(f"?e{i + 1}" for i in range(len(sets)))])
        parameters = self._parameters(names[len(schema_names) :], sets)
        return Effect(parameters, self._condition(condition, names), self._literal(literal, names))

    def _cost(self, plain: tuple[int, Sequence[tuple[int, Sequence[int]]]], names: Sequence[str]) -> Cost:
        from isonova.api.description import Cost

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
