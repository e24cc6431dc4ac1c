"""Reading the results of an experiment, while it runs or afterwards.

    results = open_results("isonova-paper")
    for run in results.runs():
        print(run.algorithm, run.domain, run.problem, run.status, run.figures.get("expansions"))

`runs()` gives the experiment as it is now; `unfinished` counts what is still to be run. Nothing here writes.
"""

from __future__ import annotations

import json
import lzma
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median
from typing import Any

from isonova.experiments.errors import ExperimentError

FILE = "results.db"
PACKED = ".xz"
"""How the name of a packed database ends; `archive` writes it, and everything that reads results takes it."""


@dataclass(frozen=True, slots=True)
class Run:
    """A recorded run. `algorithm` is the name of its configuration; times are in seconds, memory in MB."""

    id: int
    algorithm: str
    suite: str
    domain: str
    folder: str
    problem: str
    weight: float
    status: str
    exit_code: int | None
    signal: int | None
    killed: str | None
    time_limit: float
    cpu_limit: float
    memory_limit: float
    wall_seconds: float | None
    cpu_seconds: float | None
    peak_memory_mb: float | None
    version: str | None
    machine: int | None
    cores: str | None
    pinned: bool | None
    load_before: float | None
    load_after: float | None
    others_share: float | None
    switches: int | None
    started_at: float | None
    figures: dict[str, float]
    """Every number of the planner's report, `seconds.search` for one inside another."""
    report: dict[str, Any] | None
    """The report itself, without the plan: `isonova plan --json`; None of other planners and of killed runs."""

    @property
    def solved(self) -> bool:
        return self.status == "solved"


RUN_COLUMNS = [field.name for field in fields(Run)]


