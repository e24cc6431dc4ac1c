"""Configurations that have a name: the twelve of the paper."""

from __future__ import annotations

from difflib import get_close_matches

from isonova.api.errors import OptionError

HEURISTICS = ("gc", "add", "ff")
FEATURES = ("none", "at", "wl", "at+wl")

ALIASES: dict[str, dict[str, str]] = {
    f"paper-{heuristic}-{novelty}": {"heuristic": heuristic, "novelty": novelty, "profile": "paper"}
    for heuristic in HEURISTICS
    for novelty in FEATURES
}


def configuration(alias: str) -> dict[str, str]:
    """The options of :func:`isonova.plan` that a name such as ``paper-ff-at+wl`` stands for.

    >>> import isonova
    >>> isonova.configuration("paper-ff-at+wl")
    {'heuristic': 'ff', 'novelty': 'at+wl', 'profile': 'paper'}
    """
    if alias not in ALIASES:
        close = get_close_matches(alias, ALIASES, n=2)
        meant = f"; did you mean {' or '.join(close)}?" if close else "."
        raise OptionError(f"unknown alias '{alias}'{meant} Known: {', '.join(ALIASES)}")
    return dict(ALIASES[alias])
