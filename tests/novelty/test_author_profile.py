"""What the profile `author` leaves out and what it keeps."""

from __future__ import annotations

from typing import Any

import isonova

DOMAIN = """(define (domain d) (:requirements :negative-preconditions)
  (:predicates (mode) (linked ?x ?y) (on ?x))
  (:action switch :parameters (?x ?y) :precondition (and (mode) (linked ?x ?y) (on ?x))
    :effect (and (on ?y) (not (on ?x)))))"""
PROBLEM = """(define (problem p) (:domain d) (:objects a b c)
  (:init (mode) (linked a b) (linked b c) (on a)) (:goal (and (on c) (not (on a)) (not (on b)))))"""


def features(names: Any, **options: Any) -> int:
    found = isonova.plan(DOMAIN, PROBLEM, heuristic="gc", novelty=names, max_expansions=0, **options)
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
