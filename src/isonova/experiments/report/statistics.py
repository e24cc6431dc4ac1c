"""What a study allows to conclude about the paper's claims.

The domain is the unit. An interval comes from a bootstrap that draws domains, and then tasks within each domain drawn;
the denominators of normalised coverage are computed again in each replicate. A test sees one number per domain. The 16
contrasts were fixed before any study was run, and Holm's method corrects for their number.

B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993; S. Holm, Scandinavian Journal of Statistics 6, 1979;
F. Wilcoxon, Biometrics Bulletin 1, 1945.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import erfc, inf, sqrt
from typing import Any

import numpy as np
import pandas as pd

from isonova.api.configurations import FEATURES, HEURISTICS
from isonova.experiments.report.study import Study
from isonova.experiments.report.tables import DOMAIN, Table

LEVEL = 0.95
REPLICATES = 2000
SEED = 1
CONTRASTS: tuple[tuple[str, str, str], ...] = (
    *((h, "none", novelty) for h in HEURISTICS for novelty in FEATURES if novelty != "none"),
    *((h, "at", "wl") for h in HEURISTICS),
    *((h, first, "at+wl") for h in ("add", "ff") for first in ("at", "wl")),
)
"""Heuristic, and the two kinds of novelty: the second against the first."""
Pairs = Mapping[tuple[str, str, str], tuple[str, str]]
"""Contrasts, each with the names of its two configurations."""
MEASURES = ("normalised", "share", "expansions")


@dataclass(frozen=True, slots=True)
class Contrast:
    """The second configuration against the first; differences are second minus first."""

    heuristic: str
    first: str
    second: str
    normalised: float
    """Difference of normalised coverage, summed over the domains."""
    normalised_interval: tuple[float, float]
    share: float
    """Difference of the shares of tasks solved, averaged over the domains, in percentage points."""
    share_interval: tuple[float, float]
    expansions: float
    """Share of tasks with fewer expansions minus share with more, averaged over the domains, in points."""
    expansions_interval: tuple[float, float]
    p: float
    """Of Wilcoxon's signed-rank test on the domains' differences of normalised coverage."""
    holm: float
    """That p, corrected for all contrasts."""
    won: tuple[str, ...]
    """Domains in which the second configuration solved more."""
    lost: tuple[str, ...]
    clearly_won: int
    """By two tasks at least."""
    clearly_lost: int

    @property
    def name(self) -> str:
        return f"{self.heuristic}: {self.second} against {self.first}"

    @property
    def direction(self) -> int:
        """1 or -1 if the interval of normalised coverage lies on one side of 0, else 0."""
        low, high = self.normalised_interval
        return 1 if low > 0 else -1 if high < 0 else 0

    @property
    def holds(self) -> bool:
        """Whether the direction also survives the correction for the number of contrasts."""
        return self.direction != 0 and self.holm < 1 - LEVEL

    @property
    def verdict(self) -> str:
        if self.direction == 0:
            return "undecided"
        word = "better" if self.direction > 0 else "worse"
        return word if self.holds else f"{word}, not after correction"


@dataclass(frozen=True)
class Statistics:
    study: Study
    pairs: Pairs | None = None
    """The paper's contrasts, unless others are given."""
    within: float = inf
    """Only plans found within so many seconds of CPU time count."""

    @cached_property
    def chosen(self) -> Pairs:
        if self.pairs is not None:
            return self.pairs
        methods = self.study.methods
        return {
            (heuristic, first, second): (methods[heuristic, first], methods[heuristic, second])
            for heuristic, first, second in CONTRASTS
            if (heuristic, first) in methods and (heuristic, second) in methods
        }

    @cached_property
    def solved(self) -> pd.DataFrame:
        """Tasks that all configurations have run: 1 if solved, else 0."""
        solved = self.study.matrix("solved").dropna().astype(float)
        if self.within == inf:
            return solved
        return solved.where(self.study.matrix("cpu_seconds").reindex(solved.index) <= self.within, 0.0)

    @property
    def domains(self) -> int:
        return len(self.solved.index.droplevel(["folder", "problem"]).unique())

    @cached_property
    def replicates(self) -> Any:
        """Replicates x (measures x contrasts). Studies of the same tasks draw the same ones, so these may be paired."""
        return bootstrap(self._groups, REPLICATES, SEED)

    def pooled(self, contrasts: Sequence[Contrast]) -> tuple[float, tuple[float, float]]:
        """The mean of their differences of normalised coverage, with its interval."""
        order = list(self.chosen)
        columns = [order.index((each.heuristic, each.first, each.second)) for each in contrasts]
        observed = sum(each.normalised for each in contrasts) / len(contrasts)
        return observed, interval_of(self.replicates[:, columns].mean(axis=1))

    @cached_property
    def contrasts(self) -> list[Contrast]:
        if not self.chosen or self.domains < 2:
            return []
        groups = self._groups
        per_domain = np.stack([_domain_numbers(*group) for group in groups])
        observed = _statistic(per_domain)
        count = len(self.chosen)
        p_values = [signed_rank(per_domain[:, at]) for at in range(count)]
        corrected = holm(p_values)
        sums = self.solved.groupby(level=DOMAIN, sort=False).sum()
        names = list(sums.index)
        found = []
        for at, ((heuristic, first, second), (a, b)) in enumerate(self.chosen.items()):
            gained = (sums[b] - sums[a]).to_numpy()

            def interval(measure: int, at: int = at) -> tuple[float, float]:
                return interval_of(self.replicates[:, measure * count + at])

            values = [float(observed[measure * count + at]) for measure in range(len(MEASURES))]
            found.append(
                Contrast(
                    heuristic,
                    first,
                    second,
                    values[0],
                    interval(0),
                    values[1],
                    interval(1),
                    values[2],
                    interval(2),
                    p_values[at],
                    corrected[at],
                    tuple(_shown(name) for name, gain in zip(names, gained, strict=True) if gain > 0),
                    tuple(_shown(name) for name, gain in zip(names, gained, strict=True) if gain < 0),
                    int((gained >= 2).sum()),
                    int((gained <= -2).sum()),
                )
            )
        return found

    @cached_property
    def _groups(self) -> list[tuple[Any, Any, Any, Any]]:
        """Per domain: weights, any solved, gains per contrast, and who expands fewer per contrast; tasks are rows."""
        expansions = self.study.matrix("expansions").reindex(self.solved.index).astype(float)
        cost = expansions.where(self.solved > 0, inf).fillna(inf)
        weights = self.study.weights.reindex(self.solved.index)
        first, second = ([self.solved.columns.get_loc(pair[side]) for pair in self.chosen.values()] for side in (0, 1))
        hits, counts = self.solved.to_numpy(), cost.to_numpy()
        gains = hits[:, second] - hits[:, first]
        signs = np.sign(_finite(counts[:, first]) - _finite(counts[:, second]))
        any_solved = (hits.max(axis=1) > 0).astype(float)
        rows = self.solved.groupby(level=DOMAIN, sort=False).indices.values()
        masses = weights.to_numpy().astype(float)
        return [(masses[each], any_solved[each], gains[each], signs[each]) for each in rows]

    def table(self) -> Table:
        rows = [
            (
                each.heuristic,
                f"{_named(each.second)} against {_named(each.first)}",
                each.normalised,
                shown_interval(each.normalised_interval),
                each.share,
                shown_interval(each.share_interval, 1),
                each.expansions,
                shown_interval(each.expansions_interval, 0),
                len(each.won),
                len(each.lost),
                each.p,
                each.holm,
                each.verdict,
            )
            for each in self.contrasts
        ]
        columns = ["over", "contrast", "normalised", "normalised 95 %", "share", "share 95 %", "expansions"]
        columns += ["expansions 95 %", "won", "lost", "p", "Holm", "verdict"]
        headings = {"normalised": "difference", "normalised 95 %": "95 %", "share": "points", "share 95 %": "95 %"}
        headings |= {"expansions": "points", "expansions 95 %": "95 %"}
        note = (
            f"Over {len(self.solved):,} tasks of {self.domains} domains that all configurations have run. Differences "
            "of normalised coverage (summed over domains), of the share of tasks solved, and of the share of tasks "
            "with fewer expansions (both averaged over domains), with bootstrap intervals. Domains in which more or "
            "fewer tasks were solved. Wilcoxon's signed-rank test on the domains' normalised differences, before and "
            "after Holm's correction."
        )
        marks = pd.DataFrame("", index=range(len(rows)), columns=columns)
        for at, each in enumerate(self.contrasts):
            if each.holds:
                marks.loc[at, "verdict"] = "better" if each.direction > 0 else "worse"
        return Table(
            "contrasts",
            "The 16 contrasts" if len(rows) == len(CONTRASTS) else f"{len(rows)} contrasts",
            pd.DataFrame(rows, columns=columns),
            note,
            labels=2,
            digits={"normalised": 2, "share": 1, "expansions": 0, "p": 3, "Holm": 3},
            marks=marks,
            groups=(("normalised coverage", 2), ("share solved", 2), ("fewer expansions", 2), ("domains", 2), ("", 3)),
            headings=headings,
        )


