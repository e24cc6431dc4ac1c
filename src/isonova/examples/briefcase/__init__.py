from random import Random
from typing import Annotated

from isonova.examples.sizes import Size
from isonova.examples.writing import both_ways, connected, elsewhere, numbered, problem


def generate(
    *,
    things: Annotated[int, Size(1, 500, "Things, each of which has to change places.")] = 4,
    places: Annotated[int, Size(2, 200, "Places.")] = 3,
    seed: int = 0,
) -> str:
    random = Random(seed)
    names = {"place": numbered("place", places), "thing": numbered("thing", things)}
    init = [f"(case-at {random.choice(names['place'])})"]
    init += both_ways("street", connected(random, names["place"], places // 2))
    goal = []
    for thing in names["thing"]:
        place = random.choice(names["place"])
        init.append(f"(lies-at {thing} {place})")
        goal += [f"(lies-at {thing} {elsewhere(random, names['place'], place)})", f"(not (inside {thing}))"]
    return problem("briefcase", objects=names, init=init, goal=goal)
