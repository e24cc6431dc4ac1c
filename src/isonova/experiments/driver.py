"""The driver: hands jobs to a backend, judges what comes back, and records it. It alone writes the database."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Protocol

from isonova.experiments.backend import Backend
from isonova.experiments.database import Database
from isonova.experiments.job import Facts, make_job
from isonova.experiments.judge import ERROR, Verdict, judge
from isonova.experiments.matrix import Cell, Key, Matrix

ATTEMPTS = 3
"""How often a run may be lost with its worker before it is recorded as lost."""
WAIT_SECONDS = 0.5
REDO = ("errors", "outdated")


class Observer(Protocol):
    def start(self, matrix: Matrix, recorded: Mapping[str, Counter[str]], todo: int) -> None:
        """`recorded`: per configuration name how many runs have which status already."""

    def record(self, cell: Cell, verdict: Verdict, facts: Facts) -> None: ...

    def tick(self, in_flight: int) -> None:
        """Called about twice a second."""


def _has_room(backend: Backend, cell: Cell, in_flight: Mapping[int, Cell]) -> bool:
    """A run with threads takes the places of as many, or all there are."""
    room = backend.room()
    taken = sum(each.configuration.threads - 1 for each in in_flight.values())
    return room > 0 and (room - taken >= cell.configuration.threads or not in_flight)


class Driver:
    def __init__(self, matrix: Matrix, database: Database, versions: Mapping[str, str | None]) -> None:
        """`versions`: of the planner of each configuration, by the configuration's hash."""
        self._matrix = matrix
        self._database = database
        self._versions = versions
        database.plan(matrix)

    def forget(self, what: Sequence[str]) -> int:
        """Forgets runs that ended in an error (`errors`) or come from another version (`outdated`)."""
        recorded = self._database.recorded()
        keys = [
            cell.key
            for cell in self._matrix.cells
            if cell.key in recorded and self._is_stale(cell, *recorded[cell.key], what)
        ]
        self._database.forget(keys)
        return len(keys)

    def _is_stale(self, cell: Cell, status: str, version: str | None, what: Sequence[str]) -> bool:
        outdated = version != self._versions.get(cell.configuration.hash)
        return ("errors" in what and status == ERROR) or ("outdated" in what and outdated)

    def left(self) -> int:
        """How many runs are not recorded yet."""
        recorded = self._database.recorded()
        return sum(cell.key not in recorded for cell in self._matrix.cells)

    def run(self, backend: Backend, observer: Observer) -> None:
        """Runs what is not recorded yet."""
        recorded = self._database.recorded()
        statuses: dict[str, Counter[str]] = {}
        todo: deque[Cell] = deque()
        for cell in self._matrix.cells:
            if cell.key in recorded:
                statuses.setdefault(cell.configuration.name, Counter())[recorded[cell.key][0]] += 1
            else:
                todo.append(cell)
        observer.start(self._matrix, statuses, len(todo))
        in_flight: dict[int, Cell] = {}
        attempts: Counter[Key] = Counter()
        ticket = 0
        while todo or in_flight:
            while todo and _has_room(backend, todo[0], in_flight):
                ticket += 1
                in_flight[ticket] = todo.popleft()
                backend.submit(ticket, make_job(in_flight[ticket]))
            for ended, facts in backend.wait(WAIT_SECONDS):
                cell = in_flight.pop(ended)
                attempts[cell.key] += 1
                if "lost" in facts and attempts[cell.key] < ATTEMPTS:
                    todo.append(cell)
                    continue
                verdict = judge(cell, facts)
                if self._database.record(cell, verdict, facts, self._versions.get(cell.configuration.hash)):
                    observer.record(cell, verdict, facts)
            observer.tick(len(in_flight))
