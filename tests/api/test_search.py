"""Python inside the compiled search: heuristics, whole state spaces, exceptions, interrupts, threads."""

from __future__ import annotations

import gc
import math
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cli.large import switches

import isonova
from isonova.api.names import EngineName, NoveltyName
from isonova.api.task import Atom
from isonova.examples import files

ENDLESS = switches(60)
TASKS = Path(__file__).parent.parent / "tasks"


@pytest.fixture(scope="module")
def task() -> isonova.Task:
    return isonova.load(*files("parcels"))


def goal_count(task: isonova.Task) -> Callable[[frozenset[Atom]], int]:
    goal = [((part.predicate, *part.args), part.negated) for part in task.goal]
    return lambda state: sum((atom in state) == negated for atom, negated in goal)


class Walk:
    """A simulator that asks a compiled state space: what search sees of it is the same."""

    def __init__(self, task: isonova.Task) -> None:
        self.space = isonova.StateSpace(task)

    def initial(self) -> isonova.State:
        return self.space.initial()

    def is_goal(self, state: isonova.State) -> bool:
        return self.space.is_goal(state)

    def successors(self, state: isonova.State) -> Iterator[tuple[isonova.Action, isonova.State, int]]:
        for action, successor in self.space.successors(state):
            yield action, successor, int(action.cost)

    def atoms(self, state: isonova.State) -> Iterable[Atom]:
        return state.atoms


def symbols(task: isonova.Task) -> isonova.Symbols:
    kinds = {predicate.name: predicate.kind for predicate in task.predicates}
    return isonova.Symbols(
        predicates={predicate.name: predicate.arity for predicate in task.predicates},
        objects=[item.name for item in task.objects],
        goal=[(part.predicate, *part.args) for part in task.goal],
        statics=[atom for atom in task.init if kinds[atom[0]] == "static"],
    )


# --- the same search, whoever computes its parts


@pytest.mark.parametrize("novelty", ["none", "at", "wl", "at+wl"])
@pytest.mark.parametrize("engine", ["grounded", "lifted"])
def test_a_heuristic_in_python_leads_the_same_search(
    task: isonova.Task, novelty: NoveltyName, engine: EngineName
) -> None:
    python = isonova.plan(task, heuristic=goal_count(task), novelty=novelty, engine=engine)
    compiled = isonova.plan(task, heuristic="gc", novelty=novelty, engine=engine)
    assert compiled.expansions > 10
    for key in ("plan", "expansions", "evaluations", "generated", "initial_h", "initial_key"):
        assert getattr(python, key) == getattr(compiled, key)
    assert python.heuristic == "<lambda>"


@pytest.mark.parametrize("novelty", ["none", "at", "wl", "at+wl"])
@pytest.mark.parametrize("name", ["parcels", "tray_towers"])
def test_a_state_space_in_python_leads_the_same_search(name: str, novelty: NoveltyName) -> None:
    task = isonova.load(*files(name))
    settings: dict[str, Any] = {"at_statics": "drop"} if "at" in novelty else {}
    compiled = isonova.plan(task, heuristic="gc", novelty=novelty, engine="grounded", **settings)
    python = isonova.search(Walk(task), heuristic="gc", novelty=novelty, symbols=symbols(task), **settings)
    assert compiled.expansions > 10
    assert python.solved
    assert python.plan is not None
    assert python.states is not None
    assert python.plan == compiled.plan
    assert (python.cost, python.expansions) == (compiled.cost, compiled.expansions)
    assert (python.evaluations, python.initial_h) == (compiled.evaluations, compiled.initial_h)
    if novelty != "none":
        assert python.novelty_telemetry is not None
        assert compiled.novelty_telemetry is not None
        assert python.novelty_telemetry.distinct_features == compiled.novelty_telemetry.distinct_features
    assert len(python.states) == len(python.plan) + 1
    assert isonova.validate(task, python.plan).valid


