"""What the paper's full study would cost, estimated from the runs of this one.

A run that ended here takes as long there. A run that reached the time limit goes on: the chance to end between t and
t + dt is taken as proportional to dt / t, as far as runs of the same configuration did so in the last decade of time
before the limit (a Pareto tail, its exponent estimated by maximum likelihood).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from isonova.experiments.report import published
from isonova.experiments.report.statistics import SEED, interval_of
from isonova.experiments.report.study import Study

REPLICATES = 500
DECADE = 10.0


@dataclass(frozen=True)
class Cost:
    study: Study

    @cached_property
    def columns(self) -> list[str]:
        """The paper's configurations that this study has."""
        return list(published.Beside(self.study).columns.values())

    @cached_property
    def tasks(self) -> Any:
        """Index of the tasks of the paper's domains."""
        counts = published.tasks()
        index = self.study.matrix("solved").index
        return index[[key[:2] in counts.index for key in index]]

    @property
    def known(self) -> bool:
        return bool(self.columns) and len(self.tasks) > 0

    @cached_property
    def limit(self) -> float:
        return max(time for time, _ in self.study.limits)

    @cached_property
    def _seconds(self) -> Any:
        """Tasks x configurations, at most the limit; missing where nothing was run."""
        seconds = self.study.matrix("cpu_seconds")[self.columns].reindex(self.tasks).astype(float)
        return seconds.clip(upper=min(self.limit, published.TIME_LIMIT)).to_numpy()

    @cached_property
    def _open(self) -> Any:
        """Whether a run reached the limit of time."""
        runs = self.study.runs.assign(open=(self.study.runs["status"] == "out_of_time").astype(float))
        wide = runs.set_index(["suite", "domain", "folder", "problem", "algorithm"])["open"].unstack("algorithm")
        return wide.reindex(index=self.tasks, columns=self.columns).fillna(0.0).to_numpy() > 0

    @cached_property
    def _domains(self) -> list[Any]:
        """The places of each domain's tasks."""
        places: dict[tuple[str, str], list[int]] = {}
        for at, key in enumerate(self.tasks):
            places.setdefault(key[:2], []).append(at)
        return [np.array(members) for members in places.values()]

    @cached_property
    def _sizes(self) -> Any:
        """How many tasks the paper has of each domain here, and of all other domains together."""
        sizes = published.tasks()
        known = np.array([sizes[domain] for domain in dict.fromkeys(key[:2] for key in self.tasks)], float)
        return known, sizes.sum() - known.sum()

    def _hours(self, times: Any, worst: bool) -> Any:
        """Of the whole study, each task here counted so many times. One number for each row of `times`."""
        run, seconds, still = ~np.isnan(self._seconds), np.nan_to_num(self._seconds), self._open
        after = np.full(len(self.columns), published.TIME_LIMIT)
        if not worst:
            after = until_the_end(self.limit, exponent(seconds, still, times, self.limit))

        def by_domain(values: Any) -> Any:
            return np.stack([times[..., members] @ values[members] for members in self._domains], axis=-2)

        counts = by_domain(run.astype(float))
        sums = by_domain(np.where(still, 0, seconds)) + by_domain((run & still).astype(float)) * after[..., None, :]
        ran = counts > 0
        means = np.divide(sums, counts, out=np.zeros_like(sums), where=ran)
        overall = means.sum(axis=(-2, -1)) / np.maximum(1, ran.sum(axis=(-2, -1)))
        known = means.sum(axis=-2) / np.maximum(1, ran.sum(axis=-2))
        columns = np.where(ran.any(axis=-2), known, overall[..., None])
        means = np.where(ran, means, columns[..., None, :])
        sizes, others = self._sizes
        total = sizes @ means + others * means.mean(axis=-2)
        return total.mean(axis=-1) * len(published.table("coverage").columns) / 3600

    @cached_property
    def hours(self) -> float:
        return float(self._hours(np.ones(len(self.tasks)), worst=False))

    @cached_property
    def most(self) -> float:
        """If no run that reached the limit here ended there."""
        return float(self._hours(np.ones(len(self.tasks)), worst=True))

    @cached_property
    def interval(self) -> tuple[float, float]:
        """From tasks drawn again within their domains."""
        random = np.random.default_rng(SEED)
        domains = [(members, np.full(len(members), 1 / len(members))) for members in self._domains]
        times = np.zeros((REPLICATES, len(self.tasks)))
        for row in times:
            for members, equal in domains:
                row[members] = random.multinomial(len(members), equal)
        return interval_of(self._hours(times, worst=False))

    def sentences(self) -> list[str]:
        low, high = self.interval
        sizes = published.tasks()
        configurations = len(published.table("coverage").columns)
        found = [
            f"The paper's full study ({int(sizes.sum()):,} tasks, {configurations} configurations, "
            f"{published.TIME_LIMIT:g} s) would take about {self.hours:,.0f} core-hours on machines like these "
            f"({low:,.0f} to {high:,.0f}); at most {self.most:,.0f}, if no run that reached the limit of "
            f"{self.limit:g} s here ended before {published.TIME_LIMIT:g} s.",
            "isonova experiment run paper --benchmarks DIR --cluster slurm --jobs N runs it on a cluster.",
        ]
        domains = len(self._domains)
        if domains < len(sizes) or len(self.columns) < configurations:
            found.append(
                f"The estimate knows {domains} of the {len(sizes)} domains and {len(self.columns)} of the "
                f"{configurations} configurations; the others count as the average of these."
            )
        return found


def exponent(seconds: Any, still: Any, times: Any, limit: float) -> Any:
    """Per configuration: runs that ended in the last decade before the limit, per logarithm of time at risk. Tasks x
    configurations, of which a task counts so many times; 0 seconds where nothing was run."""
    start = limit / DECADE
    ended = times @ ((seconds > start) & ~still).astype(float)
    exposure = times @ np.log(np.maximum(seconds, start) / start)
    return np.divide(ended, exposure, out=np.zeros_like(ended), where=exposure > 0)


def until_the_end(limit: float, exponents: Any, end: float = published.TIME_LIMIT) -> Any:
    """The expected time of a run that goes on after the limit, until the end at the latest."""
    if limit >= end:
        return np.full_like(exponents, end)
    near_one = np.abs(exponents - 1) < 1e-9
    power = np.where(near_one, 0.5, 1 - exponents)
    grown = limit * ((end / limit) ** power - 1) / power
    return limit + np.where(near_one, limit * np.log(end / limit), grown)
