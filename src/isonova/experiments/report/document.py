"""What a report says, in order, whatever it is written as."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime

from isonova.experiments.report import tables
from isonova.experiments.report.changes import Changes
from isonova.experiments.report.cost import Cost
from isonova.experiments.report.findings import findings
from isonova.experiments.report.published import ENOUGH_TASKS, Beside
from isonova.experiments.report.short_times import ShortTimes
from isonova.experiments.report.statistics import CONTRASTS, LEVEL, REPLICATES, Statistics
from isonova.experiments.report.study import Study
from isonova.experiments.report.tables import Table

FEW_DOMAINS = 10
"""With fewer, Wilcoxon's test cannot reach a small enough p after the correction for 16 contrasts."""
TOLERABLE_SHARE = 0.1
"""Of its core that a run may lose to others before its time means little."""


@dataclass(frozen=True, slots=True)
class Point:
    text: str
    lead: str = ""
    verdict: str = ""


@dataclass(frozen=True)
class Section:
    name: str
    title: str
    paragraphs: list[str] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    """A list, below the paragraphs."""
    tables: list[Table] = field(default_factory=list)
    note: str = ""
    """Below the tables."""
    plots: bool = False
    """Scatter and cactus plots belong here."""

    @property
    def short(self) -> str:
        """For the navigation: the first words."""
        return re.split(r" b|,| of ", self.title)[0]


@dataclass(frozen=True)
class Document:
    study: Study
    title: str
    facts: list[tuple[str, str]]
    """Label and value, for a first look."""
    warnings: list[str]
    sections: list[Section]

    @property
    def tables(self) -> list[Table]:
        return [table for section in self.sections for table in section.tables]


def build(study: Study) -> Document:
    sections = [
        Section("overview", "Overview", tables=[tables.overview(study)]),
        _conclusions(study),
        _changes(study),
        _short_times(study),
        _published(study),
        Section("coverage", "Coverage by domain", tables=[tables.coverage(study), tables.normalised_coverage(study)]),
        Section("expansions", "Expansions", tables=tables.expansions(study)),
        Section("scores", "Scores of the competitions", tables=tables.scores(study)),
        Section("work", "Time, memory and plans", tables=[tables.work(study)], plots=True),
        Section("errors", "Errors", _error_words(study), tables=[tables.errors(study)] if study.errors else []),
        _cost(study),
        Section("setup", "Set-up", tables=[tables.configurations(study), tables.machines(study)]),
    ]
    kept = [each for each in sections if each.paragraphs or each.points or each.tables]
    return Document(study, f"Results of the experiment {study.name}", _facts(study), _warnings(study), kept)


def _facts(study: Study) -> list[tuple[str, str]]:
    runs = study.runs
    tasks = int(study.domains["tasks"].sum())
    found = [
        ("runs recorded", f"{len(runs):,} of {study.planned:,}"),
        ("configurations", f"{len(study.configurations)}"),
        ("tasks", f"{tasks:,} of {len(study.domains)} domains"),
        ("limits", "; ".join(f"{time:g} s, {memory:g} MB" for time, memory in study.limits) or "none recorded"),
    ]
    if len(runs):
        solved = runs.groupby("algorithm")["solved"].sum().reindex(study.names).fillna(0)
        names = [name for name in study.names if solved[name] == solved.max()]
        most = ", ".join(names) if len(names) <= 3 else f"{len(names)} configurations"
        found.append(("most tasks solved", f"{int(solved.max()):,} ({most})"))
        first, last = (datetime.fromtimestamp(value, UTC) for value in _span(study))
        found.append(("run", f"{first:%Y-%m-%d}" + (f" to {last:%Y-%m-%d}" if last.date() != first.date() else "")))
    return found


def _span(study: Study) -> tuple[float, float]:
    started = study.runs["started_at"].dropna()
    return (float(started.min()), float(started.max())) if len(started) else (0.0, 0.0)


