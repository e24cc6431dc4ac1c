"""How a run went: how each search stood, a few times a second. A report is drawn from it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from isonova import _core
from isonova.api.task import is_text

if TYPE_CHECKING:
    from isonova.api.options import PlanOptions

MOST_SAMPLES = 2000
"""Beyond, every second one is dropped, and half as many are added from then on."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How a search stood."""

    seconds: float
    """Since the start of the run, as a clock on the wall has it."""
    search: int
    expansions: int
    evaluations: int
    best_h: int
    recent_h: int | None
    """The lowest h of the states evaluated last; None where all were dead ends."""
    scored_states: int
    new_states: int
    memory_mb: float


@dataclass(frozen=True, slots=True)
class Improvement:
    """A lower h than before."""

    seconds: float
    search: int
    queue: int
    expansions: int
    h: int


class Recording:
    """What a run was asked for, and how it went."""

    def __init__(self, options: PlanOptions) -> None:
        self.options = options
        self.files: tuple[str, str] | None = None
        """Domain and problem, where they were given as files."""
        self.samples: list[Sample] = []
        self.improvements: list[Improvement] = []
        self.improved_by: Counter[tuple[int, int]] = Counter()
        """How often a state from a queue of a search led to a lower h, also where the improvement was dropped."""
        self._searches = 1 if options.portfolio is None else len(options.portfolio.searches)
        self._best: dict[int, int] = {}
        self._start = perf_counter()
        self._told = 0
        self._every = 1
        self._improvements_every = 1

    def name_files(self, domain: str | os.PathLike[str], problem: str | os.PathLike[str]) -> None:
        """Unless they are texts."""
        if not any(is_text(given) for given in (domain, problem)):
            self.files = os.fspath(domain), os.fspath(problem)

    def listener(self, progress: Callable[[_core.Progress], None] | None) -> Callable[[_core.Progress], None]:
        """For the core: records, and tells `progress`, too."""

        def listen(told: _core.Progress) -> None:
            self.record(told)
            if progress is not None:
                progress(told)

        return listen

    def record(self, told: _core.Progress) -> None:
        if told.search >= self._searches:  # a search for better plans; the report is about the first one
            return
        now = perf_counter() - self._start
        if told.best_h != self._best.get(told.search):
            if told.search in self._best:
                self.improved_by[told.search, told.queue] += 1
            self._best[told.search] = told.best_h
            if self.improved_by.total() % self._improvements_every == 0:
                self.improvements.append(Improvement(now, told.search, told.queue, told.best_h_expansions, told.best_h))
                if len(self.improvements) > MOST_SAMPLES:
                    del self.improvements[1::2]
                    self._improvements_every *= 2
        self._told += 1
        if self._told % self._every == 0:
            memory = _core.resident_memory() / 2**20
            self.samples.append(
                Sample(
                    now,
                    told.search,
                    told.expansions,
                    told.evaluations,
                    told.best_h,
                    told.recent_h,
                    told.scored_states,
                    told.new_states,
                    memory,
                )
            )
            if len(self.samples) > MOST_SAMPLES:
                del self.samples[1::2]
                self._every *= 2
