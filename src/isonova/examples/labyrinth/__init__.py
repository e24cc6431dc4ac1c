from random import Random
from typing import Annotated

from isonova.examples.grid import DIRECTIONS, Cell, neighbours
from isonova.examples.sizes import Size
from isonova.examples.writing import numbered, problem

OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def generate(
    *,
    rows: Annotated[int, Size(2, 40, "Rows of cards.")] = 3,
    columns: Annotated[int, Size(2, 40, "Columns of cards.")] = 3,
    turns: Annotated[int, Size(0, 10000, "Random turns that hide the way to the treasure.")] = 4,
    seed: int = 0,
) -> str:
    """Cards are laid so that a way leads from corner to corner. Then squares of four are turned at random. Turning them
    on undoes that, since four turns of a square change nothing."""
    random = Random(seed)
    places = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    cards = numbered("card", len(places))
    random.shuffle(cards)
    board = dict(zip(places, cards, strict=True))
    opens: dict[str, set[str]] = {card: set() for card in cards}
    here = (1, 1)
    while here != (rows, columns):
        way = random.choice(["down"] * (here[0] < rows) + ["right"] * (here[1] < columns))
        after = (here[0] + DIRECTIONS[way][0], here[1] + DIRECTIONS[way][1])
        opens[board[here]].add(way)
        opens[board[after]].add(OPPOSITE[way])
        here = after
    for card in sorted(cards):
        opens[card].add(random.choice(list(DIRECTIONS)))
    start, treasure = board[1, 1], board[rows, columns]
    squares = [
        [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        for row in range(1, rows)
        for column in range(1, columns)
    ]
    for _ in range(turns):
        square = random.choice(squares)
        lifted = [board[place] for place in square]
        for place, card in zip(square, [lifted[-1], *lifted], strict=False):
            board[place] = card
    init = [f"(explorer-on {start})", *(f"(lies {board[place]} {_name(place)})" for place in places)]
    init += [f"(square {' '.join(map(_name, square))})" for square in squares]
    for place in places:
        _, down, _, right = neighbours(place)
        init += [f"(below {_name(down)} {_name(place)})"] * (down in board)
        init += [f"(left-of {_name(place)} {_name(right)})"] * (right in board)
    ordered = numbered("card", len(places))
    init += [f"(opens-{way} {card})" for card in ordered for way in DIRECTIONS if way in opens[card]]
    objects = {"card": ordered, "place": list(map(_name, places))}
    return problem("labyrinth", objects=objects, init=init, goal=[f"(explorer-on {treasure})"])


def _name(cell: Cell) -> str:
    return f"p{cell[0]}-{cell[1]}"
