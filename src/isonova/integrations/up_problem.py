"""A problem of unified-planning as a task, and plans in both directions.

The conversion goes through :class:`isonova.TaskBuilder` rather than unified-planning's PDDL writer, which leaves out
object fluents, integer and Boolean parameters, state invariants and costs that are no whole numbers. A fluent whose
values are objects becomes a predicate with the value as its last argument, of which an assignment leaves one atom.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

from unified_planning.model import FNode, InstantaneousAction, Problem, UPState
from unified_planning.model.fluent import get_all_fluent_exp
from unified_planning.plans import ActionInstance, SequentialPlan

from isonova.api.build import Formula, FunctionTerm, PredicateName, TaskBuilder, Term, all_of, equal, forall, when
from isonova.api.task import Atom
from isonova.integrations.up_vocabulary import Lifted, Scope, UnsupportedProblemError, Vocabulary, key_of


@dataclass
class _Assignment:
    """An assignment to an object fluent, with everything in it named by a term."""

    lifted: Lifted
    args: list[Term]
    value: Term


class ConvertedProblem:
    """``domain`` and ``problem`` are the task as PDDL; plans go through :meth:`plan` and :meth:`steps`."""

    def __init__(self, problem: Any) -> None:
        if type(problem) is not Problem:
            raise UnsupportedProblemError(f"a {type(problem).__name__} is no classical problem")
        self._problem = problem
        self._builder = TaskBuilder("problem", domain="domain")
        self._vocabulary = Vocabulary(problem, self._builder)
        self._actions: dict[str, Any] = {}
        self._true_at_first: list[Atom] = []
        self.scale = 1
        """Costs of the task are those of the problem times this."""
        self._convert()
        self.domain, self.problem = self._builder.to_pddl()

    def _convert(self) -> None:
        formula = self._vocabulary.formula
        costs = self._costs()
        invariants = [formula(invariant, {}) for invariant in self._problem.state_invariants]
        for action in self._problem.actions:
            self._action(action, invariants, costs)
        self._initial_state()
        self._builder.goal(*(formula(goal, {}) for goal in self._problem.goals), *invariants)

    # --- plans

    def plan(self, steps: Iterable[str]) -> Any:
        """The plan of unified-planning for steps such as ``(move r1 a b)``."""
        instances = []
        for step in steps:
            name, *args = step.strip("()").split()
            instances.append(ActionInstance(self._actions[name], tuple(self._vocabulary.back[arg] for arg in args)))
        return SequentialPlan(instances, self._problem.environment)

    def steps(self, plan: Any) -> list[str]:
        """The way back, for the validator; what the problem does not have gets a name that the task does not have."""
        names = {action: name for name, action in self._actions.items()}
        return [
            "("
            + " ".join([names.get(each.action, "no-such-action"), *map(self._step_argument, each.actual_parameters)])
            + ")"
            for each in plan.actions
        ]

    def _step_argument(self, value: Any) -> str:
        found = self._vocabulary.values.get(key_of(value)) if value.is_constant() else None
        return "no-such-object" if found is None else found.name

    # --- states

    @cached_property
    def _changing(self) -> dict[str, Any]:
        """Fluents that actions change, by the names of their predicates."""
        static = self._problem.get_static_fluents()
        return {
            predicate.name: fluent for fluent, predicate in self._vocabulary.predicates.items() if fluent not in static
        }

    @cached_property
    def _initial(self) -> tuple[Any, frozenset[Atom]]:
        state = UPState(self._problem.explicit_initial_values, self._problem)
        return state, frozenset(atom for atom in self._true_at_first if atom[0] in self._changing)

    def state(self, atoms: frozenset[Atom]) -> Any:
        """The state of unified-planning in which these atoms are true, for a heuristic that wants to see it."""
        initial, before = self._initial
        manager = self._problem.environment.expression_manager
        values: dict[Any, Any] = {}
        for atom in before - atoms:
            fluent = self._changing[atom[0]]
            if fluent.type.is_bool_type():
                values[fluent(*(self._vocabulary.back[arg] for arg in atom[1:]))] = manager.FALSE()
        for atom in atoms - before:
            fluent = self._changing[atom[0]]
            args = [self._vocabulary.back[arg] for arg in atom[1:]]
            value = manager.TRUE() if fluent.type.is_bool_type() else args.pop()
            values[fluent(*args)] = value
        return initial.make_child(values) if values else initial

    # --- actions

    def _action(self, action: Any, invariants: list[Formula], costs: Mapping[Any, Any]) -> None:
        if type(action) is not InstantaneousAction or action.simulated_effect is not None:
            raise UnsupportedProblemError(f"the action '{action.name}' is not instantaneous or has a simulated effect")
        scope = {parameter: self._vocabulary.variable(parameter.type) for parameter in action.parameters}
        guards = self._vocabulary.guards((term, parameter.type) for parameter, term in scope.items())
        conditions = [self._vocabulary.formula(condition, scope) for condition in action.preconditions]
        effects = [part for effect in action.effects for part in self._effect(effect, action, scope)]
        name = self._vocabulary.name(action.name)
        self._actions[name] = action
        self._builder.action(
            name,
            scope.values(),
            precondition=all_of(*guards, *conditions, *self._no_conflicts(action, scope), *invariants),
            effect=effects,
            cost=self._cost(costs[action], scope) if action in costs else 1,
        )

    def _target(self, effect: Any, scope: Scope) -> tuple[Lifted, list[Term], Scope]:
        """Who an effect is about: bound variables with their conditions, its condition included, and the arguments."""
        lifted = Lifted()
        inner = dict(scope)
        for variable in effect.forall:
            inner[variable] = self._vocabulary.variable(variable.type)
            lifted.variables.append(inner[variable])
            lifted.conditions += self._vocabulary.guards([(inner[variable], variable.type)])
        args = [self._vocabulary.term(arg, inner, lifted) for arg in effect.fluent.args]
        if not effect.condition.is_true():
            lifted.conditions.append(self._vocabulary.formula(effect.condition, inner))
        return lifted, args, inner

    def _effect(self, effect: Any, action: Any, scope: Scope) -> Iterator[Formula]:
        predicate = self._vocabulary.predicates.get(effect.fluent.fluent())
        if predicate is None or not effect.is_assignment():
            raise UnsupportedProblemError(f"the effect '{effect}' of the action '{action.name}' changes a number")
        if effect.fluent.type.is_bool_type():
            lifted, args, inner = self._target(effect, scope)
            atom = predicate(*args)
            if effect.value.is_bool_constant():
                yield _happens(lifted, atom if effect.value.is_true() else ~atom)
            else:
                value = self._vocabulary.formula(effect.value, inner)
                yield _happens(lifted, atom, value)
                yield _happens(lifted, ~atom, ~value)
            return
        found = self._assignment(effect, scope)
        yield self._forget(effect, action, found, predicate, scope)
        yield _happens(found.lifted, predicate(*found.args, found.value))

    def _assignment(self, effect: Any, scope: Scope) -> _Assignment:
        lifted, args, inner = self._target(effect, scope)
        return _Assignment(lifted, args, self._vocabulary.term(effect.value, inner, lifted))

    def _forget(self, effect: Any, action: Any, found: _Assignment, predicate: PredicateName, scope: Scope) -> Formula:
        """The old value goes: the one that a precondition names, or whichever it is."""
        old = self._old_value(effect, action)
        if old is not None:
            return _happens(found.lifted, ~predicate(*found.args, self._vocabulary.term(old, scope, Lifted())))
        any_value = self._vocabulary.variable(effect.fluent.type)
        wider = Lifted([*found.lifted.variables, any_value], found.lifted.conditions)
        return _happens(wider, ~predicate(*found.args, any_value))

    def _old_value(self, effect: Any, action: Any) -> Any:
        conditions = list(action.preconditions)
        while conditions:
            condition = conditions.pop()
            if condition.is_and():
                conditions += condition.args
            elif condition.is_equals() and effect.fluent in condition.args:
                left, right = condition.args
                other = right if left == effect.fluent else left
                if other.is_parameter_exp() or other.is_object_exp():
                    return other
        return None

    def _no_conflicts(self, action: Any, scope: Scope) -> Iterator[Formula]:
        """An action that would give an object fluent two values at once does not apply."""
        assigned = [effect for effect in action.effects if effect.fluent.type.is_user_type()]
        for one, other in combinations_with_replacement(assigned, 2):
            if one.fluent.fluent() != other.fluent.fluent() or (one is other and not one.forall):
                continue
            first, second = self._assignment(one, scope), self._assignment(other, scope)
            same = [equal(a, b) for a, b in zip(first.args, second.args, strict=True)]
            both = Lifted(
                [*first.lifted.variables, *second.lifted.variables],
                [*first.lifted.conditions, *second.lifted.conditions, *same],
            )
            yield ~both.exists(~equal(first.value, second.value))

    # --- costs and the initial state

    def _costs(self) -> dict[Any, Any]:
        """The cost of each action by the metric, where there is one; sets the scale."""
        metrics = self._problem.quality_metrics
        if len(metrics) > 1:
            raise UnsupportedProblemError("the problem has more than one quality metric")
        if not metrics or metrics[0].is_minimize_sequential_plan_length():
            return {}
        if not metrics[0].is_minimize_action_costs():
            raise UnsupportedProblemError(f"the quality metric '{metrics[0]}' is not supported")
        zero = self._problem.environment.expression_manager.Int(0)
        costs = {action: metrics[0].get_action_cost(action) or zero for action in self._problem.actions}
        functions = {part.fluent() for cost in costs.values() for part in _summands(cost) if part.is_fluent_exp()}
        numbers = [part for cost in costs.values() for part in _summands(cost) if part.is_constant()]
        values = {fluent: self._function_values(fluent) for fluent in functions}
        numbers += [value for each in values.values() for value in each.values()]
        self.scale = math.lcm(*(Fraction(number.constant_value()).denominator for number in numbers))
        for fluent, each in values.items():
            for expression, value in each.items():
                self._builder.value(
                    self._vocabulary.functions[fluent](
                        *(self._vocabulary.term(arg, {}, Lifted()) for arg in expression.args)
                    ),
                    self._scaled(value),
                )
        return costs

    def _function_values(self, fluent: Any) -> dict[Any, Any]:
        if fluent not in self._vocabulary.functions or fluent not in self._problem.get_static_fluents():
            raise UnsupportedProblemError(f"the cost '{fluent.name}' is no number, or changes")
        return {each: self._problem.initial_value(each) for each in get_all_fluent_exp(self._problem, fluent)}

    def _scaled(self, number: Any) -> int:
        value = Fraction(number.constant_value()) * self.scale
        if value < 0:
            raise UnsupportedProblemError(f"the cost {number} is negative")
        return int(value)

    def _cost(self, cost: Any, scope: Scope) -> list[int | FunctionTerm]:
        lifted = Lifted()
        parts: list[int | FunctionTerm] = []
        for part in _summands(cost):
            if part.is_fluent_exp():
                args = [self._vocabulary.term(arg, scope, lifted) for arg in part.args]
                parts.append(self._vocabulary.functions[part.fluent()](*args))
            else:
                parts.append(self._scaled(part))
        if lifted.variables:
            raise UnsupportedProblemError(f"the cost '{cost}' depends on the state")
        return parts

    def _initial_state(self) -> None:
        problem = self._problem
        explicit = problem.explicit_initial_values
        for fluent in self._vocabulary.predicates:
            default = problem.fluents_defaults.get(fluent)
            if default is not None and default.is_false():  # then what is not said is false, as in a task
                values = {each: value for each, value in explicit.items() if each.fluent() == fluent}
            else:
                values = {each: problem.initial_value(each) for each in get_all_fluent_exp(problem, fluent)}
            for expression, value in values.items():
                args = [self._vocabulary.term(arg, {}, Lifted()) for arg in expression.args]
                if fluent.type.is_user_type():
                    args.append(self._vocabulary.term(value, {}, Lifted()))
                elif not value.is_true():
                    continue
                self._builder.init(self._vocabulary.predicates[fluent](*args))
                self._true_at_first.append((self._vocabulary.predicates[fluent].name, *(arg.name for arg in args)))


def _summands(cost: FNode) -> list[Any]:
    simple = cost.simplify()
    if simple.is_plus():
        return [part for each in simple.args for part in _summands(each)]
    if simple.is_constant() or simple.is_fluent_exp():
        return [simple]
    raise UnsupportedProblemError(f"the cost '{cost}' is not a sum of numbers and fluents")


def _happens(lifted: Lifted, literal: Formula, *more: Formula) -> Formula:
    conditions = all_of(*lifted.conditions, *more)
    effect = literal if conditions.op == "and" and not conditions.parts else when(conditions, literal)
    return forall(lifted.variables, effect) if lifted.variables else effect
