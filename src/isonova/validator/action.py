"""Action schemata compiled on first use: a test of the precondition and a function that lists the effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from isonova.validator.costs import Exact
from isonova.validator.formula import TRUE, And, Formula, FormulaBuilder, Variable, is_variable, predicates
from isonova.validator.query import QueryCompiler, Relations, Solutions, Test, local, row
from isonova.validator.relation import Relation, Row

if TYPE_CHECKING:
    from isonova._core import ActionSyntax, EffectSyntax

Change = tuple[Relation, Row]
Effects = Callable[..., tuple[list[Change], list[Change], Exact]]
FunctionValues = Mapping[str, Mapping[Row, Exact]]


class UndefinedCostError(Exception):
    """The action's cost is a function term without a value; the argument is that term."""


class _Values(dict[Row, Exact]):
    """The values of one static function; a missing one raises."""

    def __init__(self, name: str, values: Mapping[Row, Exact]) -> None:
        super().__init__(values)
        self._name = name

    def __missing__(self, key: Row) -> Exact:
        raise UndefinedCostError(f"({' '.join((self._name, *key))})")


@dataclass(frozen=True, slots=True)
class _Leaf:
    """One atomic effect under its quantifiers and conditions."""

    variables: tuple[Variable, ...]
    conditions: tuple[Formula, ...]
    scope: Mapping[str, str]
    effect: EffectSyntax


class Action:
    """`test`, `effects` and `solutions` read the relations as they are when called."""

    def __init__(
        self,
        syntax: ActionSyntax,
        builder: FormulaBuilder,
        compiler: QueryCompiler,
        relations: Relations,
        values: FunctionValues | None,
    ) -> None:
        self.syntax = syntax
        self.name = syntax.name
        self.parameters, self.scope = builder.declare(syntax.parameters, {})
        self._compiler = compiler
        self._relations = relations
        self._values = values
        self.precondition = builder.build(syntax.precondition, self.scope)
        self._leaves: list[_Leaf] = []
        self._collect(syntax.effect, builder, (), (), self.scope)
        self.reads = predicates(self.precondition).union(
            *(predicates(condition) for leaf in self._leaves for condition in leaf.conditions)
        )
        self.test: Test = compiler.test(self.precondition, self.parameters)
        self.effects: Effects = self._compile_effects()
        self._solutions: Solutions | None = None

    def solutions(self) -> list[Row]:
        """All arguments of the right types that satisfy the precondition."""
        if self._solutions is None:
            self._solutions = self._compiler.solutions(self.precondition, (), self.parameters)
        return sorted(set(self._solutions()))

    def _collect(
        self,
        effect: EffectSyntax,
        builder: FormulaBuilder,
        variables: tuple[Variable, ...],
        conditions: tuple[Formula, ...],
        scope: Mapping[str, str],
    ) -> None:
        if effect.kind == "and":
            for child in effect.children:
                self._collect(child, builder, variables, conditions, scope)
        elif effect.kind == "forall":
            more, inner = builder.declare(effect.parameters, scope)
            for child in effect.children:
                self._collect(child, builder, variables + more, conditions, inner)
        elif effect.kind == "when":
            condition = builder.build(effect.condition, scope)
            for child in effect.children:
                self._collect(child, builder, variables, (*conditions, condition), scope)
        elif effect.kind in ("add", "delete", "increase"):
            self._leaves.append(_Leaf(variables, conditions, scope, effect))
        else:
            raise ValueError(f"unknown kind of effect: {effect.kind}")

    def _compile_effects(self) -> Effects:
        name = self._compiler.fresh("effects")
        lines = [
            f"def {name}({', '.join(local(parameter.name) for parameter in self.parameters)}):",
            "    added = []; deleted = []; cost = 0",
        ]
        at = 0
        while at < len(self._leaves):
            first = self._leaves[at]
            end = at + 1
            # Leaves under the same quantifiers and conditions share one evaluation; costs are counted on their own.
            while end < len(self._leaves) and self._same_context(first, self._leaves[end]):
                end += 1
            self._emit(lines, self._leaves[at:end])
            at = end
        lines.append("    return added, deleted, cost")
        return self._compiler.define((name, "\n".join(lines)))

    @staticmethod
    def _same_context(a: _Leaf, b: _Leaf) -> bool:
        same_kind = (a.effect.kind == "increase") == (b.effect.kind == "increase")
        return same_kind and a.variables == b.variables and a.conditions == b.conditions

    def _emit(self, lines: list[str], leaves: Sequence[_Leaf]) -> None:
        first = leaves[0]
        is_cost = first.effect.kind == "increase"
        if is_cost and self._values is None:
            return
        condition = And(first.conditions) if first.conditions else TRUE
        indent = "    "
        if first.variables:
            used = {leaf.scope.get(arg, arg) for leaf in leaves for arg in leaf.effect.args if is_variable(arg)}
            wanted = [v for v in first.variables if is_cost or v.name in used]
            call = self._compiler.call_solutions(condition, first.variables, wanted)
            target = "".join(local(v.name) + ", " for v in wanted) or "_"
            # A cost counts once for every value of the variables, however often a solution is found.
            lines.append(f"{indent}for {target} in {f'set({call})' if is_cost or not wanted else call}:")
            indent += "    "
        elif first.conditions:
            lines.append(f"{indent}if {self._compiler.expression(condition)}:")
            indent += "    "
        for leaf in leaves:
            lines.append(indent + self._statement(leaf))

    def _statement(self, leaf: _Leaf) -> str:
        effect = leaf.effect
        args = row(leaf.scope.get(arg, arg) for arg in effect.args)
        if effect.kind == "increase":
            if not effect.function:
                return f"cost += {self._compiler.name_of(effect.amount, 'N')}"
            assert self._values is not None
            values = _Values(effect.function, self._values.get(effect.function, {}))
            name = self._compiler.fresh("F")
            self._compiler.names[name] = values
            return f"cost += {name}[{args}]"
        relation = self._compiler.name_of(self._relations.relation(effect.predicate), "P")
        return f"{'added' if effect.kind == 'add' else 'deleted'}.append(({relation}, {args}))"
