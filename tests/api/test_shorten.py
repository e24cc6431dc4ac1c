"""Shorter plans: what `isonova.plan` leaves out, against the definition on the validator's own semantics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, assume, given, settings
from task.generate import tasks

import isonova
from isonova import _core
from isonova.api.names import EngineName, HeuristicName
from isonova.api.options import HeuristicFunction, PlanOptions
from isonova.examples import files
from isonova.validator import Simulator, Step, parse_plan

TASKS = Path(__file__).parent.parent / "tasks"
INDEX = json.loads((TASKS / "index.json").read_text())
ENGINES: tuple[EngineName, ...] = ("grounded", "lifted")


def astray(state: frozenset[tuple[str, ...]]) -> int:
    """A heuristic that knows nothing and leads to long ways round."""
    return crc32(repr(sorted(state)).encode()) % 11


def definition(task: isonova.Task, plan: tuple[str, ...]) -> tuple[str, ...]:
    """Greedy action elimination, by simulating the whole plan for every step of it."""
    simulator = Simulator(task._tree)
    steps = tuple(parse_plan("\n".join(plan)).steps)
    costs: dict[Step, int | float] = {}
    state = simulator.initial()
    for step in steps:
        after, cost = simulator.successor(state, step.action, step.args), simulator.cost(state, step.action, step.args)
        assert after is not None
        assert cost is not None
        state, costs[step] = after, cost
    assert simulator.is_goal(state)
    while True:
        best: tuple[int | float, int] = (-1, 0)
        shortest = steps
        for left_out in range(len(steps)):
            state, cost = simulator.initial(), 0
            rest: list[Step] = []
            for place, step in enumerate(steps):
                after = None if place == left_out else simulator.successor(state, step.action, step.args)
                if after is None:
                    cost += costs[step]
                else:
                    state = after
                    rest.append(step)
            if simulator.is_goal(state) and (cost, len(steps) - len(rest)) > best:
                best, shortest = (cost, len(steps) - len(rest)), tuple(rest)
        if len(shortest) == len(steps):
            return tuple(f"({' '.join((step.action, *step.args))})" for step in steps)
        steps = shortest


def compare(
    task: isonova.Task, expansions: int, heuristic: HeuristicName | HeuristicFunction = astray
) -> tuple[int, int] | None:
    """The lengths before and after; None without a plan."""
    found, *shortened = (
        isonova.plan(task, heuristic=heuristic, engine=engine, shorten=shorten, max_expansions=expansions)
        for engine, shorten in zip(ENGINES[:1] + ENGINES, (False, True, True), strict=True)
    )
    if found.plan is None:
        assert all(each.plan is None for each in shortened)
        return None
    assert found.length is not None
    assert found.cost is not None
    wanted = definition(task, found.plan)
    for each in shortened:
        assert each.plan == wanted
        assert (each.found_length, each.found_cost) == (found.length, found.cost)
        assert (each.cost, each.length) <= (found.cost, found.length)
        assert isonova.validate(task, list(each.plan)).valid
        assert len(each.states or ()) == len(each.plan) + 1
        assert len(each.actions or ()) == len(each.plan)
    return found.length, len(wanted)


@pytest.mark.parametrize("name", INDEX)
def test_tasks_of_every_language_feature(name: str) -> None:
    compare(isonova.load(TASKS / name / "domain.pddl", TASKS / name / "problem.pddl"), 10**5)


def test_a_plan_that_drives_about_becomes_shorter() -> None:
    assert compare(isonova.load(*files("parcels")), 10**4, "ff") == (32, 28)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks())
@pytest.mark.slow
def test_generated_tasks(texts: tuple[str, str]) -> None:
    assume(compare(isonova.load(*texts), 100) is not None)


LAMPS = """(define (domain lamps) (:requirements :adl :derived-predicates)
  (:predicates (on ?l) (wired ?l) (bright) (seen) (spare))
  (:derived (bright) (exists (?l) (and (on ?l) (wired ?l))))
  (:action wire :parameters (?l) :precondition (not (wired ?l)) :effect (wired ?l))
  (:action cut :parameters (?l) :precondition (wired ?l) :effect (not (wired ?l)))
  (:action press :parameters (?l) :effect (and (when (not (on ?l)) (on ?l)) (when (on ?l) (not (on ?l)))))
  (:action look :parameters () :precondition (or (bright) (spare)) :effect (seen)))"""


def lamps(steps: str, goal: str, init: str = "") -> tuple[str, ...]:
    problem = f"(define (problem p) (:domain lamps) (:objects a b) (:init {init}) (:goal (and {goal})))"
    return definition(isonova.load(LAMPS, problem), tuple(steps.splitlines()))


def test_the_definition_on_small_plans() -> None:
    """The slow version above is right where one can see what is right."""
    assert lamps("(wire a)\n(press a)\n(look)", "(seen)") == ("(wire a)", "(press a)", "(look)")
    assert lamps("(wire a)\n(wire b)\n(press a)\n(look)", "(seen)") == ("(wire a)", "(press a)", "(look)")
    assert lamps("(wire a)\n(cut a)\n(wire b)\n(press b)", "(bright)") == ("(wire b)", "(press b)")
    assert lamps("(press a)\n(press a)", "") == ()
    # Without one of them the lamp is off, and no step makes another inapplicable.
    assert lamps("(press a)\n(press a)\n(press a)", "(on a)") == ("(press a)",) * 3
    assert lamps("(wire a)\n(press a)\n(look)", "(seen)", "(spare)") == ("(look)",)
    assert lamps("(wire a)\n(cut a)", "(not (wired a))") == ()


def test_another_part_of_a_disjunction_may_hold_in_the_shorter_plan() -> None:
    domain = """(define (domain doors) (:requirements :adl) (:predicates (key) (code) (out) (asked) (far))
      (:action walk :parameters () :precondition (not (far)) :effect (far))
      (:action ask :parameters () :precondition (far) :effect (and (asked) (key) (not (code))))
      (:action leave :parameters () :precondition (or (and (key) (asked)) (code)) :effect (out)))"""
    problem = "(define (problem p) (:domain doors) (:init (code)) (:goal (out)))"

    def detour(state: frozenset[tuple[str, ...]]) -> int:
        return 9 - 2 * len(state & {("far",), ("key",), ("out",)})

    for engine in ENGINES:
        found = isonova.plan(domain, problem, heuristic=detour, engine=engine)
        if found.length == 3:
            assert found.plan == ("(walk)", "(ask)", "(leave)")
        shorter = isonova.plan(domain, problem, heuristic=detour, engine=engine, shorten=True)
        assert shorter.plan == ("(leave)",)


def test_steps_that_cost_nothing_go_too() -> None:
    domain = """(define (domain dials) (:requirements :action-costs) (:predicates (at ?p) (next ?p ?q) (start ?p))
      (:functions (total-cost) - number)
      (:action turn :parameters (?p ?q) :precondition (and (at ?p) (next ?p ?q))
        :effect (and (at ?q) (increase (total-cost) 0))))"""
    problem = """(define (problem p) (:domain dials) (:objects a b c d) (:init (at a) (next a b) (next a c) (next a d))
      (:goal (at d)) (:metric minimize (total-cost)))"""

    def last(state: frozenset[tuple[str, ...]]) -> int:
        return 0 if ("at", "d") in state and len(state & {("at", "b"), ("at", "c")}) == 2 else 5 - len(state)

    found, shorter = (isonova.plan(domain, problem, heuristic=last, shorten=shorten) for shorten in (False, True))
    assert (found.cost, shorter.cost, shorter.plan) == (0, 0, ("(turn a d)",))
    if found.length != 1:
        assert f"shortened from {found.length} steps, cost 0" in shorter.summary()


def test_empty_plans_and_plans_that_need_every_step() -> None:
    empty = isonova.plan(TASKS / "goal-in-init" / "domain.pddl", TASKS / "goal-in-init" / "problem.pddl")
    assert (empty.plan, empty.found_length, empty.found_cost) == ((), 0, 0)
    assert "shortened" not in empty.summary()
    whole = isonova.plan(*files("parcels"))
    again = isonova.plan(*files("parcels"), shorten=False)
    assert whole.found_length == again.length


@pytest.mark.parametrize(
    ("options", "shortens"),
    [
        ({}, True),
        ({"search": "lama"}, True),
        ({"search": "eager(ff)"}, True),
        ({"search": "eager(ff)", "shorten": False}, False),
        ({"shorten": False}, False),
        ({"heuristic": "ff"}, False),
        ({"novelty": "at"}, False),
        ({"profile": "paper"}, False),
        ({"heuristic": "ff", "shorten": True}, True),
        *[(isonova.configuration(f"paper-{heuristic}-at+wl"), False) for heuristic in ("gc", "add", "ff")],
    ],
)
def test_where_it_is_on(options: dict[str, Any], shortens: bool) -> None:
    result = isonova.plan(*files("parcels"), **options)
    assert (result.found_length is not None) == shortens
    assert (result.seconds.shorten > 0) == shortens
    assert isonova.Result.from_dict(json.loads(result.to_json())) == result


def test_without_a_budget_the_plan_is_as_it_was_found() -> None:
    task = isonova.load(*files("parcels"))
    options = PlanOptions(shorten=True).core()
    lengths = []
    for budget in (0, options.shorten_budget):
        options.shorten_budget = budget
        found = _core.plan(task._core, options, _core.Limits())
        lengths.append(len(found.plan))
    assert lengths[0] == found.found_length >= lengths[1]


def test_wrong_values() -> None:
    with pytest.raises(isonova.OptionError, match="shorten is True, False or None, not 'yes'"):
        isonova.plan(*files("parcels"), shorten="yes")  # type: ignore[arg-type]
