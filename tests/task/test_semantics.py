"""The normalised task, read literally, against the validator's direct semantics of the syntax tree."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from task.reference import Interpreter, State, reachable

import isonova
from isonova.api.task import Atom, Task
from isonova.validator.simulator import Simulator

TASKS = sorted(path.parent for path in (Path(__file__).parent.parent / "tasks").glob("*/problem.pddl"))
LIMIT = 5_000

Graph = dict[State, set[tuple[Atom, float, State]]]


def direct(task: Task) -> tuple[Graph, dict[State, bool]]:
    """The same graph by the validator's semantics, states cut down to the task's fluents."""
    simulator = Simulator(task._tree)
    fluent = {predicate.name for predicate in task.predicates if predicate.kind == "fluent"}

    def cut(state: frozenset[Atom]) -> State:
        return frozenset(atom for atom in state if atom[0] in fluent)

    graph: Graph = {}
    goals: dict[State, bool] = {}
    queue = [simulator.initial()]
    while queue:
        state = queue.pop()
        if cut(state) in graph:
            continue
        assert len(graph) < LIMIT
        out: set[tuple[Atom, float, State]] = set()
        for action, args in simulator.applicable(state):
            successor = simulator.successor(state, action, args)
            cost = simulator.cost(state, action, args)
            assert successor is not None
            assert cost is not None
            out.add(((action, *args), cost, cut(successor)))
            queue.append(successor)
        graph[cut(state)] = out
        goals[cut(state)] = simulator.is_goal(state)
    return graph, goals


@pytest.mark.parametrize("folder", TASKS, ids=lambda path: path.name)
def test_normalised_task_means_what_was_written(folder: Path) -> None:
    task = isonova.load(folder / "domain.pddl", folder / "problem.pddl")
    graph, goals = direct(task)
    assert reachable(task, LIMIT) == graph
    interpreter = Interpreter(task)
    assert {state: interpreter.is_goal(state) for state in graph} == goals


@pytest.mark.parametrize("folder", TASKS, ids=lambda path: path.name)
def test_task_written_back_means_the_same(folder: Path) -> None:
    task = isonova.load(folder / "domain.pddl", folder / "problem.pddl")
    graph, goals = direct(task)
    again = isonova.load(*task.to_pddl())
    assert direct(again) == (graph, goals)
    assert str(pickle.loads(pickle.dumps(task))) == str(task)


def test_an_effect_over_a_type_without_objects_makes_no_predicate_fluent() -> None:
    domain = """(define (domain d) (:requirements :typing :conditional-effects) (:types rare common)
      (:predicates (kept ?x - common) (also ?x - common) (changed ?x - common))
      (:action never :parameters (?r - rare ?x - common) :precondition (kept ?x) :effect (not (kept ?x)))
      (:action some :parameters (?x - common) :precondition (kept ?x)
        :effect (and (changed ?x) (forall (?r - rare) (not (also ?x))))))"""
    problem = """(define (problem p) (:domain d) (:objects a - common) (:init (kept a) (also a))
      (:goal (and (kept a) (changed a))))"""
    task = isonova.load(domain, problem)
    kinds = {predicate.name: predicate.kind for predicate in task.predicates}
    assert kinds == {"kept": "static", "also": "static", "changed": "fluent"}
    assert [str(part) for part in task.goal] == ["(changed a)"]
    assert isonova.plan(task).plan == ("(some a)",)
