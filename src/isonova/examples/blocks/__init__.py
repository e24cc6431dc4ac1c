from itertools import pairwise
from random import Random
from typing import Annotated

from isonova.examples.sizes import Size
from isonova.examples.writing import numbered, problem


def generate(*, blocks: Annotated[int, Size(2, 2000, "Blocks.")] = 6, seed: int = 0) -> str:
    random = Random(seed)
    names = numbered("b", blocks)
    start = _towers(random, names)
    goal = _towers(random, names)
    while goal == start:
        goal = _towers(random, names)
    init = ["(hand-empty)", *_atoms(start)]
    init += [f"(clear {tower[-1]})" for tower in start]
    return problem("blocks", objects={"block": names}, init=init, goal=_atoms(goal))


def _towers(random: Random, names: list[str]) -> list[list[str]]:
    """Each block in turn goes on the table or on a tower, all equally likely. Towers are sorted by their lowest."""
    towers: list[list[str]] = []
    for name in random.sample(names, len(names)):
        place = random.randrange(len(towers) + 1)
        if place == len(towers):
            towers.append([])
        towers[place].append(name)
    return sorted(towers)


def _atoms(towers: list[list[str]]) -> list[str]:
    atoms = [f"(on-table {tower[0]})" for tower in towers]
    atoms += [f"(on {above} {below})" for tower in towers for below, above in pairwise(tower)]
    return atoms
