"""An experiment as its TOML file describes it: configurations, sets of tasks, limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from math import isinf
from pathlib import Path
from typing import cast

from isonova.api.configurations import ALIASES
from isonova.api.keywords import OptionError
from isonova.api.quantities import megabytes, seconds
from isonova.experiments.configuration import GRACE, Configuration, Limits
from isonova.experiments.errors import ExperimentError
from isonova.experiments.grouping import DATA
from isonova.experiments.names import BUILT_IN
from isonova.experiments.planner import ISONOVA, Planner, Setting, built_in, choose, read_planners
from isonova.experiments.reading import Table, read
from isonova.experiments.sample import Sample
from isonova.experiments.suggest import known
from isonova.experiments.tasks import Task

SOURCES = ("benchmarks", "examples")
SELECTIONS = ("paper", "all")


@dataclass(frozen=True, slots=True)
class TaskSet:
    """Some of the tasks, with options that Isonova is given on them."""

    source: str = "benchmarks"
    select: str = "all"
    suites: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    """Patterns for domains, or for folders where a domain has several."""
    options: Mapping[str, Setting] = field(default_factory=dict)

    def takes(self, task: Task) -> bool:
        return (not self.suites or task.suite in self.suites) and among(task, self.domains)


def among(task: Task, domains: Sequence[str]) -> bool:
    """Whether a task is of one of these domains or folders; of any, if none is given."""
    return not domains or any(fnmatch(task.domain, each) or fnmatch(task.folder, each) for each in domains)


@dataclass(frozen=True, slots=True)
class Experiment:
    name: str
    limits: Limits
    tasks: tuple[TaskSet, ...]
    configurations: tuple[Configuration, ...]
    description: str = ""
    sample: Sample | None = None
    domains: tuple[str, ...] = ()
    """Only the tasks of these are run. A sample is drawn before, so that it has the same tasks of them as the whole."""
    slurm: Mapping[str, object] = field(default_factory=dict)
    """Keywords for dask-jobqueue's SLURMCluster: queue, account, walltime, ..."""
    file: str = ""

    @property
    def needs_benchmarks(self) -> bool:
        return any(tasks.source == "benchmarks" for tasks in self.tasks)


def built_in_file(name: str) -> Path:
    return DATA / f"{name}.toml"


def load(name: str) -> Experiment:
    """A built-in experiment by its name, or one from a TOML file."""
    if name in BUILT_IN:
        return parse(read(built_in_file(name), f"{name} (built in)"))
    path = Path(name)
    if not path.is_file():
        raise ExperimentError(f"there is no experiment or file '{name}'; {known(name, BUILT_IN)}, or a .toml file")
    return parse(read(path))


def parse(table: Table) -> Experiment:
    experiment = Experiment(
        table.take("name", str, Path(table.file).stem),
        _limits(table.table("limits")),
        tuple(map(_task_set, table.tables("tasks"))) or (TaskSet(),),
        _configurations(table),
        table.take("description", str, ""),
        _sample(table.table("sample")) if table.has("sample") else None,
        slurm=table.table("slurm").content,
        file=table.file,
    )
    table.finish()
    if not experiment.configurations:
        raise table.error(
            "configurations", 'missing; expected at least one, such as ff = { heuristic = "ff" }, or aliases'
        )
    _refuse_twins(table, experiment)
    return experiment


def _limits(table: Table) -> Limits:
    time = table.quantity("time", seconds)
    cpu = table.quantity("cpu", seconds) if table.has("cpu") else time
    limits = Limits(time, cpu, table.quantity("memory", megabytes), table.take("grace", float, GRACE))
    table.finish()
    return limits


def _task_set(table: Table) -> TaskSet:
    tasks = TaskSet(
        table.one_of("source", SOURCES, "benchmarks"),
        table.one_of("select", SELECTIONS, "all"),
        table.strings("suites"),
        table.strings("domains"),
        table.table("options").scalars(),
    )
    table.finish()
    return tasks


def _sample(table: Table) -> Sample:
    counts = {key: table.take(key, int) if table.has(key) else None for key in ("size", "per_domain")}
    for key, count in counts.items():
        if count is not None and count < 1:
            raise table.error(key, f"expected a number above 0, not {count}")
    positions = table.numbers("positions")
    for index, position in enumerate(positions):
        if not 0 <= position <= 100:
            raise table.error(f"positions[{index}]", f"expected per cent from 0 to 100, not {position:g}")
    given = [key for key, count in counts.items() if count is not None] + (["positions"] if positions else [])
    if len(given) != 1:
        raise table.error("", f"expected one of size, per_domain and positions, not {' and '.join(given) or 'none'}")
    sample = Sample(counts["size"], counts["per_domain"], positions, table.take("seed", int, 1))
    table.finish()
    return sample


