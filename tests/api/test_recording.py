"""What is recorded of a search, and what a history makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

import pytest

import isonova
from isonova.api.options import PlanOptions
from isonova.api.recording import MOST_SAMPLES, Recording
from isonova.api.report.history import History
from isonova.api.result import Result
from isonova.api.statistics import Seconds
from isonova.examples import files


@dataclass
class Told:
    """What the core tells."""

    best_h: int
    expansions: int
    search: int = 0
    queue: int = 0
    evaluations: int = 0
    recent_h: int | None = 5
    scored_states: int = 0
    new_states: int = 0

    @property
    def best_h_expansions(self) -> int:
        return self.expansions


def recorded(*told: Told, **options: Any) -> Recording:
    recording = Recording(PlanOptions.of(**options))
    for each in told:
        recording.record(cast(Any, each))
    return recording


def test_improvements_and_who_found_them() -> None:
    recording = recorded(Told(9, 0), Told(7, 10, queue=1), Told(7, 60), Told(4, 70), Told(8, 5, search=1))
    assert [(each.search, each.queue, each.expansions, each.h) for each in recording.improvements] == [
        (0, 0, 0, 9),
        (0, 1, 10, 7),
        (0, 0, 70, 4),
        (1, 0, 5, 8),
    ]
    assert recording.improved_by == {(0, 1): 1, (0, 0): 1}
    assert len(recording.samples) == 5


def test_a_long_run_is_thinned_evenly() -> None:
    recording = recorded(*(Told(10**6 - at, at) for at in range(20 * MOST_SAMPLES)))
    assert recording.improved_by.total() == 20 * MOST_SAMPLES - 1
    for kept in ([each.expansions for each in recording.samples], [each.expansions for each in recording.improvements]):
        assert MOST_SAMPLES / 2 <= len(kept) <= MOST_SAMPLES
        gaps = {after - before for before, after in pairwise(kept)}
        assert max(gaps) <= 2 * min(gaps)


def test_plateaus() -> None:
    recording = recorded(Told(9, 0), Told(7, 10), Told(4, 70), Told(4, 90), heuristic="gc")
    result = Result(status="out_of_time", expansions=100, best_h=4, seconds=Seconds(search=50.0))
    history = History(recording, result)
    found = [(each.h, each.expansions, each.is_last) for each in history.plateaus()]
    assert found == [(7, 60, False), (4, 30, True), (9, 10, False)]
    assert history.plateaus()[1].end == 50.0


def test_novelty_rate_is_that_of_the_states_between() -> None:
    recording = recorded(
        Told(9, 0, scored_states=10, new_states=10),
        Told(9, 1, scored_states=30, new_states=15),
        Told(9, 2, scored_states=30, new_states=15),
        Told(9, 3, scored_states=40, new_states=15),
        novelty="at",
    )
    [line] = History(recording, Result(status="out_of_time")).novelty_rate()
    assert [y for _, y in line.points] == [25.0, 0.0]


@pytest.mark.parametrize("options", [{}, {"heuristic": "ff"}, {"heuristic": "gc", "novelty": "at+wl"}, {"threads": 2}])
def test_what_the_core_tells(options: dict[str, Any]) -> None:
    heard: list[Any] = []
    result = isonova.plan(*files("lockdown"), progress=heard.append, **options)
    recording = result._recording
    assert recording is not None
    assert len(recording.samples) == len(heard) > 1
    assert recording.files == tuple(map(str, files("lockdown")))
    # With threads, another search than the first may find the plan before the first has told anything.
    names = [each.name for each in result.searches]
    decided = names.index(result.decided_by) if result.decided_by else 0
    first, *_, last = [each for each in recording.improvements if each.search == decided]
    assert first.h == (result.searches[decided].initial_h if result.searches else result.initial_h)
    assert last.h < first.h
    for sample in recording.samples:
        assert sample.recent_h is None or sample.recent_h >= sample.best_h
        assert sample.memory_mb > 1
        assert sample.new_states <= sample.scored_states


def test_texts_have_no_files() -> None:
    domain, problem = (path.read_text() for path in files("parcels"))
    recording = isonova.plan(domain, problem)._recording
    assert recording is not None
    assert recording.files is None
