"""Results: one shape for planning and for searching, plain data and back."""

from __future__ import annotations

import doctest
import json
import pickle
from dataclasses import fields
from typing import Any

import pytest

import isonova
from isonova.api import result as module
from isonova.api.result import RunResult
from isonova.examples import files


class Count:
    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return state == 5

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [("up", state + 1), ("down", state - 1)]

    def atoms(self, state: int) -> list[int]:
        return [state]


def test_doctests() -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 3) == (0, True)


@pytest.fixture(scope="module")
def task() -> isonova.Task:
    return isonova.load(*files("parcels"))


@pytest.fixture(scope="module")
def planned(task: isonova.Task) -> isonova.Result:
    return isonova.plan(task, heuristic="add", novelty="at+wl", wl_iterations=1)


@pytest.fixture(scope="module")
def found() -> isonova.SearchResult[int]:
    return isonova.search(Count(), novelty="at")


def test_one_shape(planned: isonova.Result, found: isonova.SearchResult[int]) -> None:
    assert list(planned.to_dict()) == list(found.to_dict()) == [each.name for each in fields(RunResult)]
    assert found.engine == "simulator"
    assert (found.plan, found.actions, found.states) == (("up",) * 5, ("up",) * 5, tuple(range(6)))
    assert found.plan_text().endswith("up\n; cost = 5 (general cost)\n")
    assert found.summary().startswith("plan of 5 steps, cost 5\n")
    assert found.seconds.total >= found.seconds.search > 0


@pytest.mark.parametrize("which", ["planned", "found"])
def test_through_json(which: str, request: pytest.FixtureRequest) -> None:
    result: Any = request.getfixturevalue(which)
    data = json.loads(result.to_json())
    again = type(result).from_dict(data)
    assert again.to_dict() == result.to_dict() == data
    assert again.summary() == result.summary()
    assert again.novelty_settings == result.novelty_settings
    assert again.novelty_telemetry == result.novelty_telemetry
    assert pickle.loads(pickle.dumps(result)) == result


def test_statistics_are_objects(planned: isonova.Result) -> None:
    assert planned.novelty_settings is not None
    assert planned.novelty_settings.wl.iterations == 1
    assert planned.to_dict()["novelty_settings"]["wl_iterations"] == 1
    assert planned.novelty_telemetry is not None
    assert (
        sum(row.features for row in planned.novelty_telemetry.features) == planned.novelty_telemetry.distinct_features
    )
    assert planned.task is not None
    assert planned.task.actions == 204
    assert planned.relaxation is not None
    assert planned.relaxation.graph
    assert isonova.plan(*files("parcels"), max_expansions=0, time_limit=1e-9).task is None


def test_actions_and_states_need_the_task(planned: isonova.Result, task: isonova.Task) -> None:
    again = isonova.Result.from_dict(planned.to_dict())
    with pytest.raises(ValueError, match=r"does not know its task: read it back by Result.from_dict\(data, task\)"):
        again.states  # noqa: B018
    again = isonova.Result.from_dict(planned.to_dict(), task)
    assert again.actions == planned.actions == pickle.loads(pickle.dumps(planned)).actions
    assert again.states == planned.states
    unsolved = isonova.plan(task, max_expansions=0)
    assert (unsolved.actions, unsolved.states) == (None, None)


def test_the_author_profile_of_a_simulator_is_reported_as_used() -> None:
    symbols = isonova.Symbols({"is": 1}, [str(n) for n in range(-9, 9)])

    class Named(Count):
        def atoms(self, state: int) -> Any:
            return [("is", str(state))]

    told = isonova.search(Named(), novelty="wl", symbols=symbols, profile="author").novelty_settings
    used = isonova.search(Named(), novelty="wl", symbols=symbols, profile="author", wl_objects="all")
    assert told is not None
    assert told == used.novelty_settings
    assert told.wl.objects == "all"
