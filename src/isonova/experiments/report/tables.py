"""Tables of a study. Coverage, normalised coverage and expansions are defined as in the paper.

Coverage divided by the number of tasks of the domain that some configuration solved is normalised coverage. A
configuration expands fewer nodes than another on a task if it solves it with fewer expansions, or if the other does not
solve it: unsolved counts as infinitely many, which the published counts imply.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

import numpy as np
import pandas as pd

from isonova.experiments.report.study import Study

BEST, BETTER, WORSE, LEADS = "best", "better", "worse", "leads"
DOMAIN = ["suite", "domain"]
TIMES = (1, 3, 10, 30, 100, 300, 1000, 1800)
EQUAL = 1e-9
NOVELTY_PAIRS = (("none", "at"), ("none", "wl"), ("none", "at+wl"), ("at", "wl"))


@dataclass(frozen=True)
class Table:
    """Rows with labels in the first columns; marks have the shape of the frame, totals its columns."""

    name: str
    title: str
    frame: pd.DataFrame
    note: str = ""
    labels: int = 1
    """How many of the first columns are labels."""
    digits: int | dict[str, int] = 0
    """Of all numbers, or by column; a column that is not named has whole numbers."""
    marks: pd.DataFrame | None = None
    totals: pd.DataFrame | None = None
    total_marks: pd.DataFrame | None = None
    groups: tuple[tuple[str, int], ...] = ()
    """Headings over so many columns each, from the first after the labels."""
    headings: dict[str, str] = field(default_factory=dict)
    """What is shown for a column's name."""
    signed: bool = False
    unfolded: bool = True
    """Shown at once; else the reader unfolds it."""
    bulk: bool = False
    """Too long for paper."""

    def format(self, column: str, value: object) -> str:
        if value is None or value != value:
            return ""
        if isinstance(value, str):
            return value
        digits = self.digits if isinstance(self.digits, int) else self.digits.get(column, 0)
        number = round(float(value), digits) + 0.0  # type: ignore[arg-type]  # no minus before a zero
        sign = "+" if self.signed and column in self.frame.columns[self.labels :] and number else ""
        return f"{number:{sign},.{digits}f}"


def per_domain(study: Study, column: str) -> pd.DataFrame:
    """The sum over the tasks of each domain; a domain of which nothing was run yet has zeros."""
    sums = study.matrix(column).astype(float).groupby(level=DOMAIN, sort=False).sum()
    return sums.reindex(pd.MultiIndex.from_frame(study.domains[DOMAIN]), fill_value=0.0)


def normalised(solved: pd.DataFrame) -> pd.DataFrame:
    """From tasks x configurations (1 or 0) to domains x configurations; 0 where nothing was solved."""
    groups = solved.groupby(level=DOMAIN, sort=False)
    denominators = (solved.max(axis=1) > 0).groupby(level=DOMAIN, sort=False).sum()
    return groups.sum().div(denominators.where(denominators > 0), axis=0).fillna(0.0)


def fewer(study: Study, first: str, second: str) -> pd.DataFrame:
    """Domains x (first, second, tasks): where either expands fewer nodes, of the tasks that both have run."""
    solved = study.matrix("solved")[[first, second]]
    expansions = study.matrix("expansions")[[first, second]].astype(float)
    counted = solved.notna().all(axis=1) & ~((solved == True) & expansions.isna()).any(axis=1)  # noqa: E712
    expansions = expansions.where(solved == True, inf)[counted]  # noqa: E712
    found = pd.DataFrame(
        {
            "first": expansions[first] < expansions[second],
            "second": expansions[second] < expansions[first],
            "tasks": True,
        },
        index=expansions.index,
    )
    return found.groupby(level=DOMAIN, sort=False).sum()


def mark_rows(frame: pd.DataFrame, study: Study, left: pd.DataFrame) -> pd.DataFrame:
    """Best in the row; better or worse than without novelty; the best of the same heuristic. None in a row of which
    runs are left, where a zero may mean that nothing was run."""
    place = {name: at for at, name in enumerate(frame.columns)}
    base = {place[name]: place[other] for name, other in study.bases.items()}
    heuristic = {place[name]: heuristic for (heuristic, _), name in study.methods.items()}
    marks = []
    for row in frame.to_numpy(dtype=float).tolist():
        best = max(row)
        leading = {each: max(row[at] for at in heuristic if heuristic[at] == each) for each in set(heuristic.values())}
        words = []
        for at, value in enumerate(row):
            word = ""
            if at in base:
                difference = value - row[base[at]]
                word = BETTER if difference > EQUAL else WORSE if difference < -EQUAL else ""
            if value > 0:
                word += f" {LEADS}" if at in heuristic and value >= leading[heuristic[at]] - EQUAL else ""
                word += f" {BEST}" if value >= best - EQUAL else ""
            words.append(word.strip())
        marks.append(words)
    found = pd.DataFrame(marks, index=frame.index, columns=frame.columns)
    found.loc[left.to_numpy()[:, 0] > 0] = ""
    return found


