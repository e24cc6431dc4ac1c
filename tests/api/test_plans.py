"""Plans that get better: a real iterator, whose results are valid, and which ends when it should."""

from __future__ import annotations

import gc
import time
import weakref
from itertools import islice
from typing import Any

import pytest

import isonova
from isonova import _core
from isonova.examples import files

EMPTY_PLAN = (
    "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))",
    "(define (problem q) (:domain d) (:init (p)) (:goal (p)))",
)
FREE_CYCLE = (
    """(define (domain d) (:predicates (at ?x) (way ?x ?y)) (:functions (total-cost))
    (:action go :parameters (?x ?y) :precondition (and (at ?x) (way ?x ?y))
     :effect (and (not (at ?x)) (at ?y) (increase (total-cost) 0)))
    (:action pay :parameters (?x ?y) :precondition (at ?x) :effect (and (not (at ?x)) (at ?y)
     (increase (total-cost) 7))))""",
    """(define (problem q) (:domain d) (:objects a b c z) (:init (at a) (way a b) (way b c) (way c a)
    (= (total-cost) 0)) (:goal (at z)) (:metric minimize (total-cost)))""",
)


def wanders(state: frozenset[tuple[str, ...]]) -> int:
    """Leads everywhere before it leads to the goal."""
    return 9 - len(state) if ("at", "z") not in state else 0


@pytest.mark.slow
def test_each_is_valid_and_better_than_the_one_before() -> None:
    task = isonova.load(*files("parcels"))
    with isonova.plans(task, max_evaluations=3000) as plans:
        results = list(plans)
    assert len(results) > 2
    for place, result in enumerate(results):
        assert result.plan is not None
        validation = isonova.validate(task, result.plan)
        assert validation.valid
        assert validation.cost == result.cost
        assert len(result.plans) == place + 1
        assert (result.plans[-1].cost, result.plans[-1].length) == (result.cost, result.length)
        assert result.states is not None
        assert len(result.states) == len(result.plan) + 1
    costs = [result.plans[-1].cost for result in results]
    assert costs == sorted(set(costs), reverse=True)
    seconds = [plan.seconds for plan in results[-1].plans]
    assert seconds == sorted(seconds)
    assert plans.result is not None
    assert (plans.result.plan, plans.result.ended) == (results[-1].plan, "limit_reached")
    first = isonova.plan(task)
    assert (first.plan, first.expansions) == (results[0].plan, results[0].expansions)
    again = isonova.Result.from_dict(plans.result.to_dict())
    assert again.plans == plans.result.plans


@pytest.mark.slow
def test_the_same_plans_each_time() -> None:
    once, twice = ([result.plan for result in isonova.plans(*files("parcels"), max_evaluations=1000)] for _ in range(2))
    assert once == twice


def test_closing_ends_it() -> None:
    plans = isonova.plans(*files("parcels"))
    first = next(plans)
    plans.close()
    assert list(plans) == []
    assert plans.result is not None
    assert (plans.result.plan, plans.result.ended) == (first.plan, "interrupted")
    assert len(list(islice(isonova.plans(*files("parcels")), 2))) == 2  # no time limit: it would go on


def test_a_plan_that_is_optimal_already() -> None:
    plans = isonova.plans(*files("tray_towers"))
    assert len(list(plans)) == 1
    assert plans.result is not None
    assert (plans.result.optimal, plans.result.ended) == (True, "solved")
    assert "proved optimal" in plans.result.summary()


def test_an_empty_plan() -> None:
    plans = isonova.plans(*EMPTY_PLAN)
    (only,) = plans
    assert (only.plan, only.cost, only.optimal) == ((), 0, True)
    assert isonova.plan(*EMPTY_PLAN, optimal=True).optimal


def test_free_cycles_and_repeated_states() -> None:
    """The first plan goes round in a circle that costs nothing."""
    for keywords in ({}, {"heuristic": wanders}, {"heuristic": "blind", "tie_break": "g"}):
        plans = isonova.plans(*FREE_CYCLE, time_limit=20, **keywords)
        results = list(plans)
        assert plans.result is not None
        assert (plans.result.cost, plans.result.optimal, plans.result.ended) == (7, True, "solved")
        costs = [result.plans[-1].cost for result in results]
        assert costs == sorted(set(costs), reverse=True)
    assert isonova.plan(*FREE_CYCLE, optimal=True).length == 1


