"""Results in one packed file, small enough to be kept beside a text about them.

The file is the database itself, compressed with xz. What is no part of the experiment is left out, and paths of the
machine become places in the collection.
"""

from __future__ import annotations

import lzma
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from isonova.experiments.results import FILE, Results

PRESET = 9 | lzma.PRESET_EXTREME
TRIM = """
DELETE FROM runs WHERE id NOT IN (SELECT id FROM results);
DELETE FROM configurations WHERE hash NOT IN (SELECT configuration FROM cells);
DELETE FROM tasks WHERE hash NOT IN (SELECT task FROM cells);
DELETE FROM machines WHERE id NOT IN (SELECT machine FROM runs WHERE machine IS NOT NULL);
DELETE FROM errors WHERE run NOT IN (SELECT id FROM runs);
UPDATE tasks SET domain_file = '', problem_file = folder || '/' || name || '.pddl';
"""


def write_archive(results: Results, file: Path, plans: bool = True) -> int:
    """Writes the packed database; returns its size in bytes. Without plans, it has their costs and lengths alone."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / FILE
        results.copy(copy)
        database = sqlite3.connect(copy, isolation_level=None)
        try:
            database.executescript(f"PRAGMA journal_mode = DELETE; BEGIN; {TRIM} COMMIT;")
            if not plans:
                database.execute("UPDATE runs SET plan = NULL")
            database.execute("VACUUM")
        finally:
            database.close()
        packed = lzma.compress(copy.read_bytes(), preset=PRESET)
    draft = file.with_name(f".{file.name}.draft")
    draft.write_bytes(packed)
    draft.replace(file)
    return len(packed)