def with_totals(frame: pd.DataFrame) -> pd.DataFrame:
    """Sums per suite, where there are several, and over all."""
    suites = list(dict.fromkeys(frame.index.get_level_values("suite")))
    rows = [(f"Σ {suite.upper()}", frame.loc[[suite]].sum()) for suite in suites] if len(suites) > 1 else []
    rows.append(("Σ", frame.sum()))
    return pd.DataFrame([row for _, row in rows], index=[label for label, _ in rows])


def groups_of(study: Study) -> tuple[tuple[str, int], ...]:
    """Headings by heuristic, if configurations are in that order."""
    runs: list[tuple[str, int]] = []
    by_name = {name: method for method, name in study.methods.items()}
    for name in study.names:
        if name not in by_name:
            return ()
        heuristic = by_name[name][0]
        if runs and runs[-1][0] == heuristic:
            runs[-1] = (heuristic, runs[-1][1] + 1)
        else:
            runs.append((heuristic, 1))
    return tuple(runs) if len(runs) > 1 and len({heuristic for heuristic, _ in runs}) == len(runs) else ()


def headings_of(study: Study) -> dict[str, str]:
    """Below a heading with the heuristic, the novelty is enough."""
    if not groups_of(study):
        return {}
    return {name: "base" if novelty == "none" else novelty for (_, novelty), name in study.methods.items()}


def domain_table(
    study: Study, values: pd.DataFrame, name: str, title: str, note: str, digits: int, unfolded: bool = True
) -> Table:
    totals = with_totals(values)
    counts = study.domains.set_index(DOMAIN)["tasks"].reindex(values.index)
    ran = study.matrix("solved").notna().groupby(level=DOMAIN, sort=False).sum().sum(axis=1)
    left = (counts * len(study.names) - ran.reindex(values.index, fill_value=0)).to_frame()
    frame = values.copy()
    frame.insert(0, "tasks", counts)
    summed = with_totals(frame[["tasks"]])
    frame = frame.reset_index()
    frame = frame[["domain", "suite", *frame.columns[2:]]]
    bottom = totals.copy()
    bottom.insert(0, "tasks", summed["tasks"])
    bottom.insert(0, "suite", "")
    bottom.insert(0, "domain", totals.index)
    return Table(
        name,
        title,
        frame,
        note,
        labels=3,
        digits=dict.fromkeys(values.columns, digits),
        marks=_widened(mark_rows(values, study, left), frame),
        totals=bottom.reset_index(drop=True),
        total_marks=_widened(mark_rows(totals, study, with_totals(left)), bottom),
        groups=groups_of(study),
        headings=headings_of(study),
        unfolded=unfolded,
    )


def _widened(marks: pd.DataFrame, frame: pd.DataFrame) -> pd.DataFrame:
    return marks.reset_index(drop=True).reindex(columns=frame.columns, fill_value="")


def coverage(study: Study) -> Table:
    note = "How many tasks of each domain a configuration solved."
    return domain_table(study, per_domain(study, "solved"), "coverage", "Tasks solved", note, 0)


def normalised_coverage(study: Study) -> Table:
    solved = study.matrix("solved").astype(float).fillna(0.0)
    values = normalised(solved).reindex(pd.MultiIndex.from_frame(study.domains[DOMAIN]), fill_value=0.0)
    note = "Coverage divided by the number of tasks of the domain that at least one configuration solved."
    return domain_table(study, values, "normalised", "Normalised coverage", note, 2)


def scores(study: Study) -> list[Table]:
    agile = (
        "1 for a plan within a second of CPU time, 0 at the time limit, and by the logarithm of the time in between."
    )
    quality = "The cost of the cheapest plan in this study divided by the cost of the plan found; 0 without a plan."
    return [
        domain_table(study, per_domain(study, "agile"), "agile", "Agile score", agile, 2, unfolded=False),
        domain_table(
            study, per_domain(study, "satisficing"), "satisficing", "Satisficing score", quality, 2, unfolded=False
        ),
    ]


