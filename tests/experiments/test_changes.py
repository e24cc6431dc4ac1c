"""Options changed one at a time, each against its base: counted by hand."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="needs isonova[report]")

from experiments.cells import LIMITS, facts, report, task
from experiments.test_cli import invoke

from isonova.experiments.configuration import Configuration
from isonova.experiments.database import Database
from isonova.experiments.judge import judge
from isonova.experiments.matrix import Cell, Matrix
from isonova.experiments.planner import isonova
from isonova.experiments.report.changes import Changes
from isonova.experiments.report.study import load
from isonova.experiments.results import open_results

SETTINGS: dict[str, dict[str, str | int | float | bool]] = {
    "add": {"heuristic": "add", "novelty": "at+wl"},
    "ff": {"heuristic": "ff", "novelty": "at+wl"},
    "ff-L3": {"heuristic": "ff", "novelty": "at+wl", "wl_iterations": 3},
    "ff-both": {"heuristic": "ff", "novelty": "at+wl", "wl_iterations": 3, "tie_break": "g"},
    "ff-types": {"heuristic": "ff", "novelty": "at+wl", "wl_types": "keep"},
}
SECONDS: dict[str, list[float | None]] = {
    "add": [1, 1, 1, 1, 1],
    "ff": [1, None, 4, 2, None],
    "ff-L3": [2, 5, None, 1, None],
    "ff-both": [2, 5, 4, 1, None],
    "ff-types": [1, None, 4, 2, None],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A task in each of five domains; the last one is not run by all yet."""
    configurations = tuple(Configuration(name, isonova(), given) for name, given in SETTINGS.items())
    tasks = tuple(map(task, range(5)))
    cells = tuple(Cell(each, task, LIMITS) for each in configurations for task in tasks)
    with Database(tmp_path, "mine") as database:
        database.plan(Matrix(configurations, tasks, cells))
        for cell in cells[:-1]:
            seconds = SECONDS[cell.configuration.name][int(cell.task.name[1:])]
            seen = facts(exit_code=23, report=report("out_of_time", steps=0))
            if seconds is not None:
                seen = facts(cpu_seconds=seconds, report=report(expansions=int(100 * seconds)))
            database.record(cell, judge(cell, seen), seen, "1")
    return tmp_path


def test_each_change_against_its_base(folder: Path) -> None:
    with open_results(folder) as results:
        study = load(results)
    assert study.changes == {
        ("ff", "wl_iterations = 3"): "ff-L3",
        ("ff", "wl_types = keep"): "ff-types",
        ("ff-L3", "tie_break = g"): "ff-both",
    }
    changes = Changes(study)
    frame = changes.table().frame.set_index(["base", "change"])
    deeper = frame.loc["ff", "wl_iterations = 3"]
    assert (deeper["base solved"], deeper["solved"], deeper["won"], deeper["lost"]) == (3, 3, 1, 1)
    assert deeper["share"] == pytest.approx(0)
    assert deeper["expansions"] == pytest.approx(0)  # fewer on two of four tasks, more on two
    assert deeper["time"] == pytest.approx(sqrt(2 / 1 * 1 / 2))
    same = frame.loc["ff", "wl_types = keep"]
    assert (same["won"], same["lost"], same["time"], same["verdict"]) == (0, 0, 1, "undecided")
    assert frame.loc["ff-L3", "tie_break = g"]["share"] == pytest.approx(25)
    assert changes.sentences() == ["No change is better or worse than its base beyond doubt."]


def test_the_report_has_it(folder: Path) -> None:
    done = invoke("report", folder, "--format", "md")
    assert done.exit_code == 0, done.stderr
    text = (folder / "report.md").read_text()
    assert "Each change against its base" in text
    assert "wl_types = keep" in text
    assert "1 of 25 runs (4%) are missing" in text
