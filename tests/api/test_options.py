"""Options as dataclasses: keywords, names, limits, what has no effect, and what is said of mistakes."""

from __future__ import annotations

import doctest
import inspect
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest

import isonova
from isonova import Limits, NoveltyOptions, OptionError, PlanOptions, WLOptions, _core
from isonova.api import names, novelty_options, options
from isonova.api.keywords import flat, options_of, with_keywords
from isonova.api.novelty_options import NoveltyKeywords
from isonova.api.options import LimitKeywords, PlanKeywords
from isonova.examples import files


@pytest.mark.parametrize("module", [options, novelty_options])
def test_doctests(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 1) == (0, True)


@pytest.mark.parametrize(
    ("kind", "table"),
    [
        (names.HeuristicName, _core.heuristic_names),
        (names.EngineName, _core.engine_names),
        (names.CostTypeName, _core.cost_type_names),
        (names.TieBreakName, _core.tie_break_names),
        (names.NoveltyKindName, _core.novelty_kind_names),
        (names.ProfileName, _core.profile_names),
        (names.Status, _core.status_names),
    ],
)
def test_names_are_those_of_the_core(kind: Any, table: Any) -> None:
    assert set(get_args(kind)) == {name for name, _ in table()}


def test_every_name_is_taken() -> None:
    """By the core, which has no list of the short ones in Python."""
    for option in options_of(PlanOptions):
        for name in option.choices:
            needed = {"engine": "grounded"} if option.keyword == "wl_objects" else {}
            made = with_keywords(PlanOptions(), {**needed, option.keyword: name})
            assert flat(made)[option.keyword] == name


def test_keywords_are_written_once_for_people_and_once_for_type_checkers() -> None:
    groups = {"limits", "wl"}
    for kind, keywords, more in (
        (PlanOptions, PlanKeywords, groups),
        (NoveltyOptions, NoveltyKeywords, {"wl"}),
        (Limits, LimitKeywords, {"limits"}),
    ):
        known = {option.keyword for option in options_of(kind)}
        assert set(get_type_hints(keywords)) - more == known - ({"novelty"} if kind is NoveltyOptions else set())
    types = get_type_hints(PlanKeywords)
    for inner in (WLOptions, Limits):
        prefix = "wl_" if inner is WLOptions else ""
        for each in fields(inner):
            assert types[prefix + each.name] == get_type_hints(inner)[each.name], each.name


def test_help_shows_every_keyword() -> None:
    shown = inspect.signature(isonova.plan).parameters
    for option in options_of(PlanOptions):
        assert shown[option.keyword].default == option.default
    assert "keywords" not in shown
    assert {"engine", "cost_type"}.isdisjoint(inspect.signature(isonova.search).parameters)


def test_groups_and_keywords_go_together() -> None:
    wl = WLOptions(iterations=3, statics="drop")
    novelty = NoveltyOptions("wl", wl=wl)
    expected = PlanOptions(heuristic="gc", novelty=novelty, limits=Limits(time_limit=5))
    for keywords in (
        {"heuristic": "gc", "novelty": novelty, "limits": Limits(time_limit=5)},
        {"heuristic": "gc", "novelty": "wl", "wl": wl, "time_limit": "5s"},
        {"heuristic": "gc", "novelty": "wl", "wl_iterations": 3, "wl_statics": "drop", "time_limit": 5},
        {"heuristic": "gc", "novelty": NoveltyOptions("wl"), "wl": WLOptions(iterations=3), "wl_statics": "drop"}
        | {"limits": Limits(max_expansions=3, time_limit=5), "max_expansions": None},
    ):
        assert with_keywords(PlanOptions(), keywords) == expected
    task = isonova.load(*files("parcels"))
    by_object = isonova.plan(task, options=expected)
    by_keywords = isonova.plan(task, heuristic="gc", novelty="wl", wl_iterations=3, wl_statics="drop")
    assert by_object.plan == by_keywords.plan
    assert by_object.novelty_settings == by_keywords.novelty_settings
    assert isonova.plan(task, options=expected, heuristic="ff").heuristic == "ff"


def test_options_are_values() -> None:
    chosen = PlanOptions(novelty=NoveltyOptions("at+wl", wl=WLOptions(iterations=1)))
    assert pickle.loads(pickle.dumps(chosen)) == chosen
    assert hash(chosen) == hash(replace(chosen))
    with pytest.raises(FrozenInstanceError):
        chosen.engine = "lifted"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        (5, 5),
        ("5", 5),
        ("5s", 5),
        ("1.5 m", 90),
        ("2min", 120),
        ("1H", 3600),
        ("1e2", 100),
        (float("inf"), float("inf")),
    ],
)
def test_times(given: Any, seconds: float) -> None:
    assert Limits(time_limit=given).seconds == seconds


