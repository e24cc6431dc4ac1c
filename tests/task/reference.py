"""The meaning of a normalised task, spelled out: every binding of every schema, no cleverness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from isonova.api.description import Condition, Literal, Parameter, Schema
from isonova.api.task import Atom, Task

State = frozenset[Atom]
Binding = Mapping[str, str]


def bindings(parameters: Sequence[Parameter]) -> Iterator[dict[str, str]]:
    names = [parameter.name for parameter in parameters]
    for values in product(*(parameter.objects for parameter in parameters)):
        yield dict(zip(names, values, strict=True))


def ground(literal: Literal, binding: Binding) -> Atom:
    return (literal.predicate, *(binding.get(arg, arg) for arg in literal.args))


def holds(condition: Condition, binding: Binding, true: set[Atom] | State) -> bool:
    return all((ground(part, binding) in true) != part.negated for part in condition.literals) and all(
        (binding.get(part.lhs, part.lhs) == binding.get(part.rhs, part.rhs)) == part.equal
        for part in condition.constraints
    )


class Interpreter:
    """States are the fluent atoms that are true; static atoms and derived ones come with `closure`."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.kinds = {predicate.name: predicate.kind for predicate in task.predicates}
        self.static = {atom for atom in task.init if self.kinds[atom[0]] == "static"}
        self.initial: State = frozenset(atom for atom in task.init if self.kinds[atom[0]] == "fluent")
        self.instances = [
            (schema, binding, cost)
            for schema in task.schemata
            for binding in bindings(schema.parameters)
            if self.possible(schema.precondition, binding) and (cost := self.cost(schema, binding)) is not None
        ]
        self.rules: dict[int, list[tuple[Atom, Condition, dict[str, str]]]] = {}
        for axiom in task.axioms:
            rules = self.rules.setdefault(axiom.stratum, [])
            rules += [
                (ground(axiom.head, binding), axiom.body, binding)
                for binding in bindings(axiom.parameters)
                if self.possible(axiom.body, binding)
            ]

    def possible(self, condition: Condition, binding: Binding) -> bool:
        """Whether the static literals hold; the others wait for a state."""
        literals = tuple(part for part in condition.literals if self.kinds[part.predicate] == "static")
        return holds(Condition(literals, condition.constraints), binding, self.static)

    def closure(self, state: State) -> set[Atom]:
        true = self.static | state
        for _, rules in sorted(self.rules.items()):
            size = -1
            while size != len(true):
                size = len(true)
                true |= {head for head, body, binding in rules if holds(body, binding, true)}
        return true

    def is_goal(self, state: State) -> bool:
        if self.task.goal_is_impossible:
            return False
        return holds(Condition(self.task.goal), {}, self.closure(state))

    def cost(self, schema: Schema, binding: Binding) -> float | None:
        total = schema.cost.constant
        for function, args in schema.cost.terms:
            value = self.task.function_values.get((function, *(binding.get(arg, arg) for arg in args)))
            if value is None:
                return None
            total += value
        return total

    def successors(self, state: State) -> Iterator[tuple[Atom, float, State]]:
        true = self.closure(state)
        for schema, binding, cost in self.instances:
            if not holds(schema.precondition, binding, true):
                continue
            adds: set[Atom] = set()
            deletes: set[Atom] = set()
            for effect in schema.effects:
                for more in bindings(effect.parameters):
                    full = {**binding, **more}
                    if holds(effect.condition, full, true):
                        (deletes if effect.literal.negated else adds).add(ground(effect.literal, full))
            action = (schema.action, *(binding.get(term, term) for term in schema.declared))
            yield action, cost, (state - deletes) | adds


def reachable(task: Task, limit: int) -> dict[State, set[tuple[Atom, float, State]]]:
    """Every reachable state with its labelled transitions."""
    interpreter = Interpreter(task)
    graph: dict[State, set[tuple[Atom, float, State]]] = {}
    queue = [interpreter.initial]
    while queue:
        state = queue.pop()
        if state in graph:
            continue
        assert len(graph) < limit, "too many states for a test"
        graph[state] = set(interpreter.successors(state))
        queue += [successor for _, _, successor in graph[state]]
    return graph
