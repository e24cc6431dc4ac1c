"""What a generator may be asked for: sizes with bounds, and flags. A generator says so in its signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, TypeAlias, get_type_hints


class SizeError(ValueError):
    """A size that a generator cannot serve, or one that it does not know."""


@dataclass(frozen=True, slots=True)
class Size:
    """The least and the largest value of an option, and what it counts."""

    least: int
    most: int
    about: str


Unsolvable: TypeAlias = Annotated[bool, "Make a task that has no plan."]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a generator: a size, or a flag, which has no bounds."""

    name: str
    default: int | bool
    about: str
    least: int | None = None
    most: int | None = None

    @property
    def is_flag(self) -> bool:
        return self.least is None

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    def check(self, value: object) -> None:
        if self.is_flag:
            if not isinstance(value, bool):
                raise SizeError(f"{self.name} must be True or False, not {value!r}")
            return
        if not isinstance(value, int) or isinstance(value, bool):
            raise SizeError(f"{self.name} must be a whole number, not {value!r}")
        assert self.least is not None
        assert self.most is not None
        if not self.least <= value <= self.most:
            raise SizeError(f"{self.name} must be between {self.least} and {self.most}, not {value}")


SEED = Option("seed", 0, "Seed: the same seed and sizes give the same task everywhere.", 0, 2**63 - 1)


def options_of(generator: Callable[..., str]) -> tuple[Option, ...]:
    hints = get_type_hints(generator, include_extras=True)
    found = []
    for name, parameter in inspect.signature(generator).parameters.items():
        if name == SEED.name:
            continue
        [said] = hints[name].__metadata__
        if isinstance(said, Size):
            found.append(Option(name, parameter.default, said.about, said.least, said.most))
        else:
            found.append(Option(name, parameter.default, said))
    return (*found, SEED)


def checked(name: str, options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, int | bool]:
    """All options with their values: those given, once they are known to be in bounds, and defaults."""
    known = {option.name: option for option in options}
    for key, value in given.items():
        if key not in known:
            close = get_close_matches(key, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else "."
            raise SizeError(f"the example {name} has no option '{key}'{hint} It has {', '.join(known)}")
        known[key].check(value)
    return {key: given.get(key, option.default) for key, option in known.items()}  # type: ignore[misc]
