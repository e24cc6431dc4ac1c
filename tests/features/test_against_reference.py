"""What the core computes, full and by differences, against the reference on random walks."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from features.reference import Options, at
from features.walks import FOLDERS, load, occurrences, reference_features, reference_histograms, walk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from task.generate import tasks

import isonova
from isonova.api.names import EngineName, Keep, Objects
from isonova.api.state_features import StateFeatures
from isonova.examples import NAMES, files

MOST = 4  # iterations


def names(statics: bool, types: bool, constants: bool, counts: bool) -> dict[str, Any]:
    return {
        "wl_statics": "keep" if statics else "drop",
        "wl_types": "keep" if types else "drop",
        "wl_constants": "distinct" if constants else "same",
        "wl_counts": "on" if counts else "off",
    }


def check_walk(
    task: isonova.Task,
    states: list[isonova.State],
    graph: tuple[bool, bool, bool],
    variants: list[tuple[int, bool, bool]],
) -> None:
    """For each variant (iterations, counts, exact): the same features but for their names, and right differences."""
    histograms = reference_histograms(task, states, Options(MOST, *graph))
    for iterations, counts, exact in variants:
        expected = [reference_features(histogram, iterations, counts) for histogram in histograms]
        core = StateFeatures(states[0].space, wl_iterations=iterations, wl_exact=exact, **names(*graph, counts=counts))
        found = [core(state) for state in states]

        def about(feature: Hashable, core: StateFeatures = core, counts: bool = counts) -> Hashable:
            assert isinstance(feature, int)
            described = core.describe(feature)
            return described.iteration, described.count if counts else None

        def about_reference(feature: Hashable, counts: bool = counts) -> Hashable:
            assert isinstance(feature, tuple)
            return feature[0], feature[2] if counts else None

        assert occurrences(found, about) == occurrences(expected, about_reference)
        for place in range(1, len(states)):
            check_difference(core, states[place - 1], states[place], found[place - 1], found[place])
        check_difference(core, states[0], states[-1], found[0], found[-1])


def check_difference(
    core: StateFeatures, parent: isonova.State, child: isonova.State, before: frozenset[int], after: frozenset[int]
) -> None:
    gained, lost = core.difference(parent, child)
    assert (gained, lost) == (after - before, before - after)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_random_walks_with_every_option(folder: Path) -> None:
    task = load(folder)
    states = walk(isonova.StateSpace(task), 40)
    variants = list(product(range(MOST + 1), (True, False), (True, False)))
    for graph in product((False, True), (False, True), (False, True)):
        check_walk(task, states, graph, variants)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("engine", ["grounded", "lifted"])
@pytest.mark.slow
def test_long_random_walks(name: str, engine: EngineName) -> None:
    task = isonova.load(*files(name))
    states = walk(isonova.StateSpace(task, engine=engine), 300, seed=1)
    check_walk(task, states, (True, False, False), [(iterations, True, False) for iterations in range(MOST + 1)])
    check_walk(task, states, (False, True, True), [(MOST, True, False), (MOST, True, True), (2, False, False)])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_lifted_states_look_alike(folder: Path) -> None:
    task = load(folder)
    states = walk(isonova.StateSpace(task, engine="lifted"), 40, seed=2)
    for graph in ((True, False, False), (False, True, True)):
        check_walk(task, states, graph, [(iterations, True, False) for iterations in range(MOST + 1)])


def test_objects_without_a_place_in_any_atom_need_not_be_nodes() -> None:
    domain = """(define (domain d) (:predicates (fixed ?x) (on ?x))
      (:action turn :parameters (?x) :precondition (fixed ?x) :effect (on ?x)))"""
    problem = """(define (problem p) (:domain d) (:objects a b spare)
      (:init (fixed a) (fixed b)) (:goal (on a)))"""
    space = isonova.StateSpace(isonova.load(domain, problem))
    cases: list[tuple[Keep, Objects, int]] = [("drop", "all", 3), ("drop", "fluent", 2), ("keep", "fluent", 2)]
    for statics, objects, expected in cases:
        core = StateFeatures(space, wl_iterations=0, wl_statics=statics, wl_objects=objects)
        described = [core.describe(feature) for feature in core(space.initial())]
        assert sum(each.count for each in described) == expected + 1 + (2 if statics == "keep" else 0)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    tasks(), st.tuples(*[st.booleans()] * 3), st.integers(0, MOST), st.booleans(), st.booleans(), st.integers(0, 1000)
)
def test_random_tasks(
    texts: tuple[str, str],
    graph: tuple[bool, bool, bool],
    iterations: int,
    counts: bool,
    exact: bool,
    seed: int,
) -> None:
    task = isonova.load(*texts)
    states = walk(isonova.StateSpace(task), 12, seed)
    check_walk(task, states, graph, [(iterations, counts, exact)])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("statics", [False, True], ids=["fluent", "all"])
def test_atoms(folder: Path, statics: bool) -> None:
    task = load(folder)
    states = walk(isonova.StateSpace(task), 60)
    core = StateFeatures(states[0].space, "at", at_statics="keep" if statics else "drop")
    found = [core(state) for state in states]
    expected = [at(task, state.atoms, statics) for state in states]
    assert occurrences(found, lambda _: None) == occurrences(expected, lambda _: None)
    for before, after, *both in zip(states, states[1:], found, found[1:], strict=False):
        check_difference(core, before, after, *both)


@pytest.mark.parametrize("name", NAMES)
def test_a_union_is_the_disjoint_union(name: str) -> None:
    task = isonova.load(*files(name))
    states = walk(isonova.StateSpace(task), 50)
    space = states[0].space
    parts = [StateFeatures(space, part) for part in ("at", "wl")]
    both = StateFeatures(space, "at+wl")
    found = [both(state) for state in states]
    expected = [frozenset((i, f) for i, part in enumerate(parts) for f in part(state)) for state in states]
    assert occurrences(found, lambda _: None) == occurrences(expected, lambda _: None)
    assert both.size == sum(part.size for part in parts)
    for before, after, *sets in zip(states, states[1:], found, found[1:], strict=False):
        check_difference(both, before, after, *sets)
