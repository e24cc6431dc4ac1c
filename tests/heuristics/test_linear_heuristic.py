"""Linear heuristics against the product of matrix and weights, on walks in both engines."""

from __future__ import annotations

import json
from math import floor
from pathlib import Path
from random import Random

import pytest
from features.walks import walk

import isonova
from isonova import LinearHeuristic, StateFeatures, StateSpace, Vocabulary
from isonova.api.names import EngineName, ProfileName
from isonova.api.task import Atom
from isonova.examples import files, generate

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """Of small tasks; larger ones have colours that it does not know."""
    found = Vocabulary()
    for seed in range(4):
        space = StateSpace(isonova.load(*generate("blocks", blocks=4, seed=seed)))
        found.states(StateFeatures(space, "wl"), walk(space, 20, seed))
    found.frozen = True
    return found


@pytest.mark.parametrize("engine", ["grounded", "lifted"])
def test_values_are_those_of_the_matrix(vocabulary: Vocabulary, engine: EngineName) -> None:
    random = Random(1)
    weights = np.array([random.randint(-8, 12) / 8 for _ in vocabulary.columns])  # exact in floating point
    space = StateSpace(isonova.load(*generate("blocks", blocks=7, seed=9)), engine=engine)
    heuristic = isonova.Heuristic(space, LinearHeuristic.of(vocabulary, weights, 3.25, scale=4))
    states = walk(space, 60, 2)
    expected = vocabulary.states(StateFeatures(space, "wl"), states) @ weights + 3.25
    values = [heuristic(state) for state in states]
    assert values == [max(0, floor(4 * value + 0.5)) for value in expected]
    assert len(set(values)) > 5


def test_search_follows_it_in_both_engines(vocabulary: Vocabulary) -> None:
    task = isonova.load(*generate("blocks", blocks=6, seed=3))
    weights = [float("open goal" in vocabulary.describe(column)) for column in range(len(vocabulary.columns))]
    heuristic = LinearHeuristic.of(vocabulary, weights)
    grounded, lifted = (isonova.plan(task, heuristic=heuristic, engine=engine) for engine in ("grounded", "lifted"))
    assert grounded.solved
    assert (grounded.plan, grounded.expansions) == (lifted.plan, lifted.expansions)
    assert grounded.initial_h == isonova.Heuristic(space := StateSpace(task), heuristic)(space.initial()) > 0
    assert grounded.heuristic == "LinearHeuristic"
    assert isonova.plan(task, heuristic=heuristic, novelty="at+wl").solved


def test_it_is_saved_and_loaded(vocabulary: Vocabulary, tmp_path: Path) -> None:
    made = LinearHeuristic.of(
        vocabulary, range(len(vocabulary.columns)), 0.1, scale=2, wl_iterations=3, wl_types="keep"
    )
    made.save(tmp_path / "h.json")
    loaded = LinearHeuristic.load(tmp_path / "h.json")
    assert (loaded.weights, loaded.bias, loaded.scale) == (made.weights, 0.1, 2)
    assert loaded.options.core().settings() == made.options.core().settings()
    assert repr(loaded) == f"<LinearHeuristic of {len(vocabulary.columns) - 1} WL colours>"  # a weight of 0 is none


FILE = {
    "format": "isonova linear heuristic 1",
    "profile": "isonova",
    "options": {},
    "bias": 0,
    "scale": 1,
    "weights": [],
}
STATIC_GOAL = (
    """(define (domain d) (:predicates (road ?x ?y) (at ?x))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))""",
    """(define (problem p) (:domain d) (:objects a b c - object)
  (:init (at a) (road a b) (road b c)) (:goal (and (at c) (road a b))))""",
)


@pytest.mark.parametrize("profile", ["isonova", "paper", "author"])
def test_values_stay_when_it_is_loaded_and_in_the_other_engine(profile: ProfileName, tmp_path: Path) -> None:
    """The profiles differ in the nodes for static goals and for objects without fluent atoms."""
    task = isonova.load(*STATIC_GOAL)
    spaces = [StateSpace(task, engine=engine) for engine in ("grounded", "lifted")]
    vocabulary = Vocabulary()
    rows = [vocabulary.states(StateFeatures(space, "wl", profile=profile), [space.initial()]) for space in spaces]
    made = LinearHeuristic.of(vocabulary, [1.0] * len(vocabulary.columns), profile=profile)
    made.save(tmp_path / "h.json")
    for heuristic in (made, LinearHeuristic.load(tmp_path / "h.json")):
        for space, row in zip(spaces, rows, strict=True):
            assert isonova.Heuristic(space, heuristic)(space.initial()) == row.sum()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("no JSON", "is no linear heuristic"),
        ("[]", "is no linear heuristic"),
        (json.dumps({"format": "something else"}), "the format is 'something else'"),
        (json.dumps({"format": "isonova linear heuristic 1", "weights": []}), "is no linear heuristic: KeyError"),
        (json.dumps(FILE | {"options": 3}), "is no linear heuristic: TypeError"),
        (json.dumps(FILE | {"weights": [[-1, "0" * 24, 1]]}), "belongs to"),
        (json.dumps(FILE | {"weights": [[None, "0" * 24, 1]]}), "belongs to"),
        (json.dumps(FILE | {"weights": [[0, "0" * 24, 10**400]]}), "is made of numbers"),
        (json.dumps(FILE | {"profile": "nobody"}), "unknown profile"),
    ],
)
def test_other_files_are_refused(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "h.json").write_text(content)
    with pytest.raises(isonova.OptionError, match=message):
        LinearHeuristic.load(tmp_path / "h.json")


def test_mistakes_are_told(vocabulary: Vocabulary) -> None:
    with pytest.raises(isonova.OptionError, match="there are 1 weights"):
        LinearHeuristic.of(vocabulary, [1.0])
    with pytest.raises(isonova.OptionError, match="are a dictionary"):
        LinearHeuristic(3)  # type: ignore[arg-type]
    with pytest.raises(isonova.OptionError, match="'x' is none"):
        LinearHeuristic({}, "x")  # type: ignore[arg-type]
    with pytest.raises(isonova.OptionError, match="a name or a LinearHeuristic, not 3"):
        isonova.Heuristic(StateSpace(isonova.load(*files("parcels"))), 3)  # type: ignore[arg-type]
    with pytest.raises(isonova.OptionError, match="not the name of a colour"):
        LinearHeuristic({("wl", 0, "blue"): 1.0})
    with pytest.raises(isonova.OptionError, match="not of at"):
        LinearHeuristic({("at", None, "(p a)"): 1.0})
    with pytest.raises(isonova.OptionError, match="after scaling"):
        LinearHeuristic({}, 1e300)
    with pytest.raises(isonova.OptionError, match="wl_exact"):
        LinearHeuristic({}, wl_exact=True)
    with pytest.raises(isonova.OptionError, match="WL features, not at"):
        LinearHeuristic({}, novelty="at")  # type: ignore[call-arg]
    with pytest.raises(isonova.OptionError, match="a LinearHeuristic, not 3"):
        isonova.plan(*files("parcels"), heuristic=3)  # type: ignore[arg-type]


def test_a_function_may_have_an_attribute_core() -> None:
    class Counting:
        core = "my model"

        def __call__(self, state: frozenset[Atom]) -> int:
            return len(state)

    assert isonova.plan(*files("parcels"), heuristic=Counting(), max_expansions=5).heuristic == "Counting"
