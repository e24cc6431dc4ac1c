"""The runs an experiment consists of: every configuration on every task, in a seeded random order.

The order makes the estimate of the time left a fair one, and gives an early look at all domains and configurations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from isonova.experiments.configuration import Configuration, Limits
from isonova.experiments.definition import Experiment, TaskSet, among
from isonova.experiments.errors import ExperimentError
from isonova.experiments.grouping import paper_domains
from isonova.experiments.suggest import known
from isonova.experiments.tasks import Task, example_tasks, find_tasks

ORDER_SEED = 1
MOST_NAMED = 10  # files left out
Key = tuple[str, str, float, float, float]
"""What a run is known by: configuration hash, task hash, time, CPU and memory limit."""


@dataclass(frozen=True, slots=True)
class Cell:
    configuration: Configuration
    task: Task
    limits: Limits

    @property
    def key(self) -> Key:
        limits = self.limits
        return (self.configuration.hash, self.task.hash, limits.time, limits.cpu, limits.memory)

    @property
    def cpu_limit(self) -> float:
        """A planner with threads has the CPU time of as many cores."""
        return self.limits.cpu * self.configuration.threads


@dataclass(frozen=True, slots=True)
class Matrix:
    configurations: tuple[Configuration, ...]
    """With the options of a task set; several may have the same name."""
    tasks: tuple[Task, ...]
    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = field(default=())
    """What a reader should know about the tasks found."""


def build(experiment: Experiment, roots: Sequence[Path] = ()) -> Matrix:
    if experiment.needs_benchmarks and not roots:
        raise ExperimentError(
            f"the experiment {experiment.name} needs benchmarks: give --benchmarks DIR or set DOWNWARD_BENCHMARKS"
        )
    notes: list[str] = []
    chosen = _choose(experiment, roots, notes)
    if not chosen:
        raise ExperimentError(_nothing_found(experiment, roots))
    everything = [task for task, _ in chosen]
    notes += _unmatched(experiment.domains, everything)
    if experiment.sample is not None:
        sets = {task.hash: tasks for task, tasks in chosen}
        drawn = experiment.sample.draw(everything)
        chosen = [(task, sets[task.hash]) for task in drawn]
    chosen = [(task, tasks) for task, tasks in chosen if among(task, experiment.domains)]
    if not chosen:
        raise ExperimentError(_none_left(experiment, everything))
    resolved = {
        (configuration.name, id(tasks)): configuration.with_options(tasks.options)
        for configuration in experiment.configurations
        for tasks in experiment.tasks
    }
    cells = [
        Cell(resolved[configuration.name, id(tasks)], task, experiment.limits)
        for task, tasks in chosen
        for configuration in experiment.configurations
    ]
    Random(ORDER_SEED).shuffle(cells)
    used = {cell.configuration.hash: cell.configuration for cell in cells}
    names = [configuration.name for configuration in experiment.configurations]
    configurations = sorted(used.values(), key=lambda configuration: names.index(configuration.name))
    return Matrix(tuple(configurations), tuple(task for task, _ in chosen), tuple(cells), tuple(dict.fromkeys(notes)))


def _choose(experiment: Experiment, roots: Sequence[Path], notes: list[str]) -> list[tuple[Task, TaskSet]]:
    """The tasks, each with the first set that takes it."""
    found: dict[str, list[Task]] = {}
    chosen: dict[str, tuple[Task, TaskSet]] = {}
    orphans: dict[Path, None] = {}
    for tasks in experiment.tasks:
        kind = tasks.source if tasks.source == "examples" else tasks.select
        if kind not in found:
            if kind == "examples":
                found[kind] = example_tasks()
            else:
                search = find_tasks(roots, kind)
                found[kind] = search.tasks
                orphans |= dict.fromkeys(search.orphans)
        taken = [task for task in found[kind] if tasks.takes(task)]
        if not taken and tasks.suites:
            notes.append(f"no tasks of {', '.join(tasks.suites)} found")
        notes += _unmatched(tasks.domains, found[kind])
        for task in taken:
            chosen.setdefault(task.hash, (task, tasks))
        if tasks.source == "benchmarks" and tasks.select == "paper" and not tasks.domains and not experiment.domains:
            notes += _differences(taken)
    if orphans:
        names = [str(path) for path in list(orphans)[:MOST_NAMED]]
        names += [f"and {len(orphans) - MOST_NAMED} more"] if len(orphans) > MOST_NAMED else []
        notes.append(f"{_files(len(orphans))} without a domain file left out: {', '.join(names)}")
    return list(chosen.values())


def _unmatched(domains: Sequence[str], found: Sequence[Task]) -> list[str]:
    """Patterns for domains that match nothing there is."""
    there = sorted({task.domain for task in found})
    return [
        f"no domain is called '{pattern}'; {known(pattern, there)}"
        for pattern in domains
        if there and not any(among(task, [pattern]) for task in found)
    ]


def _files(count: int) -> str:
    return "1 problem file" if count == 1 else f"{count} problem files"


def _differences(tasks: Sequence[Task]) -> list[str]:
    counts = Counter((task.suite, task.domain) for task in tasks)
    suites = {suite for suite, _ in counts}
    return [
        f"{domain.suite} {domain.domain}: {counts[domain.suite, domain.domain]} tasks, the paper has {domain.tasks}"
        for domain in paper_domains()
        if domain.suite in suites and counts[domain.suite, domain.domain] != domain.tasks
    ]


def _nothing_found(experiment: Experiment, roots: Sequence[Path]) -> str:
    where = ", ".join(map(str, roots))
    message = f"no tasks for the experiment {experiment.name} in {where}: expected a folder per domain with .pddl files"
    if all(tasks.select == "paper" for tasks in experiment.tasks):
        message += ", named as in the public collections (--select all takes folders of any name)"
    return message


def _none_left(experiment: Experiment, found: Sequence[Task]) -> str:
    unmatched = _unmatched(experiment.domains, found)
    why = unmatched[0] if unmatched else "its sample has none of these domains (--per-domain N draws from every domain)"
    return f"no tasks for the experiment {experiment.name}: {why}"
