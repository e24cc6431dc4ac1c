from random import Random
from typing import Annotated

from isonova.examples.grid import Cell, free_cells, neighbours
from isonova.examples.sizes import Size, SizeError, Unsolvable
from isonova.examples.writing import both_ways, problem


def generate(
    *,
    rows: Annotated[int, Size(1, 60, "Rows of the garden.")] = 4,
    columns: Annotated[int, Size(1, 60, "Columns of the garden.")] = 4,
    ponds: Annotated[int, Size(0, 1200, "Squares that nobody can walk on; at most a third of all.")] = 2,
    unsolvable: Unsolvable = False,
    seed: int = 0,
) -> str:
    """Unsolvable: there is a square that no path leads to."""
    if rows * columns - ponds < (3 if unsolvable else 2):
        raise SizeError("the garden is too small; take more rows or columns")
    random = Random(seed)
    squares = free_cells(random, rows, columns, ponds)
    known = set(squares)
    paths = [(a, b) for a in squares for b in neighbours(a) if a < b and b in known]
    start, _ = paths[0]
    if unsolvable:
        island = random.choice([cell for cell in squares if cell not in paths[0]])
        paths = [path for path in paths if island not in path]
    else:
        start = random.choice(squares)
    return problem(
        "visitall",
        objects={"square": list(map(_name, squares))},
        init=[
            f"(here {_name(start)})",
            f"(seen {_name(start)})",
            *both_ways("path", [(_name(a), _name(b)) for a, b in paths]),
        ],
        goal=[f"(seen {_name(cell)})" for cell in squares],
    )


def _name(cell: Cell) -> str:
    return f"s{cell[0]}-{cell[1]}"
