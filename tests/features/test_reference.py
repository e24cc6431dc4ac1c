"""The reference on cases worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

import pytest
from features.reference import (
    Features,
    Graph,
    Interner,
    Options,
    PartitionNovelty,
    QuantifiedBoth,
    at,
    colourings,
    instance_graph,
    wl,
)

import isonova

DOMAIN = """
(define (domain boxes)
  (:requirements :typing :negative-preconditions)
  (:types place box - object  crate - box)
  (:constants door - place)
  (:predicates (in ?b - box ?p - place) (road ?p ?q - place) (open) (same ?b ?c - box))
  (:action move :parameters (?b - box ?p ?q - place)
    :precondition (and (in ?b ?p) (road ?p ?q)) :effect (and (not (in ?b ?p)) (in ?b ?q) (open) (same ?b ?b))))
"""
PROBLEM = """
(define (problem p) (:domain boxes) (:objects a b - box c - crate yard - place)
  (:init (in a door) (in b door) (in c yard) (road door yard) (road yard door))
  (:goal (and (in a yard) (in c yard) (not (in b door)) (not (open)))))
"""


@pytest.fixture(scope="module")
def task() -> isonova.Task:
    return isonova.load(DOMAIN, PROBLEM)


@pytest.fixture(scope="module")
def initial(task: isonova.Task) -> frozenset[tuple[str, ...]]:
    return isonova.StateSpace(task).initial().atoms


def graph(task: isonova.Task, state: frozenset[tuple[str, ...]], **options: bool) -> Graph:
    return instance_graph(task, state, Options(**{"statics": False, "types": False, **options}))


def test_nodes_and_their_colours(task: isonova.Task, initial: frozenset[tuple[str, ...]]) -> None:
    found = graph(task, initial)
    objects: dict[tuple[str, ...], Hashable] = {(name,): "ob" for name in ("door", "a", "b", "c", "yard")}
    assert found.colours == {
        **objects,
        ("", "in", "a", "door"): ("ap", "in"),
        ("", "in", "b", "door"): ("tn", "in"),
        ("", "in", "c", "yard"): ("ag", "in"),
        ("", "in", "a", "yard"): ("ug", "in"),
        ("", "open"): ("fn", "open"),
    }
    assert found.edges == {
        (("", "in", "a", "door"), 1, ("a",)),
        (("", "in", "a", "door"), 2, ("door",)),
        (("", "in", "b", "door"), 1, ("b",)),
        (("", "in", "b", "door"), 2, ("door",)),
        (("", "in", "c", "yard"), 1, ("c",)),
        (("", "in", "c", "yard"), 2, ("yard",)),
        (("", "in", "a", "yard"), 1, ("a",)),
        (("", "in", "a", "yard"), 2, ("yard",)),
    }


def test_an_object_twice_in_an_atom_has_two_edges(task: isonova.Task) -> None:
    found = graph(task, frozenset({("same", "a", "a")}))
    assert {edge for edge in found.edges if edge[0] == ("", "same", "a", "a")} == {
        (("", "same", "a", "a"), 1, ("a",)),
        (("", "same", "a", "a"), 2, ("a",)),
    }


def test_options(task: isonova.Task, initial: frozenset[tuple[str, ...]]) -> None:
    bare = graph(task, initial).colours
    with_statics = graph(task, initial, statics=True).colours
    assert with_statics.keys() - bare.keys() == {("", "road", "door", "yard"), ("", "road", "yard", "door")}
    assert with_statics["", "road", "door", "yard"] == ("ap", "road")
    with_types = graph(task, initial, types=True).colours
    assert Counter(with_types[node] for node in with_types.keys() - bare.keys()) == {
        ("type", "place"): 2,
        ("type", "box"): 3,
        ("type", "crate"): 1,
    }
    types = graph(task, initial, types=True).edges - graph(task, initial).edges
    assert {(place, item) for _, place, item in types} == {(1, (name,)) for name in ("door", "yard", "a", "b", "c")}
    assert len(types) == 6
    distinct = graph(task, initial, constants=True).colours
    assert {node for node in bare if bare[node] != distinct[node]} == {("door",)}


def test_colours_by_hand() -> None:
    """Two atoms p(x, y) and p(y, z): a path of five nodes whose ends differ because labels do."""
    x, y, z, first, second = ("x",), ("y",), ("z",), ("", "p", "x", "y"), ("", "p", "y", "z")
    found = colourings(
        Graph(
            {x: "ob", y: "ob", z: "ob", first: "p", second: "p"},
            frozenset({(first, 1, x), (first, 2, y), (second, 1, y), (second, 2, z)}),
        ),
        2,
        Interner(),
    )
    assert [len(set(step.values())) for step in found] == [2, 4, 5]
    assert found[1][first] == found[1][second]
    assert found[2][first] != found[2][second]
    every = [set(step.values()) for step in found]
    assert not every[0] & every[1]
    assert not every[1] & every[2]


def test_features_are_pairs_of_colour_and_count(task: isonova.Task) -> None:
    once, twice = {("same", "a", "a")}, {("same", "a", "a"), ("same", "b", "b")}
    intern = Interner()
    one, two = (wl(task, state, Options(0, False, False), intern) for state in (once, twice))
    # ob, (ap same), (ug in), (fn in) and (fn open); only how often there is (ap same) differs.
    assert (len(one), len(two), len(one & two)) == (5, 5, 4)
    one, two = (wl(task, state, Options(0, False, False, counts=False), intern) for state in (once, twice))
    assert len(one) == 5
    assert one == two


def test_atoms(task: isonova.Task, initial: frozenset[tuple[str, ...]]) -> None:
    assert at(task, initial) == initial
    assert at(task, initial, statics=True) == task.init


def test_quantified_both_by_hand() -> None:
    qb = QuantifiedBoth()
    steps: list[tuple[Features, int, int]] = [
        (frozenset("ab"), 5, -2),  # everything is new
        (frozenset("ab"), 5, 0),  # neither lower nor higher
        (frozenset("abc"), 5, -1),  # c is new
        (frozenset("abd"), 7, -1),  # d is new, whatever a and b are
        (frozenset("abd"), 7, 2),  # a and b were seen at 5, d at 7
        (frozenset("ad"), 4, -2),  # both at a lower value than before
        (frozenset("abd"), 6, 3),
        (frozenset(), 1, 0),
    ]
    for features, h, expected in steps:
        assert qb.value(features, h) == expected, (features, h)
        qb.insert(features, h)


def test_partition_novelty_by_hand() -> None:
    pn = PartitionNovelty()
    for features, h, expected in [("ab", 5, 0), ("ab", 5, 1), ("ab", 4, 0), ("abc", 5, 0), ("bc", 5, 1), ("", 5, 1)]:
        assert pn.value(frozenset(features), h) == expected, (features, h)
        pn.insert(frozenset(features), h)
