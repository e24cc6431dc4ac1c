"""Pictures of an instance learning graph, with matplotlib and nothing besides."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isonova.api.errors import OptionError
from isonova.api.ilg.dot import to_dot
from isonova.api.ilg.graph import KINDS, InstanceGraph, Node
from isonova.api.ilg.palette import ColourClass, classes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".svg", ".png", ".pdf", ".html", ".dot")
LEGIBLE = 60
"""Nodes that a picture shows well."""
MOST = 150
"""Nodes past which a picture is refused unless it is asked for."""

FONT = 8.0
SMALL = 6.0
LETTER = 0.6  # width of a letter, as a part of the font size
LEGEND = 36  # colours listed

_LINES = {
    "ob": ("solid", 0.8),
    "ap": ("solid", 0.8),
    "ag": ("solid", 2.2),
    "ug": ("dashed", 1.2),
    "tn": ("dotted", 2.2),
    "fn": ("dotted", 1.2),
    "type": ("solid", 0.3),
}


class TooLargeError(OptionError):
    """A graph of so many nodes that its picture could not be read."""


def draw(
    graph: InstanceGraph,
    path: str | os.PathLike[str],
    *,
    iteration: int = 2,
    title: str = "instance learning graph",
    max_nodes: int = MOST,
) -> None:
    """Writes a picture; the ending of the file's name says which kind: .svg, .png, .pdf, .html or .dot.

    Nodes are filled by their WL colour after ``iteration`` rounds; a page (.html) has a slider over the rounds up to
    that. All but .dot need the extra ``isonova[graph]``, and refuse graphs of more than ``max_nodes`` nodes.
    """
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in FORMATS:
        raise OptionError(
            f"cannot tell from the name '{target.name}' what to write; known endings: {' '.join(FORMATS)}"
        )
    if suffix == ".dot":
        target.write_text(to_dot(graph, iteration, title), encoding="utf-8")
        return
    if len(graph.nodes) > max_nodes:
        raise TooLargeError(f"the graph has {len(graph.nodes)} nodes, more than the {max_nodes} a picture may have")
    if suffix == ".html":
        from isonova.api.ilg.rounds import page

        target.write_text(page(graph, rounds=iteration, title=title), encoding="utf-8")
        return
    picture = figure(graph, iteration=iteration, title=title)
    from matplotlib import rc_context

    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {}}[suffix]
    with rc_context({"svg.hashsalt": "isonova", "svg.fonttype": "none"}):  # the same graph gives the same file
        picture.savefig(target, dpi=150, metadata=metadata)


def figure(graph: InstanceGraph, *, iteration: int = 2, title: str = "instance learning graph") -> Figure:
    """The picture as a matplotlib figure."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise OptionError("pictures need matplotlib: pip install 'isonova[graph]'; .dot files do not") from None
    from isonova.api.ilg.layout import layout

    sizes = [size_of(node) for node in graph.nodes]
    centres = layout(sizes, [(edge.atom, edge.object) for edge in graph.edges])
    groups = classes(graph, iteration)
    width = max(float(max(x + w / 2 for (x, _), (w, _) in zip(centres, sizes, strict=True))), 220.0) if sizes else 220.0
    height = float(max(y + h / 2 for (_, y), (_, h) in zip(centres, sizes, strict=True))) if sizes else 0.0
    entries = _entries(graph, groups)
    beside = 26 + max(len(text) for _, text in entries) * SMALL * LETTER if entries else 0
    tall = max(height, 12.0 * len(entries) + 8)
    centres[:, 1] = tall - centres[:, 1]  # the largest component on top
    margin, head, foot = 14.0, 26.0, 24.0
    page = (width + beside + 3 * margin, tall + head + foot + 2 * margin)
    picture = Figure(figsize=(page[0] / 72, page[1] / 72))
    axes = picture.add_axes((0, 0, 1, 1))
    axes.set_xlim(-margin, page[0] - margin)
    axes.set_ylim(-margin - foot, page[1] - margin - foot)
    axes.set_axis_off()
    _edges(axes, graph, centres.tolist(), sizes)
    fills = {node: group for group in groups for node in group.nodes}
    for number, (node, centre, size) in enumerate(zip(graph.nodes, centres.tolist(), sizes, strict=True)):
        _node(axes, node, centre, size, fills[number])
    axes.text(0, tall + 12, title, fontsize=FONT + 2, va="center", weight="bold")
    _legend(axes, entries, width + margin, tall)
    _key(axes, graph, -foot)
    for text in axes.texts:
        text.set_parse_math(False)  # a name may hold a dollar sign
    return picture


def lines_of(node: Node) -> tuple[str, str]:
    """What is written into a node: one line for an object, predicate and arguments of an atom."""
    if node.is_object:
        return node.label, ""
    predicate, _, rest = node.label[1:-1].partition(" ")
    return predicate, "" if node.kind == "type" else rest


