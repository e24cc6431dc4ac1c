"""Types, objects, fluents and conditions of a problem of unified-planning, said with a task's predicates and terms.

A fluent whose values are objects becomes a predicate with the value as its last argument. Numbers and truth values that
are arguments become objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from unified_planning.model import FNode

from isonova.api.build import (
    Formula,
    FunctionName,
    PredicateName,
    TaskBuilder,
    Term,
    all_of,
    any_of,
    equal,
    exists,
    forall,
)
from isonova.api.formula import TypeName


class UnsupportedProblemError(ValueError):
    """The problem has something that no classical task has; the message names it."""


RESERVED = (
    *("and", "or", "not", "imply", "exists", "forall", "when", "either", "increase", "object", "total-cost"),
    *("no-such-action", "no-such-object"),
)
"""Names that nothing of the problem gets."""
Scope = Mapping[Any, Term]


@dataclass
class Lifted:
    """Variables that stand for values of object fluents, with the conditions that bind them."""

    variables: list[Term] = field(default_factory=list)
    conditions: list[Formula] = field(default_factory=list)

    def exists(self, formula: Formula) -> Formula:
        inner = all_of(*self.conditions, formula)
        return exists(self.variables, inner) if self.variables else inner


class Vocabulary:
    """Declares types, objects and fluents when it is made; then gives terms and formulas for expressions."""

    def __init__(self, problem: Any, builder: TaskBuilder) -> None:
        self._problem = problem
        self._builder = builder
        self._taken = set(RESERVED)
        self._fresh_variables = 0
        self._types: dict[Any, TypeName] = {}
        self._ranges: dict[tuple[int, int], PredicateName] = {}
        self.values: dict[Any, Term] = {}
        """Objects of the task, by those of the problem, truth values and numbers; `key_of` gives the key."""
        self.back: dict[str, Any] = {}
        """The way back, by name."""
        self.predicates: dict[Any, PredicateName] = {}
        self.functions: dict[Any, FunctionName] = {}
        for kind in problem.user_types:
            father = None if kind.father is None else self._types[kind.father]
            self._types[kind] = builder.type(self.name(kind.name), father)
        self._declare_numbers_and_truth()
        manager = problem.environment.expression_manager
        for item in problem.all_objects:
            self._value(item, self.name(item.name), self._types[item.type], manager.ObjectExp(item))
        for fluent in problem.fluents:
            self._declare_fluent(fluent)

    # --- names

    def name(self, original: str) -> str:
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

    def variable(self, kind: Any) -> Term:
        self._fresh_variables += 1
        return self._builder.variable(f"?v{self._fresh_variables}", self._type(kind))

    # --- declarations

    def _value(self, key: Any, name: str, kind: TypeName, expression: Any) -> None:
        self.values[key] = self._builder.object(name, kind)
        self.back[name] = expression

    def _signatures(self) -> Iterator[Any]:
        """Types of everything that can be an argument."""
        for holder in (*self._problem.fluents, *self._problem.actions):
            parameters = holder.signature if hasattr(holder, "signature") else holder.parameters
            yield from (parameter.type for parameter in parameters)

    def _declare_numbers_and_truth(self) -> None:
        manager = self._problem.environment.expression_manager
        kinds = set(self._signatures())
        if any(kind.is_bool_type() for kind in kinds):
            truth = self._builder.type(self.name("bool"))
            self._types["bool"] = truth
            self._value(True, self.name("true"), truth, manager.TRUE())
            self._value(False, self.name("false"), truth, manager.FALSE())
        ranges = {_bounds(kind) for kind in kinds if kind.is_int_type()}
        if ranges:
            numbers = self._builder.type(self.name("integer"))
            self._types["int"] = numbers
            for number in sorted({n for low, high in ranges for n in range(low, high + 1)}):
                spelled = str(number) if number >= 0 else f"minus-{-number}"
                self._value(_number(number), self.name(f"n-{spelled}"), numbers, manager.Int(number))
        for low, high in sorted(ranges):
            predicate = self._builder.predicate(self.name(f"from-{low}-to-{high}"), self._types["int"])
            self._ranges[low, high] = predicate
            self._builder.init(*(predicate(self.values[_number(n)]) for n in range(low, high + 1)))

    def _type(self, kind: Any) -> TypeName:
        if kind.is_user_type():
            return self._types[kind]
        if kind.is_bool_type():
            return self._types["bool"]
        if kind.is_int_type():
            _bounds(kind)
            return self._types["int"]
        raise UnsupportedProblemError(f"parameters of type '{kind}' are not supported")

    def guards(self, terms: Iterable[tuple[Term, Any]]) -> list[Formula]:
        return [self._ranges[_bounds(kind)](term) for term, kind in terms if kind.is_int_type()]

    def _declare_fluent(self, fluent: Any) -> None:
        types = [self._type(parameter.type) for parameter in fluent.signature]
        name = self.name(fluent.name)
        if fluent.type.is_bool_type():
            self.predicates[fluent] = self._builder.predicate(name, *types)
        elif fluent.type.is_user_type():
            self.predicates[fluent] = self._builder.predicate(name, *types, self._type(fluent.type))
        else:  # of use in costs only
            self.functions[fluent] = self._builder.function(name, *types)

    # --- conditions

    def term(self, expression: Any, scope: Scope, lifted: Lifted) -> Term:
        if expression.is_parameter_exp():
            return scope[expression.parameter()]
        if expression.is_variable_exp():
            return scope[expression.variable()]
        if expression.is_object_exp() or expression.is_int_constant() or expression.is_bool_constant():
            found = self.values.get(key_of(expression))
            if found is None:
                raise UnsupportedProblemError(f"the value {expression} is outside the range of every parameter")
            return found
        if expression.is_fluent_exp() and expression.type.is_user_type():
            args = [self.term(arg, scope, lifted) for arg in expression.args]
            variable = self.variable(expression.type)
            lifted.variables.append(variable)
            lifted.conditions.append(self.predicates[expression.fluent()](*args, variable))
            return variable
        if expression.type.is_bool_type():
            variable = self.variable(expression.type)
            lifted.variables.append(variable)
            truth, holds = equal(variable, self.values[True]), self.formula(expression, scope)
            lifted.conditions.append(any_of(truth & holds, ~truth & ~holds))
            return variable
        raise UnsupportedProblemError(f"'{expression}' is not supported where an object is expected")

    def formula(self, expression: Any, scope: Scope) -> Formula:
        args = expression.args
        if expression.is_bool_constant():
            return all_of() if expression.is_true() else any_of()
        if expression.is_and():
            return all_of(*(self.formula(arg, scope) for arg in args))
        if expression.is_or():
            return any_of(*(self.formula(arg, scope) for arg in args))
        if expression.is_not():
            return ~self.formula(args[0], scope)
        if expression.is_implies():
            return any_of(~self.formula(args[0], scope), self.formula(args[1], scope))
        if expression.is_iff():
            return self._same_truth(args, scope)
        if expression.is_exists() or expression.is_forall():
            return self._quantified(expression, scope)
        if expression.is_equals():
            return self._equality(args, scope)
        if expression.is_fluent_exp() and expression.fluent() in self.predicates:
            lifted = Lifted()
            terms = [self.term(arg, scope, lifted) for arg in args]
            return lifted.exists(self.predicates[expression.fluent()](*terms))
        if (expression.is_parameter_exp() or expression.is_variable_exp()) and expression.type.is_bool_type():
            return equal(self.term(expression, scope, Lifted()), self.values[True])
        raise UnsupportedProblemError(f"'{expression}' is not supported in a condition")

    def _same_truth(self, pair: Any, scope: Scope) -> Formula:
        left, right = (self.formula(each, scope) for each in pair)
        return any_of(left & right, ~left & ~right)

    def _quantified(self, expression: Any, scope: Scope) -> Formula:
        variables = [(variable, self.variable(variable.type)) for variable in expression.variables()]
        inner = self.formula(expression.args[0], {**scope, **dict(variables)})
        terms = [term for _, term in variables]
        guards = self.guards((term, variable.type) for variable, term in variables)
        if expression.is_exists():
            return exists(terms, all_of(*guards, inner))
        return forall(terms, any_of(*(~guard for guard in guards), inner))

    def _equality(self, pair: Any, scope: Scope) -> Formula:
        left, right = pair
        if left.type.is_bool_type():
            return self._same_truth(pair, scope)
        if not left.is_fluent_exp():
            left, right = right, left
        lifted = Lifted()
        if left.is_fluent_exp() and left.type.is_user_type():  # its atom says it without a variable for its value
            args = [self.term(arg, scope, lifted) for arg in left.args]
            return lifted.exists(self.predicates[left.fluent()](*args, self.term(right, scope, lifted)))
        return lifted.exists(equal(self.term(left, scope, lifted), self.term(right, scope, lifted)))


def _number(value: int) -> tuple[str, int]:
    """Numbers as keys, apart from True and False."""
    return ("int", value)


def key_of(constant: FNode) -> Any:
    """Of the values: an object, a truth value, or a number."""
    value = constant.constant_value()
    return _number(value) if constant.is_int_constant() else value


def _bounds(kind: Any) -> tuple[int, int]:
    if kind.lower_bound is None or kind.upper_bound is None:
        raise UnsupportedProblemError("integer parameters without bounds are not supported")
    return int(kind.lower_bound), int(kind.upper_bound)
