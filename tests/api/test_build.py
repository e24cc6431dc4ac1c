"""Tasks built in Python are like tasks read from PDDL, and mistakes are named where they are made."""

from __future__ import annotations

import doctest
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import isonova
import isonova.api.build
from isonova import BuildError, TaskBuilder, all_of, any_of, equal, exists, forall, implies, when


def ferry() -> TaskBuilder:
    """Cars over a river; a ferry has room for one, may not sail overloaded, and tolls differ."""
    t = TaskBuilder("three-cars", domain="ferry")
    bank, car = t.type("bank"), t.type("car")
    at, ferry_at, aboard = t.predicate("at", car, bank), t.predicate("ferry-at", bank), t.predicate("aboard", car)
    empty, done, honked = t.predicate("empty"), t.predicate("done"), t.predicate("honked", car)
    toll = t.function("toll", bank, bank)
    left, right = t.objects("left right", bank)
    cars = t.objects([f"car{i}" for i in range(3)], car)
    c, x, y = t.variable("?c", car), *t.variables("?x ?y", bank)
    t.action(
        "sail", [x, y], precondition=ferry_at(x) & ~equal(x, y), effect=[~ferry_at(x), ferry_at(y)], cost=toll(x, y)
    )
    t.action("board", [c, x], precondition=at(c, x) & ferry_at(x) & empty(), effect=aboard(c) & ~at(c, x) & ~empty())
    t.action("land", [c, x], precondition=aboard(c) & ferry_at(x), effect=[~aboard(c), at(c, x), empty()], cost=[1, 1])
    t.action("honk", effect=forall(c, when(any_of(at(c, left), aboard(c)), honked(c))), cost=0)
    t.derived(done(), forall(c, at(c, right)))
    t.init(ferry_at(left), empty(), *(at(each, left) for each in cars))
    t.value(toll(left, right), 5)
    t.value(toll(right, left), 3)
    t.goal(done(), exists(c, honked(c)), implies(honked(cars[0]), honked(cars[1])), ferry_at(right))
    return t


def test_doctest() -> None:
    failed, tried = doctest.testmod(isonova.api.build)
    assert (failed, tried > 0) == (0, True)


def test_a_built_task_is_planned_for() -> None:
    task = ferry().build()
    result = isonova.plan(task)
    assert result.solved
    assert result.cost == 3 * (5 + 1 + 2) + 2 * 3
    kinds = {predicate.name: predicate.kind for predicate in task.predicates}
    assert (kinds["done"], kinds["at"]) == ("derived", "fluent")
    assert task.has_metric
    assert task.function_values[("toll", "left", "right")] == 5


def test_it_is_the_task_of_its_text() -> None:
    task = ferry().build()
    assert str(isonova.load(*ferry().to_pddl())) == str(task)
    assert str(pickle.loads(pickle.dumps(task))) == str(task)
    assert {item.name for item in task.objects if item.is_constant} == {"left", "right"}


def test_without_costs_there_is_no_metric() -> None:
    t = TaskBuilder("p")
    lit = t.predicate("lit")
    t.action("switch", effect=lit())
    t.goal(lit())
    assert not t.build().has_metric
    assert isonova.plan(t.build()).plan == ("(switch)",)
    assert repr(t) == "<TaskBuilder 'p': 0 objects, 1 predicates, 1 actions>"


def test_empty_task() -> None:
    assert isonova.plan(TaskBuilder("nothing").build()).plan == ()


def test_joining_is_flat() -> None:
    t = TaskBuilder("p")
    a, b, c = (t.predicate(name)() for name in "abc")
    assert str(a & b & c) == "(and (a) (b) (c))"
    assert str(any_of(a | b, ~c)) == "(or (a) (b) (not (c)))"
    assert (str(all_of()), str(all_of(a))) == ("(and)", "(a)")


