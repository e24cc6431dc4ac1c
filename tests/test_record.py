"""Records against frozen dataclasses with slots, which they stand for."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, is_dataclass, replace
from inspect import signature
from typing import Any

import pytest

from isonova.record import identity_record, record


@record
class Place:
    name: str
    tags: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list, compare=False, repr=False)


def point(decorate: Callable[[type], type]) -> Any:
    class Point:
        """A place."""

        x: int
        y: int = 2
        label: str = field(default="", compare=False)
        sum: int = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "sum", self.x + self.y)

        def __str__(self) -> str:
            return f"<{self.x} {self.y}>"

    return decorate(Point)


def test_as_a_dataclass_has_it() -> None:
    ours, theirs = point(record), point(dataclass(frozen=True, slots=True))
    calls: list[tuple[tuple[int, ...], dict[str, Any]]] = [((1,), {}), ((1, 5), {"label": "a"}), ((), {"x": 3, "y": 4})]
    for args, keywords in calls:
        mine, other = ours(*args, **keywords), theirs(*args, **keywords)
        assert repr(mine) == repr(other)
        assert str(mine) == str(other)
        assert asdict(mine) == asdict(other)
        assert mine == ours(*args, **keywords)
        assert hash(mine) == hash(ours(*args, **keywords))
        assert mine == replace(mine, label="else")
        assert mine != replace(mine, x=99)
        assert mine != other
        assert not hasattr(mine, "__dict__")
    assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__doc__ == theirs.__doc__
    assert str(signature(ours)) == str(signature(theirs))
    assert is_dataclass(ours(1))
    for wrong in [(), (1, 2, "", 4, 5)]:
        with pytest.raises(TypeError):
            ours(*wrong)


def test_nothing_can_be_changed() -> None:
    place = Place("here")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'name'"):
        place.name = "there"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'name'"):
        del place.name
    with pytest.raises(FrozenInstanceError):
        place.other = 1  # type: ignore[attr-defined]


def test_factories_copies_and_pickles() -> None:
    first, second = Place("here", ("a",)), Place("here", ("a",))
    first.notes.append("x")
    assert second.notes == []
    assert first == second
    assert len({first, second}) == 1
    for same in (copy.copy(first), copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
        assert same == first
        assert same.notes == ["x"]


def test_identity() -> None:
    ours = point(identity_record)
    first, second = ours(1), ours(1)
    assert first == first
    assert first != second
    assert len({first, second}) == 2