@pytest.mark.parametrize(
    ("given", "megabytes"),
    [
        (500, 500),
        ("500", 500),
        ("500M", 500),
        ("4G", 4096),
        ("4 GiB", 4096),
        ("0.5gb", 512),
        ("2048k", 2),
        (1e30, None),
    ],
)
def test_sizes(given: Any, megabytes: float | None) -> None:
    assert Limits(memory_limit=given).megabytes == megabytes


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        (
            {"time_limit": "soon"},
            r"time_limit is a number of seconds or a text such as '90s', '5m' or '1h', not 'soon'",
        ),
        ({"time_limit": "5x"}, "not '5x'"),
        ({"time_limit": ""}, "not ''"),
        ({"time_limit": "1.2.3"}, "not '1.2.3'"),
        ({"time_limit": [5]}, r"not \[5\]"),
        ({"time_limit": True}, "not True"),
        ({"time_limit": "-5m"}, "time_limit must be above 0, but is -300"),
        ({"time_limit": float("nan")}, "must be above 0"),
        ({"memory_limit": "4Q"}, "memory_limit is a number of MB or a text such as '500M' or '4G', not '4Q'"),
        ({"memory_limit": 0}, "memory_limit must be above 0, but is 0"),
        ({"max_expansions": -1}, "max_expansions must not be negative, but is -1"),
        ({"max_evaluations": 1.5}, "max_evaluations is a whole number, not 1.5"),
        ({"max_evaluations": "7"}, "max_evaluations is a whole number, not '7'"),
        ({"heuristic": 3}, "a heuristic is a name, a function of a state or a LinearHeuristic, not 3"),
        ({"heuristic": "ff", "search": "lama"}, "give either a search or a heuristic"),
        ({"search": 3}, "a search is a name, a text, a Search or a Portfolio, not 3"),
        ({"threads": 0}, "threads must be at least 1, but is 0"),
        ({"heuristic": "fff"}, "unknown heuristic 'fff'; did you mean ff"),
        ({"engine": None}, "engine is a name, not None"),
        ({"cost_type": 1}, "cost_type is a name, not 1"),
        ({"novelty": "at", "novelty_kind": 3}, "novelty_kind is a name or an object like NoveltyKind, not 3"),
        ({"novelty": 3}, "novelty is a name or a function of a state, not 3"),
        ({"novelty": "wl", "wl_statics": True}, "wl_statics is a name, not True"),
        ({"novelty": "wl", "wl_iterations": "3"}, "wl_iterations is a whole number, not '3'"),
        ({"novelty": "wl", "wl_iterations": 99}, "must not be above 32"),
        ({"novelty": "wl", "wl_objects": "fluent", "engine": "auto"}, "needs the engine 'grounded'"),
    ],
)
def test_mistakes_are_told(keywords: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        isonova.plan(*files("parcels"), **keywords)


def test_unknown_keywords_get_suggestions() -> None:
    with pytest.raises(
        TypeError, match=r"plan\(\) got an unexpected keyword argument 'heuristics'; did you mean 'heur"
    ):
        isonova.plan(*files("parcels"), heuristics="ff")  # type: ignore[call-arg]
    with pytest.raises(
        TypeError, match=r"StateFeatures\(\) got an unexpected keyword argument 'statics'; did you mean"
    ):
        isonova.StateFeatures(isonova.StateSpace(isonova.load(*files("parcels"))), statics=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="a simulator has no engine"):
        isonova.search(None, engine="lifted")  # type: ignore[arg-type,call-arg]
    with pytest.raises(TypeError, match=r"'x'; it takes search, heuristic, engine, .*max_evaluations"):
        with_keywords(PlanOptions(), {"x": 1})


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"limits": 5}, "limits is a Limits, not 5"),
        ({"wl": {"iterations": 3}, "novelty": "wl"}, r"wl is a WLOptions, not \{"),
        ({"options": {"heuristic": "ff"}}, r"options is a PlanOptions, not \{.*given as \*\*options"),
        ({"stop": "now"}, "stop is a StopToken, not 'now'"),
        ({"progress": 3}, "progress is a function, not 3"),
    ],
)
def test_wrong_types_are_told(keywords: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        isonova.plan(*files("parcels"), **keywords)


def test_groups_are_groups() -> None:
    with pytest.raises(TypeError, match="novelty is a NoveltyOptions, not 'at'"):
        PlanOptions(novelty="at")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="wl is a WLOptions, not 3"):
        NoveltyOptions(wl=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not as int"):
        isonova.plan(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="made of a Task, not of str"):
        isonova.StateSpace("domain.pddl")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"wl_iterations": 3}, "wl_iterations has no effect: novelty is none"),
        ({"novelty": "at", "wl_exact": True}, "wl_exact has no effect: novelty is at, not wl"),
        ({"novelty": "wl", "at_statics": "keep"}, "at_statics has no effect: novelty is wl, not at"),
        ({"novelty_kind": "pn"}, "novelty_kind has no effect: novelty is none"),
        ({"heuristic": "gc", "cost_type": "one"}, "cost_type has no effect: the heuristic gc sees no costs"),
        (
            {"cost_type": "normal"},
            "cost_type has no effect: the search isonova has its own; it goes with a heuristic",
        ),
    ],
)
def test_options_without_effect_are_told(keywords: dict[str, Any], said: str) -> None:
    with pytest.warns(isonova.OptionWarning) as told:
        isonova.plan(*files("parcels"), max_expansions=0, **keywords)
    assert [str(each.message) for each in told] == [said]
    assert told[0].filename == __file__


def test_options_with_effect_are_not_told() -> None:
    chosen = PlanOptions(
        novelty=NoveltyOptions("at+wl", "pn", wl=WLOptions(iterations=1), at_statics="keep"), cost_type="one"
    )
    assert list(chosen.without_effect()) == []
    assert list(PlanOptions(novelty=NoveltyOptions(profile="paper")).without_effect()) == []  # as aliases have it
    assert list(PlanOptions(optimal=True).without_effect({"cost_type", "tie_break"})) == []  # A* has the same
