"""The true atoms of one predicate, with indexes for the argument positions that queries look up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

Row = tuple[str, ...]
Index = dict[Any, set[Row]]


class Relation:
    """`rows` and every index keep their identity for life."""

    __slots__ = ("_indexes", "predicate", "rows", "version")

    def __init__(self, predicate: str) -> None:
        self.predicate = predicate
        self.rows: set[Row] = set()
        self.version = 0
        self._indexes: dict[tuple[int, ...], tuple[Callable[[Row], Any], Index]] = {}

    def index(self, positions: tuple[int, ...]) -> Index:
        """Rows by the arguments at `positions`: by the argument itself if it is one position, else by their tuple."""
        if positions not in self._indexes:
            key = itemgetter(*positions)
            index: Index = {}
            for row in self.rows:
                index.setdefault(key(row), set()).add(row)
            self._indexes[positions] = (key, index)
        return self._indexes[positions][1]

    def add(self, row: Row) -> bool:
        if row in self.rows:
            return False
        self.rows.add(row)
        self.version += 1
        for key, index in self._indexes.values():
            index.setdefault(key(row), set()).add(row)
        return True

    def discard(self, row: Row) -> bool:
        if row not in self.rows:
            return False
        self.rows.remove(row)
        self.version += 1
        for key, index in self._indexes.values():
            entry = key(row)
            bucket = index[entry]
            bucket.remove(row)
            if not bucket:
                del index[entry]
        return True

    def replace(self, rows: Iterable[Row]) -> None:
        self.rows.clear()
        for _, index in self._indexes.values():
            index.clear()
        self.version += 1
        for row in rows:
            self.add(row)
