"""The names that options take, as types. The table of names is the core's (`cpp/isonova/planner/names.hpp`), which also
says what each name stands for; a test compares the two."""

from __future__ import annotations

from typing import Literal, TypeAlias

HeuristicName: TypeAlias = Literal["ff", "add", "lm", "hmax", "gc", "blind"]
EngineName: TypeAlias = Literal["auto", "grounded", "lifted"]
CostTypeName: TypeAlias = Literal["normal", "one", "plusone"]
TieBreakName: TypeAlias = Literal["fifo", "g"]
NoveltyName: TypeAlias = Literal["none", "at", "wl", "at+wl"]
NoveltyKindName: TypeAlias = Literal["qb", "pn"]
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
        return [("none", "no novelty"), *maps, ("+".join(name for name, _ in maps), "both")]
    return [*getattr(_core, f"{keyword}_names")()]
