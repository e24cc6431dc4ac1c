"""What the tutorial and the how-to pages show, done in an empty folder in the order of the page."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.source

TIMES = re.compile(r"\d+\.\d+|\d+ MB")


def commands(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines shown after it."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def appear(shown: list[str], printed: list[str]) -> None:
    """Shown lines are printed in that order; `...` stands for any lines, or for the rest of a line."""
    at, gap = 0, False
    for line in shown:
        if line == "...":
            gap = True
            continue
        wanted = re.escape(TIMES.sub("N", line)).replace(re.escape("..."), ".*")
        places = range(at, len(printed)) if gap else [at]
        at = next((i for i in places if re.fullmatch(wanted, TIMES.sub("N", printed[i]))), -1) + 1
        assert at, f"{line!r} is not among\n" + "\n".join(printed)
        gap = False


NEEDS = {"howto/features.md": ("matplotlib", "networkx"), "howto/learn.md": ("scipy", "sklearn")}


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        "tutorial/first-plan.md",
        "howto/which-options.md",
        "howto/unsolvable.md",
        "howto/better-plans.md",
        "howto/explain.md",
        "howto/report.md",
        "howto/plan-from-python.md",
        "howto/write-heuristic.md",
        "howto/write-novelty.md",
        "howto/features.md",
        "howto/walk-a-plan.md",
        "howto/simulator.md",
        "howto/learn.md",
        "howto/debug-heuristic.md",
    ],
)
def test_walkthrough(project: Path, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in NEEDS.get(page, ()):
        pytest.importorskip(package)
    text = (project / "docs" / page).read_text(encoding="utf-8")
    program = f"{shlex.quote(sys.executable)} -m isonova"
    for language, block in re.findall(r"^```(lisp|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if language == "lisp":
            (tmp_path / block.splitlines()[0].removeprefix("; ")).write_text(block)
            continue
        for command, shown in commands(block):
            line = re.sub(r"\bisonova ", f"{program} ", command)
            done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
            appear(shown, done.stdout.splitlines() + done.stderr.splitlines())
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(project / "docs" / page), module_relative=False, encoding="utf-8").failed == 0
