from math import isqrt
from random import Random
from typing import Annotated

from isonova.examples.sizes import Size
from isonova.examples.writing import connected, elsewhere, numbered, problem


def generate(
    *,
    towns: Annotated[int, Size(2, 500, "Towns on a map of 100 by 100.")] = 5,
    lorries: Annotated[int, Size(1, 200, "Lorries.")] = 2,
    loads: Annotated[int, Size(1, 1000, "Loads, each of which has to change towns.")] = 3,
    room: Annotated[int, Size(1, 50, "Loads that a lorry has room for.")] = 2,
    seed: int = 0,
) -> str:
    """A road is as long as the distance of its towns, rounded down, and at least 1."""
    random = Random(seed)
    names = {
        "town": numbered("town", towns),
        "lorry": numbered("lorry", lorries),
        "load": numbered("load", loads),
        "amount": [f"n{i}" for i in range(room + 1)],
    }
    spots = {town: (random.randrange(100), random.randrange(100)) for town in names["town"]}
    init = []
    for a, b in connected(random, names["town"], towns):
        (x, y), (u, v) = spots[a], spots[b]
        length = max(1, isqrt((x - u) ** 2 + (y - v) ** 2))
        for one, other in ((a, b), (b, a)):
            init += [f"(road {one} {other})", f"(= (length {one} {other}) {length})"]
    init += [f"(one-less n{i} n{i + 1})" for i in range(room)]
    for lorry in names["lorry"]:
        init += [f"(lorry-in {lorry} {random.choice(names['town'])})", f"(room {lorry} n{room})"]
    goal = []
    for load in names["load"]:
        town = random.choice(names["town"])
        init.append(f"(load-in {load} {town})")
        goal.append(f"(load-in {load} {elsewhere(random, names['town'], town)})")
    return problem("transport", objects=names, init=init, goal=goal, cost=True)
