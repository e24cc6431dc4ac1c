"""docs/reference/examples.md against the examples: names, options, and the commands it shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from isonova.examples import NAMES, options

pytestmark = pytest.mark.source


@pytest.fixture(scope="module")
def page(project: Path) -> str:
    return (project / "docs" / "reference" / "examples.md").read_text(encoding="utf-8")


def test_every_example_has_its_row(page: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", page, re.MULTILINE)
    assert {name: re.findall(r"\w+", row) for name, row in rows} == {
        name: [option.name for option in options(name) if option.name != "seed"] for name in NAMES
    }


def test_shown_commands(page: str, tmp_path: Path) -> None:
    shown = re.findall(r"^\$ isonova (.*)$", page, re.MULTILINE)
    assert len(shown) >= 3
    program = f"{sys.executable} -m isonova "
    for command in shown:
        line = program + command.replace("$(isonova ", f"$({program}")
        done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stderr)
