"""The quick way through the command line does what the command-line library does, or leaves the words to it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli.program import PROGRAM, SMALL
from typer.testing import CliRunner

import isonova.cli.plan as command
from isonova.cli import app
from isonova.cli.quick import SWITCHES, TEXTS, parse, quick_plan

PLAIN = [
    [],
    ["--quiet"],
    ["--json", "--heuristic", "ff"],
    ["--heuristic=add", "--novelty=at+wl", "--wl-iterations", "3", "--tie-break", "g"],
    ["--no-shorten", "--anytime", "--time-limit", "5m", "--memory-limit=4G"],
    ["--shorten", "--no-shorten"],
    ["--alias", "paper-ff-at+wl", "--heuristic", "ff", "--report", "x.html", "--plan-file=p", "--log-file", "l"],
    ["--search", "lazy(ff, pref(ff), boost=1000) | eager(qb(add, wl))", "--dry-run"],
    ["--max-cost", "12", "--threads", "2", "--wl-exact", "--optimal"],
]
LEFT_TO_THE_LIBRARY = [
    [],
    ["--help"],
    ["plan"],
    ["plan", "--help"],
    ["plan", "a.pddl", "--heurstic", "ff"],
    ["plan", "a.pddl", "--heuristic"],
    ["plan", "a.pddl", "--heuristic", "--json"],
    ["plan", "a.pddl", "--wl-iterations", "two"],
    ["plan", "a.pddl", "--wl-iterations", "-1"],
    ["plan", "a.pddl", "--quiet=yes"],
    ["plan", "a.pddl", "--plan-file", ""],
    ["plan", "--", "a.pddl"],
    ["plan", "-", "a.pddl"],
    ["check", "a.pddl"],
    ["--version"],
]


@pytest.mark.parametrize("words", PLAIN)
def test_both_ways_understand_the_same(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    seen: list[Any] = []

    def spy(files: list[str], settings: dict[str, Any], given: Any, **own: Any) -> int:
        seen.append((files, settings, set(given), {name: value for name, value in own.items() if value}))
        return 7

    monkeypatch.setattr(command, "run_plan", spy)
    monkeypatch.setattr("isonova.cli.plan_run.run_plan", spy)
    for placed in ([*SMALL, *words], [*words, *SMALL]):
        assert CliRunner().invoke(app, ["plan", *placed]).exit_code == 7
        assert quick_plan(["plan", *placed]) == 7
    assert seen[0] == seen[1] == seen[2] == seen[3]
    assert {type(value) for value in seen[0][1].values()} == {type(value) for value in seen[1][1].values()}


@pytest.mark.parametrize("words", LEFT_TO_THE_LIBRARY)
def test_what_is_left_to_the_library(words: list[str]) -> None:
    assert quick_plan(words) is None


def test_completion_is_left_to_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_ISONOVA_COMPLETE", "complete_bash")
    assert quick_plan(["plan", *SMALL]) is None


def test_no_option_is_forgotten() -> None:
    import typer

    group = typer.main.get_command(app)
    parameters = group.commands["plan"].params  # type: ignore[attr-defined]
    flags = {flag for each in parameters for flag in (*each.opts, *each.secondary_opts) if flag.startswith("--")}
    flags -= {"--help"}
    known = {flag for flag in flags if parse(["a.pddl", flag]) is not None or parse(["a.pddl", flag, "1"]) is not None}
    assert known == flags
    assert flags >= TEXTS | SWITCHES


def test_a_plain_run_imports_little(tmp_path: Path) -> None:
    """Neither the command-line library nor what describes, draws or reports; much of the start is importing."""
    code = f"import sys; sys.argv = ['isonova', 'plan', *{SMALL!r}]\n{PROGRAM[2].split(';')[0]}\n"
    code += "try: main()\nexcept SystemExit as end: print(end.code, *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    status, *names = done.stdout.splitlines()[-1].split()
    assert status == "0"
    heavy = {"typer", "rich", "click", "json", "pathlib", "difflib", "fractions", "decimal", "sqlite3", "subprocess"}
    heavy |= {"isonova.cli.commands", "isonova.experiments", "isonova.api.description", "isonova.api.state_space"}
    heavy |= {"isonova.api.check", "isonova.api.report", "isonova.api.states", "isonova.explanation", "numpy"}
    before = subprocess.run([sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True)
    assert not heavy & set(names) - set(before.stdout.split())


def test_a_reader_that_leaves() -> None:
    """`isonova plan ... | head -0` ends without a traceback."""
    with subprocess.Popen([*PROGRAM, "plan", *SMALL], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        errors = run.stderr.read()
        run.wait()
    assert "Traceback" not in errors
