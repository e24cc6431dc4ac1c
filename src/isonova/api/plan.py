"""Planning: options in, a validated result out."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from time import perf_counter
from typing import Any

from isonova import _core
from isonova.api.check import possible_causes
from isonova.api.novelty import Chosen, Novelty, NoveltyKind, novelty_options, summary
from isonova.api.options import HeuristicFunction, Progress, check, limits, name_of, plan_options
from isonova.api.task import Task, find_domain, source
from isonova.validator import parse_plan, validate

MOST_CAUSES = 10  # in a summary


class InvalidPlanError(RuntimeError):
    """The planner found a plan that the independent validator rejects: a bug in Isonova, never shown as a plan."""


def _relaxation_words(relaxation: Mapping[str, int | float | bool]) -> str:
    if relaxation["graph"]:
        words = f"relaxed graph of {relaxation['edges']} edges"
    else:
        words = "no relaxed graph: rules evaluated for every state"
    if relaxation["dropped_inequalities"]:
        words += f", without the inequalities of {relaxation['dropped_inequalities']} schemata"
    return words


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """What a run of the planner found. ``plan`` is None unless ``status`` is ``solved``."""

    status: str
    plan: tuple[str, ...] | None = None
    cost: int | None = None
    length: int | None = None
    engine: str = "auto"
    """The engine that did the work; ``auto`` if the run ended before one was chosen."""
    engine_reason: str = ""
    """Why that one."""
    heuristic: str = "ff"
    novelty: str = "none"
    novelty_kind: str = "qb"
    novelty_settings: dict[str, int | str | bool] | None = None
    novelty_telemetry: dict[str, Any] | None = None
    cost_type: str = "normal"
    tie_break: str = "fifo"
    relaxation: dict[str, int | float | bool] | None = None
    lanes: dict[str, int | float] | None = None
    """What ``add`` and ``ff`` were computed on."""
    initial_h: int | None = None
    initial_key: int | None = None
    best_h: int | None = None
    """The lowest value that a state had, and when in the search it was found."""
    best_h_seconds: float | None = None
    expansions: int = 0
    evaluations: int = 0
    generated: int = 0
    dead_ends: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    peak_memory_mb: float = 0.0
    bytes_per_state: float | None = None
    task: dict[str, int] = field(default_factory=dict)
    phase: str = "search"
    """Where the run ended: ``parse``, ``normalise``, ``ground`` or ``search``."""
    unit_cost: bool = False
    """Every action of the task costs 1."""
    warnings: tuple[str, ...] = ()
    """About the PDDL, each with its place."""
    possible_causes: tuple[str, ...] = ()
    """If the task is unsolvable: the warnings, and more advice, that may be why."""

    @property
    def solved(self) -> bool:
        return self.status == "solved"

    @property
    def exit_code(self) -> int:
        return _core.exit_code(self.status, self.phase == "search")

    def plan_text(self) -> str:
        """The plan as a file of the planning competitions."""
        if self.plan is None:
            raise ValueError(f"there is no plan: {self.status}")
        kind = "unit cost" if self.unit_cost else "general cost"
        return "".join(f"{step}\n" for step in self.plan) + f"; cost = {self.cost} ({kind})\n"

    def summary(self) -> str:
        """A few lines for people: how it ended, the size of the task, the work done."""
        words = {
            "solved": f"plan of {self.length} {'step' if self.length == 1 else 'steps'}, cost {self.cost}, valid",
            "unsolvable": "proved unsolvable: no plan exists",
            "exhausted": "search space exhausted without a plan, but states were pruned without proof",
            "out_of_time": "out of time",
            "out_of_memory": "out of memory",
            "limit_reached": "limit on expansions or evaluations reached",
            "interrupted": "interrupted",
        }[self.status]
        if self.phase != "search" and not self.solved:
            words += f" (while in: {self.phase})"
        lines = [words]
        if self.possible_causes:
            lines.append("this may be why:")
            lines += [f"  {cause.splitlines()[0]}" for cause in self.possible_causes[:MOST_CAUSES]]
            if len(self.possible_causes) > MOST_CAUSES:
                lines.append(f"  and {len(self.possible_causes) - MOST_CAUSES} more: isonova check shows them all")
        if self.engine_reason:
            lines.append(f"engine {self.engine}: {self.engine_reason}")
        if self.task and self.engine == "lifted":
            lines.append(f"{self.task['atoms']} atoms met")
        elif self.task:
            lines.append(f"{self.task['atoms']} atoms, {self.task['actions']} actions, {self.task['axioms']} axioms")
        if self.relaxation:
            lines.append(_relaxation_words(self.relaxation))
        lines.append(
            f"{self.expansions} expansions, {self.evaluations} evaluations, {self.generated} generated, "
            f"{self.dead_ends} dead ends"
        )
        if self.best_h is not None and self.best_h_seconds is not None and not self.solved:
            lines.append(
                f"lowest h {self.best_h}, from {self.initial_h}, found {self.best_h_seconds:.1f} s into the search"
            )
        if self.novelty_telemetry:
            lines.append(summary(self.novelty_telemetry))
        times = ", ".join(f"{phase} {value:.3f}" for phase, value in self.seconds.items())
        lines.append(f"seconds: {times}; peak memory {self.peak_memory_mb:.0f} MB")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """As plain data; the keys are those of ``isonova plan --json``."""
        result = asdict(self)
        result["plan"] = None if self.plan is None else list(self.plan)
        return result

    def to_json(self) -> str:
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """The way back from :meth:`to_dict`, also after a way through JSON."""
        known = {name.name for name in fields(cls)}
        if unknown := sorted(set(data) - known):
            raise ValueError(f"no field of a result is called {', '.join(unknown)}")
        values: dict[str, Any] = dict(data)
        for name, value in data.items():
            if isinstance(value, list):
                values[name] = tuple(value)
        return cls(**values)

    def __repr__(self) -> str:
        how = f"{self.length} steps, cost {self.cost}" if self.solved else f"in {self.phase}"
        setting = "-".join([self.heuristic] + ([self.novelty] if self.novelty != "none" else []))
        return f"<Result {self.status}: {how}; {setting}, {self.expansions} expansions>"


def plan(
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | None = None,
    *,
    heuristic: str | HeuristicFunction = "ff",
    engine: str = "auto",
    novelty: Novelty = "none",
    novelty_kind: str | NoveltyKind = "qb",
    profile: str = "isonova",
    wl_iterations: int | None = None,
    wl_statics: str | None = None,
    wl_types: str | None = None,
    wl_constants: str | None = None,
    wl_counts: str | None = None,
    wl_objects: str | None = None,
    wl_exact: bool = False,
    at_statics: str | None = None,
    cost_type: str = "normal",
    tie_break: str = "fifo",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    max_expansions: int | None = None,
    max_evaluations: int | None = None,
    progress: Progress | None = None,
    on_warning: Callable[[str], None] | None = None,
    stop: _core.StopToken | None = None,
) -> Result:
    """Find a plan by greedy best-first search, and check it with the independent validator.

    ``domain`` and ``problem`` are as in :func:`isonova.load`; a :class:`Task` may stand for both. ``time_limit`` is in
    seconds, ``memory_limit`` in MB of resident memory; both count everything from the first byte parsed (memory: of the
    whole process). Running out of either, or having no plan, is a result; wrong PDDL and unknown names are exceptions.

    ``heuristic`` is a name (``ff``, ``add``, ``gc``, ``blind``) or a function from the atoms of a state to a number.
    ``novelty`` names feature maps (``at``, ``wl``, ``at+wl``) or is a function from the atoms of a state to features or
    a sequence of both; ``novelty_kind`` is ``qb``, ``pn`` or an object of your own. An exception in your code ends the
    search and comes out as it is. Options left at None follow the ``profile``. ``progress`` is called with how the
    search stands, ``on_warning`` with each warning about the PDDL before it starts. ``stop`` is a :class:`StopToken`
    with which another thread can end it.
    """
    chosen = Chosen(novelty, novelty_kind)
    options = plan_options(heuristic, engine, cost_type, tie_break, max_expansions, max_evaluations)
    options.novelty = novelty_options(
        chosen,
        profile=profile,
        wl_iterations=wl_iterations,
        wl_statics=wl_statics,
        wl_types=wl_types,
        wl_constants=wl_constants,
        wl_counts=wl_counts,
        wl_objects=wl_objects,
        wl_exact=wl_exact,
        at_statics=at_statics,
    )
    check(options)  # engine and novelty together
    if isinstance(domain, Task) and problem is not None:
        raise TypeError("a Task stands for domain and problem; do not give a problem as well")
    run = _Run(options, limits(time_limit, memory_limit, stop), chosen, heuristic)
    return run.run(domain, problem, progress, on_warning)


class _Run:
    """One run as it goes: the clock of its phases and what is known when it ends."""

    def __init__(
        self,
        options: _core.PlanOptions,
        limits: _core.Limits,
        novelty: Chosen,
        heuristic: str | HeuristicFunction,
    ) -> None:
        self._options = options
        self._novelty = novelty
        self._heuristic = heuristic
        self._limits = limits
        self._seconds: dict[str, float] = {
            "parse": 0.0,
            "normalise": 0.0,
            "ground": 0.0,
            "search": 0.0,
            "validate": 0.0,
        }
        self._start = perf_counter()
        self._phase = "parse"
        self._tree: _core.SyntaxTree | None = None
        self._core: _core.Task | None = None

    def run(
        self,
        domain: str | os.PathLike[str] | Task,
        problem: str | os.PathLike[str] | None,
        progress: Progress | None,
        on_warning: Callable[[str], None] | None,
    ) -> Result:
        try:
            core = self._load(domain, problem, on_warning)
            novelty = self._novelty
            function = None if isinstance(self._heuristic, str) else self._heuristic
            found = _core.plan(core, self._options, self._limits, progress, novelty.features, novelty.kind, function)
            return self._result(found)
        except _core.Halted as halted:
            return self._finish(status=str(halted), phase=self._phase)
        except MemoryError:
            return self._finish(status="out_of_memory", phase=self._phase)
        except KeyboardInterrupt:  # outside compiled code; within it, Ctrl-C becomes a status
            return self._finish(status="interrupted", phase=self._phase)

    def _load(
        self,
        domain: str | os.PathLike[str] | Task,
        problem: str | os.PathLike[str] | None,
        on_warning: Callable[[str], None] | None,
    ) -> _core.Task:
        if not isinstance(domain, Task):
            if problem is None:
                domain, problem = find_domain(domain), domain
            self._tree = _core.parse(source(domain), source(problem))
            self._seconds["parse"] = perf_counter() - self._start
        else:
            self._tree = domain._tree
        if on_warning is not None:
            for warning in self._tree.warnings:
                on_warning(str(warning))
        if isinstance(domain, Task):
            self._core = domain._core
            return self._core
        self._phase = "normalise"
        start = perf_counter()
        try:
            self._core = _core.normalise(self._tree, self._limits)
            return self._core
        finally:
            self._seconds["normalise"] = perf_counter() - start

    def _result(self, found: _core.PlanResult) -> Result:
        self._phase = "search" if found.in_search else "ground"
        self._seconds["ground"] = found.ground_seconds
        self._seconds["search"] = found.search_seconds
        known: dict[str, Any] = {
            "expansions": found.expansions,
            "evaluations": found.evaluations,
            "generated": found.generated,
            "dead_ends": found.dead_ends,
            "engine": found.engine,
            "engine_reason": found.engine_reason,
            "relaxation": found.relaxation,
            "lanes": found.lanes,
        }
        if found.evaluations > 0:
            known["initial_h"] = found.initial_h
            known["initial_key"] = found.initial_key
            known["best_h"] = found.best_h
            known["best_h_seconds"] = None if found.best_h is None else round(found.best_h_seconds, 6)
            known["bytes_per_state"] = found.bytes_per_state
            known["novelty_telemetry"] = found.novelty
        if found.in_search or found.status == "unsolvable":  # else grounding was cut short
            known["task"] = {"atoms": found.atoms, "actions": found.actions, "axioms": found.axioms}
        if found.status == "unsolvable":
            assert self._tree is not None
            assert self._core is not None
            known["possible_causes"] = possible_causes(Task(self._tree, self._core))
        if found.status != "solved":
            return self._finish(status=found.status, phase=self._phase, **known)
        plan = tuple(found.plan)
        try:
            cost = self._validated(plan)
        except (KeyboardInterrupt, MemoryError) as stop:  # a plan that was not checked is not shown
            status = "interrupted" if isinstance(stop, KeyboardInterrupt) else "out_of_memory"
            return self._finish(status=status, phase=self._phase, **known)
        return self._finish(status="solved", phase=self._phase, plan=plan, cost=cost, length=len(plan), **known)

    def _validated(self, plan: tuple[str, ...]) -> int:
        assert self._tree is not None
        start = perf_counter()
        verdict = validate(self._tree, parse_plan("\n".join(plan), "the plan found"))
        self._seconds["validate"] = perf_counter() - start
        if not verdict.valid or verdict.cost is None:
            raise InvalidPlanError(f"the plan found is not valid; please report this.\n{verdict.explain()}")
        return verdict.cost

    def _finish(self, **known: Any) -> Result:
        self._seconds["total"] = perf_counter() - self._start
        options = self._options
        known.setdefault("engine", options.engine)
        return Result(
            heuristic=self._heuristic if isinstance(self._heuristic, str) else name_of(self._heuristic),
            novelty=self._novelty.name,
            novelty_kind=self._novelty.kind_name,
            novelty_settings=None
            if self._novelty.name == "none"
            else options.novelty.settings(known["engine"] != "lifted"),
            cost_type=options.cost_type,
            tie_break=options.tie_break,
            unit_cost=self._tree is not None and not self._tree.problem.minimises_cost,
            warnings=() if self._tree is None else tuple(str(warning) for warning in self._tree.warnings),
            seconds={phase: round(value, 6) for phase, value in self._seconds.items()},
            peak_memory_mb=round(_core.peak_memory() / 2**20, 3),
            **known,
        )