def expansion_pairs(study: Study) -> list[tuple[str, str, str]]:
    """Heuristic and two configurations each, as the paper pairs them; else all pairs of few configurations."""
    methods = study.methods
    found = [
        (heuristic, methods[heuristic, first], methods[heuristic, second])
        for heuristic in dict.fromkeys(heuristic for heuristic, _ in methods)
        for first, second in NOVELTY_PAIRS
        if (heuristic, first) in methods and (heuristic, second) in methods
    ]
    if found or len(study.names) > 4:
        return found
    return [("", first, second) for at, first in enumerate(study.names) for second in study.names[at + 1 :]]


def expansions(study: Study) -> list[Table]:
    """Per heuristic two tables: counts and shares."""
    tables = []
    pairs = expansion_pairs(study)
    for heuristic in dict.fromkeys(heuristic for heuristic, _, _ in pairs):
        chosen = [(first, second) for each, first, second in pairs if each == heuristic]
        found = {pair: fewer(study, *pair) for pair in chosen}
        over = f" over {heuristic}" if heuristic else ""
        slug = f"-{heuristic}" if heuristic else ""
        note = "On how many tasks a configuration expands fewer nodes than the other one of its pair. "
        note += "Unsolved counts as infinitely many expansions."
        tables.append(_pair_table(study, found, f"expansions{slug}", f"Expands fewer nodes{over}", note, shares=False))
        note = "The same as shares of the domain's tasks that both configurations ran."
        title = f"Expands fewer nodes{over}, shares"
        tables.append(_pair_table(study, found, f"expansions-share{slug}", title, note, shares=True))
    return tables


def _pair_table(
    study: Study, found: dict[tuple[str, str], pd.DataFrame], name: str, title: str, note: str, shares: bool
) -> Table:
    index = pd.MultiIndex.from_frame(study.domains[DOMAIN])
    columns: dict[str, pd.Series] = {}
    headings: dict[str, str] = {}
    short = headings_of(study)
    for (first, second), counts in found.items():
        for side, configuration in (("first", first), ("second", second)):
            key = f"{first} : {second} : {configuration}"
            values = counts[side] / counts["tasks"] if shares else counts[side]
            columns[key] = values.reindex(index).fillna(0.0)
            headings[key] = short.get(configuration, configuration)
    values = pd.DataFrame(columns, index=index)
    totals = with_totals(values)
    frame = values.reset_index()[["domain", "suite", *columns]]
    bottom = totals.reset_index(names="domain")
    bottom.insert(1, "suite", "")
    labels = list(found)
    return Table(
        name,
        title,
        frame,
        note,
        labels=2,
        digits=2 if shares else 0,
        marks=_widened(_mark_pairs(values), frame),
        totals=bottom,
        total_marks=_widened(_mark_pairs(totals), bottom),
        groups=tuple((f"{short.get(a, a)} : {short.get(b, b)}", 2) for a, b in labels),
        headings=headings,
        unfolded=not shares and len(labels) > 0 and "ff" in name,
    )


def _mark_pairs(values: pd.DataFrame) -> pd.DataFrame:
    first, second = values.to_numpy()[:, ::2], values.to_numpy()[:, 1::2]
    marks = np.full(values.shape, "", dtype=object)
    marks[:, ::2][first > second] = LEADS
    marks[:, 1::2][second > first] = LEADS
    return pd.DataFrame(marks, index=values.index, columns=values.columns)


def overview(study: Study) -> Table:
    """One row per configuration."""
    runs = study.runs
    groups = runs.groupby("algorithm")
    solved = study.matrix("solved").astype(float).fillna(0.0)
    statuses = runs.pivot_table(index="algorithm", columns="status", values="id", aggfunc="count", fill_value=0)
    frame = pd.DataFrame(index=pd.Index(study.names, name="configuration"))
    frame["runs"] = groups.size()
    frame["solved"] = groups["solved"].sum()
    frame["share"] = 100 * frame["solved"] / frame["runs"]
    frame["normalised"] = normalised(solved).sum()
    frame["agile"] = groups["agile"].sum()
    frame["satisficing"] = groups["satisficing"].sum()
    for status in ("unsolvable", "exhausted", "limit_reached", "out_of_time", "out_of_memory", "unsupported", "error"):
        if status in statuses:
            frame[status] = statuses[status]
    frame = frame.fillna(0)
    headings = {"share": "solved %", **{column: column.replace("_", " ") for column in frame.columns if "_" in column}}
    marked = frame[["solved", "normalised", "agile", "satisficing"]].astype(float)
    marks = pd.DataFrame("", index=frame.index, columns=frame.columns)
    for column in marked:
        best = marked[column].max()
        if best - marked[column].min() > EQUAL:
            marks.loc[marked[column] >= best - EQUAL, column] = BEST
    digits = {"share": 1, "normalised": 2, "agile": 2, "satisficing": 2}
    note = "Solved, scores, and how the other runs ended."
    frame = frame.reset_index()
    return Table(
        "overview",
        "Configurations at a glance",
        frame,
        note,
        digits=digits,
        marks=_widened(marks, frame),
        headings=headings,
    )


