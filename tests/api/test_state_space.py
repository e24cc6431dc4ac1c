"""StateSpace, State and Heuristic as Python objects."""

from __future__ import annotations

import doctest
import math
import pickle
from pathlib import Path

import pytest

import isonova
from isonova import Heuristic, State, StateSpace
from isonova.api import state_space
from isonova.api.names import EngineName
from isonova.examples import files

TASKS = Path(__file__).parent.parent / "tasks"


@pytest.fixture(scope="module")
def space() -> StateSpace:
    return StateSpace(isonova.load(*files("parcels")))


def of(name: str) -> StateSpace:
    return StateSpace(isonova.load(TASKS / name / "domain.pddl", TASKS / name / "problem.pddl"))


def test_doctests() -> None:
    failed, tried = doctest.testmod(state_space)
    assert tried > 0
    assert failed == 0


def test_states_are_values(space: StateSpace) -> None:
    state = space.initial()
    assert state == space.initial()
    assert hash(state) == hash(space.initial())
    assert len({state, space.initial(), space.state(state)}) == 1
    assert state == StateSpace(space.task).initial()
    assert state != space.successors(state)[0][1]
    assert state != state.atoms
    assert ("at", "red", "depot") in state
    assert ["at", "red", "depot"] in state
    assert ("at", "red", "mill") not in state
    assert len(state) == len(state.atoms) == len(list(state))
    assert "(at red depot)" in str(state)
    assert all(isinstance(atom, tuple) for atom in state.atoms)


def test_state_from_atoms(space: StateSpace) -> None:
    state = space.initial()
    moved = space.state((state.atoms - {("at", "red", "depot")}) | {("at", "red", "mill")})
    assert moved in [successor for _, successor in space.successors(state)]
    assert space.state([*state, ("road", "depot", "mill")]) == state  # static atoms may be given if they hold
    wrong: list[tuple[list[tuple[str, ...]], str]] = [
        ([("at", "red", "red")], r"no reachable state has the atom \(at red red\)"),
        ([("road", "depot", "church")], r"no reachable state has the atom \(road depot church\)"),
        ([("at", "red")], r"no predicate fits the atom \(at red\)"),
        ([("is", "red")], r"no predicate fits the atom \(is red\)"),
        ([("at", "red", "moon")], r"unknown object in the atom \(at red moon\)"),
        ([()], "an atom needs a predicate"),
    ]
    for atoms, message in wrong:
        with pytest.raises(ValueError, match=message):
            space.state(atoms)


def test_derived_atoms_follow() -> None:
    space = of("derived-recursive")
    derived = {predicate.name for predicate in space.task.predicates if predicate.kind == "derived"}
    state = space.initial()
    basic = [atom for atom in state if atom[0] not in derived]
    assert len(basic) < len(state)
    assert space.state(basic) == space.state(state) == state
    wrong = next(
        atom
        for _, successor in space.successors(state)
        for atom in successor
        if atom[0] in derived and atom not in state
    )
    with pytest.raises(ValueError, match="does not follow"):
        space.state([*basic, wrong])


@pytest.mark.parametrize("engine", ["grounded", "lifted"])
def test_states_go_from_space_to_space(space: StateSpace, engine: EngineName) -> None:
    other = StateSpace(space.task, engine=engine)
    for state in (space.initial(), pickle.loads(pickle.dumps(space.initial())), State(space.initial().atoms)):
        assert state == other.initial()
        assert hash(state) == hash(other.initial())
        assert other.successors(state) == space.successors(state)
        assert Heuristic(other, "gc")(state) == 5
        assert not other.is_goal(state)
    with pytest.raises(ValueError, match=r"unknown object in the atom \(at ann hall\)"):
        other.is_goal(of("strips").initial())
    with pytest.raises(TypeError, match=r"a State is expected, not frozenset; space\.state\(atoms\) makes one"):
        other.is_goal(space.initial().atoms)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="belongs to no space"):
        State(()).space  # noqa: B018


def test_applying_actions(space: StateSpace) -> None:
    state = space.initial()
    for action, successor in space.successors(state):
        for written in (action, str(action), str(action).upper(), (action.name, *action.args)):
            assert space.apply(state, written) == successor
    with pytest.raises(ValueError, match=r"^\(drive red mill depot\) does not apply:\n  false: \(at \?v \?from\)"):
        space.apply(state, "(drive red mill depot)")
    with pytest.raises(ValueError, match="no action 'drove'; did you mean 'drive'"):
        space.apply(state, ("drove", "red"))
    with pytest.raises(ValueError, match="takes 3 arguments, found 1"):
        space.apply(state, "(drive red)")
    with pytest.raises(ValueError, match="one action can be applied at a time, not 2"):
        space.apply(state, "(drive red depot mill) (drive red mill depot)")


@pytest.mark.parametrize("engine", ["grounded", "lifted"])
@pytest.mark.parametrize("folder", sorted(TASKS.glob("*/best.plan")), ids=lambda path: path.parent.name)
def test_walking_a_plan(folder: Path, engine: EngineName) -> None:
    """Actions and states of a result are those of the space, in every task of the language."""
    task = isonova.load(folder.with_name("domain.pddl"), folder.with_name("problem.pddl"))
    result = isonova.plan(task, heuristic="gc")
    space = StateSpace(task, engine=engine)
    assert result.actions is not None
    assert result.states is not None
    assert result.states[0] == space.initial()
    for action, before, after in zip(result.actions, result.states, result.states[1:], strict=False):
        assert (action, after) in space.successors(before)
        assert space.apply(before, action) == after
    assert space.is_goal(result.states[-1])
    assert sum(action.cost for action in result.actions) == result.cost
    assert tuple(map(str, result.actions)) == result.plan
    assert len(result.states) == len(result.actions) + 1


def test_following_a_plan_reaches_the_goal(space: StateSpace) -> None:
    result = isonova.plan(space.task)
    assert result.plan is not None
    state = space.initial()
    cost: float = 0
    for step in result.plan:
        action, state = next((a, s) for a, s in space.successors(state) if str(a) == step)
        cost += action.cost
    assert space.is_goal(state)
    assert cost == result.cost
    assert [Heuristic(space, name)(state) for name in ("ff", "add", "gc", "blind")] == [0, 0, 0, 0]


@pytest.mark.filterwarnings("ignore:cost_type has no effect")
def test_heuristics_agree_with_the_planner(space: StateSpace) -> None:
    for name in ("ff", "add", "gc", "blind"):
        for cost_type in ("normal", "one", "plusone"):
            value = Heuristic(space, name, cost_type=cost_type)(space.initial())
            assert value == isonova.plan(space.task, heuristic=name, cost_type=cost_type, max_expansions=0).initial_h


def test_dead_ends_are_infinite() -> None:
    space = of("unsolvable-relaxed")
    assert space.goal_is_unreachable
    assert Heuristic(space, "add")(space.initial()) == math.inf
    assert not space.is_goal(space.initial())


def test_unknown_names(space: StateSpace) -> None:
    with pytest.raises(ValueError, match="unknown heuristic 'fff'; did you mean ff"):
        Heuristic(space, "fff")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown cost type 'two'"):
        Heuristic(space, "ff", cost_type="two")  # type: ignore[arg-type]
