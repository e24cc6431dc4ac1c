"""The objects of a task and the sets of objects behind its types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isonova._core import SyntaxTree


class Universe:
    """An object belongs to each type it is declared with, to all their supertypes, and to `object`."""

    def __init__(self, tree: SyntaxTree) -> None:
        supertypes: dict[str, set[str]] = {}
        for declared in tree.domain.types:
            supertypes.setdefault(declared.name, set()).update(declared.types)
        types: dict[str, set[str]] = {}
        for entry in [*tree.domain.constants, *tree.problem.objects]:
            types.setdefault(entry.name, set()).update(entry.types)
        members: dict[str, set[str]] = {}
        for name, direct in types.items():
            for kind in _closure(direct, supertypes):
                members.setdefault(kind, set()).add(name)
        self.objects: frozenset[str] = frozenset(types)
        self.declared_types = {name: sorted(direct) or ["object"] for name, direct in types.items()}
        self._members = {kind: frozenset(names) for kind, names in members.items()}
        self._unions: dict[tuple[str, ...], frozenset[str]] = {}

    def of(self, types: Iterable[str]) -> frozenset[str]:
        """The objects of any of the types; no type at all means `object`. Equal arguments give the same set object."""
        key = tuple(types)
        found = self._unions.get(key)
        if found is None:
            if not key or "object" in key:
                found = self.objects
            elif len(key) == 1:
                found = self._members.get(key[0], frozenset())
            else:
                found = frozenset().union(*(self._members.get(kind, frozenset()) for kind in key))
            self._unions[key] = found
        return found


def _closure(direct: Iterable[str], supertypes: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = list(direct)
    while todo:
        kind = todo.pop()
        if kind not in seen:
            seen.add(kind)
            todo.extend(supertypes.get(kind, ()))
    return seen
