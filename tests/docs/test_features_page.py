"""The commands that docs/howto/features.md shows, run where it says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from isonova.cli.states import settings
from isonova.examples import files

pytestmark = pytest.mark.source


def test_shown_commands(project: Path, tmp_path: Path) -> None:
    for file in files("parcels"):
        shutil.copy(file, tmp_path)
    (tmp_path / "first-step.plan").write_text("(load lamp red-1 red depot)\n")
    text = (project / "docs" / "howto" / "features.md").read_text()
    shown = re.findall(r"^    \$ isonova (.*)\n((?:    .*\n)*)", text, re.MULTILINE)
    shown += [(command, "") for command in re.findall(r"`isonova ([^`]*problem\.pddl -o [^`]*)`", text)]
    assert len(shown) >= 2
    for command, output in shown:
        if re.search(r"-o \S+\.(svg|png|pdf)", command):
            pytest.importorskip("matplotlib")
        run = [sys.executable, "-c", "from isonova.cli import main; main()", *command.split()]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)
        for line, actual in zip(output.splitlines(), done.stdout.splitlines(), strict=False):
            if line.strip() == "...":
                break
            assert line.removeprefix("    ").rstrip() == actual, command


def test_defaults_come_first(project: Path) -> None:
    text = (project / "docs" / "howto" / "features.md").read_text()
    shown = dict(re.findall(r"^\| `--(wl-[a-z]+|profile)` \| (\w+),", text, re.MULTILINE))
    found = settings({})
    assert {name.replace("-", "_"): value for name, value in shown.items()} == {
        name: str(value) for name, value in found.items()
    }
