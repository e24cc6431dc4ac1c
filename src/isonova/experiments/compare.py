"""Two configurations, studies or versions of the planner, task by task. A is what was there before, B what is judged.

Ratios are B divided by A, over the tasks that both solved; of evaluations per second, over all tasks. A regression is a
task that A solved and B did not. Differences have intervals: a bootstrap draws domains, then tasks within each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from pathlib import Path
from random import Random
from statistics import median

from isonova.experiments.errors import ExperimentError
from isonova.experiments.results import FILE, Results, Run, open_results
from isonova.experiments.scores import agile_score, geometric_mean, satisficing_score
from isonova.experiments.suggest import known

CLOCKS = ("cpu", "wall", "search", "total")
MEASURES = ("seconds", "expansions", "evaluations", "peak_memory_mb", "cost", "length", "rate")
SMALLEST = 1e-3
"""Seconds below which times are not told apart; and a plan of cost 0 has no ratio."""
LEAST_SEARCH = 0.1
"""Seconds of search below which evaluations per second mean nothing."""
REPLICATES = 1000
SCORES = ("solved", "agile", "satisficing")
TaskKey = tuple[str, str, str]


def seconds_of(run: Run, clock: str) -> float | None:
    if clock in ("cpu", "wall"):
        return run.cpu_seconds if clock == "cpu" else run.wall_seconds
    return run.figures.get(f"seconds.{clock}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a comparison looks at in a run."""

    status: str
    seconds: float | None
    expansions: float | None
    evaluations: float | None
    peak_memory_mb: float | None
    cost: float | None
    length: float | None
    rate: float | None
    """Evaluations per second of search, with or without a plan."""
    limit: float

    @property
    def solved(self) -> bool:
        return self.status == "solved"

    @property
    def agile(self) -> float:
        return agile_score(self.seconds, self.limit) if self.solved else 0.0


def outcome(run: Run, clock: str, within: float | None) -> Outcome:
    """A plan that took longer than `within` seconds does not count."""
    seconds = seconds_of(run, clock)
    late = within is not None and run.solved and (seconds is None or seconds > within)
    return Outcome(
        "out_of_time" if late else run.status,
        seconds,
        run.figures.get("expansions"),
        run.figures.get("evaluations"),
        run.peak_memory_mb,
        run.figures.get("cost"),
        run.figures.get("length"),
        _rate(run),
        min(run.time_limit, run.cpu_limit if clock == "cpu" else inf, within or inf),
    )


def _rate(run: Run) -> float | None:
    evaluations, seconds = run.figures.get("evaluations"), run.figures.get("seconds.search")
    return evaluations / seconds if evaluations and seconds and seconds >= LEAST_SEARCH else None


@dataclass(frozen=True, slots=True)
class Side:
    """A configuration of a study with its outcomes."""

    study: str
    configuration: str
    outcomes: dict[TaskKey, Outcome]
    domains: dict[TaskKey, str]
    versions: dict[str, int]
    """How many runs each version of the planner has recorded."""
    limits: tuple[tuple[float, float, float], ...]
    """Seconds of wall-clock and of CPU time, and MB; several if the study was changed meanwhile."""
    left: int
    errors: int

    @property
    def label(self) -> str:
        return f"{self.study}:{self.configuration}"


@dataclass(frozen=True, slots=True)
class Row:
    """A task of both sides."""

    suite: str
    domain: str
    folder: str
    problem: str
    a: Outcome
    b: Outcome

    @property
    def task(self) -> str:
        return f"{self.folder}/{self.problem}"

    @property
    def satisficing(self) -> tuple[float, float]:
        """Of A and B, against the better of the two plans."""
        costs = [side.cost if side.solved else None for side in (self.a, self.b)]
        best = min((cost for cost in costs if cost is not None), default=None)
        a, b = (satisficing_score(cost, best) for cost in costs)
        return a, b

    @property
    def gains(self) -> tuple[float, float, float]:
        """B minus A, in the order of SCORES."""
        a, b = self.satisficing
        return self.b.solved - self.a.solved, self.b.agile - self.a.agile, b - a

    def ratio(self, measure: str) -> float | None:
        """B divided by A, if both have the figure and, but for rates, solved the task."""
        if measure != "rate" and not (self.a.solved and self.b.solved):
            return None
        first, second = getattr(self.a, measure), getattr(self.b, measure)
        if first is None or second is None:
            return None
        if measure == "seconds":
            first, second = max(first, SMALLEST), max(second, SMALLEST)
        if first <= 0 or second <= 0:
            return 1.0 if first == second else None
        return float(second / first)


