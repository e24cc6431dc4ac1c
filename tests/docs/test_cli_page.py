"""docs/reference/cli.md against the program: keys of the JSON, exit codes, names."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from isonova import _core
from isonova.cli import app

pytestmark = pytest.mark.source

TASK = Path(__file__).parent.parent / "tasks" / "strips"


@pytest.fixture(scope="module")
def page() -> str:
    return (Path(__file__).parents[2] / "docs" / "reference" / "cli.md").read_text()


@pytest.fixture(scope="module")
def report() -> dict[str, object]:
    files = [str(TASK / "domain.pddl"), str(TASK / "problem.pddl")]
    done = CliRunner().invoke(app, ["plan", *files, "--novelty", "at+wl", "--record-goals", "--json"])
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_keys(page: str, report: dict[str, object]) -> None:
    keys = list(report)
    for key, value in report.items():
        if isinstance(value, dict):
            keys += [f"{key}.{inner}" for inner in value]
    assert re.findall(r"^\| `([a-z_.]+)` \|", page, re.MULTILINE) == keys


def test_names(page: str) -> None:
    rows = dict(re.findall(r"^\| `([a-z_.]+)` \| (.*) \|$", page, re.MULTILINE))
    for key, names in {
        "status": _core.status_names(),
        "engine": _core.engine_names(),
        "heuristic": _core.heuristic_names(),
        "cost_type": _core.cost_type_names(),
        "tie_break": _core.tie_break_names(),
    }.items():
        assert set(re.findall(r"`([a-z_+]+)`", rows[key])) == {name for name, _ in names}, key


def test_exit_codes(page: str) -> None:
    codes = {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    reached = {_core.exit_code(status, in_search) for status, _ in _core.status_names() for in_search in (True, False)}
    assert codes == reached | {31, 32, 34, 36}


def test_shown_commands(page: str, tmp_path: Path) -> None:
    shown = [line[2:] for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    assert shown
    program = f"{sys.executable} -c 'from isonova.cli import main; main()'"
    for command in shown:
        done = subprocess.run(
            command.replace("isonova ", f"{program} "), shell=True, cwd=tmp_path, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, ""), command
