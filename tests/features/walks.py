"""Random walks, and features compared without regard to what they are called."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path

from features.reference import Interner, Options, colourings, instance_graph

import isonova
from isonova.api.task import Task

FOLDERS = sorted(path.parent for path in (Path(__file__).parent.parent / "tasks").glob("*/problem.pddl"))


def load(folder: Path) -> Task:
    return isonova.load(folder / "domain.pddl", folder / "problem.pddl")


def walk(space: isonova.StateSpace, steps: int, seed: int = 0) -> list[isonova.State]:
    """States from the initial one on, each a successor of the one before, or the initial one after a dead end."""
    chosen = random.Random(seed)
    state = space.initial()
    states = [state]
    for _ in range(steps):
        successors = space.successors(state)
        state = chosen.choice(successors)[1] if successors else space.initial()
        states.append(state)
    return states


Histogram = Counter[tuple[int, Hashable]]
"""How many nodes have a colour: (iteration, colour)."""


def reference_histograms(
    task: Task, states: Iterable[isonova.State], options: Options, intern: Interner | None = None
) -> list[Histogram]:
    """Of each state by the reference; what fewer iterations give is part of it."""
    intern = intern or Interner()
    result: list[Histogram] = []
    for state in states:
        steps = colourings(instance_graph(task, state.atoms, options), options.iterations, intern)
        result.append(Counter((i, colour) for i, step in enumerate(steps) for colour in step.values()))
    return result


def reference_features(histogram: Histogram, iterations: int, counts: bool) -> set[Hashable]:
    kept = [(key, count) for key, count in histogram.items() if key[0] <= iterations]
    return {(*key, count) if counts else key for key, count in kept}


def occurrences(
    sets: Sequence[Iterable[Hashable]], about: Callable[[Hashable], Hashable]
) -> Counter[tuple[Hashable, tuple[int, ...]]]:
    """Where each feature occurs and what is known about it: two feature maps for which this is the same differ in the
    names of their features and in nothing else."""
    where: dict[Hashable, list[int]] = {}
    for i, features in enumerate(sets):
        for feature in features:
            where.setdefault(feature, []).append(i)
    return Counter((about(feature), tuple(places)) for feature, places in where.items())
