"""The tasks of a benchmark suite, as the experiments find them, and samples of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from isonova.experiments.pairing import Pair, Suite, find_tasks, scan

__all__ = ["FAMILIES", "Pair", "Suite", "find_tasks", "folders", "scan", "size", "smallest_tasks", "spread", "tasks_of"]

FAMILIES = {
    "blocksworld": ["blocksworld-large-simple"],
    "childsnack": ["childsnack-contents"],
    "genome": ["genome-edit-distance", "genome-edit-distance-positional", "genome-edit-distance-split"],
    "labyrinth": ["labyrinth"],
    "logistics": ["logistics-large-simple", "logistics"],
    "organic-synthesis": ["organic-synthesis-MIT", "organic-synthesis-alkene", "organic-synthesis-original"],
    "pipesworld": ["pipesworld-tankage-nosplit"],
    "rovers": ["rovers-large-simple"],
    "visitall": ["visitall-multidimensional"],
}
"""The families of the Hard-To-Ground suite, with their folders."""


def folders(suite: Path) -> list[Path]:
    return sorted(path for path in suite.iterdir() if path.is_dir() and path.name[0] != ".")


def size(pair: Pair) -> int:
    return pair.domain.stat().st_size + pair.problem.stat().st_size


def smallest_tasks(suite: Path, per_folder: int, largest: int) -> Iterator[tuple[str, Pair]]:
    """So many tasks of each folder, by bytes of domain and problem, of at most `largest` bytes."""
    for folder in folders(suite):
        pairs = sorted(find_tasks(folder), key=lambda pair: (size(pair), pair.problem))
        for pair in pairs[:per_folder]:
            if size(pair) <= largest:
                yield str(pair.problem.relative_to(suite).with_suffix("")), pair


def spread(pairs: Sequence[Pair], count: int) -> list[Pair]:
    """So many tasks, from the smallest file to the largest, evenly."""
    ordered = sorted(pairs, key=lambda pair: (pair.problem.stat().st_size, pair.problem))
    if len(ordered) <= count:
        return ordered
    return [ordered[round((i + 0.5) * len(ordered) / count - 0.5)] for i in range(count)]


def tasks_of(suite: Path, names: Sequence[str], count: int) -> list[Pair]:
    """The count is divided among the folders of a family; what one does not have the next ones make up for."""
    found = [find_tasks(suite / name) for name in names if (suite / name).is_dir()]
    found = sorted(found, key=lambda tasks: len(tasks) * len(found) >= count)
    chosen: list[Pair] = []
    for i, tasks in enumerate(found):
        chosen += spread(tasks, -((len(chosen) - count) // (len(found) - i)))
    return chosen
