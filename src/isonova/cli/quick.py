"""`isonova plan` with options that need no explanation, understood without the command-line library.

The library takes longer to load than a small task takes to solve.

What is not plain, help and mistakes among it, is left to the library: this parser never says that something is wrong.
"""

from __future__ import annotations

import os
from typing import Any

TEXTS = {"--alias", "--plan-file", "--log-file", "--report"}
SWITCHES = {"--dry-run", "--json", "--quiet"}
"""Options of the command besides those of `PlanOptions`."""


def quick_plan(words: list[str]) -> int | None:
    """The exit code; None if the words are not for this parser."""
    if words[:1] != ["plan"] or "_ISONOVA_COMPLETE" in os.environ:
        return None
    understood = parse(words[1:])
    if understood is None:
        return None
    from isonova.cli.plan_run import run_plan

    files, settings, given, own = understood
    try:
        return run_plan(files, settings, given, **own)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1


def parse(words: list[str]) -> tuple[list[str], dict[str, Any], set[str], dict[str, Any]] | None:
    """Files, settings by keyword, which of them were given, and the command's own options."""
    from isonova.api.keywords import options_of
    from isonova.api.options import PlanOptions

    settings: dict[str, Any] = {}
    switches: dict[str, tuple[str, bool]] = {}
    valued: dict[str, tuple[str, type]] = {}
    for option in options_of(PlanOptions):
        settings[option.keyword] = option.default
        if option.kind is bool:
            switches[option.flag] = option.keyword, True
            if option.no_flag is not None:
                switches[option.no_flag] = option.keyword, False
        else:
            valued[option.flag] = option.keyword, option.kind
    files: list[str] = []
    given: set[str] = set()
    own: dict[str, Any] = {}
    left = iter(words)
    for word in left:
        flag, equals, value = word.partition("=")
        if not word.startswith("-"):
            files.append(word)
        elif not equals and flag in switches:
            keyword, on = switches[flag]
            settings[keyword] = on
            given.add(keyword)
        elif not equals and flag in SWITCHES:
            own[_keyword(flag)] = True
        elif flag in valued or flag in TEXTS:
            if not equals:
                value = next(left, "-")
            if value.startswith("-") or not value:
                return None
            if flag in TEXTS:
                own[_keyword(flag)] = value
                continue
            keyword, kind = valued[flag]
            if kind is int and not (value.isascii() and value.isdigit()):
                return None
            settings[keyword] = kind(value)
            given.add(keyword)
        else:
            return None
    return (files, settings, given, own) if files else None


def _keyword(flag: str) -> str:
    return flag[2:].replace("-", "_")
