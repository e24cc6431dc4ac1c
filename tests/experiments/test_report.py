"""`isonova experiment report` in its formats, of studies in every state."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from experiments.cells import facts, matrix
from experiments.test_cli import invoke
from experiments.test_compare import record

from isonova.experiments.database import Database
from isonova.experiments.judge import judge
from isonova.experiments.report import write_report
from isonova.experiments.results import open_results

pytestmark = pytest.mark.slow
WORDS = {
    *("the 16 contrasts", "expands fewer nodes over ff", "normalised coverage", "shares of tasks solved"),
    *("what novelty adds, by time", "coverage by time"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("pandas", reason="needs isonova[report]")
    from experiments.synthetic import record_study

    return record_study(tmp_path_factory.mktemp("study"), per_domain=3, missing=100)


def test_markdown(folder: Path) -> None:
    done = invoke("report", folder, "--format", "md")
    assert done.exit_code == 0, done.stderr
    size = (folder / "report.md").stat().st_size
    assert done.stdout.strip() == f"{folder / 'report.md'} ({size / 1e6:.2f} MB)"
    text = (folder / "report.md").read_text()
    assert all(words in text.lower() for words in WORDS)
    assert "The study is not finished: 100 of 2,412 runs (4%) are missing." in text
    assert "No domain has 10 tasks run" in text
    verdicts = re.findall(r"^- \*\*.*?\*\* \*(\w+)\.\*", text, re.MULTILINE)
    assert len(verdicts) == 3
    assert set(verdicts) <= {"Confirmed", "Refuted", "Undecided"}
    assert "ff with at+wl against ff alone, normalised coverage: " in text
    assert "The paper's full study (3,550 tasks, 12 configurations, 300 s) would take about " in text
    tables = [block for block in text.split("\n\n") if block.startswith("|")]
    for table in tables:
        widths = {line.replace("\\|", "").count("|") for line in table.splitlines()}
        assert len(widths) == 1


def test_csv(folder: Path, tmp_path: Path) -> None:
    done = invoke("report", folder, "--format", "csv", "--out", tmp_path / "tables")
    assert done.exit_code == 0, done.stderr
    import pandas as pd

    names = {file.stem for file in (tmp_path / "tables").iterdir()}
    assert {"coverage", "normalised", "expansions-ff", "contrasts", "published-all", "runs", "errors"} <= names
    assert len(pd.read_csv(tmp_path / "tables" / "runs.csv")) == 2412 - 100
    assert len(pd.read_csv(tmp_path / "tables" / "coverage.csv")) == 67


@pytest.mark.slow
def test_latex(folder: Path, tmp_path: Path) -> None:
    done = invoke("report", folder, "--format", "latex", "--out", tmp_path / "study.tex")
    assert done.exit_code == 0, done.stderr
    text = (tmp_path / "study.tex").read_text()
    assert all(words in text.lower() for words in WORDS)
    assert text.count(r"\begin{longtable}") == text.count(r"\end{longtable}") > 10
    assert r"\cellcolor{blue!25}" in text
    for name in ("study-cactus-cpu.pdf", "study-scatter-ff-none-ff-at-wl.pdf"):
        assert name in text
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")
    if shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex: the document is not compiled")
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "study.tex"]
    compiled = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stdout[-2000:]


def test_html_needs_nothing_else(folder: Path, tmp_path: Path) -> None:
    done = invoke("report", folder, "--out", tmp_path / "page.html")
    assert done.exit_code == 0, done.stderr
    text = (tmp_path / "page.html").read_text()
    head = text.split('<script type="text/plain" id="datatables">')[0]
    assert "src=" not in head
    assert 'href="http' not in head
    assert "Segmentation fault in <script>" not in text  # a log is data


@pytest.mark.slow
def test_studies_of_other_configurations(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="needs isonova[report]")
    record(tmp_path, {"ff": {0: (2, 100), 1: None}, "lama": {0: (1, 50), 1: (3, 8)}})
    for kind in ("html", "md", "csv", "latex"):
        done = invoke("report", tmp_path, "--format", kind)
        assert done.exit_code == 0, done.stderr
    text = (tmp_path / "report.md").read_text()
    assert "Expands fewer nodes" in text
    assert "contrasts" not in text


def test_some_runs_were_killed(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="needs isonova[report]")
    plan = matrix(2, ("a",))
    with Database(tmp_path, "x") as database:
        database.plan(plan)
        for cell, killed in zip(plan.cells, (None, "wall"), strict=True):
            seen = facts(killed=killed, exit_code=None, signal=9)
            database.record(cell, judge(cell, seen), seen, "1")
    done = invoke("report", tmp_path)
    assert done.exit_code == 0, done.stderr
    assert '"killed":[null,"wall"]' in (tmp_path / "report.html").read_text()


def test_nothing_recorded_yet(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="needs isonova[report]")
    with Database(tmp_path, "x") as database:
        database.plan(matrix(4, ("a", "b")))
    done = invoke("report", tmp_path)
    assert done.exit_code == 36
    assert done.stderr == f"error: nothing is recorded yet in {tmp_path}: 8 runs are to be done\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["/nowhere"], "there is no experiment in /nowhere"),
        (["/nowhere", "--format", "htm"], "unknown format 'htm'; did you mean html?"),
        (["/nowhere", "--out", "/no/where.html"], "cannot write /no/where.html: its folder does not exist"),
    ],
)
def test_wrong_usage(words: list[str], message: str) -> None:
    done = invoke("report", *words)
    assert done.exit_code == 36
    assert message in done.stderr


def test_a_foreign_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "results.db").write_bytes(b"SQLite format 3\0" + b"x" * 9000)
    done = invoke("report", tmp_path)
    assert done.exit_code == 36
    assert done.stderr.count("\n") == 1
    assert "is not a database of an experiment" in done.stderr


def test_without_the_extra(tmp_path: Path) -> None:
    record(tmp_path, {"ff": {0: (2, 100)}})
    code = (
        "import sys; sys.modules['pandas'] = None; from isonova.cli import main; "
        f"sys.argv = ['isonova', 'experiment', 'report', {str(tmp_path)!r}]; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 36
    assert "pip install 'isonova[report]' (pandas is missing)" in done.stderr


def test_other_commands_import_none_of_it() -> None:
    code = (
        "import sys; from isonova.cli import app; from typer.testing import CliRunner; "
        "assert CliRunner().invoke(app, ['experiment', '--help']).exit_code == 0; "
        "print({'pandas', 'numpy', 'jinja2', 'isonova.experiments.report'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_ten_thousand_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries, bootstraps and their draws depend on domains and configurations, not on the number of runs."""
    pytest.importorskip("pandas", reason="needs isonova[report]")
    from experiments.synthetic import record_study

    from isonova.experiments.report import statistics

    work: list[dict[str, int]] = []
    bootstrap = statistics.bootstrap

    def counted(*arguments: Any) -> Any:
        work[-1]["bootstraps"] += 1
        return bootstrap(*arguments)

    monkeypatch.setattr(statistics, "bootstrap", counted)
    for per_domain in (1, 13):
        queries: list[str] = []
        work.append({"bootstraps": 0})
        statistics.draws.cache_clear()
        with open_results(record_study(tmp_path / str(per_domain), per_domain)) as results:
            results._db.set_trace_callback(queries.append)
            [page] = write_report(results)
            solved = sum(each.solved for each in results.coverage())
        work[-1] |= {"queries": len(queries), "draws": statistics.draws.cache_info().misses}
    assert work[0] == work[1]
    assert work[1]["draws"] == 1

    text = page.read_text()
    sections = "overview conclusions times published coverage expansions scores work errors cost setup domains runs"
    assert re.findall('<section id="(.*?)">', text) == sections.split()
    assert "<dt>runs recorded</dt><dd>10,356 of 10,356</dd>" in text
    found = re.search('<script type="application/json" id="data">(.*?)</script>', text)
    assert found
    data = json.loads(found[1])
    assert {len(column) for column in data["runs"].values()} == {10_356}
    assert data["runs"]["status"].count(data["statuses"].index("solved")) == solved
    assert len(data["tasks"]["problem"]) == 10_356 // 12


def test_a_report_does_without_scipy(folder: Path) -> None:
    """Importing it takes longer than the statistics."""
    code = (
        "import sys; sys.modules['scipy'] = None; from isonova.cli import main; "
        f"sys.argv = ['isonova', 'experiment', 'report', {str(folder)!r}]; main()"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
