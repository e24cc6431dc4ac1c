"""gc and add against their definitions, worked out over every instance of every schema, on states of random walks."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from task.generate import tasks
from task.reference import Interpreter, bindings, ground

import isonova
from isonova import Heuristic, State, StateSpace, Task
from isonova.api.description import Condition
from isonova.api.names import CostTypeName
from isonova.api.task import Atom

TASKS = Path(__file__).parent.parent / "tasks"
NAMES = sorted(json.loads((TASKS / "index.json").read_text()))

Node = tuple[Atom, bool]  # an atom, or with False its negation
Operator = tuple[frozenset[Node], frozenset[Node], float]  # body, heads, cost


class Relaxation:
    """The delete relaxation, literally. A negated fluent is a node; a negated derived atom is taken as true."""

    def __init__(self, task: Task, cost_type: CostTypeName) -> None:
        self.task = task
        self.interpreter = Interpreter(task)
        self.kinds = self.interpreter.kinds
        costs = [cost for _, _, cost in self.interpreter.instances]
        unit = all(cost == 1 for cost in costs)

        def adjusted(cost: float) -> float:
            return {"normal": cost, "one": 1, "plusone": cost if unit else cost + 1}[cost_type]

        self.operators = [(body, heads, adjusted(cost)) for body, heads, cost in self.actions()]
        self.operators += self.axioms()

    def body(self, condition: Condition, binding: dict[str, str]) -> frozenset[Node] | None:
        """None where the condition can never hold: by its constraints, its static literals, or p and not p."""
        if not self.interpreter.possible(condition, binding):
            return None
        nodes: set[Node] = set()
        for literal in condition.literals:
            kind = self.kinds[literal.predicate]
            if kind == "fluent" or (kind == "derived" and not literal.negated):
                nodes.add((ground(literal, binding), not literal.negated))
        return None if any((atom, not sign) in nodes for atom, sign in nodes) else frozenset(nodes)

    def actions(self) -> Iterator[Operator]:
        for schema, binding, cost in self.interpreter.instances:
            precondition = self.body(schema.precondition, binding)
            if precondition is None:
                continue
            groups: dict[frozenset[Node], set[Node]] = {precondition: set()}  # effects by all they need
            for effect in schema.effects:
                for more in bindings(effect.parameters):
                    full = {**binding, **more}
                    condition = self.body(effect.condition, full)
                    if condition is None or any((atom, not sign) in precondition for atom, sign in condition):
                        continue
                    head = (ground(effect.literal, full), not effect.literal.negated)
                    groups.setdefault(precondition | condition, set()).add(head)
            sure = groups[precondition]
            for body, heads in groups.items():
                # Add wins over delete.
                kept = {(a, sign) for a, sign in heads if sign or ((a, True) not in heads and (a, True) not in sure)}
                yield body, frozenset(kept), cost

    def axioms(self) -> Iterator[Operator]:
        for rules in self.interpreter.rules.values():
            for head, condition, binding in rules:
                body = self.body(condition, binding)
                if body is not None:
                    yield body, frozenset({(head, True)}), 0

    def goal(self) -> set[Node]:
        return {((goal.predicate, *goal.args), not goal.negated) for goal in self.task.goal}

    def gc(self, state: State) -> float:
        true = self.true(state)
        return sum((atom in true) != sign for atom, sign in self.goal())

    def true(self, state: State) -> set[Atom]:
        fluents = frozenset(atom for atom in state.atoms if self.kinds[atom[0]] == "fluent")
        return self.interpreter.closure(fluents)

    def add(self, state: State) -> float:
        if self.task.goal_is_impossible:
            return math.inf
        true = self.true(state)
        values: dict[Node, float] = dict.fromkeys(((atom, True) for atom in true), 0)

        def value(node: Node) -> float:
            atom, sign = node
            if not sign and (atom not in true or self.kinds[atom[0]] == "derived"):
                return 0
            return values.get(node, math.inf)

        changed = True
        while changed:
            changed = False
            for body, heads, cost in self.operators:
                total = cost + sum(map(value, body))
                for head in heads:
                    if total < value(head):
                        values[head] = total
                        changed = True
        return sum(map(value, self.goal()))


def walk(space: StateSpace, steps: int, seed: str) -> list[State]:
    """Distinct states of a random walk that starts again where it is stuck."""
    generator = random.Random(seed)
    state = space.initial()
    found = {state: None}
    for _ in range(steps):
        successors = space.successors(state)
        state = generator.choice(successors)[1] if successors else space.initial()
        found[state] = None
    return list(found)


def check(task: Task, cost_type: CostTypeName, steps: int, seed: str) -> None:
    space = StateSpace(task)
    relaxation = Relaxation(task, cost_type)
    gc, add, ff, blind = (Heuristic(space, h, cost_type=cost_type) for h in ("gc", "add", "ff", "blind"))
    for state in walk(space, steps, seed):
        if space.goal_is_unreachable:
            assert gc(state) == add(state) == ff(state) == blind(state) == math.inf
            continue
        assert blind(state) == 0
        assert gc(state) == relaxation.gc(state)
        expected = relaxation.add(state)
        assert add(state) == expected, state
        assert ff(state) <= expected
        assert math.isinf(ff(state)) == math.isinf(expected)


@pytest.mark.parametrize("cost_type", ["normal", "one", "plusone"])
@pytest.mark.parametrize("name", NAMES)
def test_values_are_those_of_the_definition(name: str, cost_type: CostTypeName) -> None:
    task = isonova.load(TASKS / name / "domain.pddl", TASKS / name / "problem.pddl")
    check(task, cost_type, 40, f"{name} {cost_type}")


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks(), st.sampled_from(["normal", "one", "plusone"]))
def test_values_on_generated_tasks(texts: tuple[str, str], cost_type: CostTypeName) -> None:
    check(isonova.load(*texts), cost_type, 6, cost_type)