def test_novelty_by_a_function_of_states(task: isonova.Task) -> None:
    walk = Walk(task)
    count = goal_count(task)

    def guess(state: isonova.State) -> int:
        return count(state.atoms)

    by_function = isonova.search(walk, heuristic=guess, novelty=walk.atoms)
    by_name = isonova.search(walk, heuristic=guess, novelty="at")
    assert (by_function.expansions, by_function.plan) == (by_name.expansions, by_name.plan)
    assert (by_function.novelty, by_name.novelty, by_function.heuristic) == ("atoms", "at", "guess")


# --- simulators


class Line:
    """Numbers from 0; the goal may lie behind a wall."""

    def __init__(self, goal: int = 10, wall: int | None = None) -> None:
        self.goal, self.wall = goal, wall

    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> Iterator[tuple[Any, int] | tuple[Any, int, int]]:
        if self.wall is None or state < self.wall:
            yield ["unhashable", state], state + 1, 2
        if state > 0:
            yield "back", state - 1

    def atoms(self, state: int) -> Iterable[str]:
        return bin(state)[2:]


def test_blind_search_finds_the_way() -> None:
    result = isonova.search(Line())
    assert result.actions == tuple(["unhashable", n] for n in range(10))
    assert result.plan == tuple(f"['unhashable', {n}]" for n in range(10))
    assert result.states == tuple(range(11))
    assert (result.cost, result.novelty_telemetry) == (20, None)
    assert repr(result) == "<SearchResult solved: 10 steps, cost 20; blind, 10 expansions>"
    assert pickle.loads(pickle.dumps(result)) == result


def test_goal_at_once() -> None:
    result = isonova.search(Line(goal=0), novelty="at")
    assert (result.plan, result.states, result.cost) == ((), (0,), 0)


def test_an_exhausted_space_is_proof() -> None:
    assert isonova.search(Line(wall=3)).status == "unsolvable"
    assert isonova.search(Line(wall=3), novelty="at").status == "unsolvable"


def test_dead_ends_are_proof_only_if_they_claim_so() -> None:
    class Wall:
        safe = False

        def __call__(self, state: int) -> float | None:
            return {3: None, 4: math.inf}.get(state, 10 - state)

    wall = Wall()
    assert isonova.search(Line(), heuristic=wall).status == "exhausted"
    wall.safe = True
    result = isonova.search(Line(), heuristic=wall)
    assert (result.status, result.dead_ends) == ("unsolvable", 1)
    assert result.heuristic == "Wall"


def test_a_cheaper_way_to_a_known_state_is_kept() -> None:
    class Diamond:
        def initial(self) -> str:
            return "s"

        def is_goal(self, state: str) -> bool:
            return state == "g"

        def successors(self, state: str) -> list[tuple[str, str, int]]:
            edges = {"s": [("dear", "m", 9), ("cheap", "m", 1), ("loop", "s", 0)], "m": [("on", "g", 1)], "g": []}
            return edges[state]

    result = isonova.search(Diamond())
    assert (result.plan, result.cost) == (("cheap", "on"), 2)


# --- mistakes


@pytest.mark.parametrize(
    ("part", "wrong", "said"),
    [
        ("successors", lambda _: [("go",)], r"\(action, state\) or \(action, state, cost\), not \('go',\)"),
        ("successors", lambda _: ["go"], "not 'go'"),
        ("successors", lambda _: [("go", 1, -1)], "a cost is a whole number from 0, not -1"),
        ("successors", lambda _: [("go", 1, 0.5)], "a cost is a whole number from 0, not 0.5"),
        ("successors", lambda _: [("go", [1])], r"a state must be hashable, and \[1\] is not: use tuples"),
        ("successors", lambda _: 7, "not iterable"),
        ("atoms", lambda _: [{}], r"an atom must be hashable, and \{\} is not"),
        ("initial", list, r"a state must be hashable, and \[\] is not"),
    ],
)
def test_wrong_simulators_are_named(part: str, wrong: Callable[..., object], said: str) -> None:
    space = Line()
    setattr(space, part, wrong)
    with pytest.raises((TypeError, ValueError), match=said):
        isonova.search(space, novelty="at")