def builder() -> tuple[TaskBuilder, dict[str, Any]]:
    t = TaskBuilder("p")
    room, box = t.type("room"), t.type("box")
    parts = {
        "room": room,
        "box": box,
        "at": t.predicate("at", box, room),
        "dist": t.function("dist", room),
        "hall": t.object("hall", room),
        "crate": t.object("crate", box),
        "x": t.variable("?x", box),
    }
    return t, parts


MISTAKES: dict[str, tuple[Callable[[TaskBuilder, dict[str, Any]], object], str]] = {
    "arity": (lambda _, p: p["at"](p["crate"]), "'at' takes 2 arguments, not 1"),
    "type": (lambda _, p: p["at"](p["hall"], p["crate"]), "argument 1 of 'at' must be a box, but hall is a room"),
    "no term": (lambda _, p: p["at"]("crate", p["hall"]), "argument 1 of 'at' is neither an object nor a variable"),
    "duplicate object": (lambda t, p: t.object("Hall", p["room"]), "the object 'Hall' exists already"),
    "duplicate predicate": (lambda t, _: t.predicate("at"), "the predicate 'at' exists already"),
    "bad name": (lambda t, _: t.object("two words"), "'two words' is no PDDL name"),
    "reserved": (lambda t, _: t.predicate("when"), "'when' cannot be the name of a predicate"),
    "no variable name": (lambda t, _: t.variable("x"), "the name of a variable starts with '?'"),
    "type by name": (lambda t, _: t.object("lamp", "room"), "'room' is no type"),  # type: ignore[arg-type]
    "foreign type": (lambda t, _: t.object("lamp", TaskBuilder("q").type("lamp")), "belongs to another TaskBuilder"),
    "foreign object": (lambda t, p: t.goal(equal(TaskBuilder("q").object("o"), p["hall"])), "another TaskBuilder"),
    "parameter": (lambda t, p: t.action("a", [p["crate"]], effect=all_of()), "parameter crate of action 'a'"),
    "disjunctive effect": (
        lambda t, p: t.action("a", effect=p["at"](p["crate"], p["hall"]) | p["at"](p["crate"], p["hall"])),
        "'or' belongs to conditions",
    ),
    "negated conjunction": (lambda t, _: t.action("a", effect=~all_of()), "an effect can only negate a single atom"),
    "when in condition": (
        lambda t, p: t.goal(when(all_of(), p["at"](p["crate"], p["hall"]))),
        "'when' belongs to effects",
    ),
    "no formula": (lambda t, _: t.goal("at"), "'at' is no formula"),  # type: ignore[arg-type]
    "variable in init": (lambda t, p: t.init(p["at"](p["x"], p["hall"])), "the initial state holds atoms over objects"),
    "negative cost": (lambda t, _: t.action("a", effect=all_of(), cost=-1), "must be a number from 0"),
    "two values": (
        lambda t, p: (t.value(p["dist"](p["hall"]), 1), t.value(p["dist"](p["hall"]), 2)),  # type: ignore[func-returns-value]
        r"\(dist hall\) has the value 1 already",
    ),
    "fraction": (lambda t, p: t.value(p["dist"](p["hall"]), 0.5), "must be a whole number"),  # type: ignore[arg-type]
    "head of a rule": (lambda t, p: t.derived(p["at"](p["crate"], p["hall"]), all_of()), "an atom over variables"),
    "quantified object": (lambda _, p: exists(p["crate"], all_of()), "crate is no variable"),
    "quantified twice": (lambda _, p: forall([p["x"], p["x"]], all_of()), "a variable occurs twice"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(name: str) -> None:
    mistake, said = MISTAKES[name]
    with pytest.raises(BuildError, match=said):
        mistake(*builder())


def test_formulas_have_no_truth() -> None:
    _, parts = builder()
    atom = parts["at"](parts["crate"], parts["hall"])
    with pytest.raises(TypeError, match="&"):
        assert atom and atom  # noqa: PT018


def test_what_the_parser_finds_names_the_builder() -> None:
    t, parts = builder()
    t.goal(parts["at"](parts["x"], parts["hall"]))
    with pytest.raises(isonova.PDDLError, match="problem p built in Python"):
        t.build()
