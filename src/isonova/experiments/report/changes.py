"""Options changed one at a time: each configuration that has one setting more than another, its base, against it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np
import pandas as pd

from isonova.experiments.compare import SMALLEST
from isonova.experiments.report.statistics import REPLICATES, SEED, Contrast, Statistics, interval_of, shown_interval
from isonova.experiments.report.study import Study
from isonova.experiments.report.tables import DOMAIN, Table


@dataclass(frozen=True)
class Changes:
    study: Study

    @cached_property
    def statistics(self) -> Statistics:
        changes = self.study.changes
        return Statistics(self.study, {(base, "base", what): (base, name) for (base, what), name in changes.items()})

    @property
    def contrasts(self) -> list[Contrast]:
        return self.statistics.contrasts

    def time_ratio(self, contrast: Contrast) -> tuple[float, tuple[float, float]]:
        """CPU time divided by that of the base, where both solved the task: the geometric mean over domains."""
        names = list(self.statistics.chosen[contrast.heuristic, contrast.first, contrast.second])
        both = self.statistics.solved[names].min(axis=1) > 0
        seconds = self.study.matrix("cpu_seconds")[names].reindex(both[both].index).astype(float).clip(lower=SMALLEST)
        logs = np.log(seconds[names[1]] / seconds[names[0]]).dropna().groupby(level=DOMAIN).mean().to_numpy()
        if len(logs) == 0:
            return nan, (nan, nan)
        drawn = logs[np.random.default_rng(SEED).integers(len(logs), size=(REPLICATES, len(logs)))].mean(axis=1)
        low, high = interval_of(drawn)
        return float(np.exp(logs.mean())), (float(np.exp(low)), float(np.exp(high)))

    def sentences(self) -> list[str]:
        """What is decided; and if nothing is, that."""
        decided = [each for each in self.contrasts if each.holds]
        found = [
            f"{each.heuristic} is {each.verdict} with {each.second}: {each.share:+.1f} points of the share solved "
            f"({shown_interval(each.share_interval, 1)}), {len(each.won)} domains won and {len(each.lost)} lost."
            for each in decided
        ]
        left = len(self.contrasts) - len(decided)
        none = "No change is" if not decided else f"The other {left} changes are not"
        return [*found, f"{none} better or worse than its base beyond doubt."] if left else found

    def table(self) -> Table:
        solved = self.statistics.solved.sum()
        rows = []
        for each in self.contrasts:
            base, changed = self.statistics.chosen[each.heuristic, each.first, each.second]
            ratio, (low, high) = self.time_ratio(each)
            rows.append(
                (
                    each.heuristic,
                    each.second,
                    solved[base],
                    solved[changed],
                    len(each.won),
                    len(each.lost),
                    each.share,
                    shown_interval(each.share_interval, 1),
                    each.expansions,
                    shown_interval(each.expansions_interval, 0),
                    ratio,
                    f"{low:.2f} to {high:.2f}" if low == low else "",
                    each.p,
                    each.holm,
                    each.verdict,
                )
            )
        columns = ["base", "change", "base solved", "solved", "won", "lost", "share", "share 95 %", "expansions"]
        columns += ["expansions 95 %", "time", "time 95 %", "p", "Holm", "verdict"]
        headings = {"base solved": "base", "share": "points", "share 95 %": "95 %", "expansions": "points"}
        headings |= {"solved": "changed", "expansions 95 %": "95 %", "time": "ratio", "time 95 %": "95 %"}
        marks = pd.DataFrame("", index=range(len(rows)), columns=columns)
        for at, each in enumerate(self.contrasts):
            if each.holds:
                marks.loc[at, "verdict"] = "better" if each.direction > 0 else "worse"
        note = (
            f"Over {len(self.statistics.solved):,} tasks of {self.statistics.domains} domains that all configurations "
            "have run: tasks solved by base and change, domains in which the change solved more or fewer, the change "
            "of the share solved and of the share of tasks with fewer expansions, averaged over domains, with "
            "bootstrap intervals, and CPU time divided by that of the base where both solved a task. The verdict comes "
            "from normalised coverage, and Holm's method corrects for all changes."
        )
        return Table(
            "changes",
            "Each change against its base",
            pd.DataFrame(rows, columns=columns),
            note,
            labels=2,
            digits={"share": 1, "expansions": 0, "time": 2, "p": 3, "Holm": 3},
            marks=marks,
            groups=(
                ("tasks solved", 2),
                ("domains", 2),
                ("share solved", 2),
                ("fewer expansions", 2),
                ("CPU time", 2),
                ("", 3),
            ),
            headings=headings,
        )
