from random import Random
from typing import Annotated

from isonova.examples.sizes import Size, SizeError, Unsolvable
from isonova.examples.writing import numbered, problem


def generate(
    *,
    dishes: Annotated[int, Size(1, 200, "Dishes.")] = 2,
    kinds: Annotated[int, Size(4, 200, "Kinds of ingredients; a dish takes four of them.")] = 5,
    stock: Annotated[int, Size(1, 500, "Items of each kind, at least as many as there are dishes.")] = 2,
    slots: Annotated[int, Size(4, 50, "Slots on the counter.")] = 4,
    pots: Annotated[int, Size(1, 100, "Pots.")] = 1,
    unsolvable: Unsolvable = False,
    seed: int = 0,
) -> str:
    """Unsolvable: nothing is left of one kind that a dish needs."""
    if stock < dishes:
        raise SizeError(f"stock must be at least dishes, so that all can be cooked: {stock} items for {dishes} dishes")
    random = Random(seed)
    names = {
        "dish": numbered("dish", dishes),
        "kind": numbered("kind", kinds),
        "item": [f"{kind}-{i}" for kind in numbered("item", kinds) for i in range(1, stock + 1)],
        "slot": numbered("slot", slots),
        "pot": numbered("pot", pots),
    }
    recipes = [random.sample(names["kind"], 4) for _ in names["dish"]]
    gone = random.choice(recipes[0]) if unsolvable else ""
    init = [f"(calls-for {dish} {' '.join(recipe)})" for dish, recipe in zip(names["dish"], recipes, strict=True)]
    for kind, word in zip(names["kind"], numbered("item", kinds), strict=True):
        for i in range(1, stock + 1):
            init.append(f"(is-a {word}-{i} {kind})")
            if kind != gone:
                init.append(f"(in-pantry {word}-{i})")
    init += [f"(free {slot})" for slot in names["slot"]]
    init += [f"(clean {pot})" for pot in names["pot"]]
    return problem("banquet", objects=names, init=init, goal=[f"(served {dish})" for dish in names["dish"]])
