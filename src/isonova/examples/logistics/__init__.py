from random import Random
from typing import Annotated

from isonova.examples.sizes import Size, SizeError
from isonova.examples.writing import elsewhere, numbered, problem


def generate(
    *,
    cities: Annotated[int, Size(1, 100, "Cities, each with an airport and a truck.")] = 2,
    places: Annotated[int, Size(0, 100, "Places in a city besides its airport.")] = 2,
    planes: Annotated[int, Size(1, 100, "Planes.")] = 1,
    boxes: Annotated[int, Size(1, 1000, "Boxes, each of which has to change places.")] = 3,
    seed: int = 0,
) -> str:
    if cities * (places + 1) < 2:
        raise SizeError("a box needs another place to go to: more cities or places")
    random = Random(seed)
    city_names = numbered("city", cities)
    airports = [f"{city}-airport" for city in city_names]
    grounds = [f"{city}-place{i}" for city in city_names for i in range(1, places + 1)]
    names = {
        "city": city_names,
        "airport": airports,
        "place": grounds,
        "truck": [f"{city}-truck" for city in city_names],
        "plane": numbered("plane", planes),
        "box": numbered("box", boxes),
    }
    everywhere = airports + grounds
    init = [f"(within {place} {place.partition('-')[0]})" for place in everywhere]
    for city, truck in zip(city_names, names["truck"], strict=True):
        here = [place for place in everywhere if place.startswith(f"{city}-")]
        init.append(f"(stands-at {truck} {random.choice(here)})")
    init += [f"(stands-at {plane} {random.choice(airports)})" for plane in names["plane"]]
    goal = []
    for box in names["box"]:
        place = random.choice(everywhere)
        init.append(f"(waits-at {box} {place})")
        goal.append(f"(waits-at {box} {elsewhere(random, everywhere, place)})")
    return problem("logistics", objects=names, init=init, goal=goal)
