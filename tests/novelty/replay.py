"""Greedy best-first search as the design has it, in plain Python: a heuristic of the core, features and novelty of the
reference, every state in order."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from features.reference import CountNovelty, Features, Levels, PartitionNovelty, QuantifiedBoth

import isonova

Atoms = frozenset[tuple[str, ...]]


@dataclass
class Replay:
    """What a search did: every state told to its features, in order, and how it ended."""

    told: list[Atoms] = field(default_factory=list)
    plan: list[str] | None = None
    initial_key: float | None = None
    expansions: int = 0
    evaluations: int = 0
    dead_ends: int = 0


def replay(
    space: isonova.StateSpace,
    heuristic: Callable[[isonova.State], float],
    features: Callable[[Atoms], Features],
    kind: str,
    max_expansions: int,
    maps: list[str],
) -> Replay:
    novelty: QuantifiedBoth | PartitionNovelty | Levels | CountNovelty
    match kind:
        case "qb":
            novelty = QuantifiedBoth()
        case "w":
            novelty = Levels(maps)
        case "cb":
            novelty = CountNovelty()
        case _:
            novelty = PartitionNovelty()
    done = Replay()
    queue: list[tuple[tuple[float, ...], int, isonova.State]] = []
    reached: dict[isonova.State, tuple[float, isonova.State | None, str]] = {}
    pushed = count()

    def evaluate(state: isonova.State, h: float) -> tuple[float, ...]:
        found = features(state.atoms)
        value = novelty.value(found, h)
        novelty.insert(found, h)
        key: tuple[float, ...] = (value,) if kind == "qb" else (value, h)
        if kind == "iw" and value > 0 and state != initial:
            done.dead_ends += 1
            return key
        heappush(queue, (key, next(pushed), state))
        return key

    initial = space.initial()
    reached[initial] = 0, None, ""
    done.evaluations = 1
    h = heuristic(initial)
    if h == math.inf:
        done.dead_ends = 1
        return done
    done.told.append(initial.atoms)
    done.initial_key = evaluate(initial, h)[0]
    while queue:
        _, _, state = heappop(queue)
        if space.is_goal(state):
            steps: list[str] = []
            _, parent, action = reached[state]
            while parent is not None:
                steps.append(action)
                _, parent, action = reached[parent]
            done.plan = steps[::-1]
            return done
        if done.expansions >= max_expansions:
            return done
        done.expansions += 1
        children: list[tuple[isonova.State, float]] = []
        for step, child in space.successors(state):
            g = reached[state][0] + step.cost
            if child not in reached:
                children.append((child, heuristic(child)))
            if child not in reached or g < reached[child][0]:
                reached[child] = g, state, str(step)
        done.evaluations += len(children)
        alive = [(child, value) for child, value in children if value < math.inf]
        done.dead_ends += len(children) - len(alive)
        if alive:
            done.told.append(state.atoms)
        for child, value in alive:
            done.told.append(child.atoms)
            evaluate(child, value)
    return done