@dataclass(frozen=True, slots=True)
class RunError:
    algorithm: str
    domain: str
    folder: str
    problem: str
    kind: str
    detail: str
    log: str | None
    run: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far a configuration has come."""

    algorithm: str
    planned: int
    done: int
    solved: int
    errors: int
    statuses: dict[str, int]


class Results:
    """Of a folder, or of a database by itself, packed or not."""

    def __init__(self, place: Path) -> None:
        self.file = place if place.is_file() else place / FILE
        self.folder = self.file.parent
        if not self.file.is_file():
            raise ExperimentError(f"there is no experiment in {place}: {FILE} is missing")
        self._db = self._unpack() if self.file.suffix == PACKED else self._connect()
        self._db.row_factory = sqlite3.Row
        try:
            self.meta: dict[str, str] = dict(map(tuple, self._db.execute("SELECT key, value FROM meta")))
            self._db.execute("SELECT * FROM results LIMIT 1").fetchone()
            [damage] = self._db.execute("PRAGMA quick_check(1)").fetchone()
        except (sqlite3.DatabaseError, ValueError) as error:
            self._db.close()
            raise ExperimentError(f"{self.file} is not a database of an experiment: {error}") from None
        if "experiment" not in self.meta or damage != "ok":
            self._db.close()
            why = "it names no experiment" if damage == "ok" else f"it is damaged: {' '.join(damage.split())}"
            raise ExperimentError(f"{self.file} is not a database of an experiment: {why}")

    def _connect(self) -> sqlite3.Connection:
        """Read only. A write-ahead log needs a folder that can be written; without one, nobody is writing."""
        uri = self.file.resolve().as_uri()
        locked = not os.access(self.folder, os.W_OK) and not Path(f"{self.file}-wal").exists()
        return sqlite3.connect(f"{uri}?{'immutable=1' if locked else 'mode=ro'}", uri=True)

    def _unpack(self) -> sqlite3.Connection:
        database = sqlite3.connect(":memory:")
        try:
            database.deserialize(lzma.decompress(self.file.read_bytes()))
        except (lzma.LZMAError, EOFError) as error:
            database.close()
            raise ExperimentError(f"{self.file} is not a packed database: {error}") from None
        return database

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @property
    def name(self) -> str:
        return self.meta["experiment"]

    def algorithms(self) -> list[str]:
        """Names of the configurations, in the order of the experiment's file."""
        rows = self._db.execute(
            "SELECT name FROM configurations WHERE hash IN (SELECT configuration FROM cells) ORDER BY position"
        )
        return list(dict.fromkeys(row["name"] for row in rows))

    def definitions(self) -> list[tuple[str, str]]:
        """Name and JSON of every configuration; one that has other options on other tasks occurs more than once."""
        rows = self._db.execute(
            "SELECT name, definition FROM configurations WHERE hash IN (SELECT configuration FROM cells) "
            "ORDER BY position, hash"
        )
        return [(row["name"], row["definition"]) for row in rows]

    def domains(self) -> list[tuple[str, str, int]]:
        """Suite, domain and number of tasks, in the order of the names; a sample has fewer than the collection."""
        rows = self._db.execute(
            "SELECT suite, domain, count(*) AS tasks FROM tasks WHERE hash IN (SELECT task FROM cells) "
            "GROUP BY suite, domain ORDER BY suite, domain"
        )
        return [(row["suite"], row["domain"], row["tasks"]) for row in rows]

    def runs(self, algorithm: str | None = None) -> Iterator[Run]:
        """Of all configurations, or of one."""
        where = "WHERE algorithm = ?" if algorithm else ""
        query = f"SELECT {', '.join(RUN_COLUMNS)} FROM results {where} ORDER BY id"
        for row in self._db.execute(query, (algorithm,) if algorithm else ()):
            values = dict(row)
            values["figures"] = json.loads(values["figures"])
            values["report"] = json.loads(values["report"]) if values["report"] else None
            values["pinned"] = None if values["pinned"] is None else bool(values["pinned"])
            yield Run(**values)

    def rows(self, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """Columns of the view `results`, as stored. Quicker than `runs`, which reads the reports of planners, too."""
        return map(tuple, self._db.execute(f"SELECT {', '.join(columns)} FROM results ORDER BY id"))

    def plan(self, run: int) -> str | None:
        row = self._db.execute("SELECT plan FROM runs WHERE id = ?", (run,)).fetchone()
        return zlib.decompress(row["plan"]).decode() if row and row["plan"] is not None else None

    def log(self, run: int) -> str | None:
        """The end of what a run printed besides its report."""
        row = self._db.execute("SELECT log FROM runs WHERE id = ?", (run,)).fetchone()
        return row["log"] if row else None

    def copy(self, file: Path) -> None:
        """Copies the database as it is now, also while a driver writes it."""
        target = sqlite3.connect(file)
        try:
            self._db.backup(target)
        finally:
            target.close()

    def logs(self) -> dict[int, str]:
        """Of all runs that printed something besides their report."""
        return dict(map(tuple, self._db.execute("SELECT id, log FROM results WHERE log IS NOT NULL")))

    def errors(self) -> list[RunError]:
        rows = self._db.execute(
            "SELECT algorithm, domain, folder, problem, kind, detail, log, run FROM errors "
            "JOIN results ON results.id = errors.run ORDER BY kind, algorithm, folder, problem"
        )
        return [RunError(**dict(row)) for row in rows]

    def coverage(self) -> list[Coverage]:
        planned = self._counts(
            "SELECT name, count(*) FROM cells JOIN configurations ON hash = configuration GROUP BY name"
        )
        statuses: dict[str, dict[str, int]] = {}
        for name, status, count in self._db.execute(
            "SELECT algorithm, status, count(*) FROM results GROUP BY algorithm, status"
        ):
            statuses.setdefault(name, {})[status] = count
        errors = self._counts(
            "SELECT algorithm, count(DISTINCT run) FROM errors JOIN results ON results.id = run GROUP BY algorithm"
        )
        return [
            Coverage(
                name,
                planned[name],
                sum(statuses.get(name, {}).values()),
                statuses.get(name, {}).get("solved", 0),
                errors.get(name, 0),
                statuses.get(name, {}),
            )
            for name in self.algorithms()
        ]

    @property
    def recorded(self) -> int:
        return sum(each.done for each in self.coverage())

    @property
    def unfinished(self) -> int:
        return sum(each.planned - each.done for each in self.coverage())

    def killed(self) -> dict[str, int]:
        """How many runs the runner had to kill, by the limit they exceeded."""
        return self._counts("SELECT killed, count(*) FROM results WHERE killed IS NOT NULL GROUP BY killed")

    def disturbance(self) -> float | None:
        """The median share of a run's cores that went to something else meanwhile; None if it is not known."""
        rows = self._db.execute("SELECT others_share FROM results WHERE others_share IS NOT NULL")
        shares = [row["others_share"] for row in rows]
        return median(shares) if shares else None

    def machines(self) -> dict[int, dict[str, Any]]:
        return {row["id"]: dict(row) for row in self._db.execute("SELECT * FROM machines")}

    def _counts(self, query: str) -> dict[str, int]:
        return dict(map(tuple, self._db.execute(query)))


def open_results(place: str | Path) -> Results:
    return Results(Path(place))
