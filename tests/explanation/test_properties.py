"""What must hold of every explanation, on random tasks with all of PDDL and on small plans."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from explanation.plans import (
    best_plan,
    dense_plan,
    linearisation,
    random_plan,
    reordered,
    small_plans,
    small_task,
)

from isonova import plan as find_plan
from isonova._core import Source, SyntaxTree, parse
from isonova.examples import NAMES, files
from isonova.explanation import Explanation, Fact, explain
from isonova.explanation.explanation import _apply
from isonova.explanation.reading import Reader
from isonova.validator import Plan, Simulator, parse_plan, validate
from isonova.validator.machine import Machine


def check_orders(tree: SyntaxTree, plan: Plan, explained: Explanation, generator: random.Random, count: int) -> int:
    """Linearisations apply, cost the same and keep the goals that held. Returns how many differ from the plan."""
    moved = 0
    for _ in range(count):
        order = linearisation(explained, generator)
        moved += order != sorted(order)
        other = explain(tree, reordered(plan, order))
        assert other.validation.failed_step is None, (order, other.validation.explain())
        assert other.cost == explained.cost
        assert all(now.holds for now, before in zip(other.goals, explained.goals, strict=True) if before.holds)
        if explained.validation.valid:
            assert validate(tree, reordered(plan, order)).valid
    return moved


@pytest.mark.slow
@pytest.mark.parametrize("most_bindings", [10_000, 1])
def test_linearisations_of_random_plans(most_bindings: int) -> None:
    moved = 0
    for seed in range(100):
        tree, plan, generator = random_plan(seed)
        explained = explain(tree, plan, most_bindings)
        moved += check_orders(tree, plan, explained, generator, 3)
    assert moved > 50


@pytest.mark.slow
def test_a_plan_without_the_steps_that_are_not_needed() -> None:
    shorter = 0
    for seed in range(1000, 1120):
        tree, plan, _ = random_plan(seed)
        explained = explain(tree, plan)
        if explained.validation.valid:
            kept = [step.number for step in explained.steps if step.number not in explained.not_needed]
            verdict = validate(tree, reordered(plan, kept))
            assert (verdict.valid, verdict.cost) == (True, explained.needed_cost)
            shorter += len(kept) < len(plan.steps)
        else:
            assert explained.not_needed == ()
    assert shorter > 20


@pytest.mark.parametrize("name", small_plans())
def test_small_plans(name: str) -> None:
    tree, plan = small_task(name), best_plan(name)
    explained = explain(tree, plan)
    assert explained.validation.valid
    assert explained.not_needed == ()  # they are cheapest and, among those, shortest
    assert check_orders(tree, plan, explained, random.Random(name), 5) >= 0


@pytest.mark.parametrize("name", NAMES)
def test_plans_of_the_examples(name: str) -> None:
    tree = parse(*(Source.from_file(file) for file in files(name)))
    steps = find_plan(*files(name)).plan
    assert steps is not None
    plan = parse_plan("\n".join(steps))
    check_orders(tree, plan, explain(tree, plan), random.Random(name), 10)


@pytest.mark.slow
def test_all_linearisations_of_short_plans() -> None:
    several = 0
    for seed in range(2000, 2060):
        tree, plan = dense_plan(random.Random(seed), 5)
        explained = explain(tree, plan)
        for order in permutations(range(1, len(plan.steps) + 1)):
            place = {number: at for at, number in enumerate(order)}
            if all(place[before] < place[step.number] for step in explained.steps for before in step.after):
                several += order != tuple(sorted(order))
                assert validate(tree, reordered(plan, order)).valid
    assert several > 100


@pytest.mark.slow
def test_producers_by_their_definition() -> None:
    """The producer of a fact is the last step before its consumer in which the atom changed."""
    checked = 0
    for seed in range(3000, 3100):
        tree, plan, _ = random_plan(seed)
        explained = explain(tree, plan)
        simulator = Simulator(tree)
        states = [simulator.initial()]
        for step in plan.steps:
            after = simulator.successor(states[-1], step.action, step.args)
            assert after is not None
            states.append(after)
        for link in explained.links:
            values = [link.fact.atom in state for state in states[: link.consumer]]
            assert values[-1] == link.fact.value
            assert link.producer == max((at for at in range(1, len(values)) if values[at] != values[at - 1]), default=0)
            checked += 1
    assert checked > 200


@pytest.mark.slow
def test_what_a_step_reads_suffices() -> None:
    """In every state that agrees on what was read, and on what the plan never changes, a step has the same effects."""
    checked = 0
    for seed in range(4000, 4100):
        tree, plan, generator = random_plan(seed)
        changing = sorted({fact.atom for step in explain(tree, plan).steps for fact in step.changes})
        machine = Machine(tree)
        reader = Reader(machine, changing)
        for step in plan.steps:
            action = machine.action(step.action)
            read = {fact.atom for fact in reader.step(action, step.args)}
            effects = outcome(machine, step.action, step.args)
            for _ in range(3):
                flipped = [atom for atom in changing if atom not in read and generator.random() < 0.5]
                flip(machine, flipped)
                assert machine.holds(action, step.args)
                assert outcome(machine, step.action, step.args) == effects
                checked += bool(flipped)
                flip(machine, flipped)
            _apply(machine, step)
    assert checked > 200


def outcome(machine: Machine, name: str, args: tuple[str, ...]) -> set[Fact]:
    machine.update_derived(machine.action(name).reads)
    added, deleted, _ = machine.action(name).effects(args)
    facts = {Fact((relation.predicate, *row), True) for relation, row in added}
    return facts | {Fact((relation.predicate, *row), False) for relation, row in deleted}


def flip(machine: Machine, atoms: list[tuple[str, ...]]) -> None:
    for atom in atoms:
        relation = machine.relation(atom[0])
        if not relation.discard(atom[1:]):
            relation.add(atom[1:])


@pytest.mark.slow
def test_orders_and_their_reasons() -> None:
    met = set()
    for seed in range(6000, 6100):
        tree, plan, _ = random_plan(seed)
        explained = explain(tree, plan)
        machine = Machine(tree)
        writes = [_apply(machine, step).writes for step in plan.steps]
        links = [(link.producer, link.fact, link.consumer) for link in explained.links]
        pairs = [(before, step.number) for step in explained.steps for before in step.after]
        assert [(order.before, order.after) for order in explained.orders] == pairs
        for order in explained.orders:
            met.add(order.reason)
            atom, value = order.fact
            if order.reason == "gives":
                assert (order.before, order.fact, order.after) in links
            elif order.reason == "undoes":
                assert any((fact, consumer) == (order.fact, order.before) for _, fact, consumer in links)
                assert writes[order.after - 1][atom] != value
            else:
                assert any((producer, fact) == (order.after, order.fact) for producer, fact, _ in links)
                assert writes[order.before - 1][atom] != value
    assert met == {"gives", "undoes", "makes again"}


@pytest.mark.slow
def test_layers_and_chain() -> None:
    for seed in range(5000, 5060):
        tree, plan, _ = random_plan(seed)
        explained = explain(tree, plan)
        numbers = [number for layer in explained.layers for number in layer]
        assert sorted(numbers) == [step.number for step in explained.steps]
        for step in explained.steps:
            layers = [explained.steps[before - 1].layer for before in step.after]
            assert step.layer == max(layers, default=0) + 1
            assert step.number in explained.layers[step.layer - 1]
        assert len(explained.chain) == explained.makespan
        for before, after in zip(explained.chain, explained.chain[1:], strict=False):
            assert before in explained.steps[after - 1].after
