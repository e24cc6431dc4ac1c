"""Reading a TOML file with errors that point: the file, the key, what was expected, and which names come near."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from isonova.api.keywords import OptionError
from isonova.experiments.errors import ExperimentError
from isonova.experiments.suggest import known

Value = TypeVar("Value")
NAMES: dict[type, str] = {
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


class Table:
    """A table of the file. Each key is taken once; `finish` refuses what nobody took."""

    def __init__(self, content: dict[str, Any], file: str, path: str = "") -> None:
        self.content = content
        self.file = file
        self.path = path
        self._asked: list[str] = []

    def error(self, key: str, message: str) -> ExperimentError:
        place = f"{self.path}.{key}" if self.path and key else self.path or key
        return ExperimentError(f"{self.file}: {place}: {message}" if place else f"{self.file}: {message}")

    def take(self, key: str, kind: type[Value], default: Value | None = None) -> Value:
        """The value of a key; without a default the key must be there."""
        self._asked.append(key)
        if key not in self.content:
            if default is None:
                raise self.error(key, f"missing; expected {NAMES[kind]}")
            return default
        return self._as(key, self.content[key], kind)

    def has(self, key: str) -> bool:
        self._asked.append(key)
        return key in self.content

    def quantity(self, key: str, read: Callable[[str, str], float | None]) -> float:
        """A time or a size: a number, or a text with a unit."""
        given = self.content.get(key)
        if isinstance(given, str):
            self._asked.append(key)
            try:
                value = read(given, "expected") or 0.0
            except OptionError as error:
                raise self.error(key, str(error).replace(" is ", " ", 1)) from None
        else:
            value = self.take(key, float)
        if not 0 < value < float("inf"):
            raise self.error(key, f"expected a number above 0, not {value:g}")
        return value

    def one_of(self, key: str, names: tuple[str, ...], default: str) -> str:
        value = self.take(key, str, default)
        if value not in names:
            raise self.error(key, f"unknown name '{value}'; {known(value, names)}")
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        return tuple(self._as(f"{key}[{index}]", item, str) for index, item in enumerate(self.take(key, list, [])))

    def numbers(self, key: str) -> tuple[float, ...]:
        return tuple(self._as(f"{key}[{index}]", item, float) for index, item in enumerate(self.take(key, list, [])))

    def table(self, key: str) -> Table:
        below = f"{self.path}.{key}" if self.path else key
        return Table(self.take(key, dict, {}), self.file, below)

    def tables(self, key: str) -> list[Table]:
        items = self.take(key, list, [])
        below = f"{self.path}.{key}" if self.path else key
        return [
            Table(self._as(f"{key}[{index}]", item, dict), self.file, f"{below}[{index}]")
            for index, item in enumerate(items)
        ]

    def subtables(self) -> dict[str, Table]:
        """Every key of this table as a table of its own."""
        return {key: self.table(key) for key in self.content}

    def scalars(self) -> dict[str, str | int | float | bool]:
        """All that is left, as plain values."""
        found = {}
        for key, value in self.content.items():
            if key in self._asked:
                continue
            if not isinstance(value, (str, int, float, bool)):
                raise self.error(key, f"expected a string, a number, true or false, not {_kind(value)}")
            found[key] = value
        self._asked += found
        return found

    def finish(self) -> None:
        for key in self.content:
            if key not in self._asked:
                raise self.error(key, f"unknown key; {known(key, dict.fromkeys(self._asked))}")

    def _as(self, key: str, value: Any, kind: type[Value]) -> Value:
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(key, f"expected {NAMES[kind]}, not {_kind(value)}")
        return value


def _kind(value: Any) -> str:
    name = NAMES.get(type(value), "a date or time")
    return f"{name} ({value!r})" if isinstance(value, (str, int, float)) and len(repr(value)) < 60 else name


def read(path: Path, shown: str | None = None) -> Table:
    shown = shown or str(path)
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ExperimentError(f"{shown}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{shown}: not TOML: {error}") from None
    return Table(content, shown)
