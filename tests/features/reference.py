"""Weisfeiler-Leman features and novelty, spelled out: every state coloured from scratch, colours interned and never
hashed, and the formulas of novelty transcribed over the states seen so far. Slow; what the core computes must agree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import combinations

from isonova.api.task import Atom, Task

Node = tuple[str, ...]
"""``(object,)`` for an object, else an atom behind an empty name: ``("", predicate, objects...)``."""
Features = frozenset[Hashable]


@dataclass(frozen=True)
class Options:
    iterations: int = 2
    statics: bool = True
    """Static atoms are nodes."""
    types: bool = False
    """Types are unary static atoms."""
    constants: bool = False
    """Domain constants have colours of their own."""
    counts: bool = True
    """Features are pairs of colour and count, not colours alone."""
    static_goals: bool = False
    """Goals over static predicates are goals, although they hold in every state."""


@dataclass(frozen=True)
class Graph:
    colours: dict[Node, Hashable]
    edges: frozenset[tuple[Node, int, Node]]
    """From an atom along its i-th argument, counted from 1, to an object; they go both ways."""


def instance_graph(task: Task, state: Iterable[Atom], options: Options) -> Graph:
    """ILG(P_s) for the fluent and derived atoms that are true in s."""
    predicates = {predicate.name: predicate for predicate in task.predicates}
    true = set(state)
    static = {atom for atom in task.init if predicates[atom[0]].kind == "static"}
    if options.statics:
        true |= static
    goals: dict[Atom, bool] = {}
    wanted = (*task.goal, *task.static_goal) if options.static_goals else task.goal
    for part in sorted(wanted, key=lambda part: not part.negated):  # what is demanded and forbidden is demanded
        atom = (part.predicate, *part.args)
        goals[atom] = part.negated
    colours: dict[Node, Hashable] = {}
    edges: set[tuple[Node, int, Node]] = set()
    for item in task.objects:
        distinct = options.constants and item.is_constant
        colours[(item.name,)] = ("ob", item.name) if distinct else "ob"

    def add(atom: Atom, colour: Hashable) -> None:
        node = ("", *atom)
        colours[node] = colour
        edges.update((node, i, (name,)) for i, name in enumerate(atom[1:], start=1))

    for atom in true | goals.keys():
        if predicates[atom[0]].invented:
            continue
        if atom not in goals:
            kind = "ap"
        elif goals[atom]:
            kind = "tn" if atom in true | static else "fn"
        else:
            kind = "ag" if atom in true | static else "ug"
        add(atom, (kind, atom[0]))
    if options.types:
        for type_ in task.types:
            if type_.parent is not None:  # every object is an `object`
                for name in type_.objects:
                    add((f"type {type_.name}", name), ("type", type_.name))
    return Graph(colours, frozenset(edges))


class Interner:
    """Gives equal things equal numbers and different things different ones."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def __call__(self, thing: Hashable) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))


def colourings(
    graph: Graph, iterations: int, intern: Interner, sets: bool = False, individual: Node | None = None
) -> list[dict[Node, int]]:
    """c_0 to c_L; of sets of neighbours instead of multisets, or with a node that has a colour of its own."""
    neighbours: dict[Node, list[tuple[Node, int]]] = {node: [] for node in graph.colours}
    for atom, label, item in graph.edges:
        neighbours[atom].append((item, label))
        neighbours[item].append((atom, label))
    result = [{node: intern(("start", colour, node == individual)) for node, colour in graph.colours.items()}]
    gather = set if sets else list
    for _ in range(iterations):
        last = result[-1]
        result.append(
            {
                node: intern((last[node], tuple(sorted(gather((last[other], label) for other, label in around)))))
                for node, around in neighbours.items()
            }
        )
    return result


def wl(task: Task, state: Iterable[Atom], options: Options, intern: Interner) -> Features:
    """The WL features of a state. Features of two states can be compared if one interner made both."""
    graph = instance_graph(task, state, options)
    histogram = Counter(colour for step in colourings(graph, options.iterations, intern) for colour in step.values())
    return frozenset(histogram.items()) if options.counts else frozenset(histogram)


def family(task: Task, state: Iterable[Atom], name: str, options: Options, intern: Interner) -> Counter[Hashable]:
    """How often a state has each (iteration, colour) of a map of the WL family."""
    graph = instance_graph(task, state, options)
    if name == "lwl2":
        return pair_colours(graph, options.iterations, intern)
    if name == "iwl":
        runs = [colourings(graph, options.iterations, intern, individual=node) for node in graph.colours]
    else:
        runs = [colourings(graph, options.iterations, intern, sets=name == "wl-set")]
    if name == "wl-stable":
        partitions = [len(set(step.values())) for step in runs[0]]
        last = next(i for i in range(len(partitions)) if i + 1 == len(partitions) or partitions[i] == partitions[i + 1])
        runs[0] = runs[0][: last + 1]
    return Counter((i, colour) for steps in runs for i, step in enumerate(steps) for colour in step.values())


