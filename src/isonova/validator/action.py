"""Action schemata: a test of the precondition, and the list of what changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from isonova.validator.costs import Exact
from isonova.validator.formula import And, Formula, FormulaBuilder, Variable, predicates
from isonova.validator.query import Binding, Interpreter, Query, Relations, instance
from isonova.validator.relation import Relation, Row

if TYPE_CHECKING:
    from isonova._core import ActionSyntax, EffectSyntax

Change: TypeAlias = tuple[Relation, Row]
FunctionValues: TypeAlias = Mapping[str, Mapping[Row, Exact]]


class UndefinedCostError(Exception):
    """The action's cost is a function term without a value; the argument is that term."""


Terms: TypeAlias = tuple[str, ...]
"""Variables, renamed apart, and objects."""


@dataclass(slots=True)
class EffectGroup:
    """Atomic effects under the same quantifiers and conditions, which are then evaluated once for all of them."""

    variables: tuple[Variable, ...]
    conditions: tuple[Formula, ...]
    added: list[tuple[Relation, Terms]] = field(default_factory=list)
    deleted: list[tuple[Relation, Terms]] = field(default_factory=list)
    costs: list[Exact] = field(default_factory=list)
    cost_terms: list[tuple[str, Terms]] = field(default_factory=list)
    query: Query | None = None
    condition: Formula = field(init=False)

    def __post_init__(self) -> None:
        self.condition = And(self.conditions)


class Action:
    """Reads the relations as they are when asked."""

    def __init__(
        self,
        syntax: ActionSyntax,
        builder: FormulaBuilder,
        interpreter: Interpreter,
        relations: Relations,
        values: FunctionValues,
        with_costs: bool,
    ) -> None:
        self.syntax = syntax
        self.name = syntax.name
        self.parameters, self.scope = builder.declare(syntax.parameters, {})
        self.precondition = builder.build(syntax.precondition, self.scope)
        self._interpreter = interpreter
        self._relations = relations
        self._values = values
        self._with_costs = with_costs
        self.groups: list[EffectGroup] = []
        self._collect(syntax.effect, builder, (), (), self.scope)
        self._applicable: Query | None = None
        self.reads = predicates(self.precondition).union(
            *(predicates(condition) for group in self.groups for condition in group.conditions)
        )

    def holds(self, args: Row) -> bool:
        """Whether the precondition is true for these arguments."""
        return self._interpreter.holds(self.precondition, self.binding(args))

    def solutions(self) -> list[Row]:
        """All arguments of the right types that satisfy the precondition."""
        if self._applicable is None:
            self._applicable = self._interpreter.query(self.precondition, self.parameters, self.parameters)
        return sorted(set(self._interpreter.solutions(self._applicable)))

    def effects(self, args: Row) -> tuple[list[Change], list[Change], Exact]:
        """What is added, what is deleted, and the cost. Raises UndefinedCostError."""
        added: list[Change] = []
        deleted: list[Change] = []
        cost: Exact = 0
        start = self.binding(args)
        for group in self.groups:
            for binding in self.bindings(group, start):
                added += [(relation, instance(args, binding)) for relation, args in group.added]
                deleted += [(relation, instance(args, binding)) for relation, args in group.deleted]
                cost += sum(group.costs)
                cost += sum(self._value(function, instance(args, binding)) for function, args in group.cost_terms)
        return added, deleted, cost

    def binding(self, args: Row) -> Binding:
        return {parameter.name: arg for parameter, arg in zip(self.parameters, args, strict=True)}

    def bindings(self, group: EffectGroup, start: Binding) -> Iterator[Binding]:
        """Each way to bind the variables of the quantifiers under which the conditions hold, once."""
        if not group.variables:
            if self._interpreter.holds(group.condition, start):
                yield start
            return
        if group.query is None:
            group.query = self._interpreter.query(group.condition, group.variables, group.variables)
        for row in set(self._interpreter.solutions(group.query, start)):
            yield start | dict(zip(group.query.wanted, row, strict=True))

    def _value(self, function: str, row: Row) -> Exact:
        try:
            return self._values[function][row]
        except KeyError:
            raise UndefinedCostError(f"({' '.join((function, *row))})") from None

    def _collect(
        self,
        effect: EffectSyntax,
        builder: FormulaBuilder,
        variables: tuple[Variable, ...],
        conditions: tuple[Formula, ...],
        scope: Mapping[str, str],
    ) -> None:
        if effect.kind == "and":
            self._collect_all(effect.children, builder, variables, conditions, scope)
        elif effect.kind == "forall":
            more, inner = builder.declare(effect.parameters, scope)
            self._collect_all(effect.children, builder, variables + more, conditions, inner)
        elif effect.kind == "when":
            condition = builder.build(effect.condition, scope)
            self._collect_all(effect.children, builder, variables, (*conditions, condition), scope)
        elif effect.kind in ("add", "delete", "increase"):
            last = self.groups[-1] if self.groups else None
            if last is None or last.variables != variables or last.conditions != conditions:
                self.groups.append(EffectGroup(variables, conditions))
            self._add(effect, tuple(scope.get(arg, arg) for arg in effect.args), self.groups[-1])
        else:
            raise ValueError(f"unknown kind of effect: {effect.kind}")

    def _add(self, effect: EffectSyntax, args: Terms, group: EffectGroup) -> None:
        if effect.kind == "add":
            group.added.append((self._relations.relation(effect.predicate), args))
        elif effect.kind == "delete":
            group.deleted.append((self._relations.relation(effect.predicate), args))
        elif not self._with_costs:
            pass  # without a metric, every action costs 1
        elif effect.function:
            group.cost_terms.append((effect.function, args))
        elif effect.amount is not None:
            group.costs.append(effect.amount)

    def _collect_all(
        self,
        effects: Sequence[EffectSyntax],
        builder: FormulaBuilder,
        variables: tuple[Variable, ...],
        conditions: tuple[Formula, ...],
        scope: Mapping[str, str],
    ) -> None:
        for effect in effects:
            self._collect(effect, builder, variables, conditions, scope)
