"""A problem of unified-planning as a task, and plans in both directions.

The conversion goes through :class:`isonova.TaskBuilder` rather than unified-planning's PDDL writer, which leaves out
object fluents, integer and Boolean parameters, state invariants and costs that are no whole numbers. A fluent whose
values are objects becomes a predicate with the value as its last argument, of which an assignment leaves one atom.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

from unified_planning.model import FNode, InstantaneousAction, Problem, UPState
from unified_planning.model.fluent import get_all_fluent_exp
from unified_planning.plans import ActionInstance, SequentialPlan

from isonova.api.build import (
    Formula,
    FunctionName,
    FunctionTerm,
    PredicateName,
    TaskBuilder,
    Term,
    all_of,
    any_of,
    equal,
    exists,
    forall,
    when,
)
from isonova.api.formula import TypeName
from isonova.api.task import Atom


class UnsupportedProblemError(ValueError):
    """The problem has something that no classical task has; the message names it."""


@dataclass
class _Lifted:
    """Variables that stand for values of object fluents, with the conditions that bind them."""

    variables: list[Term] = field(default_factory=list)
    conditions: list[Formula] = field(default_factory=list)

    def exists(self, formula: Formula) -> Formula:
        inner = all_of(*self.conditions, formula)
        return exists(self.variables, inner) if self.variables else inner


@dataclass
class _Assignment:
    """An assignment to an object fluent, with everything in it named by a term."""

    lifted: _Lifted
    args: list[Term]
    value: Term


Scope = Mapping[Any, Term]


class ConvertedProblem:
    """``domain`` and ``problem`` are the task as PDDL; plans go through :meth:`plan` and :meth:`steps`."""

    def __init__(self, problem: Any) -> None:
        if type(problem) is not Problem:
            raise UnsupportedProblemError(f"a {type(problem).__name__} is no classical problem")
        self._problem = problem
        self._builder = TaskBuilder("problem", domain="domain")
        self._taken: set[str] = {
            "and",
            "or",
            "not",
            "imply",
            "exists",
            "forall",
            "when",
            "either",
            "increase",
            "object",
            "total-cost",
        }
        self._taken |= {"no-such-action", "no-such-object"}
        self._fresh_variables = 0
        self._types: dict[Any, TypeName] = {}
        self._ranges: dict[tuple[int, int], PredicateName] = {}
        self._values: dict[Any, Term] = {}
        self._back: dict[str, Any] = {}
        self._predicates: dict[Any, PredicateName] = {}
        self._functions: dict[Any, FunctionName] = {}
        self._actions: dict[str, Any] = {}
        self._true_at_first: list[Atom] = []
        self.scale = 1
        """Costs of the task are those of the problem times this."""
        self._convert()
        self.domain, self.problem = self._builder.to_pddl()

    # --- plans

    def plan(self, steps: Iterable[str]) -> Any:
        """The plan of unified-planning for steps such as ``(move r1 a b)``."""
        instances = []
        for step in steps:
            name, *args = step.strip("()").split()
            instances.append(ActionInstance(self._actions[name], tuple(self._back[arg] for arg in args)))
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
        found = self._values.get(_key(value)) if value.is_constant() else None
        return "no-such-object" if found is None else found.name

    # --- states

    @cached_property
    def _changing(self) -> dict[str, Any]:
        """Fluents that actions change, by the names of their predicates."""
        static = self._problem.get_static_fluents()
        return {predicate.name: fluent for fluent, predicate in self._predicates.items() if fluent not in static}

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
                values[fluent(*(self._back[arg] for arg in atom[1:]))] = manager.FALSE()
        for atom in atoms - before:
            fluent = self._changing[atom[0]]
            args = [self._back[arg] for arg in atom[1:]]
            value = manager.TRUE() if fluent.type.is_bool_type() else args.pop()
            values[fluent(*args)] = value
        return initial.make_child(values) if values else initial

    # --- names

    def _name(self, original: str) -> str:
        """A PDDL name like the original that nothing else has."""
        plain = re.sub(r"[^a-z0-9_-]", "-", original.lower())
        if not plain or not plain[0].isalpha():
            plain = f"n-{plain}"
        name, number = plain, 1
        while name in self._taken:
            number += 1
            name = f"{plain}-{number}"
        self._taken.add(name)
        return name

    def _variable(self, kind: Any) -> Term:
        self._fresh_variables += 1
        return self._builder.variable(f"?v{self._fresh_variables}", self._type(kind))

    # --- declarations

    def _convert(self) -> None:
        problem = self._problem
        for kind in problem.user_types:
            father = None if kind.father is None else self._types[kind.father]
            self._types[kind] = self._builder.type(self._name(kind.name), father)
        self._declare_numbers_and_truth()
        manager = problem.environment.expression_manager
        for item in problem.all_objects:
            self._value(item, self._name(item.name), self._types[item.type], manager.ObjectExp(item))
        for fluent in problem.fluents:
            self._declare_fluent(fluent)
        costs = self._costs()
        invariants = [self._formula(invariant, {}) for invariant in problem.state_invariants]
        for action in problem.actions:
            self._action(action, invariants, costs)
        self._initial_state()
        self._builder.goal(*(self._formula(goal, {}) for goal in problem.goals), *invariants)

    def _value(self, key: Any, name: str, kind: TypeName, expression: Any) -> None:
        self._values[key] = self._builder.object(name, kind)
        self._back[name] = expression

    def _signatures(self) -> Iterator[Any]:
        """Types of everything that can be an argument."""
        for holder in (*self._problem.fluents, *self._problem.actions):
            parameters = holder.signature if hasattr(holder, "signature") else holder.parameters
            yield from (parameter.type for parameter in parameters)

    def _declare_numbers_and_truth(self) -> None:
        manager = self._problem.environment.expression_manager
        kinds = set(self._signatures())
        if any(kind.is_bool_type() for kind in kinds):
            truth = self._builder.type(self._name("bool"))
            self._types["bool"] = truth
            self._value(True, self._name("true"), truth, manager.TRUE())
            self._value(False, self._name("false"), truth, manager.FALSE())
        ranges = {_bounds(kind) for kind in kinds if kind.is_int_type()}
        if ranges:
            numbers = self._builder.type(self._name("integer"))
            self._types["int"] = numbers
            for number in sorted({n for low, high in ranges for n in range(low, high + 1)}):
                spelled = str(number) if number >= 0 else f"minus-{-number}"
                self._value(_number(number), self._name(f"n-{spelled}"), numbers, manager.Int(number))
        for low, high in sorted(ranges):
            predicate = self._builder.predicate(self._name(f"from-{low}-to-{high}"), self._types["int"])
            self._ranges[low, high] = predicate
            self._builder.init(*(predicate(self._values[_number(n)]) for n in range(low, high + 1)))

    def _type(self, kind: Any) -> TypeName:
        if kind.is_user_type():
            return self._types[kind]
        if kind.is_bool_type():
            return self._types["bool"]
        if kind.is_int_type():
            _bounds(kind)
            return self._types["int"]
        raise UnsupportedProblemError(f"parameters of type '{kind}' are not supported")

    def _guards(self, terms: Iterable[tuple[Term, Any]]) -> list[Formula]:
        return [self._ranges[_bounds(kind)](term) for term, kind in terms if kind.is_int_type()]

    def _declare_fluent(self, fluent: Any) -> None:
        types = [self._type(parameter.type) for parameter in fluent.signature]
        name = self._name(fluent.name)
        if fluent.type.is_bool_type():
            self._predicates[fluent] = self._builder.predicate(name, *types)
        elif fluent.type.is_user_type():
            self._predicates[fluent] = self._builder.predicate(name, *types, self._type(fluent.type))
        else:  # of use in costs only
            self._functions[fluent] = self._builder.function(name, *types)

    # --- conditions

    def _term(self, expression: Any, scope: Scope, lifted: _Lifted) -> Term:
        if expression.is_parameter_exp():
            return scope[expression.parameter()]
        if expression.is_variable_exp():
            return scope[expression.variable()]
        if expression.is_object_exp() or expression.is_int_constant() or expression.is_bool_constant():
            found = self._values.get(_key(expression))
            if found is None:
                raise UnsupportedProblemError(f"the value {expression} is outside the range of every parameter")
            return found
        if expression.is_fluent_exp() and expression.type.is_user_type():
            args = [self._term(arg, scope, lifted) for arg in expression.args]
            variable = self._variable(expression.type)
            lifted.variables.append(variable)
            lifted.conditions.append(self._predicates[expression.fluent()](*args, variable))
            return variable
        if expression.type.is_bool_type():
            variable = self._variable(expression.type)
            lifted.variables.append(variable)
            truth, holds = equal(variable, self._values[True]), self._formula(expression, scope)
            lifted.conditions.append(any_of(truth & holds, ~truth & ~holds))
            return variable
        raise UnsupportedProblemError(f"'{expression}' is not supported where an object is expected")

    def _formula(self, expression: Any, scope: Scope) -> Formula:
        args = expression.args
        if expression.is_bool_constant():
            return all_of() if expression.is_true() else any_of()
        if expression.is_and():
            return all_of(*(self._formula(arg, scope) for arg in args))
        if expression.is_or():
            return any_of(*(self._formula(arg, scope) for arg in args))
        if expression.is_not():
            return ~self._formula(args[0], scope)
        if expression.is_implies():
            return any_of(~self._formula(args[0], scope), self._formula(args[1], scope))
        if expression.is_iff():
            return self._same_truth(args, scope)
        if expression.is_exists() or expression.is_forall():
            return self._quantified(expression, scope)
        if expression.is_equals():
            return self._equality(args, scope)
        if expression.is_fluent_exp() and expression.fluent() in self._predicates:
            lifted = _Lifted()
            terms = [self._term(arg, scope, lifted) for arg in args]
            return lifted.exists(self._predicates[expression.fluent()](*terms))
        if (expression.is_parameter_exp() or expression.is_variable_exp()) and expression.type.is_bool_type():
            return equal(self._term(expression, scope, _Lifted()), self._values[True])
        raise UnsupportedProblemError(f"'{expression}' is not supported in a condition")

    def _same_truth(self, pair: Any, scope: Scope) -> Formula:
        left, right = (self._formula(each, scope) for each in pair)
        return any_of(left & right, ~left & ~right)

    def _quantified(self, expression: Any, scope: Scope) -> Formula:
        variables = [(variable, self._variable(variable.type)) for variable in expression.variables()]
        inner = self._formula(expression.args[0], {**scope, **dict(variables)})
        terms = [term for _, term in variables]
        guards = self._guards((term, variable.type) for variable, term in variables)
        if expression.is_exists():
            return exists(terms, all_of(*guards, inner))
        return forall(terms, any_of(*(~guard for guard in guards), inner))

    def _equality(self, pair: Any, scope: Scope) -> Formula:
        left, right = pair
        if left.type.is_bool_type():
            return self._same_truth(pair, scope)
        if not left.is_fluent_exp():
            left, right = right, left
        lifted = _Lifted()
        if left.is_fluent_exp() and left.type.is_user_type():  # its atom says it without a variable for its value
            args = [self._term(arg, scope, lifted) for arg in left.args]
            return lifted.exists(self._predicates[left.fluent()](*args, self._term(right, scope, lifted)))
        return lifted.exists(equal(self._term(left, scope, lifted), self._term(right, scope, lifted)))

    # --- actions

    def _action(self, action: Any, invariants: list[Formula], costs: Mapping[Any, Any]) -> None:
        if type(action) is not InstantaneousAction or action.simulated_effect is not None:
            raise UnsupportedProblemError(f"the action '{action.name}' is not instantaneous or has a simulated effect")
        scope = {parameter: self._variable(parameter.type) for parameter in action.parameters}
        guards = self._guards((term, parameter.type) for parameter, term in scope.items())
        conditions = [self._formula(condition, scope) for condition in action.preconditions]
        effects = [part for effect in action.effects for part in self._effect(effect, action, scope)]
        name = self._name(action.name)
        self._actions[name] = action
        self._builder.action(
            name,
            scope.values(),
            precondition=all_of(*guards, *conditions, *self._no_conflicts(action, scope), *invariants),
            effect=effects,
            cost=self._cost(costs[action], scope) if action in costs else 1,
        )

    def _target(self, effect: Any, scope: Scope) -> tuple[_Lifted, list[Term], Scope]:
        """Who an effect is about: bound variables with their conditions, its condition included, and the arguments."""
        lifted = _Lifted()
        inner = dict(scope)
        for variable in effect.forall:
            inner[variable] = self._variable(variable.type)
            lifted.variables.append(inner[variable])
            lifted.conditions += self._guards([(inner[variable], variable.type)])
        args = [self._term(arg, inner, lifted) for arg in effect.fluent.args]
        if not effect.condition.is_true():
            lifted.conditions.append(self._formula(effect.condition, inner))
        return lifted, args, inner

    def _effect(self, effect: Any, action: Any, scope: Scope) -> Iterator[Formula]:
        predicate = self._predicates.get(effect.fluent.fluent())
        if predicate is None or not effect.is_assignment():
            raise UnsupportedProblemError(f"the effect '{effect}' of the action '{action.name}' changes a number")
        if effect.fluent.type.is_bool_type():
            lifted, args, inner = self._target(effect, scope)
            atom = predicate(*args)
            if effect.value.is_bool_constant():
                yield _happens(lifted, atom if effect.value.is_true() else ~atom)
            else:
                value = self._formula(effect.value, inner)
                yield _happens(lifted, atom, value)
                yield _happens(lifted, ~atom, ~value)
            return
        found = self._assignment(effect, scope)
        yield self._forget(effect, action, found, predicate, scope)
        yield _happens(found.lifted, predicate(*found.args, found.value))

    def _assignment(self, effect: Any, scope: Scope) -> _Assignment:
        lifted, args, inner = self._target(effect, scope)
        return _Assignment(lifted, args, self._term(effect.value, inner, lifted))

    def _forget(self, effect: Any, action: Any, found: _Assignment, predicate: PredicateName, scope: Scope) -> Formula:
        """The old value goes: the one that a precondition names, or whichever it is."""
        old = self._old_value(effect, action)
        if old is not None:
            return _happens(found.lifted, ~predicate(*found.args, self._term(old, scope, _Lifted())))
        any_value = self._variable(effect.fluent.type)
        wider = _Lifted([*found.lifted.variables, any_value], found.lifted.conditions)
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
            both = _Lifted(
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
                    self._functions[fluent](*(self._term(arg, {}, _Lifted()) for arg in expression.args)),
                    self._scaled(value),
                )
        return costs

    def _function_values(self, fluent: Any) -> dict[Any, Any]:
        if fluent not in self._functions or fluent not in self._problem.get_static_fluents():
            raise UnsupportedProblemError(f"the cost '{fluent.name}' is no number, or changes")
        return {each: self._problem.initial_value(each) for each in get_all_fluent_exp(self._problem, fluent)}

    def _scaled(self, number: Any) -> int:
        value = Fraction(number.constant_value()) * self.scale
        if value < 0:
            raise UnsupportedProblemError(f"the cost {number} is negative")
        return int(value)

    def _cost(self, cost: Any, scope: Scope) -> list[int | FunctionTerm]:
        lifted = _Lifted()
        parts: list[int | FunctionTerm] = []
        for part in _summands(cost):
            if part.is_fluent_exp():
                args = [self._term(arg, scope, lifted) for arg in part.args]
                parts.append(self._functions[part.fluent()](*args))
            else:
                parts.append(self._scaled(part))
        if lifted.variables:
            raise UnsupportedProblemError(f"the cost '{cost}' depends on the state")
        return parts

    def _initial_state(self) -> None:
        problem = self._problem
        explicit = problem.explicit_initial_values
        for fluent in self._predicates:
            default = problem.fluents_defaults.get(fluent)
            if default is not None and default.is_false():  # then what is not said is false, as in a task
                values = {each: value for each, value in explicit.items() if each.fluent() == fluent}
            else:
                values = {each: problem.initial_value(each) for each in get_all_fluent_exp(problem, fluent)}
            for expression, value in values.items():
                args = [self._term(arg, {}, _Lifted()) for arg in expression.args]
                if fluent.type.is_user_type():
                    args.append(self._term(value, {}, _Lifted()))
                elif not value.is_true():
                    continue
                self._builder.init(self._predicates[fluent](*args))
                self._true_at_first.append((self._predicates[fluent].name, *(arg.name for arg in args)))


def _number(value: int) -> tuple[str, int]:
    """Numbers as keys, apart from True and False."""
    return ("int", value)


def _key(constant: FNode) -> Any:
    """Of the values: an object, a truth value, or a number."""
    value = constant.constant_value()
    return _number(value) if constant.is_int_constant() else value


def _bounds(kind: Any) -> tuple[int, int]:
    if kind.lower_bound is None or kind.upper_bound is None:
        raise UnsupportedProblemError("integer parameters without bounds are not supported")
    return int(kind.lower_bound), int(kind.upper_bound)


def _summands(cost: FNode) -> list[Any]:
    simple = cost.simplify()
    if simple.is_plus():
        return [part for each in simple.args for part in _summands(each)]
    if simple.is_constant() or simple.is_fluent_exp():
        return [simple]
    raise UnsupportedProblemError(f"the cost '{cost}' is not a sum of numbers and fluents")


def _happens(lifted: _Lifted, literal: Formula, *more: Formula) -> Formula:
    conditions = all_of(*lifted.conditions, *more)
    effect = literal if conditions.op == "and" and not conditions.parts else when(conditions, literal)
    return forall(lifted.variables, effect) if lifted.variables else effect