@pytest.mark.parametrize("value", ["3", 0.5, [], math.nan, -math.inf, 10**30, Fraction(1, 2)])
def test_wrong_heuristic_values_are_named(task: isonova.Task, value: object) -> None:
    with pytest.raises(TypeError, match="a heuristic value is a whole number") as told:
        isonova.plan(task, heuristic=lambda _: value)  # type: ignore[arg-type,return-value]
    assert ("round(100 * value)" in str(told.value)) == (value in (0.5, Fraction(1, 2)))


@pytest.mark.parametrize("kind", ["int64", "float32", "float64"])
def test_numbers_of_numpy_are_numbers(task: isonova.Task, kind: str) -> None:
    number = getattr(pytest.importorskip("numpy"), kind)
    assert isonova.plan(task, heuristic=lambda _: number(3), max_expansions=1).initial_h == 3
    if kind != "int64":
        assert isonova.plan(task, heuristic=lambda _: number(math.inf)).initial_h is None


def test_whole_numbers_of_other_types(task: isonova.Task) -> None:
    values: list[Any] = [3.0, Fraction(3), -3]
    for value in values:
        assert isonova.plan(task, heuristic=partial(lambda value, _: value, value), max_expansions=1).initial_h == value


@pytest.mark.parametrize(
    ("atom", "said"),
    [
        (("fly", "a"), r"\(fly a\) has a predicate that the symbols do not have"),
        (("at", "a", "b"), "has 2 arguments, not 1"),
        (("at", "moon"), "has the object 'moon'"),
        ((), "needs a predicate"),
        ("at", "an atom is a tuple of strings"),
        (3, "an atom is a tuple of strings"),
    ],
)
def test_wrong_atoms_are_named(atom: object, said: str) -> None:
    class Room(Line):
        def atoms(self, state: int) -> Iterable[Any]:
            return [("at", "a"), atom] if state else []

    names = isonova.Symbols({"at": 1}, ["a"], goal=[("at", "a")])
    with pytest.raises((TypeError, ValueError), match=said):
        isonova.search(Room(), novelty="wl", symbols=names)
    with pytest.raises(ValueError, match="is there twice"):
        isonova.search(Room(), novelty="wl", symbols=isonova.Symbols({"at": 1}, ["a", "a"]))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"novelty": "wl"}, "wl need symbols"),
        ({"novelty": "wll"}, "did you mean wl"),
        ({"heuristic": "ff"}, "blind and gc, not 'ff'"),
        ({"heuristic": "gc"}, "gc needs symbols with a goal"),
        ({"heuristic": 3}, "a heuristic is a name, a function of a state"),
        ({"novelty": "at", "wl_iterations": -1}, "must not be negative"),
        ({"time_limit": 0}, "time_limit must be above 0"),
        ({"tie_break": "lifo"}, "did you mean fifo"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], said: str) -> None:
    with pytest.raises(isonova.OptionError, match=said):
        isonova.search(Line(), **options)


def test_what_is_no_simulator_is_named(task: isonova.Task) -> None:
    with pytest.raises(TypeError, match=r"isonova\.plan"):
        isonova.search(task)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a method initial; int has none"):
        isonova.search(3)  # type: ignore[arg-type]

    class Bare:
        initial, is_goal, successors = Line().initial, Line().is_goal, Line().successors

    with pytest.raises(isonova.OptionError, match="Bare has no method atoms"):
        isonova.search(Bare(), novelty="at")


# --- exceptions of the user come out with their traceback


class OwnError(Exception):
    pass


def fails_here(*_: object) -> Any:
    raise OwnError("in user code")


@pytest.mark.parametrize("part", ["initial", "is_goal", "successors", "atoms", "heuristic", "progress"])
def test_exceptions_in_a_simulator(part: str) -> None:
    space = Line()
    options: dict[str, Any] = {}
    if part in ("heuristic", "progress"):
        options[part] = fails_here
    else:
        setattr(space, part, fails_here)
    with pytest.raises(OwnError, match="in user code") as caught:
        isonova.search(space, novelty="at", **options)
    assert "fails_here" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


