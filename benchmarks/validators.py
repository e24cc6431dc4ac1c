"""Compares the plan validator with unified-planning's on valid and mutated plans.

For the smallest task of each domain below a folder, Fast Downward (from the package up-fast-downward) finds a plan. The
plan and seeded mutants of it (a step dropped, two swapped, one repeated, an argument changed) are judged by both, and
the verdicts are compared. Prints every disagreement.
"""

from __future__ import annotations

import random
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import peers
from benchmarks.measure import run
from benchmarks.part import Part
from benchmarks.peers import FastDownward
from benchmarks.suites import Pair, find_tasks, folders
from benchmarks.table import ROOT, Cell
from isonova._core import PDDLError, Source, SyntaxTree, parse
from isonova.validator import Step, read_plan, validate

Steps = tuple[Step, ...]
SEED = 1
MUTANTS = 5  # of each of the four kinds
SEARCH_SECONDS = 10
JUDGE_SECONDS = 60  # for all plans of a task


@dataclass
class Outcome:
    name: str
    length: int = 0
    verdicts: Counter[tuple[bool, bool]] = field(default_factory=Counter)  # ours, theirs
    disagreements: list[str] = field(default_factory=list)
    skipped: str = ""


def find_plan(task: Pair, folder: Path) -> Path | None:
    """A plan by Fast Downward, in `folder`; one that is there already is taken."""
    plan = folder / "sas_plan"
    if not plan.exists():
        folder.mkdir(parents=True, exist_ok=True)
        search = f"eager_greedy([ff()],max_time={SEARCH_SECONDS})"
        words = [
            sys.executable,
            FastDownward().driver,
            "--plan-file",
            plan,
            task.domain,
            task.problem,
            "--search",
            search,
        ]
        run(list(map(str, words)), 3 * SEARCH_SECONDS)
    return plan if plan.exists() else None


def mutants(steps: Steps, objects: list[str], count: int, generator: random.Random) -> Iterator[tuple[str, Steps]]:
    """`count` mutants of each kind, where the plan is long enough for it."""
    if not steps:
        return
    for _ in range(count):
        at = generator.randrange(len(steps))
        yield f"without step {at + 1}", steps[:at] + steps[at + 1 :]
        yield f"step {at + 1} repeated", (*steps[: at + 1], *steps[at:])
        if len(steps) > 1:
            at, other = sorted(generator.sample(range(len(steps)), 2))
            swapped = list(steps)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            yield f"steps {at + 1} and {other + 1} swapped", tuple(swapped)
        with_arguments = [i for i, step in enumerate(steps) if step.args]
        if with_arguments:
            at = generator.choice(with_arguments)
            args = list(steps[at].args)
            position = generator.randrange(len(args))
            args[position] = generator.choice(objects)
            changed = Step(steps[at].action, tuple(args))
            yield f"step {at + 1} as {changed}", (*steps[:at], changed, *steps[at + 1 :])


class UnifiedPlanning:
    """Their verdicts; a plan that cannot even be written down in their model counts as invalid."""

    def __init__(self, task: Pair) -> None:
        import unified_planning.environment
        from unified_planning.io import PDDLReader
        from unified_planning.shortcuts import get_environment

        # A fresh one per task: a call cut short by the time limit leaves half-made entries in its caches.
        unified_planning.environment.GLOBAL_ENVIRONMENT = None
        get_environment().credits_stream = None
        get_environment().error_used_name = False  # an action and a type may share a name
        self._problem: Any = PDDLReader().parse_problem(str(task.domain), str(task.problem))
        self._actions = {action.name.lower(): action for action in self._problem.actions}
        self._objects = {obj.name.lower(): obj for obj in self._problem.all_objects}

    def judge(self, steps: Steps) -> bool:
        from unified_planning.engines import SequentialPlanValidator, ValidationResultStatus
        from unified_planning.exceptions import UPTypeError
        from unified_planning.plans import ActionInstance, SequentialPlan

        try:
            instances = [
                ActionInstance(self._actions[step.action], [self._objects[arg] for arg in step.args]) for step in steps
            ]
        except (AssertionError, UPTypeError):  # a wrong type of argument
            return False
        validator = SequentialPlanValidator()
        validator.skip_checks = True  # it refuses action costs, which it can judge
        result = validator.validate(self._problem, SequentialPlan(instances))
        return bool(result.status == ValidationResultStatus.VALID)


def shortened(text: str, length: int = 160) -> str:
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[: length // 2]} ... {line[-length // 2 :]}"


def within(seconds: int, call: Callable[[], None]) -> bool:
    """Whether the call ended in time."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        call()
    except TimeoutError:
        return False
    finally:
        signal.alarm(0)
    return True


def compare(name: str, task: Pair, plans: Path) -> Outcome:
    outcome = Outcome(name)
    try:
        tree: SyntaxTree = parse(Source.from_file(task.domain), Source.from_file(task.problem))
    except PDDLError as error:
        outcome.skipped = f"our parser: {error}"
        return outcome
    found = find_plan(task, plans / name)
    if found is None:
        outcome.skipped = "no plan found"
        return outcome
    steps = read_plan(found).steps
    outcome.length = len(steps)
    generator = random.Random(f"{SEED} {name}")
    objects = sorted(entry.name for entry in [*tree.domain.constants, *tree.problem.objects])
    cases = [("the plan", steps), *mutants(steps, objects, MUTANTS, generator)]

    def judge_all() -> None:
        try:
            other = UnifiedPlanning(task)
            theirs = [other.judge(mutant) for _, mutant in cases]
        except TimeoutError:
            raise
        except Exception as error:  # whatever their reader or validator does not support
            outcome.skipped = f"theirs: {type(error).__name__}: {shortened(str(error))}"
            return
        for (label, mutant), their in zip(cases, theirs, strict=True):
            ours = validate(tree, mutant)
            outcome.verdicts[ours.valid, their] += 1
            if ours.valid != their:
                words = {True: "valid", False: "invalid"}
                outcome.disagreements.append(
                    f"{name}: {label}: ours {words[ours.valid]}, theirs {words[their]}\n{ours.explain()}"
                )

    if not within(JUDGE_SECONDS, judge_all):
        outcome.skipped = f"theirs: over {JUDGE_SECONDS} s"
    return outcome


def main(part: Part) -> None:
    peers.use()
    warnings.simplefilter("ignore")
    outcomes: list[Outcome] = []
    rows: list[list[Cell]] = []
    names = part.some([folder.name for folder in folders(part.suite("ipc"))], 10)
    for name in names:
        tasks = find_tasks(part.suite("ipc") / name)
        if not tasks:
            continue
        task = min(tasks, key=lambda pair: (pair.problem.stat().st_size, pair.problem))
        outcome = compare(name, task, ROOT / "build" / "bench" / "plans")
        outcomes.append(outcome)
        if outcome.skipped:
            print(f"not compared: {name}: {outcome.skipped}", flush=True)
        else:
            counts = [outcome.verdicts[key] for key in ((True, True), (False, False), (True, False), (False, True))]
            rows.append([f"{name}/{task.problem.stem}", outcome.length, *counts])
        for text in outcome.disagreements:
            print(f"\n{text}", flush=True)
    rows.append(["**sum**", *(sum(int(row[i] or 0) for row in rows) for i in range(1, 6))])
    head = ["task", "steps", "both valid", "both invalid", "only ours valid", "only theirs valid"]
    packages = ["unified-planning", "up-fast-downward"]
    part.table("validator", head, rows, measures=["src/isonova/validator"], packages=packages)
