"""Derived predicates: a stratified least fixpoint, computed stratum by stratum and semi-naively, and only again when
something a stratum reads has changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from isonova.validator.formula import And, Exists, Forall, Formula, FormulaBuilder, Literal, Or, Variable, predicates
from isonova.validator.query import Interpreter, Query, Relations
from isonova.validator.relation import Relation, Row

if TYPE_CHECKING:
    from isonova._core import DerivedSyntax


class NegativeCycleError(ValueError):
    """A derived predicate depends on its own negation, so no stratification exists."""


@dataclass(frozen=True, slots=True)
class Rule:
    head: str
    parameters: tuple[Variable, ...]
    body: Formula


class DerivedPredicates:
    def __init__(
        self, derived: Sequence[DerivedSyntax], builder: FormulaBuilder, interpreter: Interpreter, relations: Relations
    ) -> None:
        rules: dict[str, list[Rule]] = {}
        for syntax in derived:
            parameters, scope = builder.declare(syntax.parameters, {})
            rules.setdefault(syntax.name, []).append(Rule(syntax.name, parameters, builder.build(syntax.body, scope)))
        self._strata = [
            Stratum(component, [rule for name in component for rule in rules[name]], interpreter, relations)
            for component in _components(rules)
        ]
        self.names = frozenset(rules)
        self.rules = rules
        self._position = {name: i for i, stratum in enumerate(self._strata) for name in stratum.heads}
        self._needed: dict[frozenset[str], list[Stratum]] = {}

    def stratum(self, name: str) -> Stratum:
        return self._strata[self._position[name]]

    def needed(self, reads: Iterable[str]) -> list[Stratum]:
        """The strata that the predicates read depend on, lowest first."""
        key = self.names.intersection(reads)
        if key not in self._needed:
            found: set[int] = set()
            todo = [self._position[name] for name in key]
            while todo:
                at = todo.pop()
                if at not in found:
                    found.add(at)
                    todo.extend(self._position[name] for name in self._strata[at].inputs if name in self.names)
            self._needed[key] = [self._strata[at] for at in sorted(found)]
        return self._needed[key]

    def update(self, reads: Iterable[str]) -> None:
        """Makes the relations of the derived predicates among `reads` right for the present state."""
        for stratum in self.needed(reads):
            stratum.update()


class Stratum:
    """Predicates that depend on one another, with all their rules."""

    def __init__(
        self, heads: Sequence[str], rules: Sequence[Rule], interpreter: Interpreter, relations: Relations
    ) -> None:
        self.heads = list(heads)
        self.batches: dict[tuple[str, Row], int] = {}
        """When each row was derived: it follows from rows of the stratum with a lower number, and from the inputs."""
        self.inputs = sorted(set().union(*(predicates(rule.body) for rule in rules)) - set(heads))
        self._rules = list(rules)
        self._interpreter = interpreter
        self._relations = relations
        self._planned = False
        self._full: list[tuple[Relation, Query]] = []
        self._seeded: list[tuple[str, Relation, Query]] = []
        self._again: list[tuple[Relation, Query]] = []
        self._input_relations: list[Relation] = []
        self._head_relations: list[Relation] = []
        self._seen: list[int] | None = None

    def _plan(self) -> None:
        own = frozenset(self.heads)
        self._input_relations = [self._relations.relation(name) for name in self.inputs]
        self._head_relations = [self._relations.relation(name) for name in self.heads]
        for rule in self._rules:
            head = self._relations.relation(rule.head)
            full = self._interpreter.query(rule.body, rule.parameters, rule.parameters)
            self._full.append((head, full))
            if _recursive_under_forall(rule.body, own):
                self._again.append((head, full))
                continue
            for seed, rest in _occurrences(rule.body, own):
                seeded = self._interpreter.seeded_query(seed, rest, rule.parameters)
                self._seeded.append((seed.predicate, head, seeded))

    def update(self) -> None:
        if not self._planned:
            self._plan()
            self._planned = True
        versions = [relation.version for relation in self._input_relations]
        if versions == self._seen:
            return
        self._seen = versions
        before = [(relation, set(relation.rows), relation.version) for relation in self._head_relations]
        for relation in self._head_relations:
            relation.replace(())
        self.batches.clear()
        delta: dict[str, list[Row]] = {}
        solutions = self._interpreter.solutions
        for head, query in self._full:
            self._extend(delta, head, solutions(query))
        while delta and (self._seeded or self._again):
            found: dict[str, list[Row]] = {}
            for predicate, head, query in self._seeded:
                if predicate in delta:
                    self._extend(found, head, solutions(query, seed=delta[predicate]))
            for head, query in self._again:
                self._extend(found, head, solutions(query))
            delta = found
        for relation, rows, version in before:
            if relation.rows == rows:
                relation.version = version

    def _extend(self, delta: dict[str, list[Row]], head: Relation, rows: Iterable[Row]) -> None:
        # The rows are listed before any is added: the query may be reading the relation it extends.
        new = [row for row in list(rows) if head.add(row)]
        if new:
            delta.setdefault(head.predicate, []).extend(new)
            self.batches.update(dict.fromkeys([(head.predicate, row) for row in new], len(self.batches)))


def _recursive_under_forall(formula: Formula, own: frozenset[str]) -> bool:
    if isinstance(formula, Forall):
        return not own.isdisjoint(predicates(formula.body))
    if isinstance(formula, (And, Or)):
        return any(_recursive_under_forall(part, own) for part in formula.parts)
    return isinstance(formula, Exists) and _recursive_under_forall(formula.body, own)


def _occurrences(formula: Formula, own: frozenset[str]) -> list[tuple[Literal, Formula]]:
    """Each literal over `own`, with what must hold besides it."""
    if isinstance(formula, Literal):
        return [(formula, And(()))] if formula.predicate in own else []
    if isinstance(formula, Or):
        return [pair for part in formula.parts for pair in _occurrences(part, own)]
    if isinstance(formula, And):
        return [
            (seed, And((*formula.parts[:i], rest, *formula.parts[i + 1 :])))
            for i, part in enumerate(formula.parts)
            for seed, rest in _occurrences(part, own)
        ]
    if isinstance(formula, Exists):
        return [(seed, Exists(formula.variables, rest)) for seed, rest in _occurrences(formula.body, own)]
    return []


def _components(rules: dict[str, list[Rule]]) -> list[list[str]]:
    """Strongly connected components of the derived predicates, each after those it depends on (Tarjan)."""
    edges = {
        head: sorted(set().union(*(predicates(r.body) for r in own)) & rules.keys()) for head, own in rules.items()
    }
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    result: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in edges[name]:
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            component = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            result.append(component)

    for name in rules:
        if name not in number:
            visit(name)
    for component in result:
        for name in component:
            for rule in rules[name]:
                for other in sorted(predicates(rule.body, positive=False) & set(component)):
                    raise NegativeCycleError(
                        f"'{name}' is derived from the negation of '{other}', which depends on '{name}' again"
                    )
    return result