def _configurations(table: Table) -> tuple[Configuration, ...]:
    planners = built_in() | read_planners(table.table("planners"))
    options = table.table("options").scalars()
    found = [replace(each, settings={**each.settings, **options}) for each in _aliased(table, planners[ISONOVA])]
    for name, below in table.table("configurations").subtables().items():
        planner = choose(below.take("planner", str, ISONOVA), planners, below)
        if any(name == other.name for other in found):
            raise below.error("", "an alias has this name already")
        own = below.scalars()
        found.append(Configuration(name, planner, {**options, **own} if planner.name == ISONOVA else own))
    return tuple(found)


def _aliased(table: Table, planner: Planner) -> list[Configuration]:
    """The configurations that have a name in Isonova itself. The first word of it, the family, is left out."""
    found: dict[str, Configuration] = {}
    for index, pattern in enumerate(table.strings("aliases")):
        names = [name for name in ALIASES if fnmatch(name, pattern)]
        if not names:
            raise table.error(f"aliases[{index}]", f"no alias is called '{pattern}'; {known(pattern, ALIASES)}")
        for alias in names:
            name = alias.partition("-")[2]
            found[name] = Configuration(name, planner, {**cast("Mapping[str, Setting]", ALIASES[alias])})
    return list(found.values())


def _refuse_twins(table: Table, experiment: Experiment) -> None:
    names: dict[str, str] = {}
    for configuration in experiment.configurations:
        for tasks in experiment.tasks:
            resolved = configuration.with_options(tasks.options)
            other = names.setdefault(resolved.hash, configuration.name)
            if other != configuration.name:
                raise table.error(f"configurations.{configuration.name}", f"the same as the configuration '{other}'")


def check(experiment: Experiment, configurations: Iterable[Configuration]) -> None:
    """Refuses settings that a planner does not know. Only what will be run need be known here."""
    for configuration in configurations:
        try:
            configuration.check()
        except ExperimentError as error:
            raise ExperimentError(f"{experiment.file}: configurations.{configuration.name}: {error}") from None


def adjusted(
    experiment: Experiment,
    *,
    time_limit: float | str | None = None,
    cpu_limit: float | str | None = None,
    memory_limit: float | str | None = None,
    size: int | None = None,
    per_domain: int | None = None,
    positions: tuple[float, ...] = (),
    seed: int | None = None,
    select: str | None = None,
    domains: tuple[str, ...] = (),
    only: tuple[str, ...] = (),
    options: Mapping[str, Setting] | None = None,
) -> Experiment:
    """The experiment with what the command line says instead of its file."""
    limits, tasks, sample = experiment.limits, experiment.tasks, experiment.sample
    given = [
        ("time", "--time-limit", seconds, time_limit),
        ("cpu", "--cpu-limit", seconds, cpu_limit),
        ("memory", "--memory-limit", megabytes, memory_limit),
    ]
    for name, option, read_limit, value in given:
        try:
            limit = read_limit(value, option)
        except OptionError as error:
            raise ExperimentError(str(error)) from None
        if limit is not None and isinf(limit):
            raise ExperimentError(f"{option} must have an end")
        if limit is not None:
            limits = replace(limits, **({"time": limit, "cpu": limit} if name == "time" else {name: limit}))
    if select is not None:
        if select not in SELECTIONS:
            raise ExperimentError(f"unknown selection '{select}'; {known(select, SELECTIONS)}")
        tasks = tuple(replace(each, select=select) for each in tasks)
    kinds = [
        name for name, given in (("--size", size), ("--per-domain", per_domain), ("--positions", positions)) if given
    ]
    if len(kinds) > 1:
        raise ExperimentError(f"a sample is drawn in one way: {' and '.join(kinds)} are two")
    if kinds:
        sample = Sample(size, per_domain, positions, sample.seed if sample else 1)
    if seed is not None:
        if sample is None:
            raise ExperimentError("--seed is for a sample: give --size or --per-domain as well")
        sample = replace(sample, seed=seed)
    configurations = _matching(experiment, only) if only else experiment.configurations
    if options:
        configurations = tuple(
            replace(each, settings={**each.settings, **options}) if each.planner.name == ISONOVA else each
            for each in configurations
        )
    return replace(
        experiment,
        limits=limits,
        tasks=tasks,
        sample=sample,
        domains=domains or experiment.domains,
        configurations=configurations,
    )


def _matching(experiment: Experiment, patterns: Sequence[str]) -> tuple[Configuration, ...]:
    """The configurations whose names match a pattern; every pattern must match one."""
    names = [configuration.name for configuration in experiment.configurations]
    for pattern in patterns:
        if not any(fnmatch(name, pattern) for name in names):
            raise ExperimentError(f"no configuration is called '{pattern}'; {known(pattern, names)}")
    return tuple(each for each in experiment.configurations if any(fnmatch(each.name, pattern) for pattern in patterns))
