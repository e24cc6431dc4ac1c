"""Dataclasses of options, seen as keywords: each field that is an option has a keyword, a default, and a line about it.

Nothing compiled is imported here, so that the command line starts quickly.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints


class OptionError(ValueError):
    """An option that makes no sense: a name that is not known, a limit of nothing."""


class OptionWarning(UserWarning):
    """An option that has no effect beside the others."""


@contextmanager
def option_errors() -> Iterator[None]:
    """A name or number that the core refuses is an OptionError."""
    try:
        yield
    except ValueError as error:
        raise OptionError(str(error)) from None


def as_name(keyword: str, name: str) -> str:
    """Refuses what is no text; the core knows the names."""
    if not isinstance(name, str):
        raise OptionError(f"{keyword} is a name, not {name!r}")
    return name


def as_name_or_none(keyword: str, name: str | None) -> str | None:
    return None if name is None else as_name(keyword, name)


def option(default: Any, about: str, *, keyword: str | None = None, metavar: str | None = None) -> Any:
    """A field that is an option. Its keyword is its name unless another is given."""
    return field(default=default, metadata={"about": about, "keyword": keyword, "metavar": metavar})


def group(kind: type, prefix: str = "") -> Any:
    """A field that is a dataclass of options. Their keywords get the prefix."""
    return field(default_factory=kind, metadata={"group": kind, "prefix": prefix})


T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Option:
    """One option, by its keyword."""

    keyword: str
    kind: type
    """bool for a switch, int for a count, str for anything else."""
    default: Any
    about: str
    choices: tuple[str, ...]
    """The names that it takes, if it takes names."""
    metavar: str

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return "--" + self.keyword.replace("_", "-")

    @property
    def no_flag(self) -> str | None:
        """Of a switch that is neither on nor off by default: what turns it off on the command line."""
        return "--no-" + self.flag[2:] if self.kind is bool and self.default is None else None


@cache
def options_of(kind: type, prefix: str = "") -> tuple[Option, ...]:
    """The options of a dataclass and of those within it, in order."""
    found: list[Option] = []
    hints = get_type_hints(kind)
    for each in fields(kind):
        if "group" in each.metadata:
            found += options_of(each.metadata["group"], each.metadata["prefix"])
            continue
        types = get_args(hints[each.name]) or (hints[each.name],)
        literals = [hints[each.name], *types]
        choices = next((get_args(part) for part in literals if get_origin(part) is Literal), ())
        plain: type = bool if bool in types else int if int in types else str
        metavar = each.metadata["metavar"] or "|".join(choices)
        keyword = each.metadata["keyword"] or prefix + each.name
        found.append(Option(keyword, plain, each.default, each.metadata["about"], choices, metavar))
    return tuple(found)


def flat(options: Any, prefix: str = "") -> dict[str, Any]:
    """The values of a dataclass of options and of those within it, by keyword."""
    found: dict[str, Any] = {}
    for each in fields(options):
        value = getattr(options, each.name)
        if "group" in each.metadata:
            found |= flat(value, each.metadata["prefix"])
        else:
            found[each.metadata["keyword"] or prefix + each.name] = value
    return found


def with_keywords(options: T, keywords: Mapping[str, Any], *, of: str = "") -> T:
    """The options with what the keywords say instead. A group of options can be given as a whole, too.

    Raises TypeError for a keyword that is none, as a call of the function `of` would.
    """
    left = dict(keywords)
    changed = _changed(options, left, "")
    for keyword in left:
        if keyword in (groups := _groups(type(options))):
            raise TypeError(f"{keyword} is a {groups[keyword].__name__}, not {left[keyword]!r}")
        from difflib import get_close_matches

        known = [option.keyword for option in options_of(cast(type, type(options)))]
        close = get_close_matches(keyword, known, n=1)
        raise TypeError(
            f"{of or type(options).__name__}() got an unexpected keyword argument {keyword!r}"
            + (f"; did you mean {close[0]!r}?" if close else f"; it takes {', '.join(known)}")
        )
    return changed


def check_groups(options: Any) -> None:
    """Refuses what stands in the place of a group of options and is none."""
    for each in fields(options):
        if "group" in each.metadata and not isinstance(value := getattr(options, each.name), each.metadata["group"]):
            raise TypeError(f"{each.name} is a {each.metadata['group'].__name__}, not {value!r}")


def _groups(kind: Any) -> dict[str, type]:
    found: dict[str, type] = {}
    for each in fields(kind):
        if "group" in each.metadata:
            found |= {each.name: each.metadata["group"]} | _groups(each.metadata["group"])
    return found


def _changed(options: T, left: dict[str, Any], prefix: str) -> T:
    changes: dict[str, Any] = {}
    for each in fields(cast(Any, options)):
        if "group" in each.metadata:
            whole = isinstance(left.get(each.name), each.metadata["group"])
            inner = left.pop(each.name) if whole else getattr(options, each.name)
            changes[each.name] = _changed(inner, left, each.metadata["prefix"])
        elif (keyword := each.metadata["keyword"] or prefix + each.name) in left:
            changes[each.name] = left.pop(keyword)
    return cast(T, replace(cast(Any, options), **changes)) if changes else options


def keywords_of(kind: type, *, but: Sequence[str] = ()) -> Callable[[F], F]:
    """Shows the options of a dataclass in the signature of a function that takes them as `**keywords`, for `help`."""

    def decorate(function: F) -> F:
        signature = inspect.signature(function)
        shown = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        taken = {each.name for each in shown} | set(but)
        for option in options_of(kind):
            if option.keyword not in taken:
                shown.append(inspect.Parameter(option.keyword, inspect.Parameter.KEYWORD_ONLY, default=option.default))
        cast(Any, function).__signature__ = signature.replace(parameters=shown)
        return function

    return decorate
