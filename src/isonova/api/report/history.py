"""What a recording says about the searches of a run: their names, lines to draw, and plateaus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from isonova.api.recording import Improvement, Recording, Sample
from isonova.api.result import RunResult
from isonova.pages.charts import Line


@dataclass(frozen=True, slots=True)
class Plateau:
    """A stretch of a search without a lower h."""

    search: int
    h: int
    expansions: int
    """How many it lasted."""
    start: float
    """In seconds since the start of the run, as `end`."""
    end: float
    is_last: bool
    """The search never left it."""


class History:
    """The recording of a run that is over."""

    def __init__(self, recording: Recording, result: RunResult) -> None:
        self.recording = recording
        self.searches = sorted({sample.search for sample in recording.samples})
        seconds = result.seconds
        self.end = seconds.parse + seconds.normalise + seconds.ground + seconds.search
        """Of the search, in seconds since the start of the run."""
        self._final = [(each.expansions, each.best_h) for each in result.searches] or [
            (result.expansions, result.best_h)
        ]
        chosen = recording.options.portfolio
        self._searches = () if chosen is None else chosen.searches
        self._single = result

    def name(self, search: int) -> str:
        if len(self._searches) <= 1 and len(self.searches) <= 1:
            return "search"
        known = self._searches[search].name if search < len(self._searches) else ""
        return known or f"search {search + 1}"

    def queue(self, search: int, queue: int) -> str:
        """What orders a queue, as a search is written out."""
        if search < len(self._searches):
            queues = self._searches[search].queues
            return str(queues[queue]) if queue < len(queues) else f"queue {queue + 1}"
        heuristic, novelty = str(self._single.heuristic), self._single.novelty
        return heuristic if novelty == "none" else f"{self._single.novelty_kind}({heuristic}, {novelty})"

    def samples(self, search: int) -> list[Sample]:
        return [sample for sample in self.recording.samples if sample.search == search]

    def improvements(self, search: int) -> list[Improvement]:
        return [each for each in self.recording.improvements if each.search == search]

    def expansions(self, search: int) -> int:
        """At the end."""
        known = self._final[search][0] if search < len(self._final) else 0
        return max([known, *(sample.expansions for sample in self.samples(search)[-1:])])

    def best_h(self, search: int) -> int | None:
        """At the end."""
        known = self._final[search][1] if search < len(self._final) else None
        return known if known is not None else min((each.h for each in self.improvements(search)), default=None)

    def h_by_seconds(self) -> list[Line]:
        return self._h(by_seconds=True)

    def h_by_expansions(self) -> list[Line]:
        return self._h(by_seconds=False)

    def _h(self, *, by_seconds: bool) -> list[Line]:
        """For each search a line of the lowest h, and a faint one of the h of recent states."""
        lines: list[Line] = []
        for place, search in enumerate(self.searches):
            recent = [
                (sample.seconds if by_seconds else sample.expansions, float(sample.recent_h))
                for sample in self.samples(search)
                if sample.recent_h is not None
            ]
            dots = [
                (
                    each.seconds if by_seconds else float(each.expansions),
                    float(each.h),
                    f"h {each.h} after {each.seconds:.2f} s and {each.expansions} expansions, "
                    f"{self.name(search)}, queue {self.queue(search, each.queue)}",
                )
                for each in self.improvements(search)
            ]
            points = [(x, h) for x, h, _ in dots]
            final = self.best_h(search)
            if final is not None:
                points.append((self.end if by_seconds else float(self.expansions(search)), float(final)))
            lines.append(Line(self.name(search), recent, place, faint=True))
            lines.append(Line(self.name(search), points, place, steps=True, dots=dots))
        return lines

    def novelty_rate(self) -> list[Line]:
        """Per cent of the states scored since the sample before that showed something new."""
        lines = []
        for place, search in enumerate(self.searches):
            points = [
                (
                    after.seconds,
                    100 * (after.new_states - before.new_states) / (after.scored_states - before.scored_states),
                )
                for before, after in pairwise(self.samples(search))
                if after.scored_states > before.scored_states
            ]
            if points:
                lines.append(Line(self.name(search), points, place))
        return lines

    def new_states(self) -> list[Line]:
        """States with and without a new feature so far."""
        for search in self.searches:
            samples = [sample for sample in self.samples(search) if sample.scored_states]
            if samples:
                return [
                    Line("new", [(each.seconds, float(each.new_states)) for each in samples], 2),
                    Line("old", [(each.seconds, float(each.scored_states - each.new_states)) for each in samples], 1),
                ]
        return []

    def memory(self) -> Line:
        return Line("", [(sample.seconds, sample.memory_mb) for sample in self.recording.samples], 3)

    def expansions_by_seconds(self) -> list[Line]:
        lines = []
        for place, search in enumerate(self.searches):
            points = [(sample.seconds, float(sample.expansions)) for sample in self.samples(search)]
            lines.append(Line(self.name(search), [*points, (self.end, float(self.expansions(search)))], place))
        return lines

    def plateaus(self) -> Sequence[Plateau]:
        """The longest first."""
        found = []
        for search in self.searches:
            improvements = self.improvements(search)
            for before, after in pairwise(improvements):
                length = after.expansions - before.expansions
                found.append(Plateau(search, before.h, length, before.seconds, after.seconds, False))
            if improvements:
                last = improvements[-1]
                length = self.expansions(search) - last.expansions
                found.append(Plateau(search, last.h, length, last.seconds, self.end, True))
        return sorted(found, key=lambda plateau: -plateau.expansions)
