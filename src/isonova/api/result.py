"""What a run found: the same fields whether it planned for a task or searched in a simulator."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, cast

from isonova import _core
from isonova.api.advice import advice_lines
from isonova.api.goals import GoalStatistics
from isonova.api.keywords import flat, with_keywords
from isonova.api.names import CostTypeName, Phase, Status, TieBreakName
from isonova.api.novelty_options import NoveltySettings
from isonova.api.options import PlanOptions
from isonova.api.statistics import (
    FoundPlan,
    LaneStatistics,
    NoveltyStatistics,
    RelaxationStatistics,
    SearchStatistics,
    Seconds,
    TaskSize,
)
from isonova.api.task import Task
from isonova.validator import parse_plan
from isonova.validator.costs import Cost, cost_text

if TYPE_CHECKING:
    from isonova.api.recording import Recording
    from isonova.api.state_space import Action, State
    from isonova.explanation import Explanation

S = TypeVar("S", bound=Hashable)
R = TypeVar("R", bound="RunResult")

MOST_CAUSES = 10  # in a summary

EngineUsed: TypeAlias = Literal["auto", "grounded", "lifted", "simulator"]

_STATUS_WORDS: dict[Status, str] = {
    "unsolvable": "proved unsolvable: no plan exists",
    "exhausted": "search space exhausted without a plan, but states were pruned without proof",
    "out_of_time": "out of time",
    "out_of_memory": "out of memory",
    "limit_reached": "limit on expansions or evaluations reached",
    "interrupted": "interrupted",
}
_END_WORDS: dict[Status, str] = {
    "solved": "no plan is better: proved",
    "exhausted": "no better plan found: nothing is left to try",
    "out_of_time": "stopped at the time limit",
    "out_of_memory": "stopped at the memory limit",
    "limit_reached": "stopped at the limit on expansions or evaluations",
    "interrupted": "stopped",
}


@dataclass(frozen=True, repr=False, kw_only=True)
class RunResult:
    """The fields are the keys of ``isonova plan --json``. ``plan`` is None unless ``status`` is ``solved``."""

    status: Status
    plan: tuple[str, ...] | None = None
    """The steps as text. ``actions`` has them as objects."""
    cost: Cost | None = None
    """A whole number wherever it is one, else a float."""
    length: int | None = None
    optimal: bool = False
    """Proved: no plan costs less."""
    plans: tuple[FoundPlan, ...] = ()
    """All plans of an anytime run, each better than the one before; ``plan`` is the last."""
    ended: Status | None = None
    """Why an anytime run with a plan ended: ``solved`` with a proof that the plan is optimal, ``exhausted`` where
    nothing was left to try."""
    max_cost: float | None = None
    """The bound on the cost of plans that was given."""
    found_cost: Cost | None = None
    """Of the plan as the search found it, before it was shortened; None if shortening is off."""
    found_length: int | None = None
    engine: EngineUsed = "auto"
    """The engine that did the work; ``auto`` if the run ended before one was chosen."""
    engine_reason: str = ""
    """Why that one."""
    search: str | None = None
    """The search by its name or written out; None for a single queue of ``heuristic`` and ``novelty``."""
    threads: int = 1
    """How many searches ran at the same time, at most."""
    searches: tuple[SearchStatistics, ...] = ()
    """What each of several searches did."""
    notes: tuple[str, ...] = ()
    """What could not be done as asked for."""
    decided_by: str | None = None
    """The search that found the plan, or proved that there is none."""
    heuristic: str | None = None
    """Of a single queue; None where several queues or searches ran."""
    novelty: str = "none"
    novelty_kind: str = "qb"
    novelty_settings: NoveltySettings | None = None
    novelty_telemetry: NoveltyStatistics | None = None
    cost_type: CostTypeName = "normal"
    tie_break: TieBreakName = "fifo"
    relaxation: RelaxationStatistics | None = None
    lanes: LaneStatistics | None = None
    initial_h: int | None = None
    initial_key: int | None = None
    best_h: int | None = None
    """The lowest value that a state had, and when in the search it was found."""
    best_h_seconds: float | None = None
    expansions: int = 0
    evaluations: int = 0
    generated: int = 0
    dead_ends: int = 0
    sent_back: int = 0
    """States that looked like one expanded before, so that they waited behind all others."""
    episodes: int = 0
    """Of a serial search: how often it started anew from a state with fewer goals left."""
    widest: int = 0
    """Of a serial search: how many of its feature maps an episode needed, at most."""
    seconds: Seconds = field(default_factory=Seconds)
    peak_memory_mb: float = 0.0
    bytes_per_state: float | None = None
    goals: GoalStatistics | None = None
    """Which goals the search reached, and which of them never together; None unless that was recorded."""
    task: TaskSize | None = None
    """None if the run ended before the size was known."""
    phase: Phase = "search"
    """Where the run ended."""
    unit_cost: bool = False
    """Every action of the task costs 1."""
    cost_scale: int = 1
    """What a cost of 1 counts in the search: 100 where the PDDL has costs such as 16.53. Heuristic values, but not
    ``cost``, are in this unit."""
    warnings: tuple[str, ...] = ()
    """About the PDDL, each with its place."""
    possible_causes: tuple[str, ...] = ()
    """If the task is unsolvable: the warnings, and more advice, that may be why."""

    @property
    def solved(self) -> bool:
        return self.status == "solved"

    @property
    def _cost(self) -> str:
        return "unknown" if self.cost is None else cost_text(self.cost)

    @property
    def exit_code(self) -> int:
        return _core.exit_code(self.status, self.phase == "search")

    def plan_text(self) -> str:
        """The plan as a file of the planning competitions."""
        if self.plan is None:
            raise ValueError(f"there is no plan: {self.status}")
        kind = "unit cost" if self.unit_cost else "general cost"
        return "".join(f"{step}\n" for step in self.plan) + f"; cost = {self._cost} ({kind})\n"

    def summary(self) -> str:
        """A few lines for people: how it ended, the size of the task, the work done."""
        if self.solved:
            words = f"plan of {self.length} {'step' if self.length == 1 else 'steps'}, cost {self._cost}"
            words += "" if self.engine == "simulator" else ", valid"
            words += ", proved optimal" if self.optimal else ""
            if self.found_length is not None and self.found_length != self.length:
                words += f"; shortened from {self.found_length} {'step' if self.found_length == 1 else 'steps'}"
                words += "" if self.found_cost == self.found_length else f", cost {self.found_cost}"
        else:
            words = _STATUS_WORDS[self.status]
            if self.max_cost is not None and self.phase == "search":
                bound = f"no plan costs {self.max_cost:g} or less"
                words = f"proved: {bound}" if self.status == "unsolvable" else f"{words}; not proved that {bound}"
            words += "" if self.phase == "search" else f" (while in: {self.phase})"
        lines = [words]
        if self.ended is not None:
            lines += [f"plan {place}: {each.words()}" for place, each in enumerate(self.plans, 1)]
            lines.append(_END_WORDS[self.ended])
        if self.possible_causes:
            lines.append("this may be why:")
            lines += [f"  {cause.splitlines()[0]}" for cause in self.possible_causes[:MOST_CAUSES]]
            if len(self.possible_causes) > MOST_CAUSES:
                lines.append(f"  and {len(self.possible_causes) - MOST_CAUSES} more: isonova check shows them all")
        if self.task and self.engine == "lifted":
            why = "" if self.engine_reason == "as asked for" else f" ({self.engine_reason})"
            lines.append(f"searched without grounding{why}: {self.task.atoms} atoms met")
        elif self.task and self.engine == "grounded":
            size = f"grounded {self.task.actions} actions, {self.task.atoms} atoms, {self.task.axioms} axioms"
            asked = self.engine_reason == "as asked for"
            lines.append(size + ("" if asked else " (use --engine lifted to avoid grounding)"))
        if self.relaxation:
            lines.append(self.relaxation.words())
        lines.append(
            f"{self.expansions} expansions, {self.evaluations} evaluations, {self.generated} generated, "
            f"{self.dead_ends} dead ends"
        )
        if self.sent_back:
            lines.append(f"{self.sent_back} states looked like one expanded before and waited behind all others")
        if self.episodes:
            lines.append(f"{self.episodes} episodes, the widest with IW({self.widest})")
        if len(self.searches) > 1:
            lines += [each.words(self.solved and each.name == self.decided_by) for each in self.searches]
        lines += self.notes
        if self.best_h is not None and self.best_h_seconds is not None and not self.solved:
            lines.append(
                f"lowest h {self.best_h}, from {self.initial_h}, found {self.best_h_seconds:.1f} s into the search"
            )
        if self.goals is not None and not self.solved:
            lines.append(self.goals.words())
        lines += advice_lines(self)
        if self.novelty_telemetry:
            lines.append(self.novelty_telemetry.words())
        times = ", ".join(f"{phase} {value:.3f}" for phase, value in asdict(self.seconds).items())
        lines.append(f"seconds: {times}; peak memory {self.peak_memory_mb:.0f} MB")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """As plain data; the keys are those of ``isonova plan --json``."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(RunResult)}

    def to_json(self) -> str:
        import json

        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls: type[R], data: Mapping[str, Any]) -> R:
        """The way back from :meth:`to_dict`, also after a way through JSON. Actions and states are lost on it."""
        known = {each.name for each in fields(RunResult)}
        if unknown := sorted(set(data) - known):
            raise ValueError(f"no field of a result is called {', '.join(unknown)}")
        made = dict(data)
        for name, make in _MAKERS.items():
            if made.get(name) is not None:
                made[name] = make(made[name])
        return cls(**made)

    def __repr__(self) -> str:
        how = f"{self.length} steps, cost {self._cost}" if self.solved else f"in {self.phase}"
        setting = self.search or "-".join([str(self.heuristic)] + ([self.novelty] if self.novelty != "none" else []))
        return f"<{type(self).__name__} {self.status}: {how}; {setting}, {self.expansions} expansions>"


