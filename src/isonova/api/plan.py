"""Planning: options in, a validated result out."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from isonova import _core
from isonova.api.check import possible_causes
from isonova.api.domain_files import find_domain
from isonova.api.keywords import OptionWarning, keywords_of, with_keywords
from isonova.api.names import Phase, Status
from isonova.api.options import PlanOptions
from isonova.api.recording import Recording
from isonova.api.result import Result, searched, shared
from isonova.api.statistics import Seconds, TaskSize
from isonova.api.task import Task, source
from isonova.validator import parse_plan, validate
from isonova.validator.costs import Cost

if TYPE_CHECKING:
    from typing import Unpack

    from isonova.api.options import PlanKeywords

StopToken = _core.StopToken
"""Ends the searches it was given to; any thread may call its method ``stop``."""

Progress: TypeAlias = Callable[[_core.Progress], None]
"""Told of each new lowest h and, five times a second, of how the search stands."""


class InvalidPlanError(RuntimeError):
    """The planner found a plan that the independent validator rejects: a bug in Isonova, never shown as a plan."""


@keywords_of(PlanOptions)
def plan(
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | None = None,
    options: PlanOptions | None = None,
    *,
    progress: Progress | None = None,
    on_warning: Callable[[str], None] | None = None,
    stop: _core.StopToken | None = None,
    **keywords: Unpack[PlanKeywords],
) -> Result:
    """Find a plan, and check it with the independent validator.

    ``domain`` and ``problem`` are as in :func:`isonova.load`; a :class:`Task` may stand for both. Options are keywords,
    or a :class:`PlanOptions`, which keywords then change. Those that are None follow the ``profile``.
    docs/reference/options.md lists them all.

    ``search`` is a name (``isonova``, ``lama``), a search written out as on the command line, a :class:`Search` or a
    :class:`Portfolio`; the default is ``isonova``, two searches in turns. ``heuristic`` or ``novelty`` stand for a
    search with a single queue instead.

    ``shorten`` says whether steps that the plan does not need are left out. The default is yes, but not with a
    ``heuristic``, ``novelty`` or ``profile``.

    ``heuristic`` is a name (``ff``, ``add``, ``lm``, ``hmax``, ``gc``, ``blind``) or a function from the atoms of a
    state to a number.
    ``novelty`` names feature maps (``at``, ``wl``, ``at+wl``), or is a function from the atoms of a state to features,
    or a sequence of both; ``novelty_kind`` is ``qb``, ``pn`` or an object of your own. ``time_limit`` is in seconds or
    a text such as ``5m``, ``memory_limit`` in MB or a text such as ``4G``; both count everything from the first byte
    parsed (memory: of the whole process). ``progress`` is called with how the search stands, ``on_warning`` with each
    warning about the PDDL before it starts. ``stop`` is a :class:`StopToken` with which another thread can end it.

    Running out of time or memory, or having no plan, is a result. Wrong PDDL and unknown names are exceptions. An
    exception in your own code ends the search and comes out as it is.

    >>> import isonova
    >>> from isonova.examples import files
    >>> isonova.plan(*files("lockdown"), heuristic="gc", novelty="at+wl", time_limit="5m")
    <Result solved: 14 steps, cost 14; gc-at+wl, 33 expansions>
    """
    if options is not None and not isinstance(options, PlanOptions):
        raise TypeError(f"options is a PlanOptions, not {options!r}; keywords in a dict are given as **options")
    chosen = with_keywords(PlanOptions() if options is None else options, keywords, of="plan")
    for keyword, why in chosen.without_effect():
        warnings.warn(f"{keyword} has no effect: {why}", OptionWarning, stacklevel=2)
    return run(chosen, domain, problem, progress=progress, on_warning=on_warning, stop=stop)


def run(
    options: PlanOptions,
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | None = None,
    *,
    progress: Progress | None = None,
    on_warning: Callable[[str], None] | None = None,
    stop: _core.StopToken | None = None,
) -> Result:
    """What `plan` does once the options are known."""
    for given in (domain, problem):
        if given is not None and not isinstance(given, (str, os.PathLike, Task)):
            raise TypeError(f"a task is given as paths, as PDDL text or as a Task, not as {type(given).__name__}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function, not {progress!r}")
    if isinstance(domain, Task) and problem is not None:
        raise TypeError("a Task stands for domain and problem; do not give a problem as well")
    return _Run(options, stop).run(domain, problem, progress, on_warning)


class _Run:
    """One run as it goes: the clock of its phases and what is known when it ends."""

    def __init__(self, options: PlanOptions, stop: _core.StopToken | None) -> None:
        self._options = options
        self._recording = Recording(options)
        self._limits = options.limits.core(stop)
        self._seconds: dict[str, float] = {}
        self._start = perf_counter()
        self._phase: Phase = "parse"
        self._tree: _core.SyntaxTree | None = None
        self._task: Task | None = None

    def run(
        self,
        domain: str | os.PathLike[str] | Task,
        problem: str | os.PathLike[str] | None,
        progress: Progress | None,
        on_warning: Callable[[str], None] | None,
    ) -> Result:
        try:
            task = self._task = self._load(domain, problem, on_warning)
            options = self._options
            novelty = options.novelty
            kind = None if isinstance(novelty.kind, str) else novelty.kind
            return self._result(
                _core.plan(
                    task._core,
                    options.core(),
                    self._limits,
                    self._recording.listener(progress),
                    novelty.function,
                    kind,
                    options.heuristic_function,
                )
            )
        except _core.Halted as halted:
            return self._finish(cast(Status, str(halted)))
        except MemoryError:
            return self._finish("out_of_memory")
        except KeyboardInterrupt:  # outside compiled code; within it, Ctrl-C becomes a status
            return self._finish("interrupted")

    def _load(
        self,
        domain: str | os.PathLike[str] | Task,
        problem: str | os.PathLike[str] | None,
        on_warning: Callable[[str], None] | None,
    ) -> Task:
        if isinstance(domain, Task):
            self._tree = domain._tree
        else:
            if problem is None:
                domain, problem = find_domain(domain), domain
            self._recording.name_files(domain, problem)
            self._tree = _core.parse(source(domain), source(problem))
            self._seconds["parse"] = perf_counter() - self._start
        if on_warning is not None:
            for warning in self._tree.warnings:
                on_warning(str(warning))
        if isinstance(domain, Task):
            return domain
        self._phase = "normalise"
        start = perf_counter()
        try:
            return Task(self._tree, _core.normalise(self._tree, self._limits))
        finally:
            self._seconds["normalise"] = perf_counter() - start

    def _result(self, found: _core.PlanResult) -> Result:
        self._phase = "search" if found.in_search else "ground"
        self._seconds["ground"] = found.ground_seconds
        self._seconds["search"] = found.search_seconds
        self._seconds["shorten"] = found.shorten_seconds
        known = searched(found)
        if found.in_search or found.status == "unsolvable":  # else grounding was cut short
            known["task"] = TaskSize(found.atoms, found.actions, found.axioms)
        if found.status == "unsolvable":
            assert self._task is not None
            known["possible_causes"] = possible_causes(self._task)
        if found.status != "solved":
            return self._finish(cast(Status, found.status), **known)
        plan = tuple(found.plan)
        try:
            cost = self._validated(plan)
        except (KeyboardInterrupt, MemoryError) as stop:  # a plan that was not checked is not shown
            return self._finish("interrupted" if isinstance(stop, KeyboardInterrupt) else "out_of_memory", **known)
        if self._options.shortens:
            assert self._task is not None
            scaled = round(cost * self._task._core.cost_scale) + found.saved
            known |= {"found_cost": self._task._written(scaled), "found_length": found.found_length}
        return self._finish("solved", plan=plan, cost=cost, length=len(plan), **known)

    def _validated(self, plan: tuple[str, ...]) -> Cost:
        assert self._tree is not None
        start = perf_counter()
        verdict = validate(self._tree, parse_plan("\n".join(plan), "the plan found"))
        self._seconds["validate"] = perf_counter() - start
        if not verdict.valid or verdict.cost is None:
            raise InvalidPlanError(f"the plan found is not valid; please report this.\n{verdict.explain()}")
        return verdict.cost

    def _finish(self, status: Status, **known: Any) -> Result:
        self._seconds["total"] = perf_counter() - self._start
        engine = known.setdefault("engine", self._options.engine)
        return Result(
            status=status,
            phase=self._phase,
            unit_cost=self._tree is not None and not self._tree.problem.minimises_cost,
            cost_scale=1 if self._task is None else self._task._core.cost_scale,
            warnings=() if self._tree is None else tuple(str(warning) for warning in self._tree.warnings),
            seconds=Seconds(**{phase: round(value, 6) for phase, value in self._seconds.items()}),
            _task=self._task,
            _recording=self._recording,
            **shared(self._options, grounded=engine != "lifted"),
            **known,
        )
