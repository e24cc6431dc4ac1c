"""Verdicts on best plans and their mutants against unified-planning's validator, where it is installed. It cannot read
derived predicates, `either` or actions without `:parameters`, and loses the cost of an action with two increases."""

import random
from pathlib import Path
from typing import Any

import pytest

from isonova._core import Source, parse
from isonova.validator import Step, read_plan, validate

pytestmark = pytest.mark.filterwarnings("ignore")

TASKS = Path(__file__).parents[1] / "tasks"
READABLE = [
    "conditional-effects",
    "constants",
    "costs-constant",
    "costs-no-metric",
    "delete-and-add",
    "disjunction",
    "equality",
    "exists",
    "forall-precondition",
    "imply",
    "negative-goals",
    "negative-preconditions",
    "nested-quantifiers",
    "quantified-goals",
    "static-inequality",
    "strips",
]


class UnifiedPlanning:
    def __init__(self, folder: Path) -> None:
        shortcuts: Any = pytest.importorskip("unified_planning.shortcuts")
        self.io: Any = pytest.importorskip("unified_planning.io")
        self.engines: Any = pytest.importorskip("unified_planning.engines")
        self.plans: Any = pytest.importorskip("unified_planning.plans")
        self.type_error: Any = pytest.importorskip("unified_planning.exceptions").UPTypeError
        shortcuts.get_environment().credits_stream = None
        self.problem = self.io.PDDLReader().parse_problem(str(folder / "domain.pddl"), str(folder / "problem.pddl"))

    def judge(self, steps: list[Step]) -> bool:
        objects = self.problem.object
        try:
            instances = [
                self.plans.ActionInstance(self.problem.action(step.action), [objects(arg) for arg in step.args])
                for step in steps
            ]
        except (AssertionError, self.type_error):  # an argument of the wrong type
            return False
        validator = self.engines.SequentialPlanValidator()
        validator.skip_checks = True
        result = validator.validate(self.problem, self.plans.SequentialPlan(instances))
        return bool(result.status == self.engines.ValidationResultStatus.VALID)


@pytest.mark.parametrize("name", READABLE)
def test_same_verdicts(name: str) -> None:
    tree = parse(Source.from_file(TASKS / name / "domain.pddl"), Source.from_file(TASKS / name / "problem.pddl"))
    other = UnifiedPlanning(TASKS / name)
    objects = sorted(entry.name for entry in [*tree.domain.constants, *tree.problem.objects])
    steps = list(read_plan(TASKS / name / "best.plan").steps)
    generator = random.Random(name)
    plans = [steps]
    for i in generator.sample(range(len(steps)), min(2, len(steps))):
        plans += [steps[:i] + steps[i + 1 :], steps[: i + 1] + steps[i:]]
        if steps[i].args:
            args = list(steps[i].args)
            args[generator.randrange(len(args))] = generator.choice(objects)
            plans.append([*steps[:i], Step(steps[i].action, tuple(args)), *steps[i + 1 :]])
    verdicts = [(validate(tree, plan).valid, other.judge(plan)) for plan in plans]
    assert [ours for ours, _ in verdicts] == [theirs for _, theirs in verdicts]
    assert {ours for ours, _ in verdicts} == {True, False}