def _plain(value: Any) -> Any:
    if isinstance(value, NoveltySettings):
        return flat(value)
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


_MAKERS: dict[str, Any] = {
    "plan": tuple,
    "warnings": tuple,
    "notes": tuple,
    "possible_causes": tuple,
    "plans": lambda data: tuple(FoundPlan(**each) for each in data),
    "searches": lambda data: tuple(SearchStatistics(**each) for each in data),
    "novelty_settings": lambda data: with_keywords(NoveltySettings(), data),
    "novelty_telemetry": NoveltyStatistics.from_dict,
    "relaxation": lambda data: RelaxationStatistics(**data),
    "lanes": lambda data: LaneStatistics(**data),
    "goals": GoalStatistics.from_dict,
    "seconds": lambda data: Seconds(**data),
    "task": lambda data: TaskSize(**data),
}


@dataclass(frozen=True, repr=False, kw_only=True)
class Result(RunResult):
    """What :func:`isonova.plan` found.

    >>> import isonova
    >>> from isonova.examples import files
    >>> result = isonova.plan(*files("parcels"))
    >>> result.actions[0].name, result.actions[0].args
    ('drive', ('red', 'depot', 'mill'))
    >>> ("at", "red", "mill") in result.states[1]
    True
    """

    _task: Task | None = field(default=None, compare=False)
    _recording: Recording | None = field(default=None, compare=False)

    @property
    def actions(self) -> tuple[Action, ...] | None:
        """The steps as objects, with names, arguments and costs; None without a plan."""
        return None if self.plan is None else self._path[0]

    @property
    def states(self) -> tuple[State, ...] | None:
        """The states that the plan goes through, from the initial state to the goal; None without a plan."""
        return None if self.plan is None else self._path[1]

    def explain(self) -> Explanation:
        """Why the plan is as it is; see :func:`isonova.explain`."""
        from isonova.explanation import explain

        if self.plan is None:
            raise ValueError(f"there is no plan: {self.status}")
        return explain(self._known_task._tree, parse_plan("\n".join(self.plan)))

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write a page on the run: the plan, how the search went, where the time went. The file needs nothing else."""
        from pathlib import Path

        Path(path).write_text(self.report_html(), encoding="utf-8")

    def report_html(self) -> str:
        """What :meth:`report` writes."""
        from isonova.api.report import page

        if self._recording is None:
            raise ValueError("a result that was read back from data does not know how the search went")
        return page(self, self._recording)

    @property
    def _known_task(self) -> Task:
        if self._task is None:
            raise ValueError("this result does not know its task: read it back by Result.from_dict(data, task)")
        return self._task

    @cached_property
    def _path(self) -> tuple[tuple[Action, ...], tuple[State, ...]]:
        from isonova.api.state_space import Action, State
        from isonova.api.states import initial_state, walk

        assert self.plan is not None
        task = self._known_task
        actions, states = [], [State(initial_state(task))]
        for step, cost, atoms in walk(task, parse_plan("\n".join(self.plan)).steps):
            actions.append(Action(step.action, step.args, cost))
            states.append(State(atoms))
        return tuple(actions), tuple(states)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], task: Task | None = None) -> Result:
        """The way back from :meth:`to_dict`, also after a way through JSON. Actions and states need the task."""
        return replace(super().from_dict(data), _task=task)


@dataclass(frozen=True, repr=False, kw_only=True)
class SearchResult(RunResult, Generic[S]):
    """What :func:`isonova.search` found."""

    actions: tuple[Any, ...] | None = None
    """The actions of the plan, as the simulator gave them; ``plan`` has them as text."""
    states: tuple[S, ...] | None = None
    """Those that the plan goes through, from the initial one to the goal."""


def _decided_by(found: _core.PlanResult) -> str | None:
    if len(found.searches) < 2 or found.status not in ("solved", "unsolvable", "exhausted"):
        return None
    return found.searches[found.decided_by].name


def searched(found: _core.PlanResult) -> dict[str, Any]:
    """The fields of a result that the search fills in."""
    known: dict[str, Any] = {
        "engine": found.engine or "simulator",
        "engine_reason": found.engine_reason,
        "expansions": found.expansions,
        "evaluations": found.evaluations,
        "generated": found.generated,
        "dead_ends": found.dead_ends,
        "sent_back": found.sent_back,
        "episodes": found.episodes,
        "widest": found.widest,
        "relaxation": None if found.relaxation is None else RelaxationStatistics(**cast(Any, found.relaxation)),
        "searches": tuple(SearchStatistics.of(each) for each in found.searches) if len(found.searches) > 1 else (),
        "notes": tuple(note for each in found.searches for note in each.notes),
        "decided_by": _decided_by(found),
        "lanes": None if found.lanes is None else LaneStatistics(**cast(Any, found.lanes)),
    }
    if found.evaluations > 0:
        known["initial_h"] = found.initial_h
        known["initial_key"] = found.initial_key
        known["best_h"] = found.best_h
        known["best_h_seconds"] = None if found.best_h is None else round(found.best_h_seconds, 6)
        known["bytes_per_state"] = found.bytes_per_state
        known["novelty_telemetry"] = None if found.novelty is None else NoveltyStatistics.from_dict(found.novelty)
    return known


def shared(options: PlanOptions, *, grounded: bool) -> dict[str, Any]:
    """The fields of a result that say what was asked for, and the memory of the process."""
    return {
        "search": options.search_name,
        "threads": options.threads,
        "max_cost": options.max_cost,
        "heuristic": options.heuristic_name,
        "novelty": options.novelty.name,
        "novelty_kind": options.novelty.kind_name,
        "novelty_settings": options.novelty.settings(grounded=grounded),
        "cost_type": options.cost_type,
        "tie_break": options.tie_break,
        "peak_memory_mb": round(_core.peak_memory() / 2**20, 3),
    }
