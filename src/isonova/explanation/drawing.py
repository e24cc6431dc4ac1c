"""The partial order as a picture (SVG): layers from top to bottom, a box for each step, an arrow for each order.

Layers are known, so what is left is the place of each box in its layer. Arrows that pass a layer take a place there.
Places are ordered by the mean place of their neighbours, up and down in turns (Sugiyama et al. 1981). Then each layer
gets the positions nearest to its neighbours' that keep boxes apart: least squares, by pooling adjacent violators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from textwrap import wrap

from isonova.explanation.explanation import ExplainedStep, Explanation
from isonova.explanation.words import because

LETTER = 7.3  # width of a letter of the monospaced font, in pixels
LINE = 15.0
PADDING = 8.0
GAP = 14.0  # between boxes of a layer
RISE = 42.0  # between layers, for the arrows
WRAP = 22  # letters in a line of a box
SWEEPS = 12


@dataclass(slots=True)
class _Place:
    """A box, or the place where an arrow passes a layer."""

    layer: int
    width: float
    x: float = 0.0
    above: list[_Place] = field(default_factory=list)
    below: list[_Place] = field(default_factory=list)


def draw(explained: Explanation) -> str:
    """An SVG element. Its look comes from the page: classes `box`, `order`, and more by what a step is."""
    lines = {step.number: _lines(step) for step in explained.steps}
    boxes = {
        step.number: _Place(step.layer - 1, max(map(len, lines[step.number])) * LETTER + 2 * PADDING)
        for step in explained.steps
    }
    layers: list[list[_Place]] = [[boxes[number] for number in layer] for layer in explained.layers]
    paths = [_path(boxes[order.before], boxes[order.after], layers) for order in explained.orders]
    _order(layers)
    _position(layers)
    heights = [max(len(lines[number]) for number in layer) * LINE + 2 * PADDING for layer in explained.layers]
    tops = [sum(heights[:at]) + at * RISE + PADDING for at in range(len(heights))]
    left = min(place.x - place.width / 2 for layer in layers for place in layer) - PADDING
    width = max(place.x + place.width / 2 for layer in layers for place in layer) + PADDING - left
    height = tops[-1] + heights[-1] + PADDING
    parts = [
        f'<svg class="orders" viewBox="{left:.0f} 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="group" aria-label="The partial order of the steps">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z"/></marker></defs>',
    ]
    depth = {number: len(lines[number]) * LINE + 2 * PADDING for number in lines}
    for order, path in zip(explained.orders, paths, strict=True):
        kind = "order" if order.reason == "gives" else "order threat"
        curve = _curve(path, tops, heights, tops[path[0].layer] + depth[order.before])
        parts.append(
            f'<path class="{kind}" data-from="{order.before}" data-to="{order.after}" d="{curve}">'
            f"<title>{escape(because(order))}</title></path>"
        )
    goals = {link.producer for link in explained.links if link.goal is not None}
    for step in explained.steps:
        place = boxes[step.number]
        kind = "box"
        kind += " unneeded" if step.number in explained.not_needed else ""
        kind += " achiever" if step.number in goals else ""
        x, y = place.x - place.width / 2, tops[place.layer]
        parts.append(
            f'<a class="{kind}" href="#step-{step.number}" data-step="{step.number}">'
            f"<title>step {step.number}: {escape(str(step))}</title>"
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{place.width:.1f}" height="{depth[step.number]:.1f}" rx="6"/>'
        )
        for at, line in enumerate(lines[step.number]):
            weight = ' class="name"' if at == 0 else ""
            baseline = y + PADDING + (at + 0.77) * LINE
            parts.append(f'<text{weight} x="{x + PADDING:.1f}" y="{baseline:.1f}">{escape(line)}</text>')
        parts.append("</a>")
    return "".join([*parts, "</svg>"])


def _lines(step: ExplainedStep) -> list[str]:
    return [
        f"{step.number} {step.action}",
        *wrap(" ".join(step.args), WRAP, break_long_words=False, break_on_hyphens=False),
    ]


def _path(start: _Place, end: _Place, layers: list[list[_Place]]) -> list[_Place]:
    path = [start]
    for layer in range(start.layer + 1, end.layer):
        path.append(_Place(layer, 4.0))
        layers[layer].append(path[-1])
    path.append(end)
    for upper, lower in pairwise(path):
        upper.below.append(lower)
        lower.above.append(upper)
    return path


def _order(layers: Sequence[list[_Place]]) -> None:
    """Sorts each layer so that few arrows cross."""
    for layer in layers:
        for at, place in enumerate(layer):
            place.x = at
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            means = {id(place): _mean(place.above if down else place.below, place.x) for place in layer}
            layer.sort(key=lambda place: means[id(place)])
            for at, place in enumerate(layer):
                place.x = at


def _position(layers: Sequence[list[_Place]]) -> None:
    for layer in layers:
        _spread(layer, [0.0] * len(layer))
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            _spread(layer, [_mean(place.above if down else place.below, place.x) for place in layer])


def _mean(places: Sequence[_Place], otherwise: float) -> float:
    return sum(place.x for place in places) / len(places) if places else otherwise


def _spread(layer: Sequence[_Place], wanted: Sequence[float]) -> None:
    """Puts the places of a layer, in their order, as near as possible to where they are wanted without overlap."""
    offset = 0.0
    offsets: list[float] = []
    pools: list[tuple[float, int]] = []  # mean and number of places that are shifted alike
    for at, place in enumerate(layer):
        if at:
            offset += (layer[at - 1].width + place.width) / 2 + GAP
        offsets.append(offset)
        mean, count = wanted[at] - offset, 1
        while pools and pools[-1][0] > mean:
            other, size = pools.pop()
            mean, count = (mean * count + other * size) / (count + size), count + size
        pools.append((mean, count))
    shifts = [mean for mean, count in pools for _ in range(count)]
    for place, shift, start in zip(layer, shifts, offsets, strict=True):
        place.x = shift + start


def _curve(path: Sequence[_Place], tops: Sequence[float], heights: Sequence[float], start: float) -> str:
    """From the bottom of one box to the top of another, straight down where it passes a layer."""
    x, y = path[0].x, start
    parts = [f"M{x:.1f} {y:.1f}"]
    for place in path[1:]:
        top = tops[place.layer]
        bend = (tops[place.layer - 1] + heights[place.layer - 1] + top) / 2
        parts.append(f"C{x:.1f} {bend:.1f} {place.x:.1f} {bend:.1f} {place.x:.1f} {top:.1f}")
        x, y = place.x, top
        if place is not path[-1]:
            y += heights[place.layer]
            parts.append(f"V{y:.1f}")
    return "".join(parts)
