"""The maps of the WL family against their definitions, full and by differences, on random walks."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from features.reference import Interner, Options, changes, family
from features.symmetric_tasks import TASKS
from features.symmetry import moved, symmetries
from features.test_against_reference import check_difference
from features.walks import FOLDERS, load, occurrences, walk

import isonova
from isonova.api.names import EngineName
from isonova.api.state_features import StateFeatures
from isonova.examples import NAMES, files

Name = Literal["wl-set", "wl-stable", "iwl", "lwl2"]
FAMILY: tuple[Name, ...] = ("wl-set", "wl-stable", "iwl", "lwl2")
MOST = 32  # iterations of a stable colouring


def check(task: isonova.Task, states: list[isonova.State], name: Name, iterations: int, counts: bool) -> None:
    options = Options(MOST if name == "wl-stable" else iterations, constants=True)
    intern = Interner()
    expected: list[set[Hashable]] = []
    for state in states:
        histogram = family(task, state.atoms, name, options, intern)
        expected.append({(*key, count) if counts else key for key, count in histogram.items()})  # type: ignore[misc]
    core = StateFeatures(states[0].space, name, wl_iterations=iterations, wl_counts="on" if counts else "off")
    found = [core(state) for state in states]

    def about(feature: Hashable) -> Hashable:
        assert isinstance(feature, int)
        described = core.describe(feature)
        assert described.map == name
        return described.iteration, described.count if counts else None

    def about_reference(feature: Hashable) -> Hashable:
        assert isinstance(feature, tuple)
        return feature[0], feature[2] if counts else None

    assert occurrences(found, about) == occurrences(expected, about_reference)
    for place in range(1, len(states)):
        check_difference(core, states[place - 1], states[place], found[place - 1], found[place])


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_random_walks(folder: Path, name: Name) -> None:
    task = load(folder)
    states = walk(isonova.StateSpace(task), 3 if name == "lwl2" else 12)
    for iterations in (0, 1, 2, 3):
        check(task, states, name, iterations, counts=iterations != 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("example", NAMES)
@pytest.mark.parametrize("engine", ["grounded", "lifted"])
def test_examples(example: str, engine: EngineName, name: Name) -> None:
    task = isonova.load(*files(example))
    check(task, walk(isonova.StateSpace(task, engine=engine), 2 if name == "lwl2" else 6), name, 2, counts=True)


def check_changes(task: isonova.Task, states: list[isonova.State], iterations: int, counts: bool) -> None:
    """A state by itself has no changes; of a step, the difference tells them."""
    options = Options(iterations, constants=True, counts=counts)
    core = StateFeatures(states[0].space, "wl-changes", wl_iterations=iterations, wl_counts="on" if counts else "off")
    intern = Interner()
    steps = list(pairwise(states))
    expected = [changes(task, before.atoms, after.atoms, options, intern) for before, after in steps]
    found = [core.difference(before, after) for before, after in steps]
    assert not any(core(state) for state in states)
    assert not any(lost for _, lost in found)

    def count(feature: Hashable) -> Hashable:
        assert isinstance(feature, int)
        return core.describe(feature).count if counts else None

    def count_of_reference(feature: Hashable) -> Hashable:
        assert isinstance(feature, tuple)
        return feature[1] if counts else None

    assert occurrences([gained for gained, _ in found], count) == occurrences(expected, count_of_reference)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_changes_on_random_walks(folder: Path) -> None:
    task = load(folder)
    states = walk(isonova.StateSpace(task), 12)
    for iterations in (0, 1, 2, 3):
        check_changes(task, states, iterations, counts=iterations != 1)


@pytest.mark.slow
@pytest.mark.parametrize("example", NAMES)
@pytest.mark.parametrize("engine", ["grounded", "lifted"])
def test_changes_in_examples(example: str, engine: EngineName) -> None:
    task = isonova.load(*files(example))
    check_changes(task, walk(isonova.StateSpace(task, engine=engine), 40), 2, counts=True)


def test_changes_say_what_became_of_an_object() -> None:
    space = isonova.StateSpace(isonova.load(*files("gripper")))
    core = StateFeatures(space, "wl-changes", wl_constants="same")
    state = space.initial()
    alike = {core.difference(state, child)[0] for step, child in space.successors(state) if step.name == "grasp"}
    assert len(alike) == 1  # all balls and both hands are alike
    for feature in next(iter(alike)):
        before, _, after = core.describe(feature).name.partition(" > ")
        assert len(before) == len(after) == 24
        assert before != after


@pytest.mark.parametrize("name", TASKS)
def test_symmetric_steps_have_the_same_changes(name: str) -> None:
    space = isonova.StateSpace(isonova.load(*TASKS[name]))
    core = StateFeatures(space, "wl-changes")
    compared = 0
    for permutation in symmetries(space.task, True, 3):
        for before, after in pairwise(walk(space, 30, 3)):
            try:
                images = [space.state(moved(state.atoms, permutation)) for state in (before, after)]
            except ValueError:  # an atom of them is not reachable
                continue
            assert core.difference(before, after) == core.difference(*images)
            compared += images != [before, after]
    assert compared >= 10


def test_pairs_ask_for_their_memory() -> None:
    many = " ".join(f"o{i}" for i in range(6000))
    problem = f"(define (problem p) (:domain rings) (:objects {many} - object) (:init) (:goal (done)))"
    domain = RINGS[0].replace("(road ?x ?y)", "(road ?x)").replace("(?x ?y)", "(?x)")
    result = isonova.plan(domain, problem, search="eager(qb(gc, lwl2))", memory_limit=1000)
    assert result.status == "out_of_memory"


RINGS = (
    """(define (domain rings) (:predicates (road ?x ?y) (done))
  (:action pave :parameters (?x ?y) :effect (road ?x ?y))
  (:action finish :precondition () :effect (done)))""",
    """(define (problem p) (:domain rings) (:objects a b c d e f) (:init) (:goal (done)))""",
)


def test_individual_nodes_tell_apart_what_wl_cannot() -> None:
    """One ring of six places, and two rings of three."""
    space = isonova.StateSpace(isonova.load(*RINGS))
    one, two = (
        space.state([("road", *pair) for ring in rings for pair in zip(ring, ring[1:] + ring[0], strict=True)])
        for rings in (["abcdef"], ["abc", "def"])
    )
    for name in ("wl", "wl-set", "wl-stable"):
        same = StateFeatures(space, name, wl_iterations=8)
        assert same(one) == same(two)
    individual = StateFeatures(space, "iwl", wl_iterations=8)
    assert individual(one) != individual(two)
    nearby = StateFeatures(space, "iwl", wl_iterations=2)  # too few to go round a ring of three
    assert nearby(one) == nearby(two)
    pairs = StateFeatures(space, "lwl2", wl_iterations=8)
    assert pairs(one) != pairs(two)


@pytest.mark.parametrize("name", [*FAMILY, "wl-changes", "at+iwl", "at+wl-set", "at+wl-changes"])
def test_searches_take_them_by_name(name: str) -> None:
    results = [
        isonova.plan(*files("parcels"), search=f"eager(qb(gc, {name}))", engine=engine)
        for engine in ("grounded", "lifted")
    ]
    assert all(result.solved for result in results)
    assert results[0].expansions == results[1].expansions
    seen = results[0].novelty_telemetry
    assert seen is not None
    assert {each.map for each in seen.features} == set(name.split("+"))
