"""What normalisation does past its limits, and errors that name the right rule."""

from __future__ import annotations

import pytest
from task.test_random_tasks import DEFAULTS, SMALL, TINY, check_task, normalised, parsed

from isonova import _core

RECURSIVE_FORALL = """(define (domain d) (:predicates (edge ?x ?y) (lost ?x) (won ?x) (goal))
  (:derived (won ?x) (or (lost ?x) (forall (?y ?z) (imply (and (edge ?x ?y) (edge ?y ?z)) (won ?z)))))
  (:action lose :parameters (?x) :precondition (not (won ?x)) :effect (lost ?x))
  (:action win :parameters () :precondition (forall (?x) (won ?x)) :effect (goal)))"""
GRAPH = """(define (problem p) (:domain d) (:objects a b c d)
  (:init (edge a b) (edge b c) (edge c a) (edge c d) (edge d d)) (:goal (goal)))"""


@pytest.mark.parametrize("limits", [DEFAULTS, TINY, SMALL], ids=["default", "tiny", "small"])
def test_a_recursive_predicate_under_forall_is_not_negated(limits: dict[str, int]) -> None:
    """It used to be: past the limits the task was refused as if the predicate depended on its own negation."""
    check_task(RECURSIVE_FORALL, GRAPH, limits)


def test_a_large_recursive_forall_is_accepted() -> None:
    objects = " ".join(f"o{i}" for i in range(40))
    tree = parsed(
        """(define (domain d) (:predicates (r ?a ?b ?c) (p ?x))
        (:derived (r ?a ?b ?c) (or (p ?a) (forall (?x ?y ?z) (or (p ?c) (r ?x ?y ?z)))))
        (:action go :parameters (?a) :precondition (r ?a ?a ?a) :effect (p ?a)))""",
        f"(define (problem p) (:domain d) (:objects {objects}) (:init) (:goal (p o1)))",
    )
    assert len(_core.normalise(tree).axioms()) < 10


@pytest.mark.parametrize("limits", [DEFAULTS, TINY], ids=["default", "tiny"])
def test_the_predicate_blamed_for_a_circle_is_on_it(limits: dict[str, int]) -> None:
    """It used to be any predicate that only leads to the circle, or the last rule of the domain."""
    tree = parsed(
        """(define (domain d) (:predicates (p ?x) (q ?x) (above ?x) (one ?x) (two ?x) (aside ?x))
        (:derived (above ?x) (and (p ?x) (one ?x)))
        (:derived (one ?x) (or (p ?x) (and (q ?x) (or (not (two ?x)) (p ?x)))))
        (:derived (two ?x) (exists (?y) (one ?y)))
        (:derived (aside ?x) (and (above ?x) (q ?x)))
        (:action go :parameters (?x) :precondition (above ?x) :effect (and (p ?x) (q ?x))))""",
        "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (above a)))",
    )
    with pytest.raises(_core.PDDLError, match=r"'(one|two)' depends on its own negation"):
        normalised(tree, limits)


def test_formulas_that_differ_in_variables_share_an_axiom() -> None:
    tree = parsed(
        """(define (domain d) (:predicates (p ?x) (q ?x))
        (:action one :parameters (?a ?b) :precondition (or (p ?a) (q ?a)) :effect (p ?b))
        (:action two :parameters (?c ?d) :precondition (or (p ?d) (q ?d)) :effect (q ?c)))""",
        "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (p a)))",
    )
    assert sum(invented for _, _, _, invented in normalised(tree, TINY).predicates()) == 1
