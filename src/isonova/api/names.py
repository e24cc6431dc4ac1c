"""The names that options take, as types. The table of names is the core's (`cpp/isonova/planner/names.hpp`), which also
says what each name stands for; a test compares the two."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

HeuristicName: TypeAlias = Literal["ff", "add", "lm", "hmax", "gc", "blind", "gc+r", "lm+ff"]
EngineName: TypeAlias = Literal["auto", "grounded", "lifted"]
CostTypeName: TypeAlias = Literal["normal", "one", "plusone"]
TieBreakName: TypeAlias = Literal["fifo", "g"]
NoveltyName: TypeAlias = Literal[
    "none",
    "at",
    "wl",
    "at+wl",
    "at2",
    "at+at2",
    "wl-set",
    "at+wl-set",
    "wl-stable",
    "at+wl-stable",
    "iwl",
    "at+iwl",
    "lwl2",
    "at+lwl2",
    "wl-changes",
    "at+wl-changes",
    "dl",
    "at+dl",
]
NoveltyKindName: TypeAlias = Literal["qb", "pn", "w", "cb", "iw"]
SymmetricName: TypeAlias = Literal["keep", "back"]
ProfileName: TypeAlias = Literal["isonova", "paper", "author"]
Keep: TypeAlias = Literal["keep", "drop"]
Constants: TypeAlias = Literal["same", "distinct"]
Switch: TypeAlias = Literal["on", "off"]
Objects: TypeAlias = Literal["all", "fluent"]

Status: TypeAlias = Literal[
    "solved", "unsolvable", "exhausted", "out_of_time", "out_of_memory", "limit_reached", "interrupted"
]
Phase: TypeAlias = Literal["parse", "normalise", "ground", "search"]
"""Where a run ended."""


def described(keyword: str) -> list[tuple[str, str]]:
    """The names that an option takes, each with what it stands for."""
    from isonova import _core

    if keyword == "novelty":
        maps = _core.feature_map_names()
        joined = [(name, "both") for name in get_args(NoveltyName) if "+" in name]
        return [("none", "no novelty"), *maps, *joined]
    return [*getattr(_core, f"{keyword}_names")()]
