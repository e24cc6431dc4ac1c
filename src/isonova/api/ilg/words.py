"""WL colours in words. After l iterations a colour stands for what a node sees within l steps, and the words say just
that: two nodes have the same words if and only if they have the same colour.

An object is told by its atoms, in which ``it`` is the object. An atom is told by its objects; ``_`` is one that WL has
not looked at yet.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isonova.api.ilg.graph import InstanceGraph

_ATOMS = {
    "ap": "true ",
    "ag": "reached goal ",
    "ug": "open goal ",
    "tn": "violated goal not ",
    "fn": "reached goal not ",
    "type": "type ",
}


class Words:
    """The words for the nodes of a graph."""

    def __init__(self, graph: InstanceGraph) -> None:
        self._nodes = graph.nodes
        self._objects: list[list[int]] = [[] for _ in graph.nodes]  # of an atom, in order
        self._atoms: list[list[tuple[int, int]]] = [[] for _ in graph.nodes]  # of an object, with its place there
        for edge in graph.edges:
            self._objects[edge.atom].append(edge.object)
            self._atoms[edge.object].append((edge.atom, edge.place))
        self._known: dict[tuple[int, int, int], str] = {}

    def __call__(self, node: int, iteration: int, place: int = 0) -> str:
        """Of a node after so many iterations; of an atom seen from the object at a place, if one is given."""
        key = node, iteration, place
        if key not in self._known:
            is_object = self._nodes[node].is_object
            self._known[key] = self._object(node, iteration) if is_object else self._atom(*key)
        return self._known[key]

    def _object(self, node: int, iteration: int) -> str:
        name = self._nodes[node].name
        itself = f"constant {name}" if name else "object"
        if iteration == 0:
            return itself
        around = Counter(self(atom, iteration - 1, place) for atom, place in self._atoms[node])
        parts = [f"{count} x {words}" if count > 1 else words for words, count in sorted(around.items())]
        return f"{itself} with [{', '.join(parts)}]" if parts else f"{itself} without atoms"

    def _atom(self, node: int, iteration: int, place: int) -> str:
        arguments = [
            "it" if number == place else "_" if iteration == 0 else self(item, iteration - 1)
            for number, item in enumerate(self._objects[node], start=1)
        ]
        shown = f"({', '.join(arguments)})" if arguments else ""
        return f"{_ATOMS[self._nodes[node].kind]}{self._nodes[node].name}{shown}"
