"""One mutable state of a task, with the actions and rules that read and change it."""

from __future__ import annotations

from operator import contains
from typing import TYPE_CHECKING

from isonova.validator.action import Action
from isonova.validator.costs import Exact
from isonova.validator.derived import DerivedPredicates
from isonova.validator.formula import FormulaBuilder, predicates
from isonova.validator.query import Interpreter
from isonova.validator.relation import Relation, Row
from isonova.validator.universe import Universe

if TYPE_CHECKING:
    from isonova._core import SyntaxTree


class Machine:
    """Starts in the initial state. Relations of derived predicates are right only after `update_derived`."""

    def __init__(self, tree: SyntaxTree) -> None:
        self.tree = tree
        self.universe = Universe(tree)
        self._derived_names = frozenset(rule.name for rule in tree.domain.derived)
        self._relations: dict[str, Relation] = {}
        for predicate, row in tree.problem.init():
            self.relation(predicate).add(row)
        self.builder = FormulaBuilder(self.universe)
        self.interpreter = Interpreter(self, self.universe.objects)
        self.derived = DerivedPredicates(tree.domain.derived, self.builder, self.interpreter, self)
        self.with_costs = tree.problem.minimises_cost
        self._values: dict[str, dict[Row, Exact]] = {}
        for function, row, value in tree.problem.init_functions() if self.with_costs else ():
            self._values.setdefault(function, {})[row] = value
        self.schemata = {action.name: action for action in tree.domain.actions}
        self._domains: dict[str, list[frozenset[str]]] = {}
        self._actions: dict[str, Action] = {}
        self._goal = self.builder.build(tree.problem.goal, {})
        self._goal_reads = predicates(self._goal)

    def relation(self, predicate: str) -> Relation:
        found = self._relations.get(predicate)
        if found is None:
            found = self._relations[predicate] = Relation(predicate)
        return found

    def is_derived(self, predicate: str) -> bool:
        return predicate in self._derived_names

    @property
    def relations(self) -> list[Relation]:
        return list(self._relations.values())

    def action(self, name: str) -> Action:
        found = self._actions.get(name)
        if found is None:
            schema = self.schemata[name]
            found = Action(schema, self.builder, self.interpreter, self, self._values, self.with_costs)
            self._actions[name] = found
        return found

    def update_derived(self, reads: set[str] | frozenset[str]) -> None:
        if not self._derived_names.isdisjoint(reads):
            self.derived.update(reads)

    def misfit(self, name: str, args: Row) -> str | None:
        """Why the arguments do not fit the action, if they do not: number, existence or type."""
        domains = self._domains.get(name)
        if domains is None:
            domains = [self.universe.of(parameter.types) for parameter in self.schemata[name].parameters]
            self._domains[name] = domains
        if len(args) == len(domains) and all(map(contains, domains, args)):
            return None
        schema = self.schemata[name]
        if len(args) != len(schema.parameters):
            return f"action '{name}' takes {len(schema.parameters)} arguments, found {len(args)}"
        position = next(i for i, (arg, domain) in enumerate(zip(args, domains, strict=True)) if arg not in domain)
        arg, parameter = args[position], schema.parameters[position]
        if arg not in self.universe.objects:
            return f"there is no object '{arg}' (argument {position + 1} of '{name}')"
        declared = " ".join(self.universe.declared_types[arg])
        expected = " or ".join(parameter.types)
        return f"'{arg}' is of type {declared}, but {parameter.name} of '{name}' must be of type {expected}"

    def holds(self, action: Action, args: Row) -> bool:
        self.update_derived(action.reads)
        return action.holds(args)

    def apply(self, action: Action, args: Row) -> Exact:
        """Applies an action whose precondition holds; returns its cost. Raises UndefinedCostError, changing nothing."""
        self.update_derived(action.reads)
        added, deleted, cost = action.effects(args)
        if deleted:
            kept = set(added)
            for change in deleted:
                if change not in kept:
                    change[0].discard(change[1])
        for relation, row in added:
            relation.add(row)
        return cost if self.with_costs else 1

    def is_goal(self) -> bool:
        self.update_derived(self._goal_reads)
        return self.interpreter.holds(self._goal, {})