@pytest.mark.parametrize("part", ["heuristic", "novelty", "progress"])
def test_exceptions_in_a_search_for_a_plan(task: isonova.Task, part: str) -> None:
    options: dict[str, Any] = {part: fails_here}
    with pytest.raises(OwnError, match="in user code") as caught:
        isonova.plan(task, **options)
    assert "fails_here" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert isonova.plan(task).solved  # nothing is left behind


# --- ending a search from outside


def test_a_stop_token_from_another_thread() -> None:
    token = isonova.StopToken()
    assert repr(token) == "<StopToken>"
    seen = threading.Event()

    def stop() -> None:
        seen.wait(60)
        token.stop()

    def watch(progress: Any) -> None:
        if progress.expansions > 0:
            seen.set()

    stopper = threading.Thread(target=stop)
    stopper.start()
    result = isonova.plan(*ENDLESS, heuristic="gc", progress=watch, stop=token, time_limit=90)
    stopper.join()
    assert (result.status, token.stopped) == ("interrupted", True)
    assert result.expansions > 0
    assert isonova.plan(*ENDLESS, stop=token).status == "interrupted"
    assert isonova.search(Line(goal=-1), stop=token).status == "interrupted"


def test_progress_says_how_it_goes() -> None:
    reports: list[tuple[int, ...]] = []

    def note(progress: Any) -> None:
        reports.append((progress.expansions, progress.best_h, progress.scored_states, progress.new_states))
        assert progress.best_h_seconds <= progress.seconds + 1e-9

    isonova.plan(*ENDLESS, heuristic="gc", novelty="at", max_expansions=400, progress=note)
    assert reports[0][1] == 60
    assert [row[1] for row in reports] == sorted((row[1] for row in reports), reverse=True)
    assert 0 < reports[-1][3] <= reports[-1][2]


def slow(state: int) -> int:
    time.sleep(0.02)
    return -state


def test_time_limit_with_slow_python() -> None:
    result = isonova.search(Line(goal=-1), heuristic=slow, time_limit=0.3)
    assert result.status == "out_of_time"
    assert 0 < result.expansions < 100  # it would be endless


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("where", ["compiled", "heuristic", "simulator"])
def test_ctrl_c(where: str) -> None:
    """As in a notebook: the signal comes while the main thread is in the search, which ends and says what it knows."""
    assert threading.current_thread() is threading.main_thread()
    at_work = threading.Event()

    def interrupt() -> None:
        at_work.wait(60)
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    calls = 0

    def busy(*_: object) -> Any:
        nonlocal calls
        calls += 1
        if calls == 3:  # after the initial state; a report comes before the first expansion too
            at_work.set()  # once: the signal must not come in between
        return 0

    killer = threading.Thread(target=interrupt)
    killer.start()
    gc.disable()  # Hypothesis listens to it, and an exception in a listener is lost
    try:
        result: Any
        if where == "compiled":
            result = isonova.plan(*ENDLESS, heuristic="blind", progress=busy, time_limit=90)
        elif where == "heuristic":
            result = isonova.plan(*ENDLESS, heuristic=busy, time_limit=90)
        else:
            result = isonova.search(Line(goal=-1), heuristic=busy, time_limit=90)
    finally:
        gc.enable()
        at_work.set()
        killer.join()
    assert result.status == "interrupted"
    assert result.expansions > 0


def test_two_searches_run_at_the_same_time() -> None:
    """Each goes on until it has seen the other one advance."""
    tokens = [isonova.StopToken(), isonova.StopToken()]
    counts = [0, 0]
    results: list[isonova.Result | None] = [None, None]

    def run(mine: int) -> None:
        started_at: list[int] = []

        def watch(progress: Any) -> None:
            counts[mine] = progress.expansions
            if not started_at and counts[1 - mine]:
                started_at.append(counts[1 - mine])
            if started_at and counts[1 - mine] > started_at[0] and progress.expansions > 100:
                tokens[mine].stop()

        results[mine] = isonova.plan(
            *ENDLESS, heuristic="gc", tie_break="g", progress=watch, stop=tokens[mine], time_limit=60
        )

    threads = [threading.Thread(target=run, args=(mine,)) for mine in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = [result.status if result else None for result in results]
    assert "interrupted" in statuses  # the other one may find itself alone at the end
    assert all(counts)
