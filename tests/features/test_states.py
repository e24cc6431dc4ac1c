"""States named by files and plans, against the state space, and what is said of files that are wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isonova
from isonova.api.states import StateError, initial_state, parse_state, read_state, state_after

FOLDERS = sorted(path.parent for path in (Path(__file__).parent.parent / "tasks").glob("*/problem.pddl"))


def load(name: str) -> isonova.Task:
    folder = Path(__file__).parent.parent / "tasks" / name
    return isonova.load(folder / "domain.pddl", folder / "problem.pddl")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_states_are_those_of_the_state_space(folder: Path) -> None:
    task = isonova.load(folder / "domain.pddl", folder / "problem.pddl")
    space = isonova.StateSpace(task)
    state = space.initial()
    assert initial_state(task) == state.atoms
    assert read_state(task, folder / "problem.pddl") == state.atoms
    plan: list[str] = []
    for _ in range(6):
        successors = space.successors(state)
        if not successors:
            break
        action, state = successors[len(plan) % len(successors)]
        plan.append(str(action))
        assert state_after(task, plan) == state.atoms
    assert parse_state(task, "".join(f"({' '.join(atom)})\n" for atom in state.atoms)) == state.atoms


def test_a_plan_from_a_file(tmp_path: Path) -> None:
    folder = Path(__file__).parent.parent / "tasks" / "strips"
    task = load("strips")
    goal = {(part.predicate, *part.args) for part in task.goal}
    assert not goal <= initial_state(task)
    assert goal <= state_after(task, folder / "best.plan")
    assert state_after(task, []) == initial_state(task)
    wrong = tmp_path / "wrong.plan"
    wrong.write_text((folder / "best.plan").read_text().splitlines()[1] + "\n")
    with pytest.raises(StateError, match=r"wrong\.plan.*step 1 of 1 does not apply"):
        state_after(task, wrong)


DOMAIN = """(define (domain d) (:requirements :typing :derived-predicates) (:types place box - object)
  (:predicates (in ?b - box ?p - place) (road ?p ?q - place) (full ?p - place) (open))
  (:derived (full ?p - place) (exists (?b - box) (in ?b ?p)))
  (:action move :parameters (?b - box ?p ?q - place) :precondition (and (in ?b ?p) (road ?p ?q))
    :effect (and (not (in ?b ?p)) (in ?b ?q) (open))))"""
PROBLEM = """(define (problem p) (:domain d) (:objects a b - box x y - place)
  (:init (in a x) (in b x) (road x y)) (:goal (full y)))"""


@pytest.fixture(scope="module")
def task() -> isonova.Task:
    return isonova.load(DOMAIN, PROBLEM)


@pytest.mark.parametrize(
    "text",
    [
        "(in a x)\n(in b y)\n",
        "(:init (in a x) (in b y))",
        "; a comment\n(IN A x) (in b y) (road x y) (full x) (not (open)) (= (total-cost) 0)",
        PROBLEM.replace("(in b x)", "(in b y)"),
    ],
)
def test_ways_to_write_a_state(task: isonova.Task, text: str) -> None:
    assert parse_state(task, text) == {("in", "a", "x"), ("in", "b", "y"), ("full", "x"), ("full", "y")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(in a x)\n  (inn b x)", "s:2:4: error: there is no predicate 'inn'; did you mean 'in'?"),
        ("(in a z)", "s:1:7: error: there is no object 'z'"),
        ("(in a)", "s:1:2: error: 'in' takes 2 arguments, found 1"),
        ("(open a)", "s:1:2: error: 'open' takes 0 arguments, found 1"),
        ("(in x a)", "s:1:5: error: 'x' is of type place, but argument 1 of 'in' must be of type box"),
        ("(road y x)", "s:1:1: error: (road y x) is static and false: no action changes 'road'"),
        ("(in a x) (full y)", "s:1:10: error: the derived atom (full y) does not follow from the other atoms"),
        ("(in a x", "s:1:1: error: '(' is never closed"),
        ("(in a x))", "s:1:9: error: ')' without '('"),
        ("in a x", "s:1:1: error: found 'in', expected an atom as (predicate object ...)"),
        ("(:init open)", "s:1:8: error: found 'open', expected an atom as (predicate object ...)"),
        ("(in (a) x)", "s:1:5: error: '(' inside an atom; expected (predicate object ...)"),
        ("()", "s:1:1: error: '()' is no atom; expected (predicate object ...)"),
        ("(define (problem p))", "s:1:1: error: no (:init ...) in here"),
    ],
)
def test_errors_point(task: isonova.Task, text: str, message: str) -> None:
    with pytest.raises(StateError) as caught:
        parse_state(task, text, "s")
    assert str(caught.value) == message


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.sampled_from(["(", ")", ";", "\n", " ", ":init", "define", "in", "a", "x", "road", "not", "=", "full", "é"])
    )
)
def test_any_text_is_a_state_or_an_error_that_points(words: list[str]) -> None:
    task = isonova.load(DOMAIN, PROBLEM)
    for text in ("".join(words), " ".join(words)):
        message = "s:1:1: error: "
        try:
            assert all(atom[0] in ("in", "full", "open") for atom in parse_state(task, text, "s"))
        except StateError as error:
            message = str(error)
        assert re.match(r"s:\d+:\d+: error: ", message)


def test_deep_nesting(task: isonova.Task) -> None:
    with pytest.raises(StateError, match="inside an atom"):
        parse_state(task, "(" * 100_000 + ")" * 100_000)


def test_a_file_that_is_not_there(task: isonova.Task, tmp_path: Path) -> None:
    with pytest.raises(StateError, match="cannot read the state: No such file"):
        read_state(task, tmp_path / "none")
