"""Planning: options in, a validated result out."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import Any

from isonova import _core
from isonova.api.task import Task, find_domain, source
from isonova.validator import parse_plan, validate


class InvalidPlanError(RuntimeError):
    """The planner found a plan that the independent validator rejects: a bug in Isonova, never shown as a plan."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a run of the planner found. ``plan`` is None unless ``status`` is ``solved``."""

    status: str
    plan: tuple[str, ...] | None = None
    cost: int | None = None
    length: int | None = None
    engine: str = "grounded"
    heuristic: str = "ff"
    novelty: str = "none"
    cost_type: str = "normal"
    tie_break: str = "fifo"
    initial_h: int | None = None
    initial_key: int | None = None
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

    def to_dict(self) -> dict[str, Any]:
        result = asdict(self)
        result["plan"] = None if self.plan is None else list(self.plan)
        return result


Progress = Callable[[_core.Progress], None]


def plan(
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | None = None,
    *,
    heuristic: str = "ff",
    engine: str = "grounded",
    novelty: str = "none",
    cost_type: str = "normal",
    tie_break: str = "fifo",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    max_expansions: int | None = None,
    max_evaluations: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Find a plan by greedy best-first search, and check it with the independent validator.

    ``domain`` and ``problem`` are as in :func:`isonova.load`; a :class:`Task` may stand for both. ``time_limit`` is in
    seconds, ``memory_limit`` in MB of resident memory; both count everything from the first byte parsed. Running out of
    either, or having no plan, is a result; wrong PDDL and unknown names are exceptions.
    """
    options = _core.PlanOptions()
    options.heuristic = heuristic
    options.engine = engine
    options.cost_type = cost_type
    options.tie_break = tie_break
    if max_expansions is not None:
        options.max_expansions = max_expansions
    if max_evaluations is not None:
        options.max_evaluations = max_evaluations
    options.check()
    if novelty != "none":
        raise ValueError(f"unknown novelty '{novelty}'; there is: none")
    for name, limit in (("time_limit", time_limit), ("memory_limit", memory_limit)):
        if limit is not None and not limit > 0:
            raise ValueError(f"{name} must be above 0, not {limit}")
    limits = _core.Limits(time_limit, None if memory_limit is None else int(memory_limit * 1024 * 1024))

    run = _Run(options, limits)
    tree, core = run.load(domain, problem)
    found = None if core is None else _core.plan(core, options, limits, progress)
    return run.result(tree, found)


class _Run:
    """One run as it goes: the clock of its phases and what is known when it ends."""

    def __init__(self, options: _core.PlanOptions, limits: _core.Limits) -> None:
        self._options = options
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
        self._halt = ""

    def load(
        self, domain: str | os.PathLike[str] | Task, problem: str | os.PathLike[str] | None
    ) -> tuple[_core.SyntaxTree, _core.Task | None]:
        if isinstance(domain, Task):
            if problem is not None:
                raise TypeError("a Task stands for domain and problem; do not give a problem as well")
            return domain._tree, domain._core
        if problem is None:
            domain, problem = find_domain(domain), domain
        tree = _core.parse(source(domain), source(problem))
        self._seconds["parse"] = perf_counter() - self._start
        self._phase = "normalise"
        start = perf_counter()
        core: _core.Task | None = None
        try:
            core = _core.normalise(tree, self._limits)
        except _core.Halted as halted:
            self._halt = str(halted)
        self._seconds["normalise"] = perf_counter() - start
        return tree, core

    def result(self, tree: _core.SyntaxTree, found: _core.PlanResult | None) -> Result:
        options = self._options
        common: dict[str, Any] = {
            "engine": options.engine,
            "heuristic": options.heuristic,
            "novelty": "none",
            "cost_type": options.cost_type,
            "tie_break": options.tie_break,
            "unit_cost": not tree.problem.minimises_cost,
        }
        if found is None:
            return self._finish(status=self._halt, phase=self._phase, **common)
        self._seconds["ground"] = found.ground_seconds
        self._seconds["search"] = found.search_seconds
        plan = cost = None
        if found.status == "solved":
            plan = tuple(found.plan)
            cost = self._validated(tree, plan)
        return self._finish(
            status=found.status,
            phase="search" if found.in_search else "ground",
            plan=plan,
            cost=cost,
            length=None if plan is None else len(plan),
            initial_h=found.initial_h,
            initial_key=found.initial_key,
            expansions=found.expansions,
            evaluations=found.evaluations,
            generated=found.generated,
            dead_ends=found.dead_ends,
            bytes_per_state=found.bytes_per_state,
            task={"atoms": found.atoms, "actions": found.actions, "axioms": found.axioms},
            **common,
        )

    def _validated(self, tree: _core.SyntaxTree, plan: tuple[str, ...]) -> int:
        start = perf_counter()
        verdict = validate(tree, parse_plan("\n".join(plan), "the plan found"))
        self._seconds["validate"] = perf_counter() - start
        if not verdict.valid or verdict.cost is None:
            raise InvalidPlanError(f"the plan found is not valid; please report this.\n{verdict.explain()}")
        return verdict.cost

    def _finish(self, **known: Any) -> Result:
        self._seconds["total"] = perf_counter() - self._start
        seconds = {phase: round(value, 6) for phase, value in self._seconds.items()}
        return Result(seconds=seconds, peak_memory_mb=round(_core.peak_memory() / 2**20, 3), **known)
