"""Frozen classes with slots that are quick to make.

`dataclass(frozen=True, slots=True)` compiles six methods for every class, and a start of the planner makes dozens of
classes. Here only `__init__` is compiled; classes share the other methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Like `dataclass(frozen=True, slots=True)`, and `fields`, `replace` and `asdict` take it.

    A field may have a default or a factory, and may be left out of comparisons. A record inherits from no other one.
    """
    own = set(cls.__dict__)
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # else `dataclass` works out a signature to put here
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    compared = [each.name for each in fields(made) if each.compare]
    methods = {
        "__init__": _initialiser(made),
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
        "__getstate__": _values,
        "__setstate__": _restore,
        "__repr__": _repr,
        **_comparison(compared),
    }
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def identity_record(cls: type[T]) -> type[T]:
    """A record that equals nothing but itself."""
    made: Any = record(cls)
    made.__eq__, made.__hash__ = object.__eq__, object.__hash__
    return made  # type: ignore[no-any-return]


def _initialiser(made: Any) -> Callable[..., None]:
    names: dict[str, Any] = {}
    parameters, lines = [], []
    for each in fields(made):
        if not each.init:  # `__post_init__` sets it
            continue
        given = each.name
        if each.default_factory is not MISSING:
            names[f"_make_{each.name}"], names["_missing"] = each.default_factory, MISSING
            parameters.append(f"{each.name}=_missing")
            given = f"_make_{each.name}() if {each.name} is _missing else {each.name}"
        elif each.default is not MISSING:
            names[f"_default_{each.name}"] = each.default
            parameters.append(f"{each.name}=_default_{each.name}")
        else:
            parameters.append(each.name)
        names[f"_set_{each.name}"] = made.__dict__[each.name].__set__  # the slot itself, past `__setattr__`
        lines.append(f"    _set_{each.name}(self, {given})")
    if hasattr(made, "__post_init__"):
        lines.append("    self.__post_init__()")
    exec(f"def __init__(self, {', '.join(parameters)}):\n" + "\n".join(lines or ["    pass"]), names)
    made_by: Any = names["__init__"]
    made_by.__qualname__ = f"{made.__qualname__}.__init__"
    made_by.__annotations__ = {each.name: each.type for each in fields(made) if each.init} | {"return": None}
    return made_by  # type: ignore[no-any-return]


def _comparison(names: list[str]) -> dict[str, Any]:
    if not names:
        return {}
    values = attrgetter(*names)

    def equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash((values(self),))

    return {"__eq__": equal, "__hash__": hashed}


def _repr(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse_to_set(_: object, name: str, __: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _values(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
