from random import Random
from typing import Annotated

from isonova.examples.sizes import Size
from isonova.examples.writing import both_ways, connected, elsewhere, numbered, problem


def generate(
    *,
    places: Annotated[int, Size(1, 200, "Places on each bank of the river, besides its quay.")] = 2,
    vans: Annotated[int, Size(1, 100, "Vans.")] = 2,
    slots: Annotated[int, Size(1, 20, "Slots in a van.")] = 2,
    parcels: Annotated[int, Size(1, 500, "Parcels, each of which has to change places.")] = 4,
    seed: int = 0,
) -> str:
    """Each bank has its own roads; the ferry and one long road join the two."""
    random = Random(seed)
    banks = [[f"{bank}-quay", *(f"{bank}-place{i}" for i in range(1, places + 1))] for bank in ("north", "south")]
    everywhere = [place for bank in banks for place in bank]
    roads = {edge: random.randint(2, 9) for bank in banks for edge in connected(random, bank, places // 2)}
    roads[banks[0][-1], banks[1][-1]] = random.randint(25, 40)
    names = {
        "quay": [bank[0] for bank in banks],
        "place": [place for bank in banks for place in bank[1:]],
        "van": numbered("van", vans),
        "slot": [f"{van}-slot{i}" for van in numbered("van", vans) for i in range(1, slots + 1)],
        "parcel": numbered("parcel", parcels),
    }
    init = [f"(= (fare) {random.randint(8, 15)})", *both_ways("ferry", [("north-quay", "south-quay")])]
    for (a, b), length in roads.items():
        init += [*both_ways("road", [(a, b)]), f"(= (length {a} {b}) {length})", f"(= (length {b} {a}) {length})"]
    init += [f"(slot-of {slot} {slot.partition('-')[0]})" for slot in names["slot"]]
    init += [f"(at {van} {random.choice(everywhere)})" for van in names["van"]]
    goal = []
    for parcel in names["parcel"]:
        place = random.choice(everywhere)
        init.append(f"(at {parcel} {place})")
        goal.append(f"(at {parcel} {elsewhere(random, everywhere, place)})")
    return problem("parcels", objects=names, init=init, goal=goal, cost=True)
