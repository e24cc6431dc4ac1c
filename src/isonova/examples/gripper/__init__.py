from random import Random
from typing import Annotated

from isonova.examples.sizes import Size
from isonova.examples.writing import both_ways, connected, elsewhere, numbered, problem


def generate(
    *,
    balls: Annotated[int, Size(1, 2000, "Balls, each of which has to change rooms.")] = 4,
    rooms: Annotated[int, Size(2, 200, "Rooms.")] = 2,
    hands: Annotated[int, Size(1, 20, "Hands of the robot.")] = 2,
    seed: int = 0,
) -> str:
    random = Random(seed)
    names = {"room": numbered("room", rooms), "ball": numbered("ball", balls), "hand": numbered("hand", hands)}
    init = [f"(robot-in {random.choice(names['room'])})", *(f"(empty {hand})" for hand in names["hand"])]
    init += both_ways("door", connected(random, names["room"], rooms // 2))
    goal = []
    for ball in names["ball"]:
        room = random.choice(names["room"])
        init.append(f"(lies-in {ball} {room})")
        goal.append(f"(lies-in {ball} {elsewhere(random, names['room'], room)})")
    return problem("gripper", objects=names, init=init, goal=goal)
