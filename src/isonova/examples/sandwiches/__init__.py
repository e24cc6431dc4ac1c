from random import Random
from typing import Annotated

from isonova.examples.sizes import Size, SizeError, Unsolvable
from isonova.examples.writing import numbered, problem


def generate(
    *,
    children: Annotated[int, Size(2, 1000, "Children.")] = 4,
    allergic: Annotated[int, Size(1, 999, "How many of them must not eat nuts; not all.")] = 2,
    tables: Annotated[int, Size(1, 100, "Tables.")] = 2,
    trays: Annotated[int, Size(1, 100, "Trays.")] = 1,
    spare: Annotated[int, Size(0, 1000, "Sandwiches that can be made beyond one for each child.")] = 0,
    unsolvable: Unsolvable = False,
    seed: int = 0,
) -> str:
    """Unsolvable: one nut-free slice too few."""
    if allergic >= children:
        raise SizeError(f"allergic must be less than children: {allergic} of {children} are too many")
    if tables > children:
        raise SizeError(f"tables must be at most children, so that none is empty: {tables} for {children} are too many")
    if unsolvable and allergic < 2:
        raise SizeError("an unsolvable task needs at least two allergic children")
    random = Random(seed)
    count = children + spare
    names = {
        "slice": numbered("slice", count),
        "spread": numbered("spread", count),
        "sandwich": numbered("sandwich", count),
        "tray": numbered("tray", trays),
        "child": numbered("child", children),
        "place": numbered("table", tables),
    }
    init = [f"(in-pantry {each})" for each in names["slice"]] + [f"(in-jar {each})" for each in names["spread"]]
    init += [f"(nut-free-slice {each})" for each in sorted(random.sample(names["slice"], allergic - unsolvable))]
    init += [f"(nut-free-spread {each})" for each in sorted(random.sample(names["spread"], allergic))]
    init += [f"(unmade {each})" for each in names["sandwich"]]
    init += [f"(tray-at {each} kitchen)" for each in names["tray"]]
    careful = set(random.sample(names["child"], allergic))
    init += [f"({'allergic' if each in careful else 'eats-all'} {each})" for each in names["child"]]
    seats = names["place"] + random.choices(names["place"], k=children - tables)
    random.shuffle(seats)
    init += [f"(sits-at {child} {seat})" for child, seat in zip(names["child"], seats, strict=True)]
    return problem("sandwiches", objects=names, init=init, goal=[f"(served {each})" for each in names["child"]])
