"""Fewer tasks that stand for all: a seeded sample over every domain, or the tasks at given places of each folder.

Within a domain the tasks, which collections number by difficulty, are cut into as many equal stretches as there are
tasks to draw, and one is drawn from each. A task carries as its weight how many tasks it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from isonova.experiments.tasks import Task

Group = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Sample:
    """Drawn in one of three ways."""

    size: int | None = None
    """So many over all domains: each has its share, and at least one while there are as many tasks as domains."""
    per_domain: int | None = None
    """So many of each domain, or all of a smaller one."""
    positions: tuple[float, ...] = ()
    """In per cent of each folder: 30 takes the 7th of 20 tasks, 100 the last. Nothing is drawn by chance."""
    seed: int = 1

    def draw(self, tasks: Sequence[Task]) -> list[Task]:
        if self.positions:
            return at_positions(tasks, self.positions)
        if self.per_domain is not None:
            return stratified(
                tasks, lambda sizes, _: {key: min(self.per_domain or 0, n) for key, n in sizes.items()}, self.seed
            )
        size = min(self.size or 0, len(tasks))
        return stratified(tasks, lambda sizes, random: _shares(sizes, size, random), self.seed)


def at_positions(tasks: Sequence[Task], positions: Sequence[float]) -> list[Task]:
    chosen = []
    for group in _grouped(tasks, lambda task: (task.suite, task.folder)).values():
        places = sorted({min(len(group) - 1, int(len(group) * position / 100)) for position in positions})
        chosen += [replace(group[place], weight=len(group) / len(places)) for place in places]
    return chosen


def stratified(
    tasks: Sequence[Task], counts: Callable[[dict[Group, int], Random], dict[Group, int]], seed: int
) -> list[Task]:
    groups = _grouped(tasks, lambda task: (task.suite, task.domain))
    random = Random(seed)
    chosen = []
    for key, count in sorted(counts({key: len(group) for key, group in groups.items()}, random).items()):
        group = groups[key]
        cuts = [len(group) * part // count for part in range(count + 1)]
        picks = [random.randrange(start, end) for start, end in pairwise(cuts)]
        chosen += [replace(group[pick], weight=len(group) / count) for pick in picks]
    return chosen


def _grouped(tasks: Sequence[Task], key: Callable[[Task], Group]) -> dict[Group, list[Task]]:
    groups: dict[Group, list[Task]] = {}
    for task in tasks:
        groups.setdefault(key(task), []).append(task)
    return groups


def _shares(sizes: dict[Group, int], size: int, random: Random) -> dict[Group, int]:
    """How many to draw from each group: one each, then the rest by size (largest remainder)."""
    keys = sorted(sizes)
    if size < len(keys):
        return dict.fromkeys(random.sample(keys, size), 1)
    left = size - len(keys)
    pool = sum(sizes.values()) - len(keys)
    exact = {key: left * (sizes[key] - 1) / pool if pool else 0.0 for key in keys}
    shares = {key: 1 + int(exact[key]) for key in keys}
    by_remainder = sorted(keys, key=lambda key: (int(exact[key]) - exact[key], key))
    for key in by_remainder[: size - sum(shares.values())]:
        shares[key] += 1
    return shares
