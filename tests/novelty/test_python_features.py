"""Features and kinds of novelty written in Python: they do what named ones do, and their errors come out whole."""

from __future__ import annotations

import gc
import sys
import traceback
import weakref
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from features.reference import PartitionNovelty, QuantifiedBoth
from features.walks import FOLDERS, load

import isonova
from isonova.api.names import NoveltyKindName
from isonova.api.task import Atom
from isonova.examples import NAMES, files

State = frozenset[Atom]


def parcels() -> isonova.Task:
    return isonova.load(*files("parcels"))


def work(result: isonova.Result) -> tuple[Any, ...]:
    return (result.status, result.plan, result.initial_key, result.expansions, result.evaluations, result.dead_ends)


def atoms(state: State) -> State:
    return state


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("kind", ["qb", "pn"])
def test_atoms_by_a_function_are_the_atoms(folder: Path, kind: NoveltyKindName) -> None:
    task = load(folder)
    for heuristic in ("gc", "ff"):
        named = isonova.plan(task, heuristic=heuristic, novelty="at", novelty_kind=kind, at_statics="drop")
        written = isonova.plan(task, heuristic=heuristic, novelty=atoms, novelty_kind=kind)
        assert work(written) == work(named)


def test_several_maps_are_kept_apart() -> None:
    task = parcels()
    alone = isonova.plan(task, heuristic="gc", novelty="wl", max_expansions=0).initial_key
    more = isonova.plan(task, heuristic="gc", novelty=["wl", atoms, lambda state: state], max_expansions=0)
    assert alone is not None
    assert more.initial_key == alone - 2 * len(isonova.StateSpace(task).initial())
    assert more.novelty == "wl+atoms+<lambda>"


def test_any_iterable_of_hashables_will_do_and_counts_once() -> None:
    def features(state: State) -> Iterator[Hashable]:
        yield from (len(state), "x", ("x", 1), None, 2.5, "x", frozenset(state))

    found = isonova.plan(parcels(), heuristic="gc", novelty=features, max_expansions=0)
    assert found.initial_key == -6


@pytest.mark.parametrize("kind", [QuantifiedBoth, PartitionNovelty])
@pytest.mark.parametrize("name", NAMES)
def test_a_kind_of_novelty_in_python(name: str, kind: type[QuantifiedBoth] | type[PartitionNovelty]) -> None:
    class Written:
        def __init__(self) -> None:
            self._inner = kind()
            self._parent: frozenset[int] = frozenset()

        def open(self, features: list[int], h: int) -> None:
            assert h >= 0
            self._parent = frozenset(features)

        def score_and_insert(self, gained: list[int], lost: list[int], h: int) -> int | tuple[int, int]:
            features = (self._parent - set(lost)) | set(gained)
            value = self._inner.value(features, h)
            self._inner.insert(features, h)
            return value if kind is QuantifiedBoth else (value, h)

    task = isonova.load(*files(name))
    named: NoveltyKindName = "qb" if kind is QuantifiedBoth else "pn"
    options: dict[str, Any] = {"heuristic": "gc", "novelty": "at+wl", "max_expansions": 60}
    written = isonova.plan(task, novelty_kind=Written(), **options)
    assert work(written) == work(isonova.plan(task, novelty_kind=named, **options))
    assert written.novelty_kind == "Written"


# --- errors


class MyError(Exception):
    pass


def test_an_exception_comes_out_with_its_traceback() -> None:
    calls = 0

    def broken(state: State) -> Iterable[Hashable]:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise MyError(f"after {len(state)} atoms")
        return state

    with pytest.raises(MyError, match=r"after \d+ atoms") as caught:
        isonova.plan(parcels(), heuristic="gc", novelty=["wl", broken])
    assert calls == 5  # the search stopped there
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-1] == "broken"
    assert "plan" in names


def test_an_exception_inside_a_generator() -> None:
    def broken(state: State) -> Iterator[Hashable]:
        yield len(state)
        raise MyError

    with pytest.raises(MyError):
        isonova.plan(parcels(), novelty=broken)


def test_an_exception_in_a_kind_of_novelty() -> None:
    class Broken:
        def open(self, features: list[int], h: int) -> None:
            pass

        def score_and_insert(self, gained: list[int], lost: list[int], h: int) -> int:
            if lost:
                raise MyError(gained, h)
            return 0

    with pytest.raises(MyError):
        isonova.plan(parcels(), novelty="at", novelty_kind=Broken())


def test_wrong_features_and_keys() -> None:
    with pytest.raises(TypeError, match=r"a feature must be hashable, and \[1\] is not"):
        isonova.plan(parcels(), novelty=lambda _: [[1]])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not iterable"):
        isonova.plan(parcels(), novelty=lambda _: 7)  # type: ignore[arg-type]

    class Wordy:
        def open(self, features: list[int], h: int) -> None: ...

        def score_and_insert(self, gained: list[int], lost: list[int], h: int) -> int:
            return f"{h} {gained} {lost}"  # type: ignore[return-value]

    with pytest.raises(TypeError, match="a key of novelty is an integer, or a tuple of two"):
        isonova.plan(parcels(), novelty="at", novelty_kind=Wordy())
    with pytest.raises(isonova.OptionError, match="not 3"):
        isonova.plan(parcels(), novelty=["wl", 3])  # type: ignore[list-item]
    with pytest.raises(isonova.OptionError, match="none and something else"):
        isonova.plan(parcels(), novelty=["none", atoms])


def test_ctrl_c_inside_a_function_interrupts_the_run() -> None:
    def interrupted(state: State) -> State:
        raise KeyboardInterrupt(state)

    assert isonova.plan(parcels(), novelty=interrupted).status == "interrupted"


class Held:
    """Something a function refers to, to see that nobody keeps it."""


@pytest.mark.parametrize("fails", [False, True])
def test_nothing_is_kept(fails: bool) -> None:
    task = parcels()

    def run() -> weakref.ref[Held]:
        held = Held()

        def features(state: State) -> list[Hashable]:
            if fails and len(state) != 7:
                raise MyError
            return [(held, atom) for atom in state]

        before = sys.getrefcount(features)
        if fails:
            with pytest.raises(MyError):
                isonova.plan(task, heuristic="gc", novelty=features)
        else:
            assert isonova.plan(task, heuristic="gc", novelty=features, max_expansions=30).evaluations > 30
        if not fails:
            assert sys.getrefcount(features) == before
        return weakref.ref(held)

    references = [run() for _ in range(3)]
    gc.collect()
    assert [reference() for reference in references] == [None] * 3


def test_searches_side_by_side() -> None:
    tasks = [isonova.load(*files(name)) for name in NAMES] * 2

    def run(task: isonova.Task) -> tuple[Any, ...]:
        return work(isonova.plan(task, heuristic="gc", novelty=["wl", atoms], max_expansions=40))

    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(run, tasks))
    assert together == [run(task) for task in tasks]


def test_fewer_features_see_less() -> None:
    """Counting by place instead of naming: swapping two things is no news."""

    def counts(state: State) -> Iterable[Hashable]:
        return Counter((atom[0], atom[-1]) for atom in state).items()

    task = isonova.load(*files("parcels"))
    found = isonova.plan(task, heuristic="gc", novelty=counts)
    assert found.solved
    telemetry = found.novelty_telemetry
    assert telemetry is not None
    assert [row.map for row in telemetry.features] == ["python"]
    by_atoms = isonova.plan(task, heuristic="gc", novelty="at").novelty_telemetry
    assert by_atoms is not None
    assert telemetry.distinct_features < by_atoms.distinct_features
