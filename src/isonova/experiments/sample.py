"""A seeded sample over every domain.

Each domain gets its share of the size, and at least one task as long as there are as many tasks as domains. Within a
domain the tasks, which collections number by difficulty, are cut into as many equal stretches as there are tasks to
draw, and one is drawn from each. A task carries as its weight how many of its domain it stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from isonova.experiments.tasks import Task


def stratified(tasks: Sequence[Task], size: int, seed: int) -> list[Task]:
    groups: dict[tuple[str, str], list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.suite, task.domain), []).append(task)
    random = Random(seed)
    chosen = []
    for key, count in _shares({key: len(group) for key, group in groups.items()}, min(size, len(tasks)), random):
        group = groups[key]
        cuts = [len(group) * part // count for part in range(count + 1)]
        picks = [random.randrange(start, end) for start, end in pairwise(cuts)]
        chosen += [replace(group[pick], weight=len(group) / count) for pick in picks]
    return chosen


def _shares(sizes: dict[tuple[str, str], int], size: int, random: Random) -> list[tuple[tuple[str, str], int]]:
    """How many to draw from each group: one each, then the rest by size (largest remainder)."""
    keys = sorted(sizes)
    if size < len(keys):
        return [(key, 1) for key in sorted(random.sample(keys, size))]
    left = size - len(keys)
    pool = sum(sizes.values()) - len(keys)
    exact = {key: left * (sizes[key] - 1) / pool if pool else 0.0 for key in keys}
    shares = {key: 1 + int(exact[key]) for key in keys}
    by_remainder = sorted(keys, key=lambda key: (int(exact[key]) - exact[key], key))
    for key in by_remainder[: size - sum(shares.values())]:
        shares[key] += 1
    return [(key, shares[key]) for key in keys]