def by_time(study: Study) -> Table:
    """Coverage at shorter limits, from the same runs."""
    limit = max((time for time, _ in study.limits), default=0.0)
    times = [time for time in TIMES if time < limit]
    runs = study.runs[study.runs["solved"]]
    frame = pd.DataFrame(index=pd.Index(study.names, name="configuration"))
    for time in times:
        frame[f"{time} s"] = runs[runs["cpu_seconds"] <= time].groupby("algorithm").size()
    frame[f"{limit:g} s"] = runs.groupby("algorithm").size()
    frame = frame.fillna(0).reset_index()
    note = "How many tasks are solved within so many seconds of CPU time; the last column is the limit of the study."
    return Table("by-time", "Coverage by time", frame, note)


def work(study: Study) -> Table:
    """Speed, memory and plans, with the machine's load beside the times."""
    runs = study.runs
    everywhere = study.matrix("solved").astype(float).fillna(0.0).min(axis=1) > 0
    common = everywhere[everywhere].index
    keyed = runs.set_index(["suite", "domain", "folder", "problem"])
    shared = keyed[keyed.index.isin(common)].reset_index()
    frame = pd.DataFrame(index=pd.Index(study.names, name="configuration"))
    for column in ("cpu_seconds", "expansions", "evaluations", "cost", "length"):
        frame[column] = shared.groupby("algorithm")[column].agg(_geometric_mean) if len(shared) else np.nan
    groups = runs.groupby("algorithm")
    frame["rate"] = groups["rate"].median()
    frame["memory"] = groups["peak_memory_mb"].median()
    frame["most memory"] = groups["peak_memory_mb"].max()
    frame["load"] = groups["load_before"].median()
    frame["others"] = 100 * groups["others_share"].median()
    note = (
        f"Geometric means over the {len(common)} tasks that all configurations solved: CPU time, expansions, "
        "evaluations, plan cost and length (zeros are left out). Medians over all runs: evaluations per second of "
        "search, peak memory in MB, load of the machine, and the share of its core that a run lost to other processes."
    )
    headings = {"cpu_seconds": "CPU s", "rate": "evaluations / s", "memory": "MB", "most memory": "most MB"}
    headings |= {"others": "lost %"}
    digits = {"cpu_seconds": 2, "cost": 1, "length": 1, "load": 1, "others": 1}
    return Table("work", "Time, work, memory and plans", frame.reset_index(), note, digits=digits, headings=headings)


def _geometric_mean(values: pd.Series) -> float:
    positive = values[values > 0]
    return float(np.exp(np.log(positive).mean())) if len(positive) else float("nan")


def errors(study: Study) -> Table:
    rows = [
        (error.kind, error.algorithm, f"{error.folder}/{error.problem}", " ".join(error.detail.split())[:300])
        for error in study.errors
    ]
    frame = pd.DataFrame(rows, columns=["error", "configuration", "task", "detail"])
    note = "Runs that did not end in a way the planner explains. They count as unsolved."
    return Table("errors", "Unexplained errors", frame, note, labels=4)


def machines(study: Study) -> Table:
    counts = study.runs.groupby("machine").size()
    loads = study.runs.groupby("machine")["load_before"].agg(["median", "max"])
    rows = []
    for number, facts in study.machines.items():
        if number in counts.index:
            shown = [facts.get(key) for key in ("host", "cpu", "cores", "memory_mb", "system", "python")]
            rows.append((*shown, counts[number], loads["median"][number], loads["max"][number]))
    columns = ["host", "CPU", "cores", "MB", "system", "Python", "runs", "median load", "highest load"]
    frame = pd.DataFrame(rows, columns=columns)
    note = "Where the runs were made, and how busy these machines were when a run started."
    return Table("machines", "Machines", frame, note, digits={"median load": 1, "highest load": 1})


def configurations(study: Study) -> Table:
    versions = study.runs.groupby("algorithm")["version"].agg(lambda seen: ", ".join(sorted(set(seen.dropna()))))
    rows = [
        (
            each.name,
            each.planner,
            ", ".join(f"{key} = {' or '.join(map(str, values))}" for key, values in each.settings.items()),
            versions.get(each.name, ""),
        )
        for each in study.configurations
    ]
    frame = pd.DataFrame(rows, columns=["configuration", "planner", "settings", "version"])
    return Table("configurations", "Configurations", frame, "What was run.", labels=4)