def _finite(values: Any) -> Any:
    """Infinity as a number larger than all counts, so that two of them are equal."""
    return np.where(np.isinf(values), 1e300, values)


def _domain_numbers(weights: Any, any_solved: Any, gains: Any, signs: Any) -> Any:
    """All measures of all contrasts in one domain, from its tasks."""
    solvable, total = weights @ any_solved, weights.sum()
    gained = weights @ gains
    normalised = gained / solvable if solvable > 0 else np.zeros_like(gained)
    return np.concatenate([normalised, 100 * gained / total, 100 * (weights @ signs) / total])


def _statistic(per_domain: Any) -> Any:
    """From domains x numbers to the numbers of the study: normalised coverage is summed, the others averaged."""
    values = per_domain.mean(axis=0)
    values[: len(values) // len(MEASURES)] *= len(per_domain)
    return values


def bootstrap(groups: Sequence[tuple[Any, Any, Any, Any]], replicates: int, seed: int) -> Any:
    """Replicates x numbers. Each draws as many domains as there are, and within each as many tasks as it has."""
    count = len(groups)
    width = len(MEASURES) * groups[0][2].shape[1]
    sums = np.zeros(replicates * width)
    drawn = draws(tuple(len(weights) for weights, *_ in groups), replicates, seed)
    for (weights, any_solved, gains, signs), (replicate, counts) in zip(groups, drawn, strict=True):
        times = counts * weights
        solvable, total = times @ any_solved, times.sum(axis=1)
        gained = times @ gains
        safe = np.where(solvable > 0, solvable, 1.0)[:, None]
        numbers = [gained / safe * (solvable > 0)[:, None], 100 * gained / total[:, None]]
        numbers.append(100 * (times @ signs) / total[:, None])
        places = replicate[:, None] * width + np.arange(width)  # NumPy is quicker with one dimension
        np.add.at(sums, places.ravel(), np.concatenate(numbers, axis=1).ravel())
    values = sums.reshape(replicates, width) / count
    values[:, : width // len(MEASURES)] *= count
    return values


@lru_cache(maxsize=1)
def draws(sizes: tuple[int, ...], replicates: int, seed: int) -> list[tuple[Any, Any]]:
    """For each domain, of so many tasks: the replicates that drew it, one entry each time, and how often each of its
    tasks was drawn then. A report asks for the same draws several times."""
    random = np.random.default_rng(seed)
    domains = random.integers(len(sizes), size=(replicates, len(sizes)))
    found = []
    for at, size in enumerate(sizes):
        replicate, _ = np.nonzero(domains == at)
        found.append((replicate, random.multinomial(size, np.full(size, 1 / size), size=len(replicate))))
    return found


def signed_rank(differences: Any) -> float:
    """Wilcoxon's p, two-sided, without the domains that do not differ; 1 if none does. Exact for at most 25 domains
    without ties, else by the normal approximation. Importing `scipy.stats` would take longer than all statistics here.
    """
    nonzero = differences[np.abs(differences) > 1e-12]
    count = len(nonzero)
    if count == 0:
        return 1.0
    sizes = np.abs(nonzero)
    _, place, tied = np.unique(sizes, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(tied) - (tied - 1) / 2)[place]
    positive, total = ranks[nonzero > 0].sum(), count * (count + 1) / 2
    if count <= 25 and len(np.unique(np.round(sizes, 9))) == count:
        ways = np.ones(1)  # by the sum of positive ranks: choices of signs that give it
        for rank in range(1, count + 1):
            ways = np.pad(ways, (0, rank)) + np.pad(ways, (rank, 0))
        return min(1.0, 2 * float(ways[: int(min(positive, total - positive)) + 1].sum()) * 0.5**count)
    variance = (total * (2 * count + 1) - (tied**3 - tied).sum() / 4) / 12
    return erfc(abs(positive - total / 2) / sqrt(2 * variance))


def holm(p_values: Sequence[float]) -> list[float]:
    """The i-th smallest of n is multiplied by n - i + 1, and none is below a smaller one."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, p_values[at] * (len(p_values) - rank)))
        corrected[at] = highest
    return corrected


def interval_of(values: Any) -> tuple[float, float]:
    low, high = np.quantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _shown(key: tuple[str, str]) -> str:
    return f"{key[0]} {key[1]}"


def _named(novelty: str) -> str:
    return "base" if novelty == "none" else novelty


def shown_interval(pair: tuple[float, float], digits: int = 2) -> str:
    return f"{pair[0]:+.{digits}f} to {pair[1]:+.{digits}f}"
