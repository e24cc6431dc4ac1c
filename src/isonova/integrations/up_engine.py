"""Isonova as an engine of unified-planning: one-shot and anytime planning, and plan validation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from time import perf_counter
from typing import Any

from isonova import _core
from isonova.api.keywords import OptionError, with_keywords
from isonova.api.options import PlanOptions
from isonova.api.plan import InvalidPlanError, improve, run
from isonova.api.result import Result
from isonova.api.task import Atom
from isonova.validator import parse_plan, validate
from isonova.validator.costs import Cost, as_cost

try:
    from unified_planning.engines import (
        Credits,
        Engine,
        FailedValidationReason,
        LogLevel,
        LogMessage,
        OptimalityGuarantee,
        PlanGenerationResult,
        ValidationResult,
        ValidationResultStatus,
    )
    from unified_planning.engines import PlanGenerationResultStatus as Status
    from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin, PlanValidatorMixin
    from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
    from unified_planning.exceptions import UPUsageError
    from unified_planning.model import ProblemKind
    from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
    from unified_planning.plans import PlanKind
except ModuleNotFoundError as error:
    if error.name is None or error.name.split(".")[0] != "unified_planning":
        raise
    raise ModuleNotFoundError("unified-planning is not installed: pip install 'isonova[up]'", name=error.name) from None

from isonova.integrations.up_problem import ConvertedProblem
from isonova.integrations.up_vocabulary import UnsupportedProblemError

FEATURES = (
    "ACTION_BASED",
    "FLAT_TYPING",
    "HIERARCHICAL_TYPING",
    "NEGATIVE_CONDITIONS",
    "DISJUNCTIVE_CONDITIONS",
    "EQUALITIES",
    "EXISTENTIAL_CONDITIONS",
    "UNIVERSAL_CONDITIONS",
    "CONDITIONAL_EFFECTS",
    "FORALL_EFFECTS",
    "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "STATIC_FLUENTS_IN_OBJECT_ASSIGNMENTS",
    "FLUENTS_IN_OBJECT_ASSIGNMENTS",
    "OBJECT_FLUENTS",
    "BOOL_FLUENT_PARAMETERS",
    "BOUNDED_INT_FLUENT_PARAMETERS",
    "BOOL_ACTION_PARAMETERS",
    "BOUNDED_INT_ACTION_PARAMETERS",
    "STATE_INVARIANTS",
    "ACTIONS_COST",
    "STATIC_FLUENTS_IN_ACTIONS_COST",
    "INT_NUMBERS_IN_ACTIONS_COST",
    "REAL_NUMBERS_IN_ACTIONS_COST",
    "PLAN_LENGTH",
)

STATUSES = {
    "solved": Status.SOLVED_SATISFICING,
    "unsolvable": Status.UNSOLVABLE_PROVEN,
    "exhausted": Status.UNSOLVABLE_INCOMPLETELY,
    "limit_reached": Status.UNSOLVABLE_INCOMPLETELY,
    "out_of_time": Status.TIMEOUT,
    "out_of_memory": Status.MEMOUT,
}
LOG_EVERY = 1.0  # seconds
PRECISION = 1000  # search compares whole numbers: values of a function of the caller count to three decimals


class Isonova(Engine, OneshotPlannerMixin, AnytimePlannerMixin, PlanValidatorMixin):
    """The engine. Its parameters are the options of :func:`isonova.plan`, such as ``heuristic`` and ``memory_limit``:
    ``OneshotPlanner(name="isonova", params={"heuristic": "add"})``."""

    NAME = "isonova"
    DEFAULTS = PlanOptions()

    def __init__(self, **options: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)
        PlanValidatorMixin.__init__(self)
        try:
            self._options = with_keywords(self.DEFAULTS, options, of=self.NAME)
        except (OptionError, TypeError) as error:
            raise UPUsageError(f"isonova: {error}") from error

    @property
    def name(self) -> str:
        return self.NAME

    @staticmethod
    def supported_kind() -> Any:
        return ProblemKind(FEATURES, version=LATEST_PROBLEM_KIND_VERSION)

    @staticmethod
    def supports(problem_kind: Any) -> bool:
        return bool(problem_kind <= Isonova.supported_kind())

    @staticmethod
    def supports_plan(plan_kind: Any) -> bool:
        return bool(plan_kind == PlanKind.SEQUENTIAL_PLAN)

    @staticmethod
    def satisfies(optimality_guarantee: Any) -> bool:
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @staticmethod
    def ensures(anytime_guarantee: Any) -> bool:
        return bool(anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY)

    @staticmethod
    def get_credits(**_: Any) -> Any:
        return Credits(
            "Isonova",
            "The Isonova developers",
            "",
            "",
            "MIT",
            "A classical planner guided by novelty up to symmetry.",
            "A classical planner guided by novelty up to symmetry: greedy best-first search whose exploration is "
            "led by Weisfeiler-Leman features.",
        )

    # --- planning

    def _solve(
        self, problem: Any, heuristic: Any = None, timeout: float | None = None, output_stream: Any = None
    ) -> Any:
        job = _Job(self, problem, timeout, output_stream)
        if job.refused is not None:
            return job.refused
        options = job.options
        if heuristic is not None:
            options = with_keywords(options, {"heuristic": _Function(heuristic, job.converted)})
        try:
            found = run(options, job.converted.domain, job.converted.problem, progress=job.log.progress)
        except InvalidPlanError as error:
            return job.log.result(Status.INTERNAL_ERROR, LogLevel.ERROR, str(error))
        if found.status == "interrupted":
            raise KeyboardInterrupt
        return job.result(found)

    def _get_solutions(self, problem: Any, timeout: float | None = None, output_stream: Any = None) -> Iterator[Any]:
        """Each better plan as it is found, then the last one again with the final status."""
        if self._options.optimal:  # the first plan is the best
            yield self._solve(problem, timeout=timeout, output_stream=output_stream)
            return
        job = _Job(self, problem, timeout, output_stream)
        if job.refused is not None:
            yield job.refused
            return
        options = with_keywords(job.options, {"anytime": True})
        with improve(options, job.converted.domain, job.converted.problem, progress=job.log.progress) as plans:
            try:
                for found in plans:
                    yield job.result(found, Status.INTERMEDIATE)
            except InvalidPlanError as error:
                yield job.log.result(Status.INTERNAL_ERROR, LogLevel.ERROR, str(error))
                return
        assert plans.result is not None
        if "interrupted" in (plans.result.status, plans.result.ended):
            raise KeyboardInterrupt
        yield job.result(plans.result)

    # --- validation

    def _validate(self, problem: Any, plan: Any) -> Any:
        try:
            converted = ConvertedProblem(problem)
        except UnsupportedProblemError as error:
            log = [LogMessage(LogLevel.ERROR, str(error))]
            return ValidationResult(ValidationResultStatus.UNKNOWN, self.name, log)
        tree = _core.parse(_core.Source.from_text(converted.domain), _core.Source.from_text(converted.problem))
        verdict = validate(tree, parse_plan("\n".join(converted.steps(plan)), "the plan"))
        if verdict.valid:
            assert verdict.cost is not None
            costs = {metric: _unscaled(verdict.cost, converted.scale) for metric in problem.quality_metrics}
            return ValidationResult(ValidationResultStatus.VALID, self.name, [], costs or None)
        failed = verdict.failed_step
        return ValidationResult(
            ValidationResultStatus.INVALID,
            self.name,
            [LogMessage(LogLevel.INFO, verdict.explain())],
            reason=FailedValidationReason.INAPPLICABLE_ACTION if failed else FailedValidationReason.UNSATISFIED_GOALS,
            inapplicable_action=plan.actions[failed - 1] if failed else None,
        )


class IsonovaOptimal(Isonova):
    """The same with ``optimal``: plans of the lowest cost, with proof, for small tasks."""

    NAME = "isonova-optimal"
    DEFAULTS = PlanOptions(optimal=True)

    @staticmethod
    def satisfies(optimality_guarantee: Any) -> bool:
        return optimality_guarantee in (OptimalityGuarantee.SATISFICING, OptimalityGuarantee.SOLVED_OPTIMALLY)


class _Job:
    """A problem of unified-planning on its way to a result."""

    def __init__(self, engine: Isonova, problem: Any, timeout: float | None, stream: Any) -> None:
        self._start = perf_counter()
        self._has_metric = bool(problem.quality_metrics)
        self.log = _Log(stream, engine.name)
        self.refused: Any = None
        self.options = engine._options
        try:
            self.converted = ConvertedProblem(problem)
        except UnsupportedProblemError as error:
            self.refused = self.log.result(Status.UNSUPPORTED_PROBLEM, LogLevel.ERROR, str(error))
            return
        left = None if timeout is None else timeout - (perf_counter() - self._start)
        given = self.options.limits.seconds
        if left is not None and left <= 0:
            self.refused = self.log.result(Status.TIMEOUT, LogLevel.INFO, "out of time before the search")
        elif left is not None and (given is None or left < given):
            self.options = with_keywords(self.options, {"time_limit": left})

    def result(self, found: Result, status: Any = None) -> Any:
        if status is None:
            status = STATUSES[found.status]
            if found.optimal and self._has_metric:
                status = Status.SOLVED_OPTIMALLY
        scale = self.converted.scale
        shown = found if found.cost is None else replace(found, cost=as_cost(_unscaled(found.cost, scale)))
        result = self.log.result(status, LogLevel.INFO, shown.summary())
        result.metrics = _metrics(found, scale, perf_counter() - self._start)
        if found.plan is not None:
            result.plan = self.converted.plan(found.plan)
        return result


class _Function:
    """A heuristic that the caller of `solve` gives, from states of unified-planning to numbers, as search wants it."""

    def __init__(self, function: Any, converted: ConvertedProblem) -> None:
        self._function = function
        self._converted = converted
        self.__name__ = getattr(function, "__name__", type(function).__name__)

    def __call__(self, atoms: frozenset[Atom]) -> int | float | None:
        value: float | None = self._function(self._converted.state(atoms))
        if value is None or value == math.inf:
            return None
        return round(value * PRECISION)


def _unscaled(cost: Cost, scale: int) -> int | Fraction:
    exact = Fraction(cost) / scale
    return int(exact) if exact.denominator == 1 else exact


def _metrics(found: Result, scale: int, seconds: float) -> dict[str, str]:
    metrics = {
        "engine_internal_time": f"{seconds:.6f}",
        "expansions": str(found.expansions),
        "evaluations": str(found.evaluations),
        "peak_memory_mb": str(found.peak_memory_mb),
    }
    if found.cost is not None:
        metrics["cost"] = str(_unscaled(found.cost, scale))
    return metrics


class _Log:
    """Writes to the stream that the caller gave, if any; some give one for output and one for errors."""

    def __init__(self, stream: Any, engine: str) -> None:
        self._engine = engine
        self._out, self._err = stream if isinstance(stream, tuple) else (stream, stream)
        self._due = perf_counter() + LOG_EVERY

    def progress(self, progress: _core.Progress) -> None:
        if self._out is not None and perf_counter() >= self._due:
            self._due = perf_counter() + LOG_EVERY
            self._out.write(
                f"best h {progress.best_h}, {progress.expansions} expansions, {progress.evaluations} evaluations, "
                f"{progress.seconds:.0f} s\n"
            )

    def result(self, status: Any, level: Any, text: str) -> Any:
        stream = self._err if level == LogLevel.ERROR else self._out
        if stream is not None:
            stream.write(f"{text}\n")
        return PlanGenerationResult(status, None, self._engine, log_messages=[LogMessage(level, text)])
