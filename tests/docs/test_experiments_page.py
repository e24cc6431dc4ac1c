"""What the two pages experiments.md show is run: the smoke experiment, the Python and SQL that read it, the TOML."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from isonova.experiments.definition import load
from isonova.experiments.planner import STATUSES

pytestmark = pytest.mark.source


@pytest.fixture(scope="module")
def page() -> str:
    docs = Path(__file__).parents[2] / "docs"
    return "".join((docs / part / "experiments.md").read_text() for part in ("howto", "reference"))


@pytest.mark.skipif(sys.platform != "linux", reason="needs the guard")
@pytest.mark.slow
def test_smoke_and_what_reads_it(page: str, tmp_path: Path) -> None:
    shown = re.findall(r"^    \$ (.*)$", page, re.MULTILINE)
    assert [command.split()[0] for command in shown] == ["isonova", "isonova", "sqlite3", "isonova", "isonova"]
    for command in shown:
        if command.startswith("sqlite3") or (" report " in command and find_spec("pandas") is None):
            continue
        words = [sys.executable, "-m", *command.split()]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    [query] = re.findall(r'^sqlite3 isonova-smoke/results.db "(.*)"$', shown[2])
    db = sqlite3.connect(tmp_path / "isonova-smoke" / "results.db")
    assert len(db.execute(query).fetchall()) == 12
    db.close()
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "gc-none 3 of 3"
    assert len(lines) == 12 + 36


def test_the_files(page: str, tmp_path: Path) -> None:
    study, slurm, planner = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    file = tmp_path / "mine.toml"
    file.write_text(f"{study}\n{planner}\n{slurm}")
    experiment = load(str(file))
    assert [each.name for each in experiment.configurations] == ["ff", "add-g", "fd", "lama-first", "lifted-peer"]
    assert experiment.slurm["queue"] == "cpu"


def test_statuses_and_errors(page: str, project: Path) -> None:
    rows = re.findall(r"^\| (`.*`) \| ", page, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}
    assert {*STATUSES, "error"} <= named
    schema = (project / "src" / "isonova" / "experiments" / "schema.sql").read_text()
    [kinds] = re.findall(r"kind TEXT NOT NULL, +-- (.*)", schema)
    assert set(kinds.split(", ")) <= named
