from random import Random
from typing import Annotated

from isonova.examples.sizes import Size, SizeError
from isonova.examples.writing import numbered, problem


def generate(
    *,
    colours: Annotated[int, Size(1, 30, "Colours; there is a cup of each colour and width.")] = 2,
    widths: Annotated[int, Size(1, 30, "Widths.")] = 3,
    trays: Annotated[int, Size(3, 100, "Trays, at least two more than colours.")] = 4,
    seed: int = 0,
) -> str:
    """Towers of mixed colours become towers of one colour each. With two spare trays that is always possible: the
    narrower cups fit on the trays that a move does not need."""
    if trays < colours + 2:
        raise SizeError(f"trays must be at least two more than colours: {trays} for {colours} colours are too few")
    random = Random(seed)
    cups = {
        (colour, width): f"c{colour}-w{width}" for colour in range(1, colours + 1) for width in range(1, widths + 1)
    }
    places = numbered("tray", trays)
    goal = [f"(on {cups[c, w]} {cups[c, w + 1]})" for c in range(1, colours + 1) for w in range(1, widths)]
    goal += [f"(on {cups[1, widths]} {places[0]})"]
    stacked = goal
    while set(goal) <= set(stacked):  # until there is something to do
        top = {place: place for place in places}
        stacked = []
        for width in range(widths, 0, -1):
            for colour, tray in enumerate(random.sample(places, colours), start=1):
                stacked.append(f"(on {cups[colour, width]} {top[tray]})")
                top[tray] = cups[colour, width]
    init = stacked + [f"(clear {each})" for each in top.values()]
    init += [f"(fits {cup} {tray})" for cup in cups.values() for tray in places]
    init += [f"(fits {cup} {wider})" for (_, w), cup in cups.items() for (_, v), wider in cups.items() if w < v]
    return problem("tray-towers", objects={"cup": list(cups.values()), "tray": places}, init=init, goal=goal)
