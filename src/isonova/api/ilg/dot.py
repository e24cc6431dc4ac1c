"""An instance learning graph in the language of Graphviz, for its programs or for others that read it."""

from __future__ import annotations

from isonova.api.ilg.graph import InstanceGraph, Node
from isonova.api.ilg.palette import classes

_STYLES = {
    "ob": "filled",
    "ap": "filled,rounded",
    "ag": "filled,rounded,bold",
    "ug": "filled,rounded,dashed",
    "tn": "filled,rounded,bold,dotted",
    "fn": "filled,rounded,dotted",
    "type": "filled",
}


def to_dot(graph: InstanceGraph, iteration: int, title: str) -> str:
    lines = [
        f"graph {_quoted(title)} {{",
        '  graph [layout=neato, overlap=false, splines=true, fontname="Helvetica"];',
        '  node [fontname="Helvetica", fontsize=11, margin="0.06,0.03"];',
        '  edge [fontname="Helvetica", fontsize=8, color="#707070"];',
    ]
    for group in classes(graph, iteration):
        for number in group.nodes:
            node = graph.nodes[number]
            looks = f'shape={_shape(node)}, style="{_STYLES[node.kind]}", fillcolor="{group.fill}"'
            hint = _quoted(f"{node}, colour {group.number}: {group.name}")
            lines.append(f"  n{number} [label={_quoted(node.label)}, {looks}, tooltip={hint}];")
    for edge in graph.edges:
        lines.append(f"  n{edge.atom} -- n{edge.object} [label={edge.place}];")
    return "\n".join([*lines, "}"]) + "\n"


def _shape(node: Node) -> str:
    if node.is_object:
        return "ellipse"
    return "note" if node.kind == "type" else "box"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