def size_of(node: Node) -> tuple[float, float]:
    first, second = lines_of(node)
    if node.is_object:
        return max(len(first), 3) * FONT * LETTER * 1.15 + 12, 2.5 * FONT
    width = max(len(first) * FONT, len(second) * SMALL, 2 * FONT) * LETTER + 9
    return width, FONT + 7 + (SMALL + 2 if second else 0)


def _edges(
    axes: Axes, graph: InstanceGraph, centres: Sequence[Sequence[float]], sizes: Sequence[tuple[float, float]]
) -> None:
    places: dict[tuple[int, int], list[int]] = {}
    for edge in graph.edges:
        places.setdefault((edge.atom, edge.object), []).append(edge.place)
    arity: dict[int, int] = {}
    for edge in graph.edges:
        arity[edge.atom] = max(arity.get(edge.atom, 0), edge.place)
    for (atom, item), found in places.items():
        (x0, y0), (x1, y1) = centres[atom], centres[item]
        axes.plot([x0, x1], [y0, y1], color="#9a9a9a", linewidth=0.8, zorder=1)
        if arity[atom] == 1:
            continue
        start, end = _border((x1 - x0, y1 - y0), sizes[atom]), 1 - _border((x0 - x1, y0 - y1), sizes[item])
        along = (start + end) / 2 if start < end else 0.5
        axes.text(
            x0 + along * (x1 - x0),
            y0 + along * (y1 - y0),
            ",".join(map(str, found)),
            fontsize=SMALL - 0.5,
            color="#444444",
            ha="center",
            va="center",
            zorder=2,
            bbox={"boxstyle": "circle,pad=0.08", "facecolor": "white", "edgecolor": "none"},
        )


def _border(direction: tuple[float, float], size: tuple[float, float]) -> float:
    """The part of the way in this direction that lies within the box."""
    ratios = [half / abs(way) for way, half in zip(direction, (size[0] / 2, size[1] / 2), strict=True) if way]
    return min([1.0, *ratios])


def _node(axes: Axes, node: Node, centre: Sequence[float], size: tuple[float, float], group: ColourClass) -> None:
    from matplotlib.patches import Ellipse, FancyBboxPatch

    (x, y), (width, height) = centre, size
    style, line = _LINES[node.kind]
    how: dict[str, Any] = {
        "facecolor": group.fill,
        "edgecolor": "#333333",
        "linewidth": line,
        "linestyle": style,
        "zorder": 3,
    }
    if node.is_object:
        axes.add_patch(Ellipse((x, y), width, height, **how))
    else:
        corner = (x - width / 2 + 3, y - height / 2 + 3)
        box = "round,pad=3,rounding_size=3" if node.kind != "type" else "square,pad=3"
        axes.add_patch(FancyBboxPatch(corner, width - 6, height - 6, boxstyle=box, **how))
    first, second = lines_of(node)
    shift = (SMALL + 1) / 2 if second else 0.0
    axes.text(x, y + shift, first, fontsize=FONT, ha="center", va="center", zorder=4)
    if second:
        axes.text(x, y - shift - 1, second, fontsize=SMALL, ha="center", va="center", zorder=4)
    axes.text(
        x + width / 2 - 1,
        y - height / 2 + 1,
        str(group.number),
        fontsize=4.5,
        ha="center",
        va="center",
        zorder=5,
        color="#333333",
        bbox={"boxstyle": "circle,pad=0.12", "facecolor": "white", "edgecolor": "#999999", "linewidth": 0.4},
    )


def _entries(graph: InstanceGraph, groups: Sequence[ColourClass]) -> list[tuple[str, str]]:
    """Fill and text of the legend's lines."""
    entries = []
    for group in groups[:LEGEND]:
        many = f", {len(group.nodes)} nodes" if len(group.nodes) > 1 else ""
        entries.append((group.fill, f"{group.number}: {graph.nodes[group.nodes[0]]} {group.name}{many}"))
    if len(groups) > LEGEND:
        entries.append(("", f"and {len(groups) - LEGEND} more colours"))
    return entries


def _legend(axes: Axes, entries: Sequence[tuple[str, str]], x: float, top: float) -> None:
    from matplotlib.patches import Rectangle

    for i, (fill, text) in enumerate(entries):
        y = top - 12 * i - 6
        if fill:
            axes.add_patch(Rectangle((x, y - 3.5), 10, 7, facecolor=fill, edgecolor="#333333", linewidth=0.5))
        axes.text(x + 15, y, text, fontsize=SMALL, va="center")


def _key(axes: Axes, graph: InstanceGraph, y: float) -> None:
    """What the borders stand for."""
    from matplotlib.patches import Rectangle

    x = 0.0
    present = {node.kind for node in graph.nodes} - {"ob"}
    for kind, meaning in KINDS.items():
        if kind not in present:
            continue
        style, line = _LINES[kind]
        how: dict[str, Any] = {"facecolor": "white", "edgecolor": "#333333", "linewidth": line, "linestyle": style}
        axes.add_patch(Rectangle((x, y - 4), 16, 8, **how))
        text = f"{kind}: {meaning}"
        axes.text(x + 21, y, text, fontsize=SMALL, va="center")
        x += 21 + len(text) * SMALL * LETTER + 8
