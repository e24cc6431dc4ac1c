from random import Random
from typing import Annotated

from isonova.examples.sizes import Size, Unsolvable
from isonova.examples.writing import connected, numbered, problem


def generate(
    *,
    stations: Annotated[int, Size(2, 300, "Stations besides the plant.")] = 5,
    extra: Annotated[int, Size(0, 300, "Lines beyond those that join every station to the plant.")] = 2,
    broken: Annotated[int, Size(1, 600, "Broken lines, as far as there are lines.")] = 2,
    unsolvable: Unsolvable = False,
    seed: int = 0,
) -> str:
    """One line leaves the plant. It is whole, so that everything behind it can be switched off, mended and switched on.
    Unsolvable: that line is broken, and nobody may mend a line whose end is the plant itself."""
    random = Random(seed)
    names = numbered("station", stations)
    edges = [("plant", names[0]), *connected(random, names, extra)]
    lines = numbered("line", len(edges))
    torn = sorted(random.sample(lines[1:], min(broken, len(lines) - 1)), key=lines.index)
    if unsolvable:
        torn = [lines[0], *torn]
    closed = [line for line in lines if line not in torn and random.random() < 0.7]
    init = ["(plant plant)"]
    init += [f"(joins {line} {a} {b})" for line, (a, b) in zip(lines, edges, strict=True)]
    init += [f"(broken {line})" for line in torn] + [f"(closed {line})" for line in closed]
    goal = [f"(live {name})" for name in names] + [f"(not (broken {line}))" for line in torn]
    return problem("power-grid", objects={"station": ["plant", *names], "line": lines}, init=init, goal=goal)
