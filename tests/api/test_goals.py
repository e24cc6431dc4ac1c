"""Which goals a search reached together, beside a version that looks at every state."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest
from cli.large import switches
from hypothesis import HealthCheck, given, settings
from task.generate import tasks

import isonova
from isonova.api.goals import GoalStatistics, goal_names
from isonova.examples import files

State = frozenset[tuple[str, ...]]

CHOICE = (
    """(define (domain choice) (:predicates (a) (b) (c) (done ?x)) (:constants k l)
    (:action one :parameters () :effect (and (a) (not (b))))
    (:action two :parameters () :effect (and (b) (not (a))))
    (:action drop :parameters () :effect (not (c)))
    (:action finish :parameters (?x) :precondition (a) :effect (done ?x)))""",
    "(define (problem p) (:domain choice) (:init) (:goal {}))",
)


def slow(states: list[State], task: isonova.Task) -> GoalStatistics:
    """All states, all pairs."""
    names = [str(part) for part in task.goal]
    count = range(min(64, len(names)))
    sets = [
        {at for at in count if ((task.goal[at].predicate, *task.goal[at].args) in state) != task.goal[at].negated}
        for state in states
    ]
    best = max(sets, key=len)
    reached = [at for at in count if any(at in each for each in sets)]
    return GoalStatistics(
        total=len(names),
        goals=tuple(names[:64]),
        never=tuple(names[at] for at in count if at not in reached),
        most=len(best),
        missing=tuple(names[at] for at in count if at not in best),
        never_together=tuple(
            (names[a], names[b])
            for a, b in combinations(reached, 2)
            if not any(a in each and b in each for each in sets)
        ),
    )


def both(task: isonova.Task, **options: Any) -> tuple[isonova.Result, GoalStatistics]:
    """A search whose heuristic, 0 everywhere, sees every state."""
    states: list[State] = []

    def look(state: State) -> int:
        states.append(state)
        return 0

    result = isonova.plan(task, heuristic=look, record_goals=True, **options)
    return result, slow(states, task) if states else GoalStatistics(0, (), (), 0, (), ())


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks())
def test_random_tasks_in_both_engines(texts: tuple[str, str]) -> None:
    task = isonova.load(*texts)
    if any(part.predicate.startswith("axiom-") for part in task.goal):
        return  # states in Python do not have these atoms
    for engine in ("grounded", "lifted"):
        result, expected = both(task, engine=engine, max_evaluations=300)
        assert result.goals == (expected if result.evaluations else result.goals)


@pytest.mark.parametrize("count", [5, 40, 70])
@pytest.mark.parametrize("engine", ["grounded", "lifted"])
def test_many_goals(count: int, engine: Any) -> None:
    result, expected = both(isonova.load(*switches(count)), engine=engine, max_evaluations=500)
    assert result.goals == expected
    assert expected.total == count


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"threads": 2},
        {"search": "lama"},
        {"optimal": True},
        {"heuristic": "gc"},
        {"heuristic": "ff", "novelty": "at+wl"},
        {"search": "lazy(ff, pref(ff), pop=4, helpful_first=1)"},
        {"engine": "lifted"},
    ],
)
def test_every_search_that_sees_all_states(options: dict[str, Any]) -> None:
    task = isonova.load(*switches(5))
    _, expected = both(task)
    result = isonova.plan(task, record_goals=True, **options)
    assert result.status == "unsolvable"
    assert result.goals is not None
    assert (result.goals.never, result.goals.most) == (expected.never, expected.most)
    assert result.goals.never_together == expected.never_together


@pytest.mark.parametrize("options", [{}, {"heuristic": "gc", "novelty": "at+wl"}, {"search": "lama"}])
def test_recording_changes_nothing_else(options: dict[str, Any]) -> None:
    plain, recorded = (isonova.plan(*files("lockdown"), record_goals=on, **options) for on in (False, True))
    assert plain.goals is None
    assert recorded.goals is not None
    assert recorded.goals.never == recorded.goals.missing == ()
    for name in ("plan", "expansions", "evaluations", "generated"):
        assert getattr(plain, name) == getattr(recorded, name)


@pytest.mark.parametrize(
    ("goal", "names"),
    [
        ("(and (a) (not (c)) (done k))", ["(a)", "(not (c))", "(done k)"]),
        ("(and (b) (or (a) (c)))", ["(b)", "(or (a) (c))"]),
        ("(or (and (a) (b)) (c))", ["(or (and (a) (b)) (c))"]),
        (
            "(and (or (a) (c)) (or (b) (c)) (done l))",
            ["formula 1 of the goal", "formula 2 of the goal", "(done l)"],
        ),
    ],
)
def test_names_of_goals(goal: str, names: list[str]) -> None:
    assert sorted(goal_names(isonova.load(CHOICE[0], CHOICE[1].format(goal)))) == sorted(names)


@pytest.mark.parametrize("engine", ["grounded", "lifted"])
def test_formulas_and_literals_in_words(engine: Any) -> None:
    goal = "(and (b) (or (a) (c)) (done k) (not (done l)))"
    result = isonova.plan(CHOICE[0], CHOICE[1].format(goal), engine=engine, record_goals=True)
    assert result.status == "unsolvable"
    found = result.goals
    assert found is not None
    assert found.never == ()
    assert found.most == 3
    assert found.never_together == (("(b)", "(or (a) (c))"),)
    assert "at most 3 of 4 goals true at once; never true together: (b) with (or (a) (c))" in result.summary()
    page = result.report_html()
    assert "At most 3 of 4 goals were true in the same state" in page
    assert "<code>(or (a) (c))</code>" in page
    assert isonova.Result.from_dict(json.loads(result.to_json())).goals == found


def test_goals_that_are_never_true() -> None:
    result = isonova.plan(*files("sandwiches"), heuristic="gc", max_expansions=50, record_goals=True)
    assert "at most 0 of 4 goals true at once; never true: (served child1), " in result.summary()
    assert "4 were true in no state: <code>(served child1)</code>" in result.report_html()


def test_the_first_64_goals() -> None:
    result = isonova.plan(*switches(70), heuristic="gc", max_evaluations=50, record_goals=True)
    assert "at most 1 of the first 64 of 70 goals true at once; never true together: (on s0) with" in result.summary()
    assert "54 more goals are left out" in result.report_html()
