"""What the profiles leave out and what they keep."""

from __future__ import annotations

from typing import Any

import isonova

DOMAIN = """(define (domain d) (:requirements :negative-preconditions)
  (:predicates (mode) (linked ?x ?y) (on ?x))
  (:action switch :parameters (?x ?y) :precondition (and (mode) (linked ?x ?y) (on ?x))
    :effect (and (on ?y) (not (on ?x)))))"""
PROBLEM = """(define (problem p) (:domain d) (:objects a b c)
  (:init (mode) (linked a b) (linked b c) (on a)) (:goal (and (on c) (not (on a)) (not (on b)))))"""


def features(names: Any, problem: str = PROBLEM, **options: Any) -> int:
    found = isonova.plan(DOMAIN, problem, heuristic="gc", novelty=names, max_expansions=0, **options)
    assert found.initial_key is not None
    return -found.initial_key


def test_atoms() -> None:
    assert features("at", profile="paper") == 4
    assert features("at", profile="author") == 2  # (on a), and (mode) although it is static
    assert features("at", profile="author", at_statics="drop") == 1


def test_colours() -> None:
    # Without edges of negative goals: a, b and c with (ug on); (tn on), (fn on), (mode) and (ug on) stand alone.
    # Iteration 0: ob, ap mode, ug on, tn on, fn on. Iteration 1: ob with and without an edge.
    assert features("wl", profile="author", engine="lifted", wl_iterations=1) == 5 + 6
    assert features("wl", profile="author", engine="lifted", wl_iterations=1, wl_statics="drop") == 4 + 5
    # With them the three objects differ: fn, tn and ug are around them.
    assert features("wl", wl_statics="drop", wl_iterations=1) == 4 + 6


GOALS = """(define (problem p) (:domain d) (:objects a b c)
  (:init (mode) (linked a b) (linked b c) (on a))
  (:goal (and (on c) (and (linked a b) (not (linked c a))) (linked a b) (forall (?x) (not (linked ?x ?x))))))"""


def test_static_goals_of_the_paper() -> None:
    task = isonova.load(DOMAIN, GOALS)
    assert [str(goal) for goal in task.goal] == ["(on c)"]
    assert [str(goal) for goal in task.static_goal] == ["(linked a b)", "(not (linked c a))", "(linked a b)"]
    atoms = isonova.StateSpace(task).initial().atoms
    kinds = {
        profile: sorted(str(node) for node in isonova.InstanceGraph(task, atoms, profile=profile).nodes if node.name)
        for profile in ("paper", "isonova")
    }
    assert kinds["paper"] == ["ag linked", "ap linked", "ap mode", "ap on", "fn linked", "ug on"]
    assert kinds["isonova"] == ["ap linked", "ap linked", "ap mode", "ap on", "ug on"]
    # The core counts what the graph shows: iteration 0 of both.
    assert features("wl", problem=GOALS, profile="paper", wl_iterations=0) == 7
    assert features("wl", problem=GOALS, wl_iterations=0) == 5


def test_static_goals_are_written_back() -> None:
    task = isonova.load(DOMAIN, GOALS)
    assert isonova.load(*task.to_pddl()).static_goal == task.static_goal
