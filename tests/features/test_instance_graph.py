"""The graph that people look at, against the reference."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from features.reference import Interner, Node, Options, colourings, instance_graph

import isonova
from isonova.api.ilg.graph import InstanceGraph
from isonova.api.ilg.graph import Node as InstanceNode
from isonova.api.ilg.report import compare, describe
from isonova.api.names import EngineName, ProfileName
from isonova.api.states import initial_state, state_after
from isonova.examples import NAMES, files

ENGINES: tuple[EngineName, ...] = ("grounded", "lifted")
PROFILES: tuple[ProfileName, ...] = get_args(ProfileName)
FOLDERS = sorted(path.parent for path in (Path(__file__).parent.parent / "tasks").glob("*/problem.pddl"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_same_nodes_edges_and_colours_as_the_reference(folder: Path) -> None:
    task = isonova.load(folder / "domain.pddl", folder / "problem.pddl")
    intern = Interner()
    names: dict[int, str] = {}
    space = isonova.StateSpace(task)
    state = space.initial()
    for step, (statics, types, constants) in enumerate(product((False, True), repeat=3)):
        graph = InstanceGraph(
            task,
            state.atoms,
            wl_statics="keep" if statics else "drop",
            wl_types="keep" if types else "drop",
            wl_constants="distinct" if constants else "same",
        )
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

    return isonova.load(*files("parcels"))


def test_labels_are_as_written_and_places_count_from_1() -> None:
    task = parcels()
    graph = InstanceGraph(task, initial_state(task), wl_statics="drop")
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
    names = InstanceGraph(task, initial_state(task), wl_statics="drop").colourings(2)
    assert [step[0] for step in names] == [
        "68ad79f8698596589e486184",
        "129826619d2d4650791be076",
        "0067e38ae0e16596ca7fbbbf",
    ]
    assert [len(set(step)) for step in names] == [3, 8, 14]


def test_symmetric_states_cannot_be_told_apart_and_others_can() -> None:
    task = parcels()
    graph = InstanceGraph(task, initial_state(task), wl_statics="drop")
    # red-1 and red-2 are in nothing but a static atom each.
    first, second = (
        InstanceGraph(task, state_after(task, [f"(load lamp {slot} red depot)"]), wl_statics="drop")
        for slot in ("red-1", "red-2")
    )
    assert compare(first, second, 4) == {"symmetric": True, "first_difference": None, "differing": []}
    found = compare(graph, first, 2)
    assert not found["symmetric"]
    assert found["first_difference"] == 0
    lost = [row for row in found["differing"] if row["kind"] == "ap" and row["iteration"] == 0 and row["name"] == "at"]
    assert [row["counts"] for row in lost] == [[7, 6]]
    # How often a colour occurs differs, but not which do.
    other = InstanceGraph(task, initial_state(task) - {("at", "red", "depot")}, wl_statics="drop")
    assert compare(graph, other, 0, counts=True)["differing"]
    assert not compare(graph, other, 0, counts=False)["differing"]


def test_describe_adds_up() -> None:
    task = parcels()
    report = describe(InstanceGraph(task, initial_state(task), wl_types="keep"), 3)
    assert report["objects"] == len(task.objects)
    assert report["features"] == sum(report["features_per_iteration"]) == len(report["colours"])
    for i in range(4):
        counts = [colour["count"] for colour in report["colours"] if colour["iteration"] == i]
        assert sum(counts) == report["objects"] + report["atom_nodes"]
        assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_search_computes_the_colours_that_are_shown(folder: Path) -> None:
    task = isonova.load(folder / "domain.pddl", folder / "problem.pddl")
    for engine, profile, exact in product(ENGINES, PROFILES, (False, True)):
        space = isonova.StateSpace(task, engine=engine)
        core = isonova.StateFeatures(space, profile=profile, wl_exact=exact, wl_objects="all")
        state = space.initial()
        for step in range(6):
            shown = InstanceGraph(task, state.atoms, profile=profile).histogram(2)
            assert core.counts(state) == {("wl", *colour): count for colour, count in shown.items()}
            assert core.graph(state).histogram(2) == shown
            successors = space.successors(state)
            state = successors[step % len(successors)][1] if successors else state


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nodes_have_the_same_words_if_and_only_if_they_have_the_same_colour(folder: Path) -> None:
    task = isonova.load(folder / "domain.pddl", folder / "problem.pddl")
    space = isonova.StateSpace(task)
    state = space.initial()
    by_name: dict[tuple[int, str], str] = {}
    for step in range(4):
        graph = InstanceGraph(task, state.atoms, wl_types="keep")
        for colour in graph.colours(3):
            found = graph.describe(colour.iteration, colour.name)
            assert by_name.setdefault((colour.iteration, colour.name), found) == found
            assert {graph._words(node, colour.iteration) for node in colour.nodes} == {found}
        successors = space.successors(state)
        state = successors[step % len(successors)][1] if successors else state
    assert len({(iteration, found) for (iteration, _), found in by_name.items()}) == len(by_name)


def test_colours_in_words() -> None:
    task = parcels()
    graph = InstanceGraph(task, initial_state(task), wl_statics="drop")
    labels = [node.label for node in graph.nodes]

    def words(label: str, iteration: int) -> str:
        return graph.describe(iteration, graph.colourings(iteration)[iteration][labels.index(label)])

    assert [words("lamp", i) for i in range(3)] == [
        "object",
        "object with [open goal at(it, _), true at(it, _)]",
        "object with [open goal at(it, object), true at(it, object)]",
    ]
    assert [words("(at red depot)", i) for i in range(2)] == ["true at(_, _)", "true at(object, object)"]
    assert words("(at red depot)", 2).startswith("true at(object with [true at(it, _)], object with [")
    assert words("red-1", 2) == "object without atoms"
    with pytest.raises(ValueError, match="no node has the colour cafe after 1 iterations"):
        graph.describe(1, "cafe")


def test_unknown_atoms_and_options() -> None:
    task = parcels()
    with pytest.raises(ValueError, match=r"the task has no atom \(at red\)"):
        InstanceGraph(task, [("at", "red")]).colours(0)
    with pytest.raises(isonova.OptionError, match="needs the engine 'grounded'"):
        InstanceGraph(task, [], wl_objects="fluent").colours(0)
    with pytest.raises(TypeError, match="did you mean 'wl_statics'"):
        InstanceGraph(task, [], statics="drop")  # type: ignore[call-arg]


@pytest.mark.parametrize("name", NAMES)
def test_networkx_refines_colours_alike(name: str) -> None:
    """Colour refinement by networkx, which shares no code with ours, tells the same nodes apart."""
    networkx = pytest.importorskip("networkx")
    task = isonova.load(*files(name))
    built = InstanceGraph(task, initial_state(task))
    graph = built.to_networkx(3)
    assert graph.number_of_nodes() == len(built.nodes)
    assert sorted((min(e[:2]), max(e[:2]), e[2]["place"]) for e in graph.edges(data=True)) == sorted(
        (min(e.atom, e.object), max(e.atom, e.object), e.place) for e in built.edges
    )
    simple = networkx.Graph()  # networkx's refinement takes no parallel edges: their places become one label
    for number, node in graph.nodes(data=True):
        assert (node["label"], node["kind"], node["name"]) == (
            built.nodes[number].label,
            built.nodes[number].kind,
            built.nodes[number].name,
        )
        simple.add_node(number, start=node["colours"][0])
    for a, b, places in ((a, b, graph[a][b]) for a, b in set(graph.edges())):
        simple.add_edge(a, b, place=",".join(map(str, sorted(places))))
    hashes = networkx.weisfeiler_lehman_subgraph_hashes(
        simple, edge_attr="place", node_attr="start", iterations=3, include_initial_labels=True
    )
    for iteration in range(4):
        ours = [graph.nodes[node]["colours"][iteration] for node in simple]
        theirs = [hashes[node][iteration] for node in simple]
        both = len(set(zip(ours, theirs, strict=True)))
        assert len(set(theirs)) == both
        # One label for two places of the same object may tell more nodes apart than two edges do.
        assert len(set(ours)) == both or simple.number_of_edges() < graph.number_of_edges()