def _warnings(study: Study) -> list[str]:
    found = []
    if study.missing:
        share = study.missing / study.planned
        found.append(
            f"The study is not finished: {study.missing:,} of {study.planned:,} runs ({share:.0%}) are missing. Totals "
            "count what is recorded, rows with missing runs have no marks, and comparisons use the tasks that both "
            "sides have run."
        )
    if len(study.limits) > 1:
        found.append("Runs with different limits are mixed in this study.")
    versions = study.runs.groupby("algorithm")["version"].nunique()
    mixed = [name for name in study.names if versions.get(name, 0) > 1]
    if mixed:
        found.append(f"Several versions of the planner made the runs of {', '.join(mixed)}.")
    others = study.runs["others_share"].median()
    if others == others and others > TOLERABLE_SHARE:
        found.append(
            f"Times mean little: half of the runs lost {others:.0%} of their core or more to other processes. CPU time "
            "suffers less than wall-clock time."
        )
    if study.errors:
        found.append(f"{len(study.errors)} runs ended in an unexplained error; see Errors.")
    return found


def _conclusions(study: Study) -> Section:
    statistics = Statistics(study)
    if not statistics.contrasts:
        return Section("conclusions", "Conclusions")
    paragraphs = [
        "Each finding of the paper with what this study says of it. The domain is the unit: a bootstrap draws domains, "
        f"then tasks within them ({REPLICATES:,} replicates, {LEVEL:.0%} intervals). The contrasts were fixed "
        "beforehand, and Holm's method corrects for their number.",
    ]
    if len(statistics.contrasts) < len(CONTRASTS):
        paragraphs.append(f"This study has {len(statistics.contrasts)} of the {len(CONTRASTS)} contrasts.")
    if statistics.domains < FEW_DOMAINS:
        paragraphs.append(
            f"{statistics.domains} domains are too few: a test on so few numbers cannot decide a contrast."
        )
    if len(statistics.solved) < len(study.matrix("solved")):
        left_out = len(study.matrix("solved")) - len(statistics.solved)
        paragraphs.append(f"{left_out:,} tasks that some configuration has not run yet are left out here.")
    points = [Point(each.text, each.claim, each.verdict) for each in findings(statistics)]
    return Section("conclusions", "Conclusions", paragraphs, points, [statistics.table()])


def _changes(study: Study) -> Section:
    changes = Changes(study)
    title = "One option at a time"
    if not changes.contrasts:
        return Section("changes", title)
    paragraphs = ["Each configuration that differs from another, its base, by one option more."]
    return Section("changes", title, paragraphs, [Point(text) for text in changes.sentences()], [changes.table()])


def _short_times(study: Study) -> Section:
    short = ShortTimes(study)
    title = "Coverage at shorter limits"
    if not short.contrasts:
        return Section("times", title, tables=[tables.by_time(study)])
    words = ["The same runs, if the time limit had been shorter: does novelty still help when evaluations are cheap?"]
    points = [Point(text) for text in short.sentences()]
    return Section("times", title, words, points, [tables.by_time(study), short.table()])


def _cost(study: Study) -> Section:
    cost = Cost(study)
    return Section("cost", "Cost of the paper's study", cost.sentences() if cost.known else [])


def _published(study: Study) -> Section:
    beside = Beside(study)
    if beside.empty:
        return Section("published", "Published beside measured")
    if beside.turned_round:
        names = ", ".join(f"{suite} {domain} ({tau:.2f})" for suite, domain, tau in beside.turned_round)
        note = f"The ranking of configurations is turned round (Kendall's tau below 0) in {names}."
    elif beside.enough:
        several = f"{beside.enough} domains with at least {ENOUGH_TASKS} tasks run"
        note = f"The ranking of configurations is turned round in none of the {several}."
    else:
        note = f"No domain has {ENOUGH_TASKS} tasks run, so rankings within domains are not compared."
    words = ["The paper's figures beside those of this study. What differs in the set-up:"]
    return Section(
        "published",
        "Published beside measured",
        words,
        [Point(text) for text in beside.set_up()],
        beside.tables(),
        note,
    )


def _error_words(study: Study) -> list[str]:
    return [] if study.errors else ["No run ended in an unexplained error."]
