"""The instance learning graph (ILG) of a state and the Weisfeiler-Leman (WL) colours of its nodes, to be looked at.

Nodes are the objects, the atoms true in the state and the goal atoms; an edge joins an atom and the object at each of
its places. The core makes the graph and the colours, as for the search. A colour has a name that is the same in every
state, task and run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from isonova import _core
from isonova.api.ilg.words import Words
from isonova.api.keywords import OptionError, option_errors, with_keywords
from isonova.api.novelty_options import NoveltyOptions
from isonova.api.task import Atom, Task

if TYPE_CHECKING:
    from typing import Unpack

    from networkx import MultiGraph

    from isonova.api.novelty_options import NoveltyKeywords

_Row: TypeAlias = tuple[str, str, tuple[str, ...], list[str]]

KINDS = {
    "ob": "object",
    "ap": "true, no goal",
    "ag": "true goal",
    "ug": "goal, not true",
    "tn": "true, must become false",
    "fn": "false, as the goal wants it",
    "type": "type",
}
"""What the start of a node's colour stands for."""


@dataclass(frozen=True, slots=True)
class Node:
    label: str
    """As in the task: ``red`` or ``(at red depot)``."""
    kind: str
    """One of KINDS."""
    name: str = ""
    """The predicate or type behind the node; for an object only where constants have colours of their own."""

    @property
    def is_object(self) -> bool:
        return self.kind == "ob"

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".rstrip()


@dataclass(frozen=True, slots=True)
class Edge:
    atom: int
    place: int
    """Of the object among the atom's arguments, from 1."""
    object: int


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour that occurs in one state at one iteration: a WL feature is such a colour with its count."""

    iteration: int
    name: str
    """24 hexadecimal digits; equal colours have equal names, everywhere."""
    nodes: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.nodes)


class InstanceGraph:
    """ILG of the state in which just these fluent and derived atoms are true.

    Options are those of :func:`isonova.plan` that say what features are. An InstanceGraph pickles with its task.

    >>> import isonova
    >>> from isonova.examples import files
    >>> task = isonova.load(*files("parcels"))
    >>> graph = InstanceGraph(task, isonova.StateSpace(task).initial().atoms, wl_statics="drop")
    >>> len(graph.nodes), len(graph.edges)
    (28, 24)
    """

    def __init__(self, task: Task, atoms: Iterable[Atom], **keywords: Unpack[NoveltyKeywords]) -> None:
        self.task = task
        self.atoms = frozenset(atoms)
        self.options = with_keywords(NoveltyOptions("wl"), keywords, of="InstanceGraph")
        self._coloured: dict[int, list[_Row]] = {}

    def _rows(self, iterations: int) -> list[_Row]:
        """What the core says of each node: objects first, then atoms, then types."""
        if iterations not in self._coloured:
            options = replace(self.options, wl=replace(self.options.wl, iterations=iterations))
            with option_errors():
                rows = _core.coloured_nodes(self.task._core, options.core(), sorted(self.atoms))
            rows.sort(key=lambda row: (0,) if row[0] == "ob" else (1 + (row[0] == "type"), *row[1:3]))
            self._coloured[iterations] = rows
        return self._coloured[iterations]

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        spelling = {item.name: item.spelling for item in self.task.objects}

        def label(kind: str, name: str, arguments: tuple[str, ...]) -> str:
            spelled = " ".join(spelling[argument] for argument in arguments)
            return spelled if kind == "ob" else f"({name} {spelled})" if spelled else f"({name})"

        return tuple(Node(label(*row[:3]), row[0], row[1]) for row in self._rows(0))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        rows = self._rows(0)
        objects = {row[2][0]: number for number, row in enumerate(rows) if row[0] == "ob"}
        return tuple(
            Edge(number, place, objects[argument])
            for number, row in enumerate(rows)
            if row[0] != "ob"
            for place, argument in enumerate(row[2], start=1)
        )

    def colourings(self, iterations: int) -> list[list[str]]:
        """The name of each node's colour, for each iteration from 0."""
        rows = self._rows(iterations)
        return [[row[3][iteration] for row in rows] for iteration in range(iterations + 1)]

    def colours(self, iterations: int) -> list[Colour]:
        """The colours of all iterations; those that most nodes have come first."""
        result: list[Colour] = []
        for iteration, names in enumerate(self.colourings(iterations)):
            nodes: dict[str, list[int]] = {}
            for node, name in enumerate(names):
                nodes.setdefault(name, []).append(node)
            found = [Colour(iteration, name, tuple(members)) for name, members in nodes.items()]
            result += sorted(found, key=lambda colour: (-colour.count, colour.nodes))
        return result

    def histogram(self, iterations: int) -> Counter[tuple[int, str]]:
        """How many nodes have each colour: (iteration, name)."""
        return Counter((i, name) for i, names in enumerate(self.colourings(iterations)) for name in names)

    def to_networkx(self, iterations: int = 2) -> MultiGraph[int]:
        """The graph for networkx (the extra ``isonova[graph]``).

        Nodes are numbered as in ``nodes`` and have the attributes ``label``, ``kind``, ``name`` and ``colours``, the
        names of their colours from iteration 0 on. An edge has the attribute ``place``, which is also its key.

        >>> import isonova
        >>> from isonova.examples import files
        >>> task = isonova.load(*files("parcels"))
        >>> graph = InstanceGraph(task, isonova.StateSpace(task).initial().atoms, wl_statics="drop").to_networkx()
        >>> graph.number_of_nodes(), graph.number_of_edges()
        (28, 24)
        """
        try:
            from networkx import MultiGraph
        except ImportError:
            raise OptionError("networkx is not installed: pip install 'isonova[graph]'") from None
        result: MultiGraph[int] = MultiGraph()
        colourings = self.colourings(iterations)
        for number, node in enumerate(self.nodes):
            colours = [names[number] for names in colourings]
            result.add_node(number, label=node.label, kind=node.kind, name=node.name, colours=colours)
        for edge in self.edges:
            result.add_edge(edge.atom, edge.object, key=edge.place, place=edge.place)
        return result

    def describe(self, iteration: int, name: str) -> str:
        """A colour of this graph in words: what is around a node that has it, as far as WL has seen by then.

        >>> import isonova
        >>> from isonova.examples import files
        >>> task = isonova.load(*files("parcels"))
        >>> graph = InstanceGraph(task, isonova.StateSpace(task).initial().atoms, wl_statics="drop")
        >>> red = [node.label for node in graph.nodes].index("red")
        >>> graph.describe(1, graph.colourings(1)[1][red])
        'object with [true at(it, _)]'
        """
        names = self.colourings(iteration)[iteration]
        if name not in names:
            raise ValueError(f"no node has the colour {name} after {iteration} iterations")
        return self._words(names.index(name), iteration)

    @cached_property
    def _words(self) -> Words:
        return Words(self)
