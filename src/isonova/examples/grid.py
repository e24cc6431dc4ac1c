"""Boards of rows and columns."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeAlias

from isonova.examples.sizes import SizeError

Cell: TypeAlias = tuple[int, int]
DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + row, cell[1] + column) for row, column in DIRECTIONS.values()]


def reachable(start: Cell, free: Iterable[Cell]) -> set[Cell]:
    """The free cells that can be walked to."""
    allowed = set(free)
    seen, waiting = {start}, [start]
    while waiting:
        for cell in neighbours(waiting.pop()):
            if cell in allowed and cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return seen


def free_cells(random: Random, rows: int, columns: int, blocked: int) -> list[Cell]:
    """The cells of a board but for some random ones, in order. One can walk from each to each."""
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    if blocked > len(cells) // 3:
        raise SizeError(f"{blocked} blocked cells are too many for {len(cells)}; at most a third of them can be")
    free = set(cells)
    order = random.sample(cells, len(cells))
    for near in (True, False):  # first those whose neighbours are joined next to them, which is seen quickly
        for cell in order:
            around = [each for each in neighbours(cell) if each in free]
            if blocked == 0 or cell not in free or not around:
                continue
            area = free & _ring(cell) if near else free - {cell}
            if set(around) <= reachable(around[0], area):
                free.remove(cell)
                blocked -= 1
    assert blocked == 0  # a connected graph always has a cell that can go
    return sorted(free)


def _ring(cell: Cell) -> set[Cell]:
    """The eight cells around a cell."""
    return {(cell[0] + down, cell[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} - {cell}
