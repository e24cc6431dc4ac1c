"""The same configuration expands the same states in the same order, grounded and lifted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from task.generate import tasks

import isonova
from isonova import Result, Task
from isonova.api.names import HeuristicName, NoveltyName

TASKS = Path(__file__).parent.parent / "tasks"
INDEX = json.loads((TASKS / "index.json").read_text())
CONFIGURATIONS: list[tuple[HeuristicName, NoveltyName]] = [
    ("gc", "none"),
    ("add", "none"),
    ("ff", "none"),
    ("blind", "at"),
    ("gc", "wl"),
    ("ff", "at+wl"),
]


def both(task: Task, heuristic: HeuristicName, novelty: NoveltyName, expansions: int) -> tuple[Result, Result]:
    one, two = (
        isonova.plan(
            task, engine=engine, heuristic=heuristic, novelty=novelty, max_expansions=expansions, time_limit=100
        )
        for engine in ("grounded", "lifted")
    )
    assert one.engine == "grounded"
    assert two.engine == "lifted"
    return one, two


def compare(task: Task, heuristic: HeuristicName, novelty: NoveltyName, expansions: int) -> None:
    """`generated` may differ: grounding leaves out instances that change nothing."""
    one, two = both(task, heuristic, novelty, expansions)
    if one.phase != "search":  # grounding alone has proved that there is no plan
        assert not two.solved
        return
    assert one.status == two.status
    for name in ("plan", "cost", "expansions", "evaluations", "dead_ends", "initial_h", "initial_key"):
        assert getattr(one, name) == getattr(two, name), name


@pytest.mark.parametrize(("heuristic", "novelty"), CONFIGURATIONS)
@pytest.mark.parametrize("name", INDEX)
def test_tasks_of_every_language_feature(name: str, heuristic: HeuristicName, novelty: NoveltyName) -> None:
    task = isonova.load(TASKS / name / "domain.pddl", TASKS / name / "problem.pddl")
    compare(task, heuristic, novelty, 10**6)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks())
def test_generated_tasks(texts: tuple[str, str]) -> None:
    task = isonova.load(*texts)
    for heuristic, novelty in CONFIGURATIONS:
        compare(task, heuristic, novelty, 60)


def test_auto_says_which_engine_and_why() -> None:
    files = TASKS / "strips" / "domain.pddl", TASKS / "strips" / "problem.pddl"
    found = isonova.plan(*files)
    assert (found.engine, found.engine_reason) == ("grounded", "grounding stays within its budget")
    assert "(use --engine lifted to avoid grounding)" in found.summary()
    asked = isonova.plan(*files, engine="lifted")
    assert (asked.engine, asked.engine_reason) == ("lifted", "as asked for")
    assert asked.plan == found.plan


def grid(size: int, goal: int) -> tuple[str, str]:
    """A robot in five dimensions: a relaxed graph of 5 size^5 edges, and a goal at some distance."""
    axes = "abcde"
    at = " ".join(f"?{axis}" for axis in axes)
    moves = [
        f"(:action move-{axis} :parameters ({at} ?to) :precondition (and (at {at}) (next ?{axis} ?to))"
        f" :effect (and (not (at {at})) (at {at.replace('?' + axis, '?to')})))"
        for axis in axes
    ]
    places = [f"p{i}" for i in range(size)]
    steps = " ".join(f"(next p{i} p{i + 1})" for i in range(size - 1))
    return (
        f"(define (domain grid) (:predicates (at {at}) (next ?x ?y)) {' '.join(moves)})",
        f"(define (problem far) (:domain grid) (:objects {' '.join(places)}) (:init (at p0 p0 p0 p0 p0) {steps})"
        f" (:goal (at p{goal} p0 p0 p0 p0)))",
    )


@pytest.mark.parametrize("heuristic", ["add", "ff"])
@pytest.mark.slow
def test_says_what_the_heuristic_worked_with(heuristic: HeuristicName) -> None:
    near = isonova.plan(*grid(14, 2), heuristic=heuristic)
    assert near.solved
    assert near.relaxation is not None
    assert near.relaxation.graph is False
    assert "no relaxed graph: rules evaluated for every state" in near.summary()
    assert near.initial_h == 2
    small = isonova.plan(*grid(4, 2), heuristic=heuristic)
    assert small.plan == near.plan
    assert small.relaxation is not None
    assert f"relaxed graph of {small.relaxation.edges} edges" in small.summary()
