"""Embeddings against the same features from a function of single states."""

from __future__ import annotations

from typing import Any

import pytest

import isonova
from isonova import Embedding
from isonova.api.task import Atom
from isonova.examples import files

np = pytest.importorskip("numpy")


def weights(columns: int) -> Any:
    return np.random.default_rng(3).integers(-3, 4, (columns, 5))


def mixed(rows: Any) -> Any:
    return rows @ weights(rows.shape[1]) / 2


@pytest.mark.parametrize("example", ["parcels", "lockdown"])
@pytest.mark.parametrize("options", [{"width": 0.75}, {"projections": 3, "bits": 4, "seed": 5}])
def test_whole_expansions_are_as_single_states(example: str, options: dict[str, Any]) -> None:
    embedding = Embedding(mixed, **options)
    together = isonova.plan(*files(example), heuristic="gc", novelty=embedding, engine="grounded")
    assert embedding.atoms
    one_by_one = Embedding(mixed, **options)
    one_by_one.begin(embedding.atoms)
    alone = isonova.plan(*files(example), heuristic="gc", novelty=one_by_one.__call__, engine="grounded")
    assert together.solved
    assert (together.plan, together.expansions) == (alone.plan, alone.expansions)
    seen, same = together.novelty_telemetry, alone.novelty_telemetry
    assert seen is not None
    assert same is not None
    assert (seen.distinct_features, seen.new_states) == (same.distinct_features, same.new_states)
    assert together.novelty == "mixed"


def test_one_call_for_an_expansion() -> None:
    calls: list[int] = []

    def counted(rows: Any) -> Any:
        calls.append(len(rows))
        return mixed(rows)

    result = isonova.plan(*files("parcels"), heuristic="gc", novelty=["wl", Embedding(counted, width=1)])
    assert result.solved
    assert len(calls) <= 1 + 2 * result.expansions  # the parent, then its children together
    assert sum(calls) >= result.evaluations
    assert max(calls) > 3


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda rows: rows[:, 0], r"shape \(1,\) for 1 states"),
        (lambda rows: np.zeros((len(rows) + 1, 2)), r"it needs a row for each"),
        (lambda rows: np.full((len(rows), 2), np.nan), "not finite"),
        (lambda rows: np.full((len(rows), 2), 1e20), "too large"),
        (lambda rows: np.zeros((len(rows), len(rows))), "dimensions after 1 before"),
    ],
)
def test_what_is_no_vector(function: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        isonova.plan(*files("parcels"), heuristic="gc", novelty=Embedding(function, width=1))


def test_mistakes_are_told() -> None:
    with pytest.raises(isonova.OptionError, match="either a width"):
        Embedding(mixed)
    with pytest.raises(isonova.OptionError, match="either a width"):
        Embedding(mixed, width=1, projections=2)
    with pytest.raises(isonova.OptionError, match="above 0"):
        Embedding(mixed, width=0)
    with pytest.raises(isonova.OptionError, match="above 0, but is 'x'"):
        Embedding(mixed, width="x")  # type: ignore[arg-type]
    for wrong in (
        {"projections": 0},
        {"projections": 2.0},
        {"projections": 1, "bits": 63},
        {"projections": 1, "seed": -1},
    ):
        with pytest.raises(isonova.OptionError, match="must be a whole number from"):
            Embedding(mixed, **wrong)
    with pytest.raises(isonova.OptionError, match="the maps of the core, by name"):
        isonova.StateFeatures(isonova.StateSpace(isonova.load(*files("parcels"))), Embedding(mixed, width=1))  # type: ignore[arg-type]
    with pytest.raises(isonova.OptionError, match="not with other functions"):
        isonova.NoveltyOptions([Embedding(mixed, width=1), lambda _: ()])
    with pytest.raises(isonova.OptionError, match="for tasks"):
        isonova.search(object(), novelty=Embedding(mixed, width=1))  # type: ignore[arg-type]


def test_the_lifted_engine_is_refused() -> None:
    with pytest.raises(isonova.OptionError, match="engine 'grounded'"):
        isonova.plan(*files("parcels"), heuristic="gc", novelty=Embedding(mixed, width=1), engine="lifted")


def test_atoms_of_axioms_that_were_invented_are_hidden() -> None:
    domain = """(define (domain d) (:predicates (on ?x) (off ?x))
      (:action switch :parameters (?x) :precondition (not (on ?x)) :effect (on ?x)))"""
    problem = """(define (problem p) (:domain d) (:objects a b - object) (:init)
      (:goal (or (forall (?x) (on ?x)) (exists (?x) (off ?x)))))"""
    embedding = Embedding(mixed, width=1)
    assert isonova.plan(domain, problem, heuristic="gc", novelty=embedding, engine="grounded").solved
    assert {atom[0] for atom in embedding.atoms} <= {"on", "off"}


def test_a_function_may_have_an_attribute_codes() -> None:
    def own(state: frozenset[Atom]) -> list[Atom]:
        return sorted(state)

    own.codes = [1, 2]  # type: ignore[attr-defined]
    assert isonova.plan(*files("parcels"), heuristic="gc", novelty=own).solved
