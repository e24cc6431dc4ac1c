from random import Random
from typing import Annotated

from isonova.examples.sizes import Size
from isonova.examples.writing import connected, numbered, problem


def generate(
    *,
    wings: Annotated[int, Size(1, 50, "Wings of the museum.")] = 2,
    rooms: Annotated[int, Size(1, 50, "Rooms in a wing.")] = 2,
    lamps: Annotated[int, Size(1, 10, "Lamps in a room at most.")] = 2,
    seed: int = 0,
) -> str:
    """The doors of a wing make a tree that the lobby is the root of. The lamps of a room are all lit or all dark, so
    that one flip can make it dark."""
    random = Random(seed)
    names: dict[str, list[str]] = {
        "room": [],
        "door": [],
        "wing": numbered("wing", wings),
        "guard": ["guard"],
        "lamp": [],
    }
    init = []
    for wing in names["wing"]:
        inside = [f"{wing}-room{i}" for i in range(1, rooms + 1)]
        names["room"] += inside
        for a, b in connected(random, ["lobby", *inside], 0):
            door = f"{b}-door"
            names["door"].append(door)
            init += [f"(joins {door} {a} {b})", f"(of-wing {door} {wing})", f"(lies-in {b} {wing})"]
            if random.random() < 0.6:
                init.append(f"(open {door})")
        for room in inside:
            lit = random.random() < 0.7
            for i in range(1, random.randint(1, lamps) + 1):
                lamp = f"{room}-lamp{i}"
                names["lamp"].append(lamp)
                init += [f"(hangs {lamp} {room})"] + [f"(lit {lamp})"] * lit
    init.append(f"(at guard {random.choice(['lobby', *names['room']])})")
    goal = ["(at guard lobby)", "(forall (?w - wing) (sealed ?w))", "(not (exists (?d - door) (open ?d)))"]
    return problem("lockdown", objects=names, init=init, goal=goal)
