"""The database of an experiment, as its driver writes it. `results` reads it.

Every run is one transaction of its own in a write-ahead log, so that `kill -9` at any moment loses no recorded run; the
key of a run is unique, so that a run reported twice is recorded once.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from isonova.experiments.errors import ExperimentError
from isonova.experiments.job import MB, Facts
from isonova.experiments.judge import ERROR, Fault, Verdict
from isonova.experiments.matrix import Cell, Key, Matrix
from isonova.experiments.results import FILE
from isonova.experiments.tasks import Task

LOCK = "driver.lock"
SCHEMA_VERSION = "1"
LOG_CHARACTERS = 2000  # kept of a run that is explained; of another, all that the guard gave
RUN_KEY = ("configuration", "task", "time_limit", "cpu_limit", "memory_limit")
MATCHES = " AND ".join(f"{column} = ?" for column in RUN_KEY)


class Database:
    """Open for writing; a second driver on the same folder is refused."""

    def __init__(self, folder: Path, experiment: str) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _lock(folder)
        except OSError as error:
            raise ExperimentError(f"cannot write to {folder}: {error.strerror}") from None
        self.folder = folder
        self._db = sqlite3.connect(folder / FILE, isolation_level=None)
        self._machines: dict[str, int] = {}
        try:
            for setting in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
                self._db.execute(f"PRAGMA {setting}")
            self._open(experiment)
        except sqlite3.DatabaseError as error:
            self.close()
            raise ExperimentError(f"{folder / FILE} is not a database of an experiment: {error}") from None
        except ExperimentError:
            self.close()
            raise

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()
        os.close(self._lock)

    def _open(self, experiment: str) -> None:
        if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
            schema = (Path(__file__).parent / "schema.sql").read_text(encoding="utf-8")
            self._db.executescript(f"BEGIN; {schema} COMMIT;")
            self.set_meta({"schema": SCHEMA_VERSION, "experiment": experiment})
        meta = dict(self._db.execute("SELECT key, value FROM meta"))
        if meta.get("schema") != SCHEMA_VERSION:
            raise ExperimentError(
                f"{self.folder / FILE} has schema {meta.get('schema')}, this version writes {SCHEMA_VERSION}: "
                "give another --out"
            )
        if meta.get("experiment") != experiment:
            raise ExperimentError(
                f"{self.folder} holds the experiment {meta.get('experiment')}, not {experiment}: give another --out"
            )

    def set_meta(self, values: Mapping[str, str]) -> None:
        with Transaction(self._db):
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", values.items())

    def plan(self, matrix: Matrix) -> None:
        """Makes the matrix the current one. Recorded runs stay, also those that are no longer part of it."""
        with Transaction(self._db):
            self._db.executemany(
                "INSERT INTO configurations VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET "
                "name = excluded.name, position = excluded.position",
                (
                    (each.hash, each.name, position, json.dumps(each.definition()))
                    for position, each in enumerate(matrix.configurations)
                ),
            )
            self._db.executemany(
                "INSERT INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET domain = "
                "excluded.domain, domain_file = excluded.domain_file, problem_file = excluded.problem_file, "
                "weight = excluded.weight",
                map(_task_row, matrix.tasks),
            )
            self._db.execute("DELETE FROM cells")
            self._db.executemany("INSERT INTO cells VALUES (?, ?, ?, ?, ?)", (cell.key for cell in matrix.cells))

    def recorded(self) -> dict[Key, tuple[str, str | None]]:
        """Status and version of every recorded run."""
        rows = self._db.execute(f"SELECT {', '.join(RUN_KEY)}, status, version FROM runs")
        return {(row[0], row[1], row[2], row[3], row[4]): (row[5], row[6]) for row in rows}

    def forget(self, keys: Iterable[Key]) -> None:
        """Deletes runs that are to be done again."""
        with Transaction(self._db):
            self._db.executemany(f"DELETE FROM runs WHERE {MATCHES}", keys)

    def record(self, cell: Cell, verdict: Verdict, facts: Facts, version: str | None) -> bool:
        """Records a run; false if it was recorded before, and then nothing changes."""
        log = facts.get("log", "")
        row: dict[str, Any] = {
            "status": verdict.status,
            "exit_code": facts.get("exit_code"),
            "signal": facts.get("signal"),
            "killed": facts.get("killed"),
            "wall_seconds": _rounded(facts.get("wall_seconds")),
            "cpu_seconds": _rounded(facts.get("cpu_seconds")),
            "peak_memory_mb": _rounded(facts["peak"] / MB) if facts.get("peak") else None,
            "figures": json.dumps(verdict.figures, separators=(",", ":")),
            "report": _report(facts.get("report")),
            "plan": zlib.compress(verdict.plan.encode()) if verdict.plan is not None else None,
            "log": (log if verdict.status == ERROR else log[-LOG_CHARACTERS:]) or None,
            "version": version,
            "cores": ",".join(map(str, facts["cores"])) if facts.get("cores") else None,
            "pinned": facts.get("pinned"),
            "load_before": _rounded(facts.get("load_before")),
            "load_after": _rounded(facts.get("load_after")),
            "others_share": _rounded(facts.get("others_share")),
            "switches": facts.get("switches"),
            "started_at": _rounded(facts.get("started_at")),
        }
        row |= zip(RUN_KEY, cell.key, strict=True)
        with Transaction(self._db):
            row["machine"] = self._machine(facts.get("machine"))
            columns, marks = ", ".join(row), ", ".join("?" * len(row))
            done = self._db.execute(
                f"INSERT INTO runs ({columns}) VALUES ({marks}) ON CONFLICT ({', '.join(RUN_KEY)}) DO NOTHING",
                tuple(row.values()),
            )
            if done.rowcount == 0:
                return False
            faults = [*verdict.faults, *self._contradictions(cell, verdict.status)]
            self._db.executemany(
                "INSERT OR IGNORE INTO errors (run, kind, detail) VALUES (?, ?, ?)",
                ((done.lastrowid, fault.kind, fault.detail) for fault in faults),
            )
        return True

    def _contradictions(self, cell: Cell, status: str) -> list[Fault]:
        other = {"solved": "unsolvable", "unsolvable": "solved"}.get(status)
        rows = self._db.execute(
            "SELECT name FROM runs JOIN configurations ON hash = configuration WHERE task = ? AND status = ?",
            (cell.task.hash, other),
        )
        return [Fault("contradiction", f"{status}, but {name} says {other}") for (name,) in rows]

    def _machine(self, facts: dict[str, Any] | None) -> int | None:
        if facts is None:
            return None
        values = tuple(facts.get(key) for key in ("host", "cpu", "cores", "memory_mb", "system", "python"))
        key = repr(values)
        if key not in self._machines:
            columns = "(host, cpu, cores, memory_mb, system, python)"
            self._db.execute(f"INSERT OR IGNORE INTO machines {columns} VALUES (?, ?, ?, ?, ?, ?)", values)
            (found,) = self._db.execute(
                "SELECT id FROM machines WHERE host IS ? AND cpu IS ? AND cores IS ? "
                "AND memory_mb IS ? AND system IS ? AND python IS ?",
                values,
            ).fetchone()
            self._machines[key] = found
        return self._machines[key]


class Transaction:
    """All of it or nothing; the driver is the only writer, so it can begin at once."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        self._db.execute("COMMIT" if kind is None else "ROLLBACK")


def _task_row(task: Task) -> tuple[str | float, ...]:
    place = (task.hash, task.suite, task.domain, task.folder, task.name)
    return (*place, str(task.domain_file), str(task.problem_file), task.weight)


def _report(report: dict[str, Any] | None) -> str | None:
    if report is None:
        return None
    return json.dumps({key: value for key, value in report.items() if key != "plan"}, separators=(",", ":"))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _lock(folder: Path) -> int:
    lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        driver = os.read(lock, 100).decode() or "unknown"
        os.close(lock)
        raise ExperimentError(f"{folder} is in use by another driver (process {driver})") from None
    os.truncate(lock, 0)
    os.pwrite(lock, str(os.getpid()).encode(), 0)
    return lock
