"""Times and sizes as people write them, counts and costs."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import suppress

from isonova.api.keywords import OptionError

_SECONDS = {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
_MEGABYTES = {"": 1} | {
    letter + byte: 1024**power
    for letter, power in (("k", -1), ("m", 0), ("g", 1), ("t", 2))
    for byte in ("", "b", "ib")
}


def seconds(limit: float | str | None, keyword: str = "time_limit") -> float | None:
    """A time from a number of seconds or a text such as `5m`."""
    example = "a number of seconds or a text such as '90s', '5m' or '1h'"
    return _quantity(keyword, limit, _SECONDS, example)


def megabytes(limit: float | str | None, keyword: str = "memory_limit") -> float | None:
    """A size from a number of MB (2^20 bytes) or a text such as `4G`."""
    example = "a number of MB or a text such as '500M' or '4G'"
    return _quantity(keyword, limit, _MEGABYTES, example)


def count(keyword: str, number: int | None) -> int | None:
    """A whole number from 0 on."""
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool):
        raise OptionError(f"{keyword} is a whole number, not {number!r}")
    if number < 0:
        raise OptionError(f"{keyword} must not be negative, but is {number}")
    return number


def cost(keyword: str, given: object) -> float | None:
    """A number, or a text of one from the command line."""
    if given is None:
        return None
    try:
        number = float(given) if isinstance(given, (int, float, str)) and not isinstance(given, bool) else math.nan
    except (ValueError, OverflowError):
        number = math.nan
    if math.isnan(number):
        raise OptionError(f"{keyword} is a number, not {given!r}")
    if number < 0:
        raise OptionError(f"{keyword} must not be negative, but is {number:g}")
    return number


def _quantity(keyword: str, limit: float | str | None, units: Mapping[str, float], expected: str) -> float | None:
    if limit is None:
        return None
    number: float | None = None
    if isinstance(limit, str):
        match = re.fullmatch(r"\s*([-+]?[0-9.]+(?:e[-+]?[0-9]+)?|[-+]?inf|nan)\s*([a-z]*)\s*", limit, re.IGNORECASE)
        with suppress(ValueError, KeyError):
            number = float(match[1]) * units[match[2].lower()] if match else None
    elif isinstance(limit, (int, float)) and not isinstance(limit, bool):
        number = float(limit)
    if number is None:
        raise OptionError(f"{keyword} is {expected}, not {limit!r}")
    if math.isnan(number) or number <= 0:
        raise OptionError(f"{keyword} must be above 0, but is {number:g}")
    return number