def pair_colours(graph: Graph, iterations: int, intern: Interner) -> Counter[Hashable]:
    """2-LWL: how often each (iteration, colour) of unordered pairs of nodes occurs."""
    labels: dict[frozenset[Node], list[int]] = {}
    around: dict[Node, set[Node]] = {node: set() for node in graph.colours}
    for atom, label, item in graph.edges:
        labels.setdefault(frozenset((atom, item)), []).append(label)
        around[atom].add(item)
        around[item].add(atom)

    def start(pair: frozenset[Node]) -> int:
        both = tuple(sorted(intern(("node", graph.colours[node])) for node in pair))
        return intern(("pair", both, tuple(sorted(labels.get(pair, [])))))

    steps = [{pair: start(pair) for pair in map(frozenset, combinations(graph.colours, 2))}]
    for _ in range(iterations):
        last, step = steps[-1], {}
        for pair in last:
            u, v = pair
            others = (around[u] | around[v]) - pair
            seen = sorted(tuple(sorted((last[frozenset((u, w))], last[frozenset((v, w))]))) for w in others)
            step[pair] = intern((last[pair], tuple(seen)))
        steps.append(step)
    return Counter((i, colour) for i, step in enumerate(steps) for colour in step.values())


def changes(task: Task, before: Iterable[Atom], after: Iterable[Atom], options: Options, intern: Interner) -> Features:
    """The changes of colour that a step makes to objects, each with the number of objects."""
    old, new = (
        colourings(instance_graph(task, state, options), options.iterations, intern)[-1] for state in (before, after)
    )
    pairs = Counter((old[node], new[node]) for node in old if len(node) == 1 and old[node] != new[node])
    return frozenset(pairs.items()) if options.counts else frozenset(pairs)


def at(task: Task, state: Iterable[Atom], statics: bool = False) -> Features:
    """The atoms true in a state."""
    invented = {predicate.name for predicate in task.predicates if predicate.invented}
    fixed = {predicate.name for predicate in task.predicates if predicate.kind == "static"}
    true = set(state) | {atom for atom in task.init if statics and atom[0] in fixed}
    return frozenset(atom for atom in true if atom[0] not in invented)


def at2(task: Task, state: Iterable[Atom]) -> Features:
    """The pairs of atoms true in a state."""
    return frozenset(frozenset(pair) for pair in combinations(at(task, state), 2))


class QuantifiedBoth:
    """QB: how many features have not been seen at so low a value, or else how many have been seen at a lower one."""

    def __init__(self) -> None:
        self._seen: dict[Hashable, list[float]] = {}

    def value(self, features: Features, h: float) -> int:
        new = [f for f in features if h < min(self._seen.get(f, []), default=math.inf)]
        old = [f for f in features if h > min(self._seen.get(f, []), default=math.inf)]
        return -len(new) if new else len(old)

    def insert(self, features: Features, h: float) -> None:
        for feature in features:
            self._seen.setdefault(feature, []).append(h)


class PartitionNovelty:
    """PN: 0 if some feature has not been seen in a state of the same value, else 1; the key is (PN, h)."""

    def __init__(self) -> None:
        self._seen: set[tuple[Hashable, float]] = set()

    def value(self, features: Features, h: float) -> int:
        return 0 if any((feature, h) not in self._seen for feature in features) else 1

    def insert(self, features: Features, h: float) -> None:
        self._seen |= {(feature, h) for feature in features}


class Levels:
    """w: the place of the first map with a feature that no state of the same value had, or the number of maps."""

    def __init__(self, maps: list[str]) -> None:
        self._maps = maps
        self._seen: set[tuple[float, Hashable]] = set()

    def value(self, features: Features, h: float) -> int:
        fresh = {feature[0] for feature in features if isinstance(feature, tuple) and (h, feature) not in self._seen}
        return min((self._maps.index(name) for name in fresh), default=len(self._maps))

    def insert(self, features: Features, h: float) -> None:
        self._seen |= {(h, feature) for feature in features}


class CountNovelty:
    """cb: how many states of the same value had the rarest feature."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[float, Hashable]] = Counter()

    def value(self, features: Features, h: float) -> int:
        return min((self._counts[h, feature] for feature in features), default=2**32 - 2)

    def insert(self, features: Features, h: float) -> None:
        self._counts.update((h, feature) for feature in features)
