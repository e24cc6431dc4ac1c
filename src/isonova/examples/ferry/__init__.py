from random import Random
from typing import Annotated

from isonova.examples.sizes import Size, SizeError, Unsolvable
from isonova.examples.writing import both_ways, connected, elsewhere, numbered, problem


def generate(
    *,
    docks: Annotated[int, Size(2, 500, "Docks.")] = 4,
    cars: Annotated[int, Size(1, 2000, "Cars, each of which has to change docks.")] = 4,
    unsolvable: Unsolvable = False,
    seed: int = 0,
) -> str:
    """Unsolvable: no route leads to the last dock, which is where the first car wants to go."""
    if unsolvable and docks < 3:
        raise SizeError("an unsolvable task needs at least three docks, two of them joined")
    random = Random(seed)
    names = {"dock": numbered("dock", docks), "car": numbered("car", cars)}
    mainland = names["dock"][:-1] if unsolvable else names["dock"]
    init = both_ways("route", connected(random, mainland, docks // 2))
    init += ["(deck-free)", f"(ferry-at {random.choice(mainland)})"]
    goal = []
    for number, car in enumerate(names["car"]):
        cut_off = unsolvable and number == 0
        start = random.choice(mainland)
        end = names["dock"][-1] if cut_off else elsewhere(random, names["dock"], start)
        init.append(f"(parked {car} {start})")
        goal.append(f"(parked {car} {end})")
    return problem("ferry", objects=names, init=init, goal=goal)
