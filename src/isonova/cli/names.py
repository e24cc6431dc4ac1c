"""Names that the shell can complete. The table of names is the core's, loaded only when someone presses Tab."""

from __future__ import annotations

Suggestions = list[tuple[str, str]]


def _starting(incomplete: str, names: Suggestions) -> Suggestions:
    return [(name, about) for name, about in names if name.startswith(incomplete)]


def heuristics(incomplete: str) -> Suggestions:
    from isonova import _core

    return _starting(incomplete, _core.heuristic_names())


def engines(incomplete: str) -> Suggestions:
    from isonova import _core

    return _starting(incomplete, _core.engine_names())


def novelties(incomplete: str) -> Suggestions:
    from isonova import _core

    maps = _core.feature_map_names()
    return _starting(incomplete, [("none", "no novelty"), *maps, ("+".join(name for name, _ in maps), "both")])


def aliases(incomplete: str) -> list[str]:
    from isonova.api.configurations import ALIASES

    return [name for name in ALIASES if name.startswith(incomplete)]
