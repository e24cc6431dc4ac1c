"""Tables of measurements come from their files, and a table that is older than the code it measures says so."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from scripts import load_script

pytestmark = pytest.mark.source


@pytest.fixture
def tables() -> Any:
    return load_script("table")


def test_pages_show_what_the_files_have(tables: Any) -> None:
    """If this fails: `python -m benchmarks.table`."""
    assert [page.name for page in tables.pages() if tables.filled(page) != page.read_text(encoding="utf-8")] == []


def test_every_table_has_a_place(tables: Any) -> None:
    placed = {name for page in tables.pages() for name, _ in tables.PLACE.findall(page.read_text(encoding="utf-8"))}
    assert {file.stem for file in tables.FOLDER.glob("*.json")} <= placed


def test_no_figures_by_hand(tables: Any) -> None:
    """A table with a column of numbers is one that was made by a command."""
    for page in tables.pages():
        outside = tables.PLACE.sub("", page.read_text(encoding="utf-8"))
        assert not re.search(r"^\|.*-:", outside, re.MULTILINE), page


def test_every_table_is_made_by_a_part(tables: Any) -> None:
    main = load_script("__main__")
    for file in tables.FOLDER.glob("*.json"):
        words = tables.read(file.stem).command.split()
        assert words[:3] != ["python", "-m", "benchmarks"] or words[3] in main.PARTS | main.STUDIES, file


def test_measured_folders_are_there(tables: Any, project: Path) -> None:
    for file in tables.FOLDER.glob("*.json"):
        table = tables.read(file.stem)
        assert table.measures, file
        assert [path for path in table.measures if not (project / path).exists()] == [], file


def test_a_table_says_that_it_is_old(tables: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *author, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("first")
    git("add", ".")
    git("commit", "-m", "first")
    measures = tables.hashes(["old", "new"], root=tmp_path)
    assert all(measures.values())
    table = tables.Table("t", "make t", ["task", "x"], [["a", 2.0]], tables.Stamp("2026-01-02", "abc"), measures)
    assert tables.changed(table, tmp_path) == []
    (tmp_path / "old" / "file").write_text("second")
    git("commit", "-am", "second")
    tables.git.cache_clear()
    assert tables.changed(table, tmp_path) == ["old"]

    changed = tables.changed
    monkeypatch.setattr(tables, "read", lambda _: table)
    monkeypatch.setattr(tables, "is_made", lambda _: True)
    monkeypatch.setattr(tables, "changed", lambda table: changed(table, tmp_path))
    page = "Text.\n\n<!-- table t -->\n| task |\n<!-- end -->\n"
    note = ":::{note}\nMeasured at commit abc. Changed since: `old`.\n:::"
    assert tables.with_notes(page) == f"Text.\n\n{note}\n\n| task |\n\n"


def test_without_git_nothing_is_said(tables: Any, tmp_path: Path) -> None:
    table = tables.Table("t", "make t", ["task"], [["a"]], tables.Stamp("2026-01-02", "abc"), {"old": "0123"})
    assert tables.changed(table, tmp_path) == []


def test_ratios_are_summed_up(tables: Any, project: Path) -> None:
    rows = [["a", 1.0, 7], ["b", 4.0, None], ["c", None, 1000]]
    stamp = tables.Stamp("2026-01-02", "abc", processor="Abacus", cores=2, load="1.5", peers={"Peer": "3.0"})
    text = tables.Table("t", "make t", ["task", "x", "n"], rows, stamp, {}, ["x"]).render(project / "README.md")
    assert text.splitlines() == [
        "| task | x | n |",
        "| --- | --: | --: |",
        "| a | 1 | 7 |",
        "| b | 4 |  |",
        "| c |  | 1,000 |",
        "| **geometric mean** | **2** |  |",
        "| **quartiles** | 1.75 to 3.25 |  |",
        "| **worst** | 1 |  |",
        "| **number** | 2 |  |",
        "",
        "*`make t`, 2 January 2026; commit abc; Abacus, 2 cores, load 1.5; Peer 3.0.*",
    ]


def test_a_stamp_knows_the_machine(tables: Any) -> None:
    stamp = load_script("machine").stamp({"Peer": "1.0"}, 0.5, ["cpp/isonova"])
    assert stamp.processor
    assert stamp.cores >= 1
    assert stamp.load.split(" to ")[0] <= stamp.load.split(" to ")[-1]
    assert stamp.peers == {"Peer": "1.0"}
    assert tables.Stamp(**stamp.__dict__) == stamp
