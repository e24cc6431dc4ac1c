"""The same configuration expands the same states in the same order, grounded and lifted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from task.generate import tasks

import isonova
from isonova import Result, Task

TASKS = Path(__file__).parent.parent / "tasks"
INDEX = json.loads((TASKS / "index.json").read_text())
CONFIGURATIONS = [("gc", "none"), ("add", "none"), ("ff", "none"), ("blind", "at"), ("gc", "wl"), ("ff", "at+wl")]


def both(task: Task, heuristic: str, novelty: str, expansions: int) -> tuple[Result, Result]:
    one, two = (
        isonova.plan(
            task, engine=engine, heuristic=heuristic, novelty=novelty, max_expansions=expansions, time_limit=100
        )
        for engine in ("grounded", "lifted")
    )
    assert one.engine == "grounded"
    assert two.engine == "lifted"
    return one, two


def compare(task: Task, heuristic: str, novelty: str, expansions: int) -> None:
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
def test_tasks_of_every_language_feature(name: str, heuristic: str, novelty: str) -> None:
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
    assert "engine grounded: grounding stays within its budget" in found.summary()
    asked = isonova.plan(*files, engine="lifted")
    assert (asked.engine, asked.engine_reason) == ("lifted", "as asked for")
    assert asked.plan == found.plan
