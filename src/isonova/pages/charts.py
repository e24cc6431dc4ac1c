"""Small charts as SVG, drawn without a library. Colours come from the page's style."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import TypeVar

T = TypeVar("T")

WIDTH, HEIGHT = 440.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 12.0, 12.0, 40.0
MOST_POINTS = 500
"""Of one line."""
COLOURS = 6


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    points: Sequence[tuple[float, float]]
    colour: int = 0
    steps: bool = False
    """The value holds until the next point."""
    faint: bool = False
    dots: Sequence[tuple[float, float, str]] = ()
    """Points to look at, each with a text."""


def short(value: float) -> str:
    """1200 as 1.2k, for axes."""
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:.3g}{letter}"
    return f"{value:.3g}"


def ticks(top: float, most: int = 5) -> list[float]:
    """Round numbers from 0 to `top` or just above it."""
    if top <= 0:
        return [0.0, 1.0]
    rough = top / most
    power: float = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * (1 - 1e-9))
    return [step * at for at in range(ceil(top / step - 1e-9) + 1)]


def powers(top: float) -> list[float]:
    """1, 10, 100, up to `top` or just above it."""
    return [10.0**at for at in range(max(1, ceil(log10(max(1.0, top)) - 1e-9)) + 1)]


def chart(
    title: str,
    x_label: str,
    lines: Sequence[Line],
    *,
    logarithmic: bool = False,
    top: float = 0.0,
    words: Callable[[float], str] = short,
) -> str:
    """A figure; the y axis starts at 0 and goes to `top` at least. `logarithmic`: the x axis."""
    right = max((x for line in lines for x, _ in line.points), default=0.0)
    x_ticks = powers(right) if logarithmic else ticks(right)
    if not logarithmic and right > 0:  # the lines end at the edge
        x_ticks = [x for x in x_ticks if x <= right]
    y_ticks = ticks(max([top, *(y for line in lines for _, y in line.points)]))
    low = min([0.0, *(y for line in lines for _, y in line.points)])

    def across(x: float) -> float:
        share = log10(max(1.0, x)) / log10(x_ticks[-1]) if logarithmic else x / (right or 1.0)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - (y - low) / (y_ticks[-1] - low) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(title)}, by {escape(x_label)}">']
    for y in y_ticks:
        parts.append(f'<line class="grid" x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{up(y):.1f}" y2="{up(y):.1f}"/>')
        parts.append(f'<text x="{LEFT - 6:g}" y="{up(y) + 4:.1f}" text-anchor="end">{words(y)}</text>')
    for x in x_ticks:
        anchor = "end" if across(x) > WIDTH - RIGHT - 12 else "middle"
        parts.append(f'<text x="{across(x):.1f}" y="{HEIGHT - BOTTOM + 16:g}" text-anchor="{anchor}">{short(x)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle:g}" y="{HEIGHT - 6:g}" text-anchor="middle">{escape(x_label)}</text>')
    for line in lines:
        kind = f"series-{line.colour % COLOURS}" + (" faint" if line.faint else "")
        places = [(across(x), up(y)) for x, y in _thinned(line.points)]
        parts.append(f'<polyline class="{kind}" points="{_path(places, line.steps)}"/>')
        parts += [
            f'<circle class="{kind}" cx="{across(x):.1f}" cy="{up(y):.1f}" r="3"><title>{escape(text)}</title></circle>'
            for x, y, text in _thinned(line.dots)
        ]
    return (
        f'<figure class="chart"><figcaption>{escape(title)}</figcaption>{"".join(parts)}</svg>{legend(lines)}</figure>'
    )


def legend(lines: Sequence[Line]) -> str:
    names = {line.name: line.colour % COLOURS for line in lines if line.name and not line.faint}
    if len(names) < 2:
        return ""
    inside = "".join(
        f'<span><i class="series series-{colour}"></i>{escape(name)}</span> ' for name, colour in names.items()
    )
    return f'<p class="note legend">{inside}</p>'


def _thinned(points: Sequence[T]) -> list[T]:
    """At most so many, the first and the last among them."""
    every = ceil(len(points) / MOST_POINTS) or 1
    found = list(points[::every])
    return found if not points or (len(points) - 1) % every == 0 else [*found, points[-1]]


def _path(places: Sequence[tuple[float, float]], steps: bool) -> str:
    found: list[str] = []
    height = 0.0
    for x, y in places:
        if steps and found:
            found.append(f"{x:.1f},{height:.1f}")
        found.append(f"{x:.1f},{y:.1f}")
        height = y
    return " ".join(found)