@dataclass(frozen=True, slots=True)
class Ratios:
    """A measure over the tasks that have a ratio. The worst is the largest, of rates the smallest."""

    measure: str
    tasks: int
    mean: float
    """Geometric."""
    median: float
    smaller: int
    equal: int
    larger: int
    worst: Row
    best: Row


@dataclass(frozen=True, slots=True)
class DomainRow:
    suite: str
    domain: str
    tasks: int
    a: int
    b: int
    a_agile: float
    b_agile: float
    seconds: float | None
    """Geometric mean of the ratios, as are expansions."""
    expansions: float | None

    @property
    def difference(self) -> int:
        return self.b - self.a


@dataclass(frozen=True)
class Comparison:
    a: Side
    b: Side
    clock: str
    rows: tuple[Row, ...]

    @cached_property
    def only_a(self) -> list[Row]:
        """Regressions, quickly solved ones first: these are the most surprising."""
        return sorted((row for row in self.rows if row.a.solved > row.b.solved), key=lambda row: row.a.seconds or 0)

    @cached_property
    def only_b(self) -> list[Row]:
        return sorted((row for row in self.rows if row.a.solved < row.b.solved), key=lambda row: row.b.seconds or 0)

    @cached_property
    def both(self) -> list[Row]:
        return [row for row in self.rows if row.a.solved and row.b.solved]

    def slower(self, factor: float, seconds: float) -> list[Row]:
        """Tasks that both solved and B in at least `factor` times the time, and so many seconds more."""
        found = [
            row
            for row in self.both
            if (ratio := row.ratio("seconds")) is not None
            and ratio >= factor
            and (row.b.seconds or 0) - (row.a.seconds or 0) >= seconds
        ]
        return sorted(found, key=lambda row: row.ratio("seconds") or 0, reverse=True)

    def unsolved_errors(self) -> list[Row]:
        return [row for row in self.rows if row.b.status == "error"]

    def agile(self) -> tuple[float, float]:
        return sum(row.a.agile for row in self.rows), sum(row.b.agile for row in self.rows)

    def satisficing(self) -> tuple[float, float]:
        return sum(row.satisficing[0] for row in self.rows), sum(row.satisficing[1] for row in self.rows)

    def ratios(self, measure: str) -> Ratios | None:
        found = [(ratio, row) for row in self.rows if (ratio := row.ratio(measure)) is not None]
        if not found:
            return None
        values = [ratio for ratio, _ in found]
        mean = geometric_mean(values)
        assert mean is not None
        by_ratio: Callable[[tuple[float, Row]], float] = lambda pair: pair[0]  # noqa: E731
        first, last = max(found, key=by_ratio)[1], min(found, key=by_ratio)[1]
        return Ratios(
            measure,
            len(found),
            mean,
            median(values),
            sum(value < 1 for value in values),
            sum(value == 1 for value in values),
            sum(value > 1 for value in values),
            *((last, first) if measure == "rate" else (first, last)),
        )

    @cached_property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """Of B minus A in each score, 95 %, for as many tasks as there are; none if there is but one domain."""
        groups = [[row.gains for row in rows] for rows in self._groups.values()]  # no NumPy: that is for reports
        if len(groups) < 2:
            return {}
        random = Random(1)
        totals: list[list[float]] = []
        for _ in range(REPLICATES):
            drawn = [
                gain for group in random.choices(groups, k=len(groups)) for gain in random.choices(group, k=len(group))
            ]
            totals.append([sum(column) * len(self.rows) / len(drawn) for column in zip(*drawn, strict=True)])
        tail = REPLICATES // 40
        ordered = [sorted(column) for column in zip(*totals, strict=True)]
        return {name: (each[tail], each[-tail - 1]) for name, each in zip(SCORES, ordered, strict=True)}

    @cached_property
    def _groups(self) -> dict[tuple[str, str], list[Row]]:
        groups: dict[tuple[str, str], list[Row]] = {}
        for row in self.rows:
            groups.setdefault((row.suite, row.domain), []).append(row)
        return groups

    @cached_property
    def domains(self) -> list[DomainRow]:
        """Those that lost most first."""
        found = [
            DomainRow(
                *key,
                len(rows),
                sum(row.a.solved for row in rows),
                sum(row.b.solved for row in rows),
                sum(row.a.agile for row in rows),
                sum(row.b.agile for row in rows),
                _mean(rows, "seconds"),
                _mean(rows, "expansions"),
            )
            for key, rows in self._groups.items()
        ]
        return sorted(found, key=lambda row: (row.difference, row.suite, row.domain))


