"""What novelty is worth at shorter limits, from the same runs. A planner that evaluates quickly has had more
evaluations at the same limit: if novelty stops helping there, it only made up for slow evaluations."""

from __future__ import annotations

import pandas as pd

from isonova.experiments.report.statistics import Contrast, Statistics, interval_of, shown_interval
from isonova.experiments.report.study import Study
from isonova.experiments.report.tables import Table

TIMES = (1, 3, 10)


class ShortTimes:
    """Novelty against none, at each time and at the limit of the study."""

    def __init__(self, study: Study) -> None:
        limit = max((time for time, _ in study.limits), default=0.0)
        self.times = [float(time) for time in TIMES if time < limit] + [limit]
        whole = Statistics(study)
        pairs = {each: pair for each, pair in whole.chosen.items() if each[1] == "none"}
        self.statistics = [Statistics(study, pairs, time) for time in self.times[:-1]] + [Statistics(study, pairs)]
        self.names = [f"{time:g} s" for time in self.times]

    @property
    def contrasts(self) -> list[tuple[Contrast, ...]]:
        """A row per contrast, each at all times."""
        return list(zip(*(each.contrasts for each in self.statistics), strict=True))

    def change(self, number: int) -> tuple[float, tuple[float, float]]:
        """What the contrast gained from the first time to the last; both see the same draws of domains and tasks."""
        first, last = self.statistics[0], self.statistics[-1]
        observed = last.contrasts[number].normalised - first.contrasts[number].normalised
        return observed, interval_of(last.replicates[:, number] - first.replicates[:, number])

    def sentences(self) -> list[str]:
        """On at+wl, or what the study has, over each heuristic."""
        rows = self.contrasts
        chosen = {row[0].heuristic: (number, row) for number, row in enumerate(rows)}
        found = []
        for heuristic, (number, row) in chosen.items():
            shown = [
                f"{each.normalised:+.2f} ({shown_interval(each.normalised_interval)}) at {name}"
                for name, each in zip(self.names, row, strict=True)
            ]
            change, (low, high) = self.change(number)
            word = "grows" if low > 0 else "shrinks" if high < 0 else "neither grows nor shrinks beyond doubt"
            trend = f" What novelty adds {word} with time: {change:+.2f} ({shown_interval((low, high))})."
            found.append(
                f"{heuristic} with {row[0].second} against {heuristic} alone, normalised coverage: {', '.join(shown)}."
                + (trend if len(row) > 1 else "")
            )
        return found

    def table(self) -> Table:
        rows, marks = [], []
        for number, row in enumerate(self.contrasts):
            change, interval = self.change(number)
            cells: list[object] = [row[0].heuristic, f"{row[0].second} against base"]
            for each in row:
                cells += [each.normalised, shown_interval(each.normalised_interval), len(each.won), len(each.lost)]
            rows.append([*cells, change, shown_interval(interval)])
            words = [{1: "better", -1: "worse"}.get(each.direction, "") for each in row]
            marks.append(["", "", *(word for each in words for word in (each, "", "", "")), "", ""])
        kinds = {"difference": "difference", "95 %": "95 %", "won": "won", "lost": "lost"}
        columns = [f"{name} {kind}" for name in self.names for kind in kinds]
        headings = {f"{name} {kind}": shown for name in self.names for kind, shown in kinds.items()}
        columns = ["over", "contrast", *columns, "change", "change 95 %"]
        note = (
            "Difference of normalised coverage, summed over domains, to the same heuristic without novelty, if only "
            "plans found within so many seconds of CPU time count; domains in which more or fewer tasks were solved. "
            "Marked where the interval excludes 0 (not corrected). The last columns: from the first time to the last."
        )
        digits = {column: 2 for column in columns if column.endswith("difference")} | {"change": 2}
        return Table(
            "novelty-by-time",
            "What novelty adds, by time",
            pd.DataFrame(rows, columns=columns),
            note,
            labels=2,
            digits=digits,
            marks=pd.DataFrame(marks, columns=columns),
            groups=(*((f"within {name}", len(kinds)) for name in self.names), ("change", 2)),
            headings=headings | {"change": "difference", "change 95 %": "95 %"},
        )
