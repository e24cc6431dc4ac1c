"""Planning and judging from Python: what goes in, what comes out, what survives a copy."""

from __future__ import annotations

import doctest
import importlib
import json
import pickle
from pathlib import Path

import pytest

import isonova
from isonova.examples import NAMES, files


@pytest.mark.parametrize("module", ["plan", "task", "validate", "build", "state_space"])
def test_doctests(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"isonova.api.{module}")).failed == 0


def test_every_public_name_is_there() -> None:
    for name in isonova.__all__:
        assert getattr(isonova, name) is not None
        assert getattr(isonova, name).__doc__ or name in ("FeatureMap", "Novelty")  # names of types
    homes = [name for names in isonova._HOMES.values() for name in names]
    assert sorted(homes) == sorted(isonova.__all__) == isonova.__all__
    assert set(isonova.__all__) <= set(dir(isonova))
    with pytest.raises(AttributeError, match="nonsense"):
        isonova.nonsense  # noqa: B018


@pytest.fixture(scope="module")
def solved() -> isonova.Result:
    return isonova.plan(*files("parcels"), heuristic="add")


def test_results_are_plain_data(solved: isonova.Result) -> None:
    again = isonova.Result.from_dict(json.loads(solved.to_json()))
    assert again == solved == pickle.loads(pickle.dumps(solved))
    assert solved.to_dict()["plan"] == list(solved.plan or ())
    with pytest.raises(ValueError, match="colour"):
        isonova.Result.from_dict({"status": "solved", "colour": "red"})


def test_configurations_are_keywords() -> None:
    named = isonova.configuration("paper-gc-at+wl")
    result = isonova.plan(*files("lockdown"), **named)
    assert (result.heuristic, result.novelty) == (named["heuristic"], named["novelty"]) == ("gc", "at+wl")
    named["heuristic"] = "ff"
    assert isonova.configuration("paper-gc-at+wl")["heuristic"] == "gc"


def test_repr_says_what_happened(solved: isonova.Result) -> None:
    assert repr(solved).startswith(f"<Result solved: {solved.length} steps, cost {solved.cost}; add")
    stopped = isonova.plan(*files("parcels"), max_expansions=0)
    assert repr(stopped).startswith("<Result limit_reached: in search; isonova")


@pytest.mark.parametrize("name", NAMES)
def test_tasks_pickle(name: str) -> None:
    task = isonova.load(*files(name))
    again = pickle.loads(pickle.dumps(task))
    assert str(again) == str(task)
    assert repr(again) == repr(task)


def test_validate_takes_plans_of_every_kind(solved: isonova.Result, tmp_path: Path) -> None:
    task = isonova.load(*files("parcels"))
    target = tmp_path / "plan"
    target.write_text(solved.plan_text())
    assert solved.plan is not None
    space = isonova.StateSpace(task)
    state, actions = space.initial(), []
    for step in solved.plan:
        action, state = next(pair for pair in space.successors(state) if str(pair[0]) == step)
        actions.append(action)
    for plan in (solved, solved.plan, solved.plan_text(), target, str(target), actions):
        for verdict in (isonova.validate(task, plan), isonova.validate(*files("parcels"), plan)):
            assert (verdict.valid, verdict.cost) == (True, solved.cost)
    assert not isonova.validate(task, "").valid
    assert not isonova.validate(task, solved.plan[1:]).valid


def test_wrong_calls_are_named(solved: isonova.Result) -> None:
    task = isonova.load(*files("parcels"))
    with pytest.raises(TypeError, match=r"validate\(task, plan\)"):
        isonova.validate(task, "p.pddl", solved)
    with pytest.raises(TypeError, match="a plan is missing"):
        isonova.validate(*files("parcels"))
    with pytest.raises(TypeError, match="a path or PDDL text, not list"):
        isonova.validate(files("parcels")[0], [], solved)
    with pytest.raises(ValueError, match="no plan: limit_reached"):
        isonova.validate(task, isonova.plan(task, max_expansions=0))
    with pytest.raises(isonova.PlanError, match="no-such-file"):
        isonova.validate(task, "no-such-file")
    with pytest.raises(TypeError, match="do not give a problem as well"):
        isonova.plan(task, "p.pddl")
    for call in (isonova.plan, isonova.load):
        with pytest.raises(FileNotFoundError, match=r"^there is no file nofile\.pddl$"):
            call("nofile.pddl")
        with pytest.raises(ValueError, match="a problem as text needs its domain"):
            call(files("parcels")[1].read_text())
