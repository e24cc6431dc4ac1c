"""A recorded study as a data frame with one row per run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from isonova.experiments.planner import ISONOVA
from isonova.experiments.results import Results, RunError
from isonova.experiments.scores import agile_score, satisficing_score

TASK = ["suite", "domain", "folder", "problem"]
FIGURES = {
    "cost": "cost",
    "length": "length",
    "expansions": "expansions",
    "evaluations": "evaluations",
    "generated": "generated",
    "initial_h": "initial_h",
    "seconds.search": "search_seconds",
}
COLUMNS = (
    *("id", "algorithm", *TASK, "weight", "status", "exit_code", "killed", "time_limit", "cpu_limit", "memory_limit"),
    *("wall_seconds", "cpu_seconds", "peak_memory_mb", "version", "machine", "cores", "load_before", "load_after"),
    *("others_share", "switches", "started_at"),
)
SUITE_ORDER = {"ipc": 0, "htg": 1}


@dataclass(frozen=True, slots=True)
class ConfigurationInfo:
    """A configuration and what is known of it. Options of a task set, the engine say, may have several values."""

    name: str
    planner: str
    settings: Mapping[str, tuple[Any, ...]]

    def setting(self, name: str) -> str | None:
        """If it is the same on all tasks."""
        values = self.settings.get(name, ())
        return str(values[0]) if len(values) == 1 else None

    @property
    def method(self) -> tuple[str, str] | None:
        """Heuristic and novelty, of a configuration of Isonova that names both."""
        heuristic, novelty = self.setting("heuristic"), self.setting("novelty")
        return (heuristic, novelty) if self.planner == ISONOVA and heuristic and novelty else None


@dataclass(frozen=True)
class Study:
    name: str
    place: str
    runs: pd.DataFrame
    """One row per run; `solved`, `agile`, `satisficing` and `rate` (evaluations a second) are computed."""
    configurations: tuple[ConfigurationInfo, ...]
    planned: int
    domains: pd.DataFrame
    """suite, domain, tasks: as planned."""
    machines: dict[int, dict[str, Any]]
    errors: list[RunError]
    logs: dict[int, str]

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.configurations]

    @property
    def missing(self) -> int:
        return self.planned - len(self.runs)

    @cached_property
    def methods(self) -> dict[tuple[str, str], str]:
        """Configuration by heuristic and novelty; empty where that does not tell them apart."""
        found = {each.method: each.name for each in self.configurations if each.method is not None}
        return found if len(found) == len(self.configurations) else {}

    @cached_property
    def bases(self) -> dict[str, str]:
        """The configuration without novelty that belongs to one with it."""
        methods = self.methods
        return {
            name: methods[heuristic, "none"]
            for (heuristic, novelty), name in methods.items()
            if novelty != "none" and (heuristic, "none") in methods
        }

    @cached_property
    def changes(self) -> dict[tuple[str, str], str]:
        """Configurations that have one setting more than another: by that other one, the base, and the setting."""
        return {
            (base.name, f"{key} = {' or '.join(map(str, each.settings[key]))}"): each.name
            for base in self.configurations
            for each in self.configurations
            if base.planner == each.planner == ISONOVA
            and len(each.settings) == len(base.settings) + 1
            and base.settings.items() <= each.settings.items()
            for key in each.settings.keys() - base.settings.keys()
        }

    @cached_property
    def limits(self) -> list[tuple[float, float]]:
        """Seconds, of wall-clock or CPU time, whichever is less, and MB."""
        lower = self.runs[["time_limit", "cpu_limit"]].min(axis=1)
        pairs = pd.DataFrame({"time": lower, "memory": self.runs["memory_limit"]}).drop_duplicates()
        return [(float(time), float(memory)) for time, memory in pairs.itertuples(index=False)]

    @cached_property
    def profiles(self) -> list[str]:
        return sorted({str(value) for each in self.configurations for value in each.settings.get("profile", ())})

    def matrix(self, column: str) -> pd.DataFrame:
        """Tasks x configurations; missing where nothing was run."""
        return self._matrices[column]

    @cached_property
    def _matrices(self) -> dict[str, pd.DataFrame]:
        values = ["solved", "expansions", "cpu_seconds", "cost", "agile", "satisficing", "weight"]
        order = pd.MultiIndex.from_frame(self.runs[TASK].drop_duplicates())
        wide = self.runs.set_index([*TASK, "algorithm"])[values].unstack("algorithm").reindex(order)
        return {column: wide[column].reindex(columns=self.names) for column in values}

    @cached_property
    def weights(self) -> pd.Series:
        """How many tasks of its domain a task stands for."""
        return self.runs.groupby(TASK, sort=False)["weight"].first().reindex(self.matrix("solved").index)


def load(results: Results) -> Study:
    runs = _runs(results)
    domains = pd.DataFrame(results.domains(), columns=["suite", "domain", "tasks"])
    domains = domains.sort_values(["suite", "domain"], key=_ordered, ignore_index=True)
    return Study(
        results.name,
        str(results.folder),
        runs,
        tuple(_configurations(results)),
        sum(each.planned for each in results.coverage()),
        domains,
        results.machines(),
        results.errors(),
        results.logs(),
    )


def _ordered(column: pd.Series) -> pd.Series:
    return column.map(lambda value: (SUITE_ORDER.get(value, 2), value) if column.name == "suite" else value)


def _runs(results: Results) -> pd.DataFrame:
    rows = [(*row, *map(json.loads(figures).get, FIGURES)) for *row, figures in results.rows([*COLUMNS, "figures"])]
    runs = pd.DataFrame(rows, columns=[*COLUMNS, *FIGURES.values()])
    numbers = ["wall_seconds", "cpu_seconds", "peak_memory_mb", "load_before", "load_after", "others_share"]
    for column in (*numbers, *FIGURES.values()):
        runs[column] = pd.to_numeric(runs[column], errors="coerce").astype(float)
    runs["solved"] = runs["status"] == "solved"
    runs["agile"] = [
        agile_score(seconds, limit) if solved else 0.0
        for solved, seconds, limit in zip(
            runs["solved"], runs["cpu_seconds"], runs[["time_limit", "cpu_limit"]].min(axis=1), strict=True
        )
    ]
    best = runs["cost"].where(runs["solved"]).groupby([runs[column] for column in TASK]).transform("min")
    runs["satisficing"] = [
        satisficing_score(cost, reference) if solved and cost == cost else 0.0
        for solved, cost, reference in zip(runs["solved"], runs["cost"], best, strict=True)
    ]
    runs["rate"] = (runs["evaluations"] / runs["search_seconds"]).where(runs["search_seconds"] > 0)
    return runs.sort_values(TASK, key=_ordered, kind="stable", ignore_index=True)


def _configurations(results: Results) -> list[ConfigurationInfo]:
    settings: dict[str, dict[str, dict[Any, None]]] = {name: {} for name in results.algorithms()}
    planners: dict[str, str] = {}
    for name, text in results.definitions():
        definition = json.loads(text)
        planners[name] = definition["planner"]
        for key, value in definition["settings"].items():
            settings[name].setdefault(key.replace("-", "_"), {})[value] = None
    return [
        ConfigurationInfo(name, planners[name], {key: tuple(values) for key, values in found.items()})
        for name, found in settings.items()
    ]
