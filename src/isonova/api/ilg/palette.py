"""Fills for colour classes: light, so that black text is read on them, and told apart as well as so many can be."""

from __future__ import annotations

from dataclasses import dataclass

from isonova.api.ilg.graph import InstanceGraph

FILLS = (
    *("#f4a582", "#92c5de", "#b8e186", "#fddc6c", "#d4b9da", "#80cdc1", "#fbb4c4", "#c9b18f", "#a6bddb", "#e6e07a"),
    *("#e08e79", "#6fb1d6", "#8fcb74", "#f7b538", "#b394cc", "#4fb3a5", "#ef8fb0", "#a58a63", "#7f9fd1", "#c2bf45"),
)
REST = "#ffffff"


@dataclass(frozen=True, slots=True)
class ColourClass:
    """The nodes that share a colour, with a number and a fill for it."""

    number: int
    name: str
    """The start of the colour's name: as much as `isonova features` shows."""
    fill: str
    nodes: tuple[int, ...]


def classes(graph: InstanceGraph, iteration: int) -> list[ColourClass]:
    """The colour classes of one iteration, largest first. Where fills run out they are white, and only their numbers
    tell them apart."""
    found = [colour for colour in graph.colours(iteration) if colour.iteration == iteration]
    return [
        ColourClass(number, colour.name[:8], FILLS[number - 1] if number <= len(FILLS) else REST, colour.nodes)
        for number, colour in enumerate(found, start=1)
    ]
