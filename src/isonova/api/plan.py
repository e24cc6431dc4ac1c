"""Planning: options in, a validated result out, or several results that get better."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from isonova import _core
from isonova.api.domain_files import find_domain
from isonova.api.goals import GoalStatistics, goal_names
from isonova.api.keywords import OptionWarning, keywords_of, with_keywords
from isonova.api.names import Phase, Status
from isonova.api.options import PlanOptions
from isonova.api.recording import Recording
from isonova.api.task import Task, source

if TYPE_CHECKING:
    from typing import Unpack

    from isonova.api.options import PlanKeywords
    from isonova.api.result import Result
    from isonova.validator.costs import Cost

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
    :class:`Portfolio`; the default is ``isonova``, three searches in turns. ``heuristic`` or ``novelty`` stand for a
    search with a single queue instead.

    ``optimal`` asks for a plan of the lowest cost, with proof, which takes small tasks; ``result.optimal`` says whether
    that is proved. ``anytime`` goes on after the first plan, until the time limit or a proof, and returns the best one;
    :func:`isonova.plans` gives the plans as they come. ``max_cost`` bounds the cost of plans.

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
    chosen = _chosen(options, keywords, "plan")
    return run(chosen, domain, problem, progress=progress, on_warning=on_warning, stop=stop)


@keywords_of(PlanOptions, but=("anytime",))
def plans(
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | None = None,
    options: PlanOptions | None = None,
    *,
    progress: Progress | None = None,
    on_warning: Callable[[str], None] | None = None,
    stop: _core.StopToken | None = None,
    **keywords: Unpack[PlanKeywords],
) -> Plans:
    """Plans that get better, one after the other, as they are found and validated.

    Takes what :func:`plan` takes. The search goes on while the next plan is asked for, and ends at a limit, or with a
    proof that the last plan is optimal. Closing the iterator ends it, too.

    >>> import isonova
    >>> from isonova.examples import files
    >>> with isonova.plans(*files("lockdown"), time_limit=30) as plans:
    ...     costs = [result.cost for result in plans]
    >>> costs, plans.result.optimal
    ([12, 11], True)
    """
    chosen = with_keywords(_chosen(options, keywords, "plans"), {"anytime": True})
    return improve(chosen, domain, problem, progress=progress, on_warning=on_warning, stop=stop)


def _chosen(options: PlanOptions | None, keywords: Any, of: str) -> PlanOptions:
    if options is not None and not isinstance(options, PlanOptions):
        raise TypeError(f"options is a PlanOptions, not {options!r}; keywords in a dict are given as **options")
    chosen = with_keywords(PlanOptions() if options is None else options, keywords, of=of)
    for keyword, why in chosen.without_effect(keywords):
        warnings.warn(f"{keyword} has no effect: {why}", OptionWarning, stacklevel=3)
    return chosen


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
    if options.anytime:
        with improve(options, domain, problem, progress=progress, on_warning=on_warning, stop=stop) as better:
            for _ in better:
                pass
        assert better.result is not None
        return better.result
    _check(domain, problem, progress)
    return _Run(options, stop).run(domain, problem, progress, on_warning)


def improve(
    options: PlanOptions,
    domain: str | os.PathLike[str] | Task,
    problem: str | os.PathLike[str] | None = None,
    *,
    progress: Progress | None = None,
    on_warning: Callable[[str], None] | None = None,
    stop: _core.StopToken | None = None,
) -> Plans:
    """What `plans` does once the options are known."""
    _check(domain, problem, progress)
    return Plans(_Run(options, stop), domain, problem, progress, on_warning)


def _check(domain: object, problem: object, progress: object) -> None:
    for given in (domain, problem):
        if given is not None and not isinstance(given, (str, os.PathLike, Task)):
            raise TypeError(f"a task is given as paths, as PDDL text or as a Task, not as {type(given).__name__}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function, not {progress!r}")
    if isinstance(domain, Task) and problem is not None:
        raise TypeError("a Task stands for domain and problem; do not give a problem as well")


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
            self.load(domain, problem, on_warning)
            return self.result(_core.plan(*self.arguments(progress)))
        except _core.Halted as halted:
            return self.finish(cast(Status, str(halted)))
        except MemoryError:
            return self.finish("out_of_memory")
        except KeyboardInterrupt:  # outside compiled code; within it, Ctrl-C becomes a status
            return self.finish("interrupted")

    def arguments(self, progress: Progress | None) -> tuple[Any, ...]:
        """What the core is called with."""
        assert self._task is not None
        options = self._options
        core = options.core()
        if options.max_cost is not None:
            most = options.max_cost * self._task._core.cost_scale
            core.max_cost = math.floor(most) + 1 if most < 2**62 else 2**63 - 1  # the core wants what is below
        kind = None if isinstance(options.novelty.kind, str) else options.novelty.kind
        functions = options.novelty.function, kind, options.heuristic_function
        return self._task._core, core, self._limits, self._recording.listener(progress), *functions

    def load(
        self,
        domain: str | os.PathLike[str] | Task,
        problem: str | os.PathLike[str] | None,
        on_warning: Callable[[str], None] | None,
    ) -> None:
        self._task = self._read(domain, problem, on_warning)

    def _read(
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

    def result(self, found: _core.PlanResult) -> Result:
        self._phase = "search" if found.in_search else "ground"
        self._seconds["ground"] = found.ground_seconds
        self._seconds["search"] = found.search_seconds
        self._seconds["shorten"] = found.shorten_seconds
        from isonova.api.result import searched
        from isonova.api.statistics import TaskSize

        known = searched(found)
        if found.in_search or found.status == "unsolvable":  # else grounding was cut short
            known["task"] = TaskSize(found.atoms, found.actions, found.axioms)
        assert self._task is not None
        if found.goals is not None:
            known["goals"] = GoalStatistics.of(found.goals, goal_names(self._task))
        if found.status == "unsolvable" and (self._options.max_cost is None or not found.in_search):
            from isonova.api.check import possible_causes

            known["possible_causes"] = possible_causes(self._task)
        if found.status != "solved":
            return self.finish(cast(Status, found.status), **known)
        known["optimal"] = found.optimal
        plan = tuple(found.plan)
        try:
            cost = self._validated(plan)
        except (KeyboardInterrupt, MemoryError) as stop:  # a plan that was not checked is not shown
            return self.finish("interrupted" if isinstance(stop, KeyboardInterrupt) else "out_of_memory", **known)
        if self._options.shortens:
            scaled = round(cost * self._task._core.cost_scale) + found.saved
            known |= {"found_cost": self._task._written(scaled), "found_length": found.found_length}
        return self.finish("solved", plan=plan, cost=cost, length=len(plan), **known)

    def _validated(self, plan: tuple[str, ...]) -> Cost:
        assert self._tree is not None
        start = perf_counter()
        from isonova.validator import parse_plan, validate

        verdict = validate(self._tree, parse_plan("\n".join(plan), "the plan found"))
        self._seconds["validate"] = self._seconds.get("validate", 0.0) + perf_counter() - start
        if not verdict.valid or verdict.cost is None:
            raise InvalidPlanError(f"the plan found is not valid; please report this.\n{verdict.explain()}")
        return verdict.cost

    def finish(self, status: Status, **known: Any) -> Result:
        self._seconds["total"] = perf_counter() - self._start
        from isonova.api.result import Result, shared
        from isonova.api.statistics import Seconds

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

    @property
    def seconds(self) -> float:
        return perf_counter() - self._start

    def with_seconds(self, result: Result) -> Result:
        """The result as of now."""
        return replace(result, seconds=replace(result.seconds, total=round(self.seconds, 6)))


class Plans(Iterator["Result"]):
    """Results that get better: see :func:`isonova.plans`. Each is a valid plan that costs less than the one before.

    ``result`` is the best so far. After the last one it also says why there are no more (``ended``), and whether the
    plan is proved optimal; without any plan it has the status of the run.
    """

    result: Result | None = None

    def __init__(
        self,
        run: _Run,
        domain: str | os.PathLike[str] | Task,
        problem: str | os.PathLike[str] | None,
        progress: Progress | None,
        on_warning: Callable[[str], None] | None,
    ) -> None:
        self._run = run
        self._core: _core.Anytime | None = None
        try:
            run.load(domain, problem, on_warning)
            self._core = _core.Anytime(*run.arguments(progress))
        except _core.Halted as halted:
            self.result = run.finish(cast(Status, str(halted)))
        except MemoryError:
            self.result = run.finish("out_of_memory")
        except KeyboardInterrupt:
            self.result = run.finish("interrupted")

    def __next__(self) -> Result:
        if self._core is None:
            raise StopIteration
        try:
            if not self._core.next():
                self._end(cast(Status, self._core.ended))
                raise StopIteration
            found = self._run.result(self._core.result)
        except KeyboardInterrupt:
            self._end("interrupted")
            raise StopIteration from None
        except MemoryError:
            self._end("out_of_memory")
            raise StopIteration from None
        except StopIteration:
            raise
        except BaseException:
            self.close()
            raise
        if not found.solved:  # its validation was cut short
            self._end(found.status)
            raise StopIteration
        from isonova.api.statistics import FoundPlan

        assert found.cost is not None
        assert found.length is not None
        by = self._core.found_by or found.heuristic or ""
        plan = FoundPlan(found.cost, found.length, round(self._run.seconds, 6), by)
        self.result = replace(found, plans=(() if self.result is None else self.result.plans) + (plan,))
        return self.result

    def _end(self, status: Status) -> None:
        assert self._core is not None
        if self.result is None:
            self.result = (
                self._run.result(self._core.result) if status == self._core.ended else self._run.finish(status)
            )
        else:
            optimal = self.result.optimal or (status == "solved" and self._core.result.optimal)
            self.result = self._run.with_seconds(replace(self.result, ended=status, optimal=optimal))
        self._core = None

    def close(self) -> None:
        """End the search; there are no further plans."""
        if self._core is not None:
            if self.result is not None:
                self.result = self._run.with_seconds(replace(self.result, ended="interrupted"))
            self._core = None

    def __enter__(self) -> Plans:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
