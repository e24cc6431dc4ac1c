"""What a plan's steps are for: causal links, the goals that each step serves, a partial order, and costs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from isonova.explanation.order import Order, PartialOrder, partial_order, producers, reasons
from isonova.explanation.reading import MOST_BINDINGS, Atom, Fact, Reader, Role
from isonova.validator.blame import render
from isonova.validator.costs import Cost, Exact, as_cost
from isonova.validator.formula import Formula
from isonova.validator.machine import Machine
from isonova.validator.plan_file import Plan, Step
from isonova.validator.validation import Validation, validate

if TYPE_CHECKING:
    from isonova._core import ConditionSyntax, SyntaxTree

MOST_INSTANCES = 100
"""Of a goal `(forall (?x) ...)`, which are then goals of their own."""


@dataclass(frozen=True, slots=True)
class Link:
    """A step needs a fact, and another step made it so."""

    producer: int
    """A step; 0 is the initial state."""
    fact: Fact
    consumer: int
    """A step; one more than the number of steps stands for the goal."""
    role: Role
    goal: int | None = None
    """Which goal, if the consumer is the goal."""


@dataclass(frozen=True, slots=True)
class ExplainedStep:
    number: int
    """From 1."""
    action: str
    args: tuple[str, ...]
    cost: Cost
    changes: tuple[Fact, ...]
    """What became true or false in this step."""
    goals: tuple[int, ...]
    """The goals that it serves, directly or through later steps."""
    after: tuple[int, ...]
    """The steps directly before it in the partial order."""
    layer: int
    """Of the partial order, from 1."""

    def __str__(self) -> str:
        return f"({' '.join((self.action, *self.args))})"


@dataclass(frozen=True, slots=True)
class Goal:
    number: int
    """From 1."""
    condition: str
    """A part of the goal, as PDDL."""
    holds: bool
    """At the end of the steps that are explained."""


@dataclass(frozen=True, slots=True)
class Share:
    """What the steps of one action, or those that name one object, cost together."""

    name: str
    steps: int
    cost: Cost


@dataclass(frozen=True, slots=True)
class Explanation:
    """What :func:`isonova.explain` found. Of an invalid plan, the steps before the failure are explained."""

    domain: str
    problem: str
    validation: Validation
    """The verdict on the plan."""
    cost: Cost
    """Of the explained steps."""
    steps: tuple[ExplainedStep, ...]
    goals: tuple[Goal, ...]
    links: tuple[Link, ...]
    """By consumer. Facts that no step changes have none."""
    orders: tuple[Order, ...]
    """The partial order: which step has to come directly before which, and why."""
    layers: tuple[tuple[int, ...], ...]
    """Steps of one layer can be done in any order, or at once."""
    chain: tuple[int, ...]
    """A longest chain of steps that have to follow one another."""
    not_needed: tuple[int, ...]
    """Steps that serve no goal; empty for an invalid plan. The plan is valid without them."""
    needed_cost: Cost
    """Of the plan without the steps that are not needed."""
    costs_by_action: tuple[Share, ...]
    costs_by_object: tuple[Share, ...]
    """A step counts for each object that it names."""

    @property
    def makespan(self) -> int:
        """The number of layers: how long it takes if every step takes one unit of time."""
        return len(self.layers)

    def needs(self, number: int) -> tuple[Link, ...]:
        """The links into a step, or into the goal (one more than the number of steps)."""
        return tuple(link for link in self.links if link.consumer == number)

    def gives(self, number: int) -> tuple[Link, ...]:
        """The links out of a step, or out of the initial state (0)."""
        return tuple(link for link in self.links if link.producer == number)

    def text(self) -> str:
        """For the terminal: lines of at most 80 characters, unless a name is longer."""
        from isonova.explanation.text import text

        return text(self)

    def html(self) -> str:
        """A page that needs nothing else, with a drawing of the partial order."""
        from isonova.explanation.page import page

        return page(self)

    def to_dict(self) -> dict[str, Any]:
        """As plain data; the keys are those of ``isonova explain --json``."""
        found = asdict(self)
        for step, explained in zip(found["steps"], self.steps, strict=True):
            step["changes"] = list(map(str, explained.changes))
        for link, explained_link in zip(found["links"], self.links, strict=True):
            link["fact"] = str(explained_link.fact)
        for order, explained_order in zip(found["orders"], self.orders, strict=True):
            order["fact"] = str(explained_order.fact)
        return found | {"makespan": self.makespan}

    def to_json(self) -> str:
        return json.dumps(self.to_dict())


@dataclass(frozen=True, slots=True)
class _Applied:
    """What a step wrote, whether or not it was so before, and what it changed."""

    writes: dict[Atom, bool]
    changes: tuple[Fact, ...]
    cost: Exact


def explain(tree: SyntaxTree, plan: Plan, most_bindings: int = MOST_BINDINGS) -> Explanation:
    """Explains the steps that apply. Raises what `validate` raises."""
    verdict = validate(tree, plan)
    steps = plan.steps if verdict.failed_step is None else plan.steps[: verdict.failed_step - 1]
    machine = Machine(tree)
    applied = [_apply(machine, step) for step in steps]
    machine = Machine(tree)
    reader = Reader(machine, {fact.atom for each in applied for fact in each.changes}, most_bindings)
    reads: list[dict[Fact, Role]] = []
    for step in steps:
        reads.append(reader.step(machine.action(step.action), step.args))
        _apply(machine, step)
    goals, goal_reads = _goals(machine, reader, tree)
    made_by = producers([*reads, set().union(*goal_reads)], [each.changes for each in applied])
    writes = [each.writes for each in applied]
    order = partial_order(made_by, writes)
    links = tuple(_links(reads, made_by, goal_reads))
    served = _served(len(steps), links)
    explained = _steps(steps, applied, served, order)
    not_needed = tuple(step.number for step in explained if not step.goals) if verdict.valid else ()
    costs = [each.cost for each in applied]
    needed = sum(cost for number, cost in enumerate(costs, start=1) if number not in not_needed)
    return Explanation(
        domain=tree.domain.name,
        problem=tree.problem.name,
        validation=verdict,
        cost=as_cost(sum(costs)),
        steps=explained,
        goals=goals,
        links=links,
        orders=tuple(reasons(order, made_by, writes)),
        layers=order.layers,
        chain=order.chain,
        not_needed=not_needed,
        needed_cost=as_cost(needed),
        costs_by_action=_shares(steps, costs, lambda step: [step.action]),
        costs_by_object=_shares(steps, costs, lambda step: step.args),
    )


def _apply(machine: Machine, step: Step) -> _Applied:
    action = machine.action(step.action)
    machine.update_derived(action.reads)
    added, deleted, _ = action.effects(step.args)
    writes = {(relation.predicate, *row): False for relation, row in deleted}
    writes |= {(relation.predicate, *row): True for relation, row in added}
    changes = sorted(
        (Fact(atom, value) for atom, value in writes.items() if (atom[1:] in machine.relation(atom[0]).rows) != value),
        key=lambda fact: (not fact.value, fact.atom),
    )
    return _Applied(writes, tuple(changes), machine.apply(action, step.args))


def _goals(machine: Machine, reader: Reader, tree: SyntaxTree) -> tuple[tuple[Goal, ...], list[list[Fact]]]:
    """The parts of the goal, each with the facts that it reads if it holds."""
    goals: list[Goal] = []
    reads: list[list[Fact]] = []
    for text, formula in _parts(machine, tree.problem.goal, {}):
        machine.update_derived(machine.derived.names)
        holds = machine.interpreter.holds(formula, {})
        goals.append(Goal(len(goals) + 1, text, holds))
        reads.append(reader.condition(formula) if holds else [])
    return tuple(goals), reads


def _parts(machine: Machine, condition: ConditionSyntax, scope: Mapping[str, str]) -> Iterator[tuple[str, Formula]]:
    if condition.kind == "and":
        for child in condition.children:
            yield from _parts(machine, child, scope)
        return
    if condition.kind == "forall" and len(condition.parameters) == 1:
        objects = sorted(machine.universe.of(condition.parameters[0].types))
        if len(objects) <= MOST_INSTANCES:
            for name in objects:
                inner = {**scope, condition.parameters[0].name: name}
                yield from _parts(machine, condition.children[0], inner)
            return
    yield render(condition, scope), machine.builder.build(condition, scope)


def _links(
    reads: list[dict[Fact, Role]], made_by: list[dict[Fact, int]], goal_reads: list[list[Fact]]
) -> Iterator[Link]:
    for consumer, (roles, makers) in enumerate(zip(reads, made_by, strict=False), start=1):
        for fact, role in roles.items():
            yield Link(makers[fact], fact, consumer, role)
    for goal, facts in enumerate(goal_reads, start=1):
        for fact in facts:
            yield Link(made_by[-1][fact], fact, len(made_by), "goal", goal)


def _served(count: int, links: Iterable[Link]) -> list[set[int]]:
    """For each step the goals that it serves."""
    found: list[set[int]] = [set() for _ in range(count + 2)]
    for link in sorted(links, key=lambda link: -link.consumer):  # a consumer's own links out come first
        found[link.producer] |= found[link.consumer] if link.goal is None else {link.goal}
    return found


def _steps(
    steps: tuple[Step, ...], applied: list[_Applied], served: list[set[int]], order: PartialOrder
) -> tuple[ExplainedStep, ...]:
    layer = {number: at for at, layer in enumerate(order.layers, start=1) for number in layer}
    return tuple(
        ExplainedStep(
            number=number,
            action=step.action,
            args=step.args,
            cost=as_cost(done.cost),
            changes=done.changes,
            goals=tuple(sorted(served[number])),
            after=order.before[number - 1],
            layer=layer[number],
        )
        for number, (step, done) in enumerate(zip(steps, applied, strict=True), start=1)
    )


def _shares(steps: tuple[Step, ...], costs: list[Exact], names: Callable[[Step], Iterable[str]]) -> tuple[Share, ...]:
    """Dearest first."""
    sums: dict[str, list[Exact]] = {}
    for step, cost in zip(steps, costs, strict=True):
        for name in dict.fromkeys(names(step)):
            sums.setdefault(name, []).append(cost)
    ordered = sorted(sums.items(), key=lambda item: (-sum(item[1]), -len(item[1]), item[0]))
    return tuple(Share(name, len(found), as_cost(sum(found))) for name, found in ordered)
