"""An instance learning graph whose colours change with a slider over the rounds of WL.

The HTML has its own script and style, and needs nothing from the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from html import escape
from importlib.resources import files
from json import dumps

from isonova.api.errors import OptionError
from isonova.api.ilg.draw import FONT, SMALL, lines_of, size_of
from isonova.api.ilg.graph import InstanceGraph
from isonova.api.ilg.palette import FILLS, REST
from isonova.pages import PAGE_STYLE, THEME_SCRIPT

MARGIN = 8.0
_DASHES = {"ug": "4 3", "tn": "1 2", "fn": "1 2"}
_WIDTHS = {"ag": 2.4, "tn": 2.4}


def colour_numbers(graph: InstanceGraph, rounds: int) -> list[list[int]]:
    """The number of each node's colour in each round, from 1. Where a colour splits, its largest part keeps the number:
    a node has another number only where it was told apart."""
    names = graph.colourings(rounds)
    result: list[list[int]] = []
    used = 0
    for colours in names:
        parts: dict[tuple[int, str], list[int]] = {}
        before = result[-1] if result else [0] * len(colours)
        for node, name in enumerate(colours):
            parts.setdefault((before[node], name), []).append(node)
        numbers = [0] * len(colours)
        kept: set[int] = set()
        for (old, _), nodes in sorted(parts.items(), key=lambda part: (-len(part[1]), part[1])):
            if old in kept or not result:
                used += 1
                number = used
            else:
                kept.add(old)
                number = old
            for node in nodes:
                numbers[node] = number
        result.append(numbers)
    return result


def slider(graph: InstanceGraph, *, rounds: int = 3, title: str = "Colours round by round") -> str:
    """A part of a page: the graph, a slider from round 0 to ``rounds``, and what the colours stand for."""
    try:
        from isonova.api.ilg.layout import layout
    except ImportError:
        raise OptionError("pictures need NumPy: pip install 'isonova[graph]'; .dot files do not") from None
    sizes = [size_of(node) for node in graph.nodes]
    centres = layout(sizes, [(edge.atom, edge.object) for edge in graph.edges], aspect=1.2).tolist()
    numbers = colour_numbers(graph, rounds)
    names = graph.colourings(rounds)
    words = [
        {
            number: graph.describe(iteration, name)
            for number, name in zip(numbers[iteration], names[iteration], strict=True)
        }
        for iteration in range(rounds + 1)
    ]
    data = {"numbers": numbers, "words": words, "fills": FILLS, "rest": REST}
    mark = "wl-" + blake2b(dumps([graph.nodes, data], default=str).encode(), digest_size=4).hexdigest()
    folder = files("isonova.api.ilg")
    script = (folder / "rounds.js").read_text(encoding="utf-8").strip()
    return (
        f"<style>{(folder / 'rounds.css').read_text(encoding='utf-8')}</style>\n"
        f'<figure class="wl-rounds" id="{mark}">\n<figcaption>{escape(title)}</figcaption>\n'
        f'<div class="wl-controls"><button type="button" aria-label="Back">&#9664;</button>'
        f'<input type="range" min="0" max="{rounds}" value="0" aria-label="Round of WL">'
        f'<button type="button" aria-label="On">&#9654;</button><output></output></div>\n'
        f'<div class="wl-picture">{_picture(graph, centres, sizes)}</div>\n<ul class="wl-legend"></ul>\n</figure>\n'
        f'<script>({script})("{mark}", {_safe(dumps(data))})</script>\n'
    )


def page(graph: InstanceGraph, *, rounds: int, title: str) -> str:
    """The same as a page of its own."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += f"<title>{escape(title)}</title><style>{PAGE_STYLE}</style><script>{THEME_SCRIPT}</script>"
    body = slider(graph, rounds=rounds, title=title)
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body><main>\n{body}</main></body></html>\n'


def _picture(graph: InstanceGraph, centres: Sequence[Sequence[float]], sizes: Sequence[tuple[float, float]]) -> str:
    width = max((x + w / 2 for (x, _), (w, _) in zip(centres, sizes, strict=True)), default=0) + 2 * MARGIN
    height = max((y + h / 2 for (_, y), (_, h) in zip(centres, sizes, strict=True)), default=0) + 2 * MARGIN
    arity = {edge.atom: max(other.place for other in graph.edges if other.atom == edge.atom) for edge in graph.edges}
    parts = [f'<svg viewBox="{-MARGIN:g} {-MARGIN:g} {width:.0f} {height:.0f}" style="min-width:{width:.0f}px">']
    for edge in graph.edges:
        (x, y), (u, v) = centres[edge.atom], centres[edge.object]
        parts.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}"/>')
        if arity[edge.atom] > 1:
            middle = f'x="{(x + u) / 2:.1f}" y="{(y + v) / 2:.1f}"'
            parts.append(f'<text class="wl-place" {middle} font-size="{SMALL}">{edge.place}</text>')
    for node, (x, y), (w, h) in zip(graph.nodes, centres, sizes, strict=True):
        border = f'stroke-dasharray="{_DASHES.get(node.kind, "none")}" stroke-width="{_WIDTHS.get(node.kind, 1)}"'
        first, second = map(escape, lines_of(node))
        if node.is_object:
            shape = f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{w / 2:.1f}" ry="{h / 2:.1f}" {border}/>'
        else:
            place = f'x="{x - w / 2:.1f}" y="{y - h / 2:.1f}" width="{w:.1f}" height="{h:.1f}" rx="4"'
            shape = f"<rect {place} {border}/>"
        shift = (SMALL + 1) / 2 if second else 0.0
        text = f'<text x="{x:.1f}" y="{y - shift:.1f}" font-size="{FONT}">{first}</text>'
        if second:
            text += f'<text x="{x:.1f}" y="{y + shift + 1:.1f}" font-size="{SMALL}">{second}</text>'
        parts.append(f'<g class="wl-node" tabindex="0">{shape}{text}<title>{escape(node.label)}</title></g>')
    return "".join([*parts, "</svg>"])


def _safe(text: str) -> str:
    """JSON inside a script: nothing in it may end the script."""
    return text.replace("<", "\\u003c")