def test_no_plan() -> None:
    plans = isonova.plans(EMPTY_PLAN[0], EMPTY_PLAN[1].replace("(:init (p)) (:goal (p))", "(:init) (:goal (not (p)))"))
    assert [result.plan for result in plans] == [()]
    unsolvable = EMPTY_PLAN[1].replace("(:goal (p))", "(:goal (not (p)))")
    plans = isonova.plans(EMPTY_PLAN[0], unsolvable)
    assert list(plans) == []
    assert plans.result is not None
    assert (plans.result.status, plans.result.ended) == ("unsolvable", None)


def test_the_time_limit_in_the_middle_of_improving() -> None:
    start = time.perf_counter()
    plans = isonova.plans(*files("parcels"), time_limit=1.5)
    results = list(plans)
    assert time.perf_counter() - start < 3
    assert plans.result is not None
    assert (plans.result.status, plans.result.ended, plans.result.optimal) == ("solved", "out_of_time", False)
    assert plans.result.plan == results[-1].plan
    before = isonova.plans(*files("parcels"), time_limit=1e-9)
    assert list(before) == []
    assert before.result is not None
    assert before.result.status == "out_of_time"


def test_a_stop_token_from_elsewhere() -> None:
    stop = isonova.StopToken()
    plans = isonova.plans(*files("parcels"), stop=stop)
    next(plans)
    stop.stop()
    assert list(plans) == []
    assert plans.result is not None
    assert (plans.result.status, plans.result.ended) == ("solved", "interrupted")


class Breaking:
    """The core, which fails after its first plan."""

    def __init__(self, error: BaseException) -> None:
        self._error = error
        self._core: _core.Anytime | None = None

    def __call__(self, *arguments: object) -> Breaking:
        self._core = CORE(*arguments)  # type: ignore[arg-type]
        return self

    def next(self) -> bool:
        assert self._core is not None
        if self._core.result.status == "solved":
            raise self._error
        return self._core.next()

    @property
    def result(self) -> _core.PlanResult:
        assert self._core is not None
        return self._core.result

    found_by = "first"
    ended = "exhausted"


CORE = _core.Anytime


@pytest.mark.parametrize(
    ("error", "ended"),
    [(MemoryError, "out_of_memory"), (KeyboardInterrupt, "interrupted"), (RuntimeError, "interrupted")],
)
def test_a_plan_is_never_lost(monkeypatch: pytest.MonkeyPatch, error: type[BaseException], ended: str) -> None:
    monkeypatch.setattr(_core, "Anytime", Breaking(error("broken")))
    plans = isonova.plans(*files("lockdown"))
    first = next(plans)
    if error is RuntimeError:
        with pytest.raises(RuntimeError, match="broken"):
            next(plans)
    assert list(plans) == []
    assert plans.result is not None
    assert (plans.result.plan, plans.result.ended, plans.result.optimal) == (first.plan, ended, False)


def test_options_of_your_own_are_for_the_first_plan() -> None:
    """A heuristic and features written in Python, and then the core's."""
    calls = 0

    def far(_: frozenset[tuple[str, ...]]) -> int:
        nonlocal calls
        calls += 1
        return 0

    plans = isonova.plans(*files("lockdown"), heuristic=far, novelty=lambda state: state)
    assert next(plans).solved
    before = calls
    assert before > 0
    list(plans)
    assert calls == before
    assert plans.result is not None
    assert plans.result.optimal


@pytest.mark.parametrize("keyword", ["progress", "heuristic", "novelty"])
def test_a_function_that_refers_back_to_the_iterator_is_collected(keyword: str) -> None:
    class Watcher:
        def __init__(self) -> None:
            functions: dict[str, Any] = {keyword: getattr(self, keyword)}
            self.plans = isonova.plans(*files("lockdown"), **functions)

        def progress(self, _: _core.Progress) -> None:
            pass

        def heuristic(self, state: frozenset[tuple[str, ...]]) -> int:
            return 0 * len(state)

        def novelty(self, state: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
            return state

    watcher = Watcher()
    assert next(watcher.plans).solved
    gone = weakref.ref(watcher)
    del watcher
    gc.collect()
    assert gone() is None
