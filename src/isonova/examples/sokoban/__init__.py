from random import Random
from typing import Annotated

from isonova.examples.grid import DIRECTIONS, Cell, free_cells, reachable
from isonova.examples.sizes import Size, SizeError, Unsolvable
from isonova.examples.writing import problem

ATTEMPTS = 200


def generate(
    *,
    rows: Annotated[int, Size(3, 60, "Rows of the hall.")] = 5,
    columns: Annotated[int, Size(3, 60, "Columns of the hall.")] = 5,
    boxes: Annotated[int, Size(1, 100, "Boxes.")] = 2,
    walls: Annotated[int, Size(0, 1000, "Walls inside the hall; at most a third of its tiles.")] = 2,
    unsolvable: Unsolvable = False,
    seed: int = 0,
) -> str:
    """The worker starts from a solved hall and pulls the boxes away, so that pushing them back is a plan. Unsolvable:
    one of the boxes stands in a corner that is not marked."""
    random = Random(seed)
    for _ in range(ATTEMPTS):
        tiles = free_cells(random, rows, columns, walls)
        if len(tiles) < 2 * boxes + 2:
            break
        marked = set(random.sample(tiles, boxes))
        start = random.choice([tile for tile in tiles if tile not in marked])
        worker, placed = _pulled(random, tiles, marked, start)
        if placed == marked:
            continue
        if not unsolvable:
            return _written(tiles, marked, worker, placed)
        corners = [tile for tile in tiles if _is_corner(tile, set(tiles)) and tile not in {*placed, *marked, worker}]
        if corners:
            placed.remove(random.choice(sorted(placed)))
            return _written(tiles, marked, worker, placed | {random.choice(corners)})
    raise SizeError(f"no hall found in which {boxes} boxes can be moved; take fewer boxes or walls, or a larger hall")


def _pulled(random: Random, tiles: list[Cell], marked: set[Cell], worker: Cell) -> tuple[Cell, set[Cell]]:
    boxes, floor = set(marked), set(tiles)
    for _ in range(12 * len(boxes)):
        here = reachable(worker, floor - boxes)
        pulls = []
        for row, column in sorted(boxes):
            for down, right in DIRECTIONS.values():
                near, far = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if near in here and far in floor - boxes:
                    pulls.append(((row, column), near, far))
        if not pulls:
            break
        box, near, worker = random.choice(pulls)
        boxes.remove(box)
        boxes.add(near)
    return worker, boxes


def _is_corner(tile: Cell, floor: set[Cell]) -> bool:
    """Whether a box there cannot be pushed: it has a wall above or below and a wall to its left or right."""
    row, column = tile
    vertical = (row - 1, column) not in floor or (row + 1, column) not in floor
    return vertical and ((row, column - 1) not in floor or (row, column + 1) not in floor)


def _written(tiles: list[Cell], marked: set[Cell], worker: Cell, boxes: set[Cell]) -> str:
    floor = set(tiles)
    init = [f"(worker-on {_name(worker)})"]
    init += [f"(box-on {_name(tile)})" for tile in tiles if tile in boxes]
    init += [f"(free {_name(tile)})" for tile in tiles if tile not in boxes and tile != worker]
    for row, column in tiles:
        for direction, (down, right) in DIRECTIONS.items():
            if (row + down, column + right) in floor:
                init.append(f"(next {_name((row, column))} {_name((row + down, column + right))} {direction})")
    return problem(
        "sokoban",
        objects={"tile": list(map(_name, tiles)), "direction": list(DIRECTIONS)},
        init=init,
        goal=[f"(box-on {_name(tile)})" for tile in tiles if tile in marked],
    )


def _name(cell: Cell) -> str:
    return f"t{cell[0]}-{cell[1]}"