def _mean(rows: Sequence[Row], measure: str) -> float | None:
    return geometric_mean(ratio for row in rows if (ratio := row.ratio(measure)) is not None)


def compare(a: Side, b: Side, clock: str) -> Comparison:
    rows = [Row(key[0], a.domains[key], key[1], key[2], a.outcomes[key], b.outcomes[key]) for key in _common(a, b)]
    if not rows:
        raise ExperimentError(f"{a.label} and {b.label} have no task in common that both have run")
    return Comparison(a, b, clock, tuple(rows))


def _common(a: Side, b: Side) -> Iterator[TaskKey]:
    return (key for key in a.outcomes if key in b.outcomes)


def compare_studies(first: str, second: str, clock: str = "cpu", within: float | None = None) -> list[Comparison]:
    """Each side is a folder or a database, and may name a configuration: `DIR:ff`, or `:ff` for the same study.

    Without names, configurations of the same name are compared, or the only ones of both studies.
    """
    place_a, name_a = _split(first)
    place_b, name_b = _split(second)
    if not place_a:
        raise ExperimentError(f"the first side needs a folder: DIR:CONFIGURATION, not '{first}'")
    with open_results(place_a) as results_a, open_results(place_b or place_a) as results_b:
        pairs = _pairs(results_a, name_a, results_b, name_b)
        if results_a.file.samefile(results_b.file) and all(a == b for a, b in pairs):
            raise ExperimentError(
                f"both sides are the same: name two configurations, as in {place_a}:{pairs[0][0]} :OTHER; "
                f"{results_a.folder} has {', '.join(results_a.algorithms())}"
            )
        return [
            compare(_side(results_a, a, clock, within), _side(results_b, b, clock, within), clock) for a, b in pairs
        ]


def _split(text: str) -> tuple[str, str | None]:
    """A path that exists is taken as it is, so that it may have a colon."""
    if Path(text).exists():
        return text, None
    place, colon, name = text.rpartition(":")
    return (place, name) if colon else (text, None)


def _pairs(first: Results, a: str | None, second: Results, b: str | None) -> list[tuple[str, str]]:
    names = [(results, results.algorithms()) for results in (first, second)]
    for (results, known_names), name in zip(names, (a, b), strict=True):
        if name is not None and name not in known_names:
            raise ExperimentError(f"{results.folder} has no configuration '{name}'; {known(name, known_names)}")
    names_a, names_b = ([name] if name else names for name, (_, names) in zip((a, b), names, strict=True))
    if len(names_a) == 1 and len(names_b) == 1:
        return [(names_a[0], names_b[0])]
    if a is not None:
        names_b = [name for name in names_b if name == a]
    if b is not None:
        names_a = [name for name in names_a if name == b]
    common = [(name, name) for name in names_a if name in names_b]
    if not common:
        raise ExperimentError(
            f"no configuration has the same name in both ({first.folder}: {', '.join(first.algorithms())}; "
            f"{second.folder}: {', '.join(second.algorithms())}): name one of each, as in DIR:NAME"
        )
    return common


def _side(results: Results, configuration: str, clock: str, within: float | None) -> Side:
    outcomes: dict[TaskKey, Outcome] = {}
    domains: dict[TaskKey, str] = {}
    versions: Counter[str] = Counter()
    limits: dict[tuple[float, float, float], None] = {}
    for run in results.runs(configuration):
        key = (run.suite, run.folder, run.problem)
        outcomes[key] = outcome(run, clock, within)
        domains[key] = run.domain
        versions[run.version or "unknown"] += 1
        limits[run.time_limit, run.cpu_limit, run.memory_limit] = None
    coverage = next(each for each in results.coverage() if each.algorithm == configuration)
    place = results.folder if results.file.name == FILE else results.file
    left = coverage.planned - coverage.done
    return Side(
        str(place),
        configuration,
        outcomes,
        domains,
        dict(versions),
        tuple(limits),
        left,
        coverage.statuses.get("error", 0),
    )
