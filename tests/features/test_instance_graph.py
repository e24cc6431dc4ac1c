"""The graph that people look at, against the reference."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from features.reference import Interner, Node, Options, colourings, instance_graph

import isonova
from isonova.api.ilg.graph import InstanceGraph
from isonova.api.ilg.graph import Node as InstanceNode
from isonova.api.ilg.report import compare, describe
from isonova.api.states import initial_state, state_after

FOLDERS = sorted(path.parent for path in (Path(__file__).parent.parent / "tasks").glob("*/problem.pddl"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_same_nodes_edges_and_colours_as_the_reference(folder: Path) -> None:
    task = isonova.load(folder / "domain.pddl", folder / "problem.pddl")
    intern = Interner()
    names: dict[int, str] = {}
    space = isonova.StateSpace(task)
    state = space.initial()
    for step, (statics, types, constants) in enumerate(product((False, True), repeat=3)):
        graph = InstanceGraph(task, state.atoms, statics=statics, types=types, constants=constants)
        expected = instance_graph(task, state.atoms, Options(3, statics, types, constants))
        assert len(graph.nodes) == len(expected.colours)
        assert len(graph.edges) == len(expected.edges)
        keys = [_key(node) for node in graph.nodes]
        for mine, theirs in zip(graph.colourings(3), colourings(expected, 3, intern), strict=True):
            by_key = {_reference_key(node): colour for node, colour in theirs.items()}
            for key, name in zip(keys, mine, strict=True):
                assert names.setdefault(by_key[key], name) == name
        successors = space.successors(state)
        state = successors[step % len(successors)][1] if successors else state
    assert len(set(names.values())) == len(names)


def _key(node: InstanceNode) -> str:
    return f"{'type ' if node.kind == 'type' else ''}{node.label.lower()}"


def _reference_key(node: Node) -> str:
    if len(node) == 1:
        return node[0]
    kind, _, name = node[1].rpartition(" ")
    return f"{kind} ".lstrip() + f"({' '.join((name, *node[2:]))})"


def parcels() -> isonova.Task:
    from isonova.examples import files

    return isonova.load(*files("parcels"))


def test_labels_are_as_written_and_places_count_from_1() -> None:
    task = parcels()
    graph = InstanceGraph(task, initial_state(task), statics=False)
    labels = [node.label for node in graph.nodes]
    assert "north-quay" in labels
    assert "(at red depot)" in labels
    atom = labels.index("(at red depot)")
    assert {(edge.place, labels[edge.object]) for edge in graph.edges if edge.atom == atom} == {
        (1, "red"),
        (2, "depot"),
    }
    assert {str(node) for node in graph.nodes} == {"ob", "ap at", "ug at"}


def test_names_of_colours_stay() -> None:
    """They are written into files that people keep: a change is a break."""
    task = parcels()
    names = InstanceGraph(task, initial_state(task), statics=False).colourings(2)
    assert names[0][0] == "1a54f4bf" + names[0][0][8:]
    assert [len(set(step)) for step in names] == [3, 8, 14]


def test_symmetric_states_cannot_be_told_apart_and_others_can() -> None:
    task = parcels()
    options = {"statics": False}
    graph = InstanceGraph(task, initial_state(task), **options)
    # red-1 and red-2 are in nothing but a static atom each.
    first, second = (
        InstanceGraph(task, state_after(task, [f"(load lamp {slot} red depot)"]), **options)
        for slot in ("red-1", "red-2")
    )
    assert compare(first, second, 4) == {"symmetric": True, "first_difference": None, "differing": []}
    found = compare(graph, first, 2)
    assert not found["symmetric"]
    assert found["first_difference"] == 0
    lost = [row for row in found["differing"] if row["kind"] == "ap" and row["iteration"] == 0 and row["name"] == "at"]
    assert [row["counts"] for row in lost] == [[7, 6]]
    # How often a colour occurs differs, but not which do.
    other = InstanceGraph(task, initial_state(task) - {("at", "red", "depot")}, **options)
    assert compare(graph, other, 0, counts=True)["differing"]
    assert not compare(graph, other, 0, counts=False)["differing"]


def test_describe_adds_up() -> None:
    task = parcels()
    report = describe(InstanceGraph(task, initial_state(task), types=True, constants=True), 3)
    assert report["objects"] == len(task.objects)
    assert report["features"] == sum(report["features_per_iteration"]) == len(report["colours"])
    for i in range(4):
        counts = [colour["count"] for colour in report["colours"] if colour["iteration"] == i]
        assert sum(counts) == report["objects"] + report["atom_nodes"]
        assert counts == sorted(counts, reverse=True)
