from random import Random
from typing import Annotated

from isonova.examples.grid import Cell, neighbours
from isonova.examples.sizes import Size, SizeError, Unsolvable
from isonova.examples.writing import problem


def generate(
    *,
    rows: Annotated[int, Size(1, 30, "Rows of lamps.")] = 3,
    columns: Annotated[int, Size(1, 30, "Columns of lamps.")] = 3,
    unsolvable: Unsolvable = False,
    seed: int = 0,
) -> str:
    """Random lamps of a dark board are pressed: pressing them again is a plan. Unsolvable: besides, one lamp is
    switched that no presses can switch alone. Boards such as 3 by 3 have no such lamp."""
    random = Random(seed)
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    places = {cell: place for place, cell in enumerate(cells)}
    presses = [sum(1 << places[near] for near in [cell, *neighbours(cell)] if near in places) for cell in cells]
    lit = 0
    for press in random.sample(presses, random.randint(1, len(presses))):
        lit ^= press
    if unsolvable:
        basis = _basis(presses)
        lonely = [place for place in range(len(cells)) if _remainder(1 << place, basis)]
        if not lonely:
            raise SizeError(f"every pattern on {rows} by {columns} lamps can be made dark; try 4 by 4 or 5 by 5")
        lit ^= 1 << random.choice(lonely)
    elif not lit:
        lit = presses[0]
    init = [f"(wired {_name(a)} {_name(b)})" for a in cells for b in [a, *neighbours(a)] if b in places]
    init += [f"(lit {_name(cell)})" for cell in cells if lit >> places[cell] & 1]
    goal = [f"(not (lit {_name(cell)}))" for cell in cells]
    return problem("lights-out", objects={"lamp": list(map(_name, cells))}, init=init, goal=goal)


def _basis(vectors: list[int]) -> dict[int, int]:
    """Vectors over {0, 1}, by their highest bit, that span the same patterns."""
    basis: dict[int, int] = {}
    for vector in vectors:
        rest = _remainder(vector, basis)
        if rest:
            basis[rest.bit_length()] = rest
    return basis


def _remainder(vector: int, basis: dict[int, int]) -> int:
    """What is left of a pattern after presses; 0 if and only if presses can make it."""
    rest, kept = vector, 0
    while rest:
        top = rest.bit_length()
        if top in basis:
            rest ^= basis[top]
        else:
            kept |= 1 << (top - 1)
            rest ^= 1 << (top - 1)
    return kept


def _name(cell: Cell) -> str:
    return f"l{cell[0]}-{cell[1]}"
