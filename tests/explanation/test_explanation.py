"""Explanations of plans that a person can check by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import isonova
from isonova.examples import files
from isonova.explanation import Explanation, Fact, Link

DOMAIN = """(define (domain shop)
  (:requirements :typing :action-costs)
  (:types van place parcel)
  (:predicates (at ?v - van ?p - place) (road ?a ?b - place) (here ?x - parcel ?p - place) (on ?x - parcel ?v - van)
    (washed ?v - van))
  (:functions (total-cost) - number (toll) - number)
  (:action drive :parameters (?v - van ?a ?b - place) :precondition (and (at ?v ?a) (road ?a ?b))
    :effect (and (not (at ?v ?a)) (at ?v ?b) (increase (total-cost) (toll))))
  (:action load :parameters (?x - parcel ?v - van ?p - place) :precondition (and (at ?v ?p) (here ?x ?p))
    :effect (and (not (here ?x ?p)) (on ?x ?v)))
  (:action unload :parameters (?x - parcel ?v - van ?p - place) :precondition (and (at ?v ?p) (on ?x ?v))
    :effect (and (here ?x ?p) (not (on ?x ?v)) (increase (total-cost) 0.1)))
  (:action wash :parameters (?v - van) :effect (and (washed ?v) (increase (total-cost) 1))))"""
PROBLEM = """(define (problem two-parcels) (:domain shop)
  (:objects red blue - van home mill - place p1 p2 - parcel)
  (:init (at red home) (at blue home) (road home mill) (road mill home) (here p1 home) (here p2 mill) (= (toll) 2.5)
    (= (total-cost) 0))
  (:goal (and (here p1 mill) (at blue home)))
  (:metric minimize (total-cost)))"""
DELIVER = ["(load p1 red home)", "(drive red home mill)", "(unload p1 red mill)"]


def explain(*steps: str) -> Explanation:
    return isonova.explain(DOMAIN, PROBLEM, steps)


def test_links() -> None:
    explained = explain(*DELIVER)
    found = [(link.producer, str(link.fact), link.consumer, link.role) for link in explained.links]
    assert found == [
        (0, "(at red home)", 1, "precondition"),
        (0, "(here p1 home)", 1, "precondition"),
        (0, "(at red home)", 2, "precondition"),
        (2, "(at red mill)", 3, "precondition"),
        (1, "(on p1 red)", 3, "precondition"),
        (3, "(here p1 mill)", 4, "goal"),
    ]
    assert explained.gives(2) == (Link(2, Fact(("at", "red", "mill"), True), 3, "precondition"),)
    assert [str(fact) for fact in explained.steps[0].changes] == ["(on p1 red)", "(not (here p1 home))"]
    assert [goal.holds for goal in explained.goals] == [True, True]
    assert [step.goals for step in explained.steps] == [(1,), (1,), (1,)]
    assert explained.layers == ((1,), (2,), (3,))  # a van that has left cannot be loaded


def test_costs_with_decimals() -> None:
    explained = explain(*DELIVER)
    assert (explained.cost, explained.needed_cost) == (2.6, 2.6)
    assert [(share.name, share.steps, share.cost) for share in explained.costs_by_action] == [
        ("drive", 1, 2.5),
        ("unload", 1, 0.1),
        ("load", 1, 0),
    ]
    assert [(share.name, share.steps, share.cost) for share in explained.costs_by_object] == [
        ("red", 3, 2.6),
        ("mill", 2, 2.6),
        ("home", 2, 2.5),
        ("p1", 2, 0.1),
    ]
    assert "cost 2.6" in explained.text()


def test_costs_are_summed_exactly() -> None:
    explained = explain(*["(load p1 red home)", "(unload p1 red home)"] * 3)
    assert explained.cost == 0.3  # not 0.30000000000000004


def test_steps_that_are_not_needed() -> None:
    explained = explain(
        "(drive blue home mill)", *DELIVER, "(load p2 blue mill)", "(wash red)", "(drive blue mill home)"
    )
    # Blue drives away and back: its last drive achieves (at blue home). Loading p2 and washing red serve nothing.
    assert explained.not_needed == (5, 6)
    assert (explained.cost, explained.needed_cost) == (8.6, 7.6)
    assert "Steps 5 and 6 are not needed: they serve no goal." in explained.text()
    assert explained.makespan == 3


def test_a_repeated_action() -> None:
    explained = explain(*DELIVER, "(drive red mill home)", "(drive red home mill)")
    assert explained.not_needed == (4, 5)
    assert explained.steps[4].after == (4,)
    explained = explain("(wash red)", "(wash red)", *DELIVER)
    assert explained.not_needed == (1, 2)
    assert explained.steps[1].changes == ()
    assert explained.steps[1].layer == 1


def test_the_empty_plan() -> None:
    explained = explain()
    assert (explained.steps, explained.layers, explained.chain, explained.links) == ((), (), (), ())
    assert explained.validation.failed_step is None
    assert not explained.validation.valid
    assert [goal.holds for goal in explained.goals] == [False, True]
    assert "not reached" in explained.text()
    done = isonova.explain(DOMAIN, PROBLEM.replace("(here p1 mill) ", ""), "")
    assert done.validation.valid
    assert done.cost == 0
    assert "true from the start" in done.text()


def test_one_step() -> None:
    explained = isonova.explain(
        DOMAIN, PROBLEM.replace("(here p1 mill) (at blue home)", "(at red mill)"), "(drive red home mill)"
    )
    assert (explained.makespan, explained.chain, explained.not_needed) == (1, (1,), ())
    assert "only one step" in explained.text()


def test_zero_costs() -> None:
    explained = isonova.explain(DOMAIN, PROBLEM.replace("(here p1 mill)", "(on p1 red)"), "(load p1 red home)")
    assert explained.cost == 0
    assert "%" not in explained.text()


def test_upper_case() -> None:
    assert isonova.explain(DOMAIN, PROBLEM, "\n".join(DELIVER).upper()).links == explain(*DELIVER).links


def test_a_step_that_does_not_apply() -> None:
    explained = explain(*DELIVER[:2], "(unload p2 red mill)", "(wash blue)")
    assert explained.validation.failed_step == 3
    assert [str(step) for step in explained.steps] == DELIVER[:2]
    assert explained.not_needed == ()
    lines = explained.text().splitlines()
    assert lines[0] == "invalid plan: step 3 of 4 does not apply: (unload p2 red mill)"
    assert any(line.startswith("The plan is not valid.") for line in lines)


def test_quantified_goals_are_split() -> None:
    goal = "(forall (?x - parcel) (or (here ?x mill) (on ?x red)))"
    explained = isonova.explain(DOMAIN, PROBLEM.replace("(and (here p1 mill) (at blue home))", goal), DELIVER)
    assert [goal.condition for goal in explained.goals] == [
        "(or (here p1 mill) (on p1 red))",
        "(or (here p2 mill) (on p2 red))",
    ]
    assert [step.goals for step in explained.steps] == [(1,), (1,), (1,)]
    short = isonova.explain(DOMAIN, PROBLEM.replace("(and (here p1 mill) (at blue home))", goal), DELIVER[:1])
    assert short.validation.valid


def test_lines_of_a_terminal() -> None:
    task = isonova.load(*files("parcels"))
    explained = isonova.plan(task).explain()
    assert explained == isonova.explain(task, isonova.plan(task))
    assert max(map(len, explained.text().splitlines())) <= 80


def test_plain_data() -> None:
    explained = explain(*DELIVER)
    found = json.loads(explained.to_json())
    assert found["links"][0] == {
        "producer": 0,
        "fact": "(at red home)",
        "consumer": 1,
        "role": "precondition",
        "goal": None,
    }
    assert found["steps"][2]["changes"] == ["(here p1 mill)", "(not (on p1 red))"]
    assert found["makespan"] == 3


def test_a_result_without_a_plan() -> None:
    result = isonova.plan(DOMAIN, PROBLEM.replace("(here p1 mill)", "(road mill mill)"))
    with pytest.raises(ValueError, match="no plan"):
        result.explain()
    with pytest.raises(TypeError, match=r"explain\(task, plan\)"):
        isonova.explain(DOMAIN, PROBLEM)


@pytest.mark.source
def test_the_page_lists_the_keys(project: Path) -> None:
    page = (project / "docs" / "howto" / "explain.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE) == list(explain(*DELIVER).to_dict())


def test_many_goals_and_consumers() -> None:
    names = [f"item-{number}" for number in range(60)]
    domain = """(define (domain wide) (:predicates (ready) (done ?x))
      (:action begin :parameters () :effect (ready))
      (:action finish :parameters (?x) :precondition (ready) :effect (done ?x)))"""
    problem = f"""(define (problem p) (:domain wide) (:objects {" ".join(names)} alone)
      (:init) (:goal (and {" ".join(f"(done {name})" for name in names)} (not (done alone)) (ready))))"""
    explained = isonova.explain(domain, problem, ["(begin)", *(f"(finish {name})" for name in names)])
    text = explained.text()
    assert max(map(len, text.splitlines())) <= 80
    assert "serves: goals 1-60, 62" in text
    assert "goals 1-60, 62" in explained.html()
    assert explained.makespan == 2
