"""WL features of a state, and of two states compared, as plain data."""

from __future__ import annotations

from typing import Any

from isonova.api.ilg.graph import Colour, InstanceGraph


def describe(graph: InstanceGraph, iterations: int, *, words: str | None = None) -> dict[str, Any]:
    """Sizes of the graph, colours per iteration, and every colour with the nodes that have it; with ``words`` those
    whose names start so are also told in words."""
    colours = graph.colours(iterations)
    per_iteration = [sum(colour.iteration == i for colour in colours) for i in range(iterations + 1)]
    return {
        "objects": sum(node.is_object for node in graph.nodes),
        "atom_nodes": sum(not node.is_object for node in graph.nodes),
        "edges": len(graph.edges),
        "features": len(colours),
        "features_per_iteration": per_iteration,
        "colours": [
            _as_dict(graph, colour)
            | (
                {"words": graph.describe(colour.iteration, colour.name)}
                if words is not None and colour.name.startswith(words)
                else {}
            )
            for colour in colours
        ],
    }


def compare(first: InstanceGraph, second: InstanceGraph, iterations: int, counts: bool = True) -> dict[str, Any]:
    """Which features differ: colours with another count, or without ``counts`` colours that only one of them has."""
    sides = [{(c.iteration, c.name): c for c in graph.colours(iterations)} for graph in (first, second)]
    differing: list[dict[str, Any]] = []
    for key in sorted(sides[0].keys() | sides[1].keys()):
        found = [side.get(key) for side in sides]
        numbers = [0 if colour is None else colour.count for colour in found]
        if numbers[0] == numbers[1] or (not counts and all(numbers)):
            continue
        graph, colour = next((g, c) for g, c in zip((first, second), found, strict=True) if c is not None)
        described = _as_dict(graph, colour)
        described.pop("count")
        described["counts"] = numbers
        described["nodes"] = [
            [] if c is None else [g.nodes[n].label for n in c.nodes]
            for g, c in zip((first, second), found, strict=True)
        ]
        differing.append(described)
    return {
        "symmetric": not differing,
        "first_difference": min((d["iteration"] for d in differing), default=None),
        "differing": differing,
    }


def _as_dict(graph: InstanceGraph, colour: Colour) -> dict[str, Any]:
    node = graph.nodes[colour.nodes[0]]
    return {
        "iteration": colour.iteration,
        "colour": colour.name,
        "kind": node.kind,
        "name": node.name,
        "count": colour.count,
        "nodes": [graph.nodes[number].label for number in colour.nodes],
    }
