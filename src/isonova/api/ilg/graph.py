"""The instance learning graph (ILG) of a state and the Weisfeiler-Leman (WL) colours of its nodes, to be looked at.

Nodes are the objects, the atoms true in the state and the goal atoms; an edge joins an atom and the object at each of
its places. The search computes the same colours incrementally; here they are computed one by one, and a colour has a
name that is the same in every state, task and run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from isonova.api.task import Atom, Task

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
    """32 hexadecimal digits; equal colours have equal names, everywhere."""
    nodes: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.nodes)


class InstanceGraph:
    """ILG of the state in which just these fluent and derived atoms are true."""

    def __init__(
        self, task: Task, atoms: Iterable[Atom], *, statics: bool = True, types: bool = False, constants: bool = True
    ) -> None:
        """``statics``: static atoms are nodes; ``types``: each type of an object is a node at it; ``constants``: the
        constants of the domain have colours of their own."""
        spelling = {item.name: item.spelling for item in task.objects}
        nodes = [
            Node(item.spelling, "ob", item.name if constants and item.is_constant else "") for item in task.objects
        ]
        places = {item.name: i for i, item in enumerate(task.objects)}
        edges: list[Edge] = []

        def add(atom: Atom, kind: str) -> None:
            for place, argument in enumerate(atom[1:], start=1):
                edges.append(Edge(len(nodes), place, places[argument]))
            label = " ".join([atom[0], *(spelling[argument] for argument in atom[1:])])
            nodes.append(Node(f"({label})", kind, atom[0]))

        predicates = {predicate.name: predicate for predicate in task.predicates}
        true = {atom for atom in atoms if not predicates[atom[0]].invented}
        if statics:
            true |= {atom for atom in task.init if predicates[atom[0]].kind == "static"}
        negated: dict[Atom, bool] = {}
        for goal in sorted(task.goal, key=lambda goal: goal.negated, reverse=True):  # demanded goes before forbidden
            if not predicates[goal.predicate].invented:
                atom = (goal.predicate, *goal.args)
                negated[atom] = goal.negated
        for atom in sorted(true | negated.keys()):
            if atom not in negated:
                add(atom, "ap")
            elif negated[atom]:
                add(atom, "tn" if atom in true else "fn")
            else:
                add(atom, "ag" if atom in true else "ug")
        if types:
            for kind in task.types:
                if kind.parent is not None:  # all objects are of type `object`
                    for name in kind.objects:
                        add((kind.name, name), "type")
        self.nodes = tuple(nodes)
        self.edges = tuple(edges)

    def colourings(self, iterations: int) -> list[list[str]]:
        """The name of each node's colour, for each iteration from 0."""
        result = [[_digest(str(node)) for node in self.nodes]]
        for _ in range(iterations):
            last = result[-1]
            around: list[list[str]] = [[] for _ in self.nodes]
            for edge in self.edges:
                around[edge.atom].append(f"{edge.place} {last[edge.object]}")
                around[edge.object].append(f"{edge.place} {last[edge.atom]}")
            result.append([_digest("\n".join([own, *sorted(a)])) for own, a in zip(last, around, strict=True)])
        return result

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


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
