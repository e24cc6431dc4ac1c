"""Symmetric states have the same features and the same novelty; states that WL separates do not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from features.reference import Interner, Options, QuantifiedBoth, wl
from features.symmetric_tasks import TASKS
from features.symmetry import moved, symmetries
from features.walks import FOLDERS, load, walk

import isonova
from isonova import WLOptions
from isonova.api.names import HeuristicName
from isonova.api.state_features import StateFeatures
from isonova.examples import NAMES, files

Pair = tuple[isonova.State, isonova.State]


def task_of(name: str) -> isonova.Task:
    if name in NAMES:
        return isonova.load(*files(name))
    return isonova.load(*TASKS[name])


def images(space: isonova.StateSpace, statics: bool, steps: int = 40, seed: int = 3) -> list[Pair]:
    """States of a walk beside what symmetries make of them, where that is another state of the space."""
    states = dict.fromkeys(walk(space, steps, seed))
    pairs: list[Pair] = []
    for permutation in symmetries(space.task, statics, seed):
        for state in states:
            try:
                image = space.state(moved(state.atoms, permutation))
            except ValueError:  # an atom of it is not reachable
                continue
            if image != state:
                pairs.append((state, image))
    return random.Random(seed).sample(pairs, min(len(pairs), 300))


SYMMETRIC = [*TASKS, "parcels", "tray_towers"]
assert len(SYMMETRIC) >= 10


@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_states(name: str) -> None:
    space = isonova.StateSpace(task_of(name))
    pairs = images(space, statics=True)
    assert len(pairs) >= 10
    maps: list[dict[str, Any]] = [
        {"wl_iterations": 2},
        {"wl_iterations": 6, "wl_types": "keep", "wl_constants": "distinct"},
        {"wl_iterations": 3, "wl_statics": "drop", "wl_counts": "off"},
        {"wl_exact": True},
        {"names": "wl-set"},
        {"names": "wl-stable"},
        {"names": "iwl"},
        {"names": "lwl2"},
    ]
    for options in maps:
        features = StateFeatures(space, **options)
        for state, image in pairs:
            assert features(state) == features(image)
    # By differences as well: from one common parent.
    features = StateFeatures(space, "wl")
    for state, image in pairs[:50]:
        assert features.difference(space.initial(), state) == features.difference(space.initial(), image)


@pytest.mark.parametrize("name", SYMMETRIC)
@pytest.mark.parametrize("heuristic", ["blind", "gc", "add"])
def test_novelty_of_symmetric_states(name: str, heuristic: HeuristicName) -> None:
    space = isonova.StateSpace(task_of(name))
    value = isonova.Heuristic(space, heuristic)
    features = StateFeatures(space, "wl")
    for length in (0, 10, 40):
        table = QuantifiedBoth()
        for state in dict.fromkeys(walk(space, length, seed=5)):
            table.insert(features(state), value(state))
        for state, image in images(space, statics=True):
            assert value(state) == value(image)
            assert table.value(features(state), value(state)) == table.value(features(image), value(image))


@pytest.mark.parametrize("name", SYMMETRIC)
def test_without_static_atoms_the_goal_is_all_that_counts(name: str) -> None:
    space = isonova.StateSpace(task_of(name))
    pairs = images(space, statics=False)
    assert len(pairs) >= 10
    features = StateFeatures(space, "wl", wl_statics="drop", wl_constants="same", wl_iterations=4)
    for state, image in pairs:
        assert features(state) == features(image)


def test_static_atoms_tell_more_apart() -> None:
    """On a line the ends are not the middle, but without the line all places look alike."""
    domain = TASKS["ring"][0]
    problem = """(define (problem p) (:domain ring) (:objects a b c d e)
      (:init (next a b) (next b c) (next c d) (next d e) (next e d) (token a)) (:goal (token c)))"""
    space = isonova.StateSpace(isonova.load(domain, problem))
    states = [space.state([("token", place)]) for place in ("b", "d")]
    assert len({StateFeatures(space, wl_statics="drop")(state) for state in states}) == 1
    assert len({StateFeatures(space, wl_statics="keep")(state) for state in states}) == 2


@pytest.mark.parametrize("name", SYMMETRIC)
def test_states_that_wl_separates_differ(name: str) -> None:
    task = task_of(name)
    space = isonova.StateSpace(task)
    states = list(dict.fromkeys(walk(space, 80, seed=7)))
    for iterations in (1, 2, 3):
        intern = Interner()
        expected = [wl(task, state.atoms, Options(iterations), intern) for state in states]
        features = StateFeatures(space, wl_iterations=iterations, wl_constants="same")
        found = [features(state) for state in states]
        separated = 0
        for i in range(len(states)):
            for j in range(i):
                assert (found[i] == found[j]) == (expected[i] == expected[j])
                separated += found[i] != found[j]
        assert separated > 0


def test_what_1_wl_cannot_tell_apart() -> None:
    """Two triangles and a hexagon: not isomorphic, and every colour agrees."""
    domain = """(define (domain d) (:predicates (link ?x ?y)) (:action tie :parameters (?x ?y) :effect (link ?x ?y))
      (:action untie :parameters (?x ?y) :effect (not (link ?x ?y))))"""
    problem = "(define (problem p) (:domain d) (:objects a b c d e f) (:init) (:goal (and)))"
    space = isonova.StateSpace(isonova.load(domain, problem))
    triangles = space.state([("link", x, y) for x, y in ("ab", "bc", "ca", "de", "ef", "fd")])
    hexagon = space.state([("link", x, y) for x, y in ("ab", "bc", "cd", "de", "ef", "fa")])
    path = space.state([("link", x, y) for x, y in ("ab", "bc", "cd", "de", "ef", "ff")])
    features = StateFeatures(space, wl_iterations=6)
    assert features(triangles) == features(hexagon) != features(path)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_symmetries_of_the_small_tasks(folder: Path) -> None:
    space = isonova.StateSpace(load(folder))
    for statics in (True, False):
        wl = WLOptions(iterations=3, statics="keep" if statics else "drop", constants="distinct" if statics else "same")
        features = StateFeatures(space, "wl", wl=wl)
        for state, image in images(space, statics):
            assert features(state) == features(image)
