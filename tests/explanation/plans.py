"""Plans to explain: random walks in random tasks, and orders of their steps."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from task.generate import write_task

from isonova._core import Source, SyntaxTree, parse
from isonova.explanation import Explanation
from isonova.validator import Plan, Simulator, Step, read_plan

TASKS = Path(__file__).parents[1] / "tasks"


def small_task(name: str) -> SyntaxTree:
    return parse(Source.from_file(TASKS / name / "domain.pddl"), Source.from_file(TASKS / name / "problem.pddl"))


def small_plans() -> list[str]:
    return sorted(file.parent.name for file in TASKS.glob("*/best.plan"))


def best_plan(name: str) -> Plan:
    return read_plan(TASKS / name / "best.plan")


def random_walk(tree: SyntaxTree, generator: random.Random, most: int) -> Plan:
    simulator = Simulator(tree)
    state = simulator.initial()
    steps = []
    for _ in range(generator.randrange(most + 1)):
        actions = list(simulator.applicable(state))
        if not actions:
            break
        action = generator.choice(actions)
        steps.append(Step(*action))
        after = simulator.successor(state, *action)
        assert after is not None
        state = after
    return Plan(tuple(steps))


def random_task(generator: random.Random) -> SyntaxTree:
    domain, problem = write_task(generator.randrange)
    return parse(Source.from_text(domain), Source.from_text(problem))


LITERALS = ("(p ?x)", "(p ?y)", "(q ?x)", "(q ?y)", "(r ?x ?y)", "(r ?y ?x)", "(way ?x ?y)", "(calm ?x)", "(lone ?y)")
CHANGES = ("(p ?x)", "(p ?y)", "(q ?x)", "(q ?y)", "(r ?x ?y)", "(r ?y ?y)")


def dense_plan(generator: random.Random, most: int = 10) -> tuple[SyntaxTree, Plan]:
    """A valid plan over few atoms, so that steps have much to do with one another: negative preconditions, conditional
    and quantified effects, recursive derived predicates."""

    def some(options: Sequence[str], most: int) -> list[str]:
        chosen = generator.sample(options, generator.randint(1, most))
        return [text if generator.random() < 0.6 else f"(not {text})" for text in chosen]

    actions = ""
    for number in range(4):
        effects = some(CHANGES, 3)
        if generator.random() < 0.6:
            effects.append(f"(when (and {' '.join(some(LITERALS, 2))}) {some(CHANGES, 1)[0]})")
        if generator.random() < 0.3:
            inner = f"(when (and (r ?x ?z) {some(['(p ?z)', '(lone ?z)'], 1)[0]}) {some(['(q ?z)', '(p ?z)'], 1)[0]})"
            effects.append(f"(forall (?z) {inner})")
        conditions = some(LITERALS, 2)
        if generator.random() < 0.3:
            parts = " ".join(some(["(p ?z)", "(r ?z ?x)", "(way ?x ?z)"], 2))
            conditions.append(f"({generator.choice(['exists', 'forall'])} (?z) (or {parts}))")
        parameters = f":parameters (?x ?y) :precondition (and {' '.join(conditions)})"
        actions += f"(:action a{number} {parameters} :effect (and {' '.join(effects)}))\n"
    domain = f"""(define (domain dense)
      (:predicates (p ?x) (q ?x) (r ?x ?y) (way ?x ?y) (calm ?x) (lone ?x))
      (:derived (way ?x ?y) (r ?x ?y))
      (:derived (way ?x ?y) (exists (?z) (and (way ?x ?z) (r ?z ?y))))
      (:derived (calm ?x) (forall (?z) (imply (r ?x ?z) (not (p ?z)))))
      (:derived (lone ?x) (not (exists (?z) (way ?x ?z))))
      {actions})"""
    objects = ("a", "b", "c")
    atoms = [(name, one) for name in "pq" for one in objects] + [("r", one, two) for one in objects for two in objects]
    init = " ".join(f"({' '.join(atom)})" for atom in atoms if generator.random() < 0.4)

    def tree(goal: str) -> SyntaxTree:
        problem = f"(define (problem p) (:domain dense) (:objects a b c) (:init {init}) (:goal (and {goal})))"
        return parse(Source.from_text(domain), Source.from_text(problem))

    start = tree("")
    plan = random_walk(start, generator, most)
    simulator = Simulator(start)
    state = simulator.initial()
    for step in plan.steps:
        after = simulator.successor(state, step.action, step.args)
        assert after is not None
        state = after
    full = state | simulator.derived(state)
    asked = generator.sample([*atoms, ("way", "a", "b"), ("lone", "a"), ("calm", "b")], 3)
    goals = [f"({' '.join(atom)})" if atom in full else f"(not ({' '.join(atom)}))" for atom in asked]
    return tree(" ".join(goals)), plan


def random_plan(seed: int) -> tuple[SyntaxTree, Plan, random.Random]:
    """Half of them dense, half with all of PDDL; the latter seldom reach their goal."""
    generator = random.Random(seed)
    if seed % 2:
        return *dense_plan(generator), generator
    tree = random_task(generator)
    return tree, random_walk(tree, generator, 10), generator


def linearisation(explained: Explanation, generator: random.Random) -> list[int]:
    waits = {step.number: set(step.after) for step in explained.steps}
    order = []
    while waits:
        chosen = generator.choice([number for number, others in waits.items() if not others])
        order.append(chosen)
        del waits[chosen]
        for others in waits.values():
            others.discard(chosen)
    return order


def reordered(plan: Plan, order: Sequence[int]) -> Plan:
    return Plan(tuple(plan.steps[number - 1] for number in order))
