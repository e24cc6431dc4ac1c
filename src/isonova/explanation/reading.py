"""What a step reads: facts that suffice for its precondition and its conditional effects to be as they are.

As long as these facts hold, the step applies and has the same effects, whatever else changes. For a disjunction one
true part suffices, for `exists` one witness. A derived atom that holds is traced to the facts of one derivation. One
that does not hold is traced to facts that rule out every derivation. Facts that no step of the plan changes are left
out: they hold in every order.

A quantifier over too many objects is not split: then all atoms of its predicates count as read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Literal as OneOf
from typing import NamedTuple, TypeAlias

from isonova.validator.action import Action
from isonova.validator.derived import Stratum
from isonova.validator.formula import And, Equality, Exists, Formula, Literal, Or, Variable, negate, predicates
from isonova.validator.machine import Machine
from isonova.validator.query import Binding, Query, instance
from isonova.validator.relation import Row

Atom: TypeAlias = tuple[str, ...]
"""A predicate followed by its arguments."""
Role: TypeAlias = OneOf["precondition", "effect", "no effect", "goal"]
"""Why a fact is read: for the precondition, for a conditional effect to happen or not to happen, or for the goal."""

MOST_BINDINGS = 10_000
"""Of the variables of one quantifier that are looked at one by one."""
ENOUGH_WAYS = 50
"""In which a disjunction or `exists` is true; the one that reads least is taken."""


class Fact(NamedTuple):
    """An atom that is true, or one that is false."""

    atom: Atom
    value: bool

    def __str__(self) -> str:
        text = f"({' '.join(self.atom)})"
        return text if self.value else f"(not {text})"


class Reader:
    """Reads the machine's state as it is when asked."""

    def __init__(self, machine: Machine, changing: Iterable[Atom], most_bindings: int = MOST_BINDINGS) -> None:
        self._machine = machine
        self._most_bindings = most_bindings
        self._changing: dict[str, list[Row]] = {}
        for atom in sorted(changing):
            self._changing.setdefault(atom[0], []).append(atom[1:])
        self._rows = {predicate: frozenset(rows) for predicate, rows in self._changing.items()}
        self._below = self._base_predicates()
        self._negations: dict[Formula, Formula] = {}
        self._witnesses: dict[Formula, Query] = {}
        self._bindings: dict[Formula, Query] = {}

    def step(self, action: Action, args: Row) -> dict[Fact, Role]:
        """The facts that an applicable action reads, each with its first reason."""
        self._machine.update_derived(action.reads)
        start = action.binding(args)
        found: dict[Fact, Role] = dict.fromkeys(self._facts(action.precondition, start), "precondition")
        for group in action.groups:
            if not group.conditions or not self._may_change(group.condition):
                continue
            bindings = self._relevant(group.variables, group.condition, start)
            if bindings is None:
                for fact in self._all_facts(group.condition):
                    found.setdefault(fact, "effect")
                continue
            for binding in bindings:
                happens = self._machine.interpreter.holds(group.condition, binding)
                role: Role = "effect" if happens else "no effect"
                for fact in self._facts(group.condition if happens else self._negation(group.condition), binding):
                    found.setdefault(fact, role)
        return found

    def condition(self, formula: Formula) -> list[Fact]:
        """The facts that suffice for a true formula without free variables."""
        self._machine.update_derived(predicates(formula))
        return self._facts(formula, {})

    def _base_predicates(self) -> dict[str, set[str]]:
        """For each derived predicate those that change and that it depends on."""
        below: dict[str, set[str]] = {name: set() for name in self._machine.derived.names}
        grown = True
        while grown:
            grown = False
            for name, rules in self._machine.derived.rules.items():
                size = len(below[name])
                for read in set().union(*(predicates(rule.body) for rule in rules)):
                    below[name] |= below.get(read, {read} & self._changing.keys())
                grown |= len(below[name]) > size
        return below

    def _may_change(self, formula: Formula) -> bool:
        return any(name in self._changing or self._below.get(name) for name in predicates(formula))

    def _negation(self, formula: Formula) -> Formula:
        if formula not in self._negations:
            self._negations[formula] = negate(formula)
        return self._negations[formula]

    def _all_facts(self, formula: Formula) -> list[Fact]:
        """Every atom that changes and that the formula may depend on, as it is now."""
        names = set().union(*(self._below.get(name, {name}) for name in predicates(formula)))
        return [
            Fact((name, *row), row in self._machine.relation(name).rows)
            for name in sorted(names)
            for row in self._changing.get(name, ())
        ]

    def _facts(self, formula: Formula, binding: Binding) -> list[Fact]:
        """Facts over base predicates that suffice for a formula that is true."""
        found = self._certify(formula, binding)
        assert found is not None, "the condition does not hold"
        base: dict[Fact, None] = {}
        seen = set(found)
        todo = sorted(found, reverse=True)
        while todo:
            fact = todo.pop()
            if not self._machine.is_derived(fact.atom[0]):
                base[fact] = None
                continue
            more = self._support(fact) - seen
            seen |= more
            todo.extend(sorted(more, reverse=True))
        return list(base)

    def _support(self, fact: Fact) -> set[Fact]:
        """What a derived atom follows from, or what rules out its derivation. Absent atoms may rule out each other in a
        circle: none of them can be derived first. Present ones follow from atoms that were derived before them."""
        name, row = fact.atom[0], fact.atom[1:]
        stratum = self._machine.derived.stratum(name)
        ways: list[set[Fact]] = []
        for rule in self._machine.derived.rules[name]:
            if not all(arg in variable.domain for variable, arg in zip(rule.parameters, row, strict=True)):
                continue
            binding = {variable.name: arg for variable, arg in zip(rule.parameters, row, strict=True)}
            if fact.value:
                found = self._certify(rule.body, binding, (stratum, stratum.batches[name, row]))
            else:
                found = self._certify(self._negation(rule.body), binding)
                assert found is not None, "a derived atom is missing"
            if found is not None:
                ways.append(found)
        if fact.value:
            return min(ways, key=_size)
        return set().union(*ways)

    def _certify(
        self, formula: Formula, binding: Binding, before: tuple[Stratum, int] | None = None
    ) -> set[Fact] | None:
        """Facts that suffice for the formula, derived ones among them; None if it is false. Of the stratum, only rows
        derived before that number count."""
        if isinstance(formula, Literal):
            row = instance(formula.args, binding)
            holds = row in self._machine.relation(formula.predicate).rows
            if holds and before is not None and formula.predicate in before[0].heads:
                holds = before[0].batches[formula.predicate, row] < before[1]
            if holds != formula.positive:
                return None
            changes = row in self._rows.get(formula.predicate, ()) or self._below.get(formula.predicate)
            return {Fact((formula.predicate, *row), formula.positive)} if changes else set()
        if isinstance(formula, Equality):
            left, right = (binding.get(term, term) for term in (formula.left, formula.right))
            return set() if (left == right) == formula.positive else None
        if isinstance(formula, And):
            return _union(self._certify(part, binding, before) for part in formula.parts)
        if isinstance(formula, Or):
            return _smallest(self._certify(part, binding, before) for part in formula.parts)
        if isinstance(formula, Exists):
            rows = sorted(set(self._machine.interpreter.solutions(self._query(formula), binding)))
            return _smallest(
                self._certify(formula.body, binding | _named(formula.variables, row), before) for row in rows
            )
        inner = self._relevant(formula.variables, self._negation(formula.body), binding)
        if inner is not None:
            return _union(self._certify(formula.body, each, before) for each in inner)
        return set(self._all_facts(formula)) if self._machine.interpreter.holds(formula, binding) else None

    def _query(self, formula: Exists) -> Query:
        if formula not in self._witnesses:
            query = self._machine.interpreter.query(formula.body, formula.variables, formula.variables)
            self._witnesses[formula] = query
        return self._witnesses[formula]

    def _relevant(
        self, variables: tuple[Variable, ...], formula: Formula, binding: Mapping[str, str]
    ) -> list[Binding] | None:
        """The ways to bind the variables for which the formula may become true in some order of the steps; None if
        there are too many of them."""
        if not variables:
            return [dict(binding)]
        if formula not in self._bindings:
            fixed = And(tuple(part for part in _conjuncts(formula) if not self._may_change(part)))
            self._bindings[formula] = self._machine.interpreter.query(fixed, variables, variables)
        query = self._bindings[formula]
        solutions = self._machine.interpreter.solutions(query, binding)
        rows = set(islice(solutions, self._most_bindings + 1))
        if len(rows) > self._most_bindings:
            return None
        return [dict(binding) | dict(zip(query.wanted, row, strict=True)) for row in sorted(rows)]


def _named(variables: tuple[Variable, ...], row: Row) -> Binding:
    return {variable.name: value for variable, value in zip(variables, row, strict=True)}


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    if isinstance(formula, And):
        for part in formula.parts:
            yield from _conjuncts(part)
    else:
        yield formula


def _size(facts: set[Fact]) -> tuple[int, list[Fact]]:
    return len(facts), sorted(facts)


def _union(parts: Iterable[set[Fact] | None]) -> set[Fact] | None:
    found: set[Fact] = set()
    for part in parts:
        if part is None:
            return None
        found |= part
    return found


def _smallest(parts: Iterable[set[Fact] | None]) -> set[Fact] | None:
    """Of the first true ones."""
    return min(islice((part for part in parts if part is not None), ENOUGH_WAYS), key=len, default=None)
