"""Configurations that have a name: the twelve of the paper."""

from __future__ import annotations

from typing import TypedDict

from isonova.api.keywords import OptionError
from isonova.api.names import HeuristicName, NoveltyName, ProfileName

HEURISTICS: tuple[HeuristicName, ...] = ("gc", "add", "ff")
FEATURES: tuple[NoveltyName, ...] = ("none", "at", "wl", "at+wl")


class NamedConfiguration(TypedDict):
    """Keywords of :func:`isonova.plan`."""

    heuristic: HeuristicName
    novelty: NoveltyName
    profile: ProfileName


ALIASES: dict[str, NamedConfiguration] = {
    f"paper-{heuristic}-{novelty}": {"heuristic": heuristic, "novelty": novelty, "profile": "paper"}
    for heuristic in HEURISTICS
    for novelty in FEATURES
}


def aliases(start: str = "") -> list[str]:
    """The names that start so."""
    return [name for name in ALIASES if name.startswith(start)]


def alias_table(indent: str = "") -> str:
    """The names, a line for each heuristic."""
    widths = [max(len(f"paper-{heuristic}-{novelty}") for heuristic in HEURISTICS) for novelty in FEATURES]
    lines = []
    for heuristic in HEURISTICS:
        names = [f"paper-{heuristic}-{novelty}" for novelty in FEATURES]
        lines.append(indent + "  ".join(name.ljust(width) for name, width in zip(names, widths, strict=True)).rstrip())
    return "\n".join(lines)


def configuration(alias: str) -> NamedConfiguration:
    """The options of :func:`isonova.plan` that a name such as ``paper-ff-at+wl`` stands for.

    >>> import isonova
    >>> isonova.configuration("paper-ff-at+wl")
    {'heuristic': 'ff', 'novelty': 'at+wl', 'profile': 'paper'}
    """
    if alias not in ALIASES:
        from difflib import get_close_matches

        close = get_close_matches(alias, ALIASES, n=2)
        meant = f"; did you mean {' or '.join(close)}?" if close else "."
        raise OptionError(f"unknown alias '{alias}'{meant} Known: {', '.join(ALIASES)}")
    return ALIASES[alias].copy()
