"""The paper's tables (Chen 2025), and a study beside them.

Shares of tasks solved are compared, since a study may have run a sample. Levels depend on time limit, machine and
planner; differences between configurations depend on them far less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import pandas as pd

from isonova.experiments.grouping import DATA, paper_domains
from isonova.experiments.planner import ISONOVA
from isonova.experiments.report.study import Study
from isonova.experiments.report.tables import BETTER, DOMAIN, WORSE, Table

TIME_LIMIT, MEMORY_LIMIT = 300.0, 4096.0
PROFILE = "author"
"""The profile of Isonova that stands for what the published tables were made with."""
ENOUGH_TASKS = 10
"""A domain with fewer tasks run says nothing about a ranking."""
STRIKING = 20
"""Percentage points from which a difference to the paper is marked."""
HALF = Fraction(5, 1000)


@cache
def table(name: str) -> pd.DataFrame:
    """coverage, normalised_coverage, expansions or expansions_share, by suite and domain."""
    return pd.read_csv(DATA / "paper" / f"{name}.csv", index_col=DOMAIN)


@cache
def tasks() -> pd.Series:
    counts = {(each.suite, each.domain): each.tasks for each in paper_domains()}
    return pd.Series(counts, name="tasks").rename_axis(DOMAIN)


def possible_denominators(suite: str, domain: str) -> list[int]:
    """Numbers of tasks solved by some configuration that explain the printed shares, which have two digits."""
    solved = [int(value) for value in table("coverage").loc[(suite, domain)]]
    if max(solved) == 0:
        return [0]
    printed = [Fraction(f"{value:.2f}") for value in table("normalised_coverage").loc[(suite, domain)]]
    most = min(int(tasks()[suite, domain]), sum(solved))
    return [
        count
        for count in range(max(solved), most + 1)
        if all(abs(Fraction(a, count) - b) <= HALF for a, b in zip(solved, printed, strict=True))
    ]


@cache
def denominators() -> pd.Series:
    """Tasks of each domain that at least one of the twelve configurations solved, derived from both tables."""
    found = {key: possible_denominators(*key) for key in table("coverage").index}
    return pd.Series({key: counts[0] for key, counts in found.items()}).rename_axis(DOMAIN)


def normalised() -> pd.DataFrame:
    """Normalised coverage, not rounded."""
    counts = denominators()
    return table("coverage").div(counts.where(counts > 0), axis=0).fillna(0.0)


@dataclass(frozen=True)
class Beside:
    """A study beside the paper: the domains and configurations that both have."""

    study: Study

    @cached_property
    def columns(self) -> dict[str, str]:
        """From the paper's name of a configuration to the study's."""
        named = {f"{heuristic}-{novelty}": name for (heuristic, novelty), name in self.study.methods.items()}
        return {column: named[column] for column in table("coverage").columns if column in named}

    @cached_property
    def long(self) -> pd.DataFrame:
        """A row per domain and configuration: tasks run, shares of tasks solved in per cent, their difference."""
        runs = self.study.runs.assign(
            hits=self.study.runs["solved"] * self.study.runs["weight"], stands=self.study.runs["weight"]
        )
        groups = runs.groupby(["suite", "domain", "algorithm"], sort=False)
        sums = groups.agg(run=("id", "size"), solved=("solved", "sum"), hits=("hits", "sum"), stands=("stands", "sum"))
        names = {ours: theirs for theirs, ours in self.columns.items()}
        found = sums.reset_index()
        found["configuration"] = found["algorithm"].map(names).astype(object)
        coverage = (
            table("coverage").rename_axis(columns="configuration").stack().rename("published solved").reset_index()
        )
        found = found.merge(coverage, on=[*DOMAIN, "configuration"]).merge(tasks().reset_index(), on=DOMAIN)
        found = found.rename(columns={"tasks": "published tasks"})
        found["measured %"] = 100 * found["hits"] / found["stands"]
        found["published %"] = 100 * found["published solved"] / found["published tasks"]
        found["difference"] = found["measured %"] - found["published %"]
        columns = [*DOMAIN, "configuration", "run", "solved", "published solved", "published tasks"]
        order = {name: at for at, name in enumerate(self.columns)}
        place = {key: at for at, key in enumerate(self.study.domains[DOMAIN].itertuples(index=False, name=None))}
        found["place"] = [
            (place[suite, domain], order[name])
            for suite, domain, name in found[[*DOMAIN, "configuration"]].itertuples(index=False, name=None)
        ]
        found = found.sort_values("place", ignore_index=True)
        return found[[*columns, "measured %", "published %", "difference"]]

    @property
    def empty(self) -> bool:
        return len(self.long) == 0

    def wide(self, column: str) -> pd.DataFrame:
        found = self.long.pivot_table(index=DOMAIN, columns="configuration", values=column, sort=False)
        return found.reindex(columns=list(self.columns))

    @cached_property
    def turned_round(self) -> list[tuple[str, str, float]]:
        """Domains with enough tasks run whose ranking of configurations is the other way round, by Kendall's tau."""
        measured, published = self.wide("measured %"), self.wide("published %")
        run = self.long.groupby(DOMAIN, sort=False)["run"].min()
        found = []
        for key in measured.index:
            if run[key] >= ENOUGH_TASKS:
                tau = kendall_tau(list(measured.loc[key]), list(published.loc[key]))
                if tau is not None and tau < 0:
                    found.append((*key, tau))
        return sorted(found, key=lambda row: row[2])

    @cached_property
    def enough(self) -> int:
        """How many domains have enough tasks run for their ranking to be looked at."""
        run = self.long.groupby(DOMAIN, sort=False)["run"].min()
        return int((run >= ENOUGH_TASKS).sum())

    def tables(self) -> list[Table]:
        return [self._levels(), self._by_domain(), self._long()]

    def _levels(self) -> Table:
        groups = self.long.groupby("configuration", sort=False)
        frame = groups[["measured %", "published %"]].mean().reindex(list(self.columns))
        frame["difference"] = frame["measured %"] - frame["published %"]
        for column in ("measured %", "published %"):
            base = {name: f"{name.partition('-')[0]}-none" for name in frame.index}
            values = [frame[column][name] - frame[column].get(base[name], float("nan")) for name in frame.index]
            frame[f"{column} to base"] = [
                float("nan") if name.endswith("-none") else value
                for name, value in zip(frame.index, values, strict=True)
            ]
        frame = frame.reset_index()
        note = (
            "In per cent, averaged over the domains run. Levels at different limits are not comparable. The last two "
            "columns, the difference to the same heuristic without novelty, are."
        )
        headings = {"measured % to base": "measured", "published % to base": "published"}
        headings |= {"measured %": "measured", "published %": "published"}
        groups_shown = (("share solved, %", 3), ("points above the base", 2))
        return Table(
            "published",
            "Shares of tasks solved",
            frame,
            note,
            digits=1,
            headings=headings,
            groups=groups_shown,
        )

    def _by_domain(self) -> Table:
        values = self.wide("difference")
        frame = values.reset_index()
        run = self.long.groupby(DOMAIN, sort=False)["run"].max()
        frame.insert(2, "tasks", [run[key] for key in values.index])
        frame = frame[["domain", "suite", "tasks", *values.columns]]
        note = (
            "Share of tasks solved here minus the published share, in percentage points, by domain and configuration. "
            f"Marked from {STRIKING} points on."
        )
        marks = values.reset_index(drop=True).map(
            lambda value: BETTER if value >= STRIKING else WORSE if value <= -STRIKING else ""
        )
        heuristics = [name.partition("-")[0] for name in values.columns]
        return Table(
            "published-domains",
            "Differences by domain",
            frame,
            note,
            labels=3,
            digits=dict.fromkeys(values.columns, 0),
            marks=marks.reindex(columns=frame.columns, fill_value=""),
            groups=tuple((each, heuristics.count(each)) for each in dict.fromkeys(heuristics)),
            headings={name: "base" if name.endswith("-none") else name.partition("-")[2] for name in values.columns},
            signed=True,
            unfolded=False,
        )

    def _long(self) -> Table:
        frame = self.long[["domain", "suite", "configuration", *self.long.columns[3:]]]
        digits = {"measured %": 1, "published %": 1, "difference": 1}
        note = "The same with its figures: tasks run and solved here, tasks and tasks solved in the paper."
        return Table("published-all", "All figures", frame, note, labels=3, digits=digits, unfolded=False, bulk=True)

    def set_up(self) -> list[str]:
        """What differs from the published experiment, each in a sentence."""
        study = self.study
        found = []
        for time, memory in study.limits:
            if time != TIME_LIMIT:
                found.append(
                    f"The time limit was {time:g} s here and {TIME_LIMIT:g} s in the paper: levels are not comparable, "
                    "differences between configurations are."
                )
            if memory != MEMORY_LIMIT:
                found.append(f"The memory limit was {memory:g} MB here and 4 GB in the paper.")
        found.append(
            "The planner was Isonova here; in the paper, Fast Downward 24.06 on the IPC suite and Powerlifted on the "
            "Hard-To-Ground suite. The machines differ, too."
        )
        found.append(_profile_sentence(study))
        run = self.long.groupby(DOMAIN, sort=False)["run"].max()
        counts = tasks().reindex(run.index)
        missing = [key for key in tasks().index if key not in run.index]
        if (run < counts).any() or missing:
            found.append(
                f"{int(run.sum()):,} tasks of {len(run)} domains were run here; the paper has {int(tasks().sum()):,} "
                f"tasks of {len(tasks())} domains."
            )
        if ("htg", "genome") in run.index:
            found.append("The genome family has 434 tasks in the public archive, and 468 in the paper.")
        return list(dict.fromkeys(found))


def _profile_sentence(study: Study) -> str:
    profiles = {each.setting("profile") or "isonova" for each in study.configurations if each.planner == ISONOVA}
    if profiles == {PROFILE}:
        return f"The profile was {PROFILE}: features as in the code with which the published tables were made."
    return (
        f"The profile was {' and '.join(sorted(profiles))} here. The published tables were made with what the profile "
        f"{PROFILE} does: compare them with a study of that profile."
    )


def kendall_tau(first: list[float], second: list[float]) -> float | None:
    """Kendall's tau-b; None where one side has only ties."""
    concordant = discordant = first_only = second_only = 0
    sign: Callable[[float], int] = lambda value: (value > 1e-9) - (value < -1e-9)  # noqa: E731
    for at in range(len(first)):
        for other in range(at):
            a, b = sign(first[at] - first[other]), sign(second[at] - second[other])
            concordant += a * b > 0
            discordant += a * b < 0
            first_only += a != 0 and b == 0
            second_only += a == 0 and b != 0
    untied = concordant + discordant
    scale = ((untied + first_only) * (untied + second_only)) ** 0.5
    return (concordant - discordant) / scale if scale else None
