"""What downward-lab makes of the exported properties."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from experiments.cells import facts, matrix, report

from isonova.experiments.database import Database
from isonova.experiments.judge import judge
from isonova.experiments.lab import write_properties
from isonova.experiments.results import open_results

pytestmark = pytest.mark.slow

REPORT = """
import sys
from downward.reports.absolute import AbsoluteReport
from downward.reports.scatter import ScatterPlotReport
attributes = ["coverage", "cost", "expansions", "total_time", "error", "memory", "unsolvable", "initial_h_value"]
AbsoluteReport(attributes=attributes, format="html")(sys.argv[1], sys.argv[2])
"""


@pytest.fixture
def properties(tmp_path: Path) -> Path:
    plan = matrix(3, ("first", "second"))
    with Database(tmp_path / "out", "x") as database:
        database.plan(plan)
        for number, each in enumerate(plan.cells[:-1]):
            seen = facts(report=report(expansions=100 + number))
            if number == 1:
                seen = facts(exit_code=11, report=report("unsolvable", steps=0))
            if number == 4:
                seen = facts(signal=11, exit_code=None)
            database.record(each, judge(each, seen), seen, "1.0")
    with open_results(tmp_path / "out") as results:
        assert write_properties(results, tmp_path / "eval") == 5
    return tmp_path / "eval"


def test_attributes_have_their_names(properties: Path) -> None:
    runs = json.loads((properties / "properties").read_text())
    assert len(runs) == 5
    first = runs["first-folder0-p0"]
    assert first["id"] == ["first", "folder0", "p0"]
    assert (first["coverage"], first["expansions"], first["plan_length"], first["memory"]) == (1, 100, 2, 100 * 1024)
    assert (first["search_time"], first["total_time"], first["error"]) == (11.5, 12.0, "success")
    assert (runs["second-folder0-p0"]["coverage"], runs["second-folder0-p0"]["unsolvable"]) == (0, 1)
    assert "expansions" not in runs["second-folder0-p0"]  # reports compare it over solved tasks
    assert runs["first-folder2-p2"]["unexplained_errors"] == ["crash: killed by SIGSEGV"]


def test_a_report_of_lab(properties: Path, tmp_path: Path) -> None:
    pytest.importorskip("downward.reports", reason="downward-lab is not installed (make test-peers)")
    html = tmp_path / "report.html"
    done = subprocess.run(
        [sys.executable, "-c", REPORT, str(properties), str(html)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    text = html.read_text()
    assert "first" in text
    assert "second" in text
    assert "killed by SIGSEGV" in text.replace("&nbsp;", " ").replace("\\u00a0", " ")
