"""Draws what the terminal shows after the commands of the tutorial, as docs/images/terminal-*.svg: `make pictures`."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import unescape
from io import StringIO
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from rich.console import Console
from rich.text import Text

DOCS = Path(__file__).parents[1] / "docs"
COLUMNS = 84
PICTURES = {
    "plan": "isonova plan $(isonova examples tray_towers)",
    "check": "isonova check problem.pddl",
    "stuck": "isonova plan problem.pddl --heuristic ff --max-expansions 10000",
}
"""Each by its command, which the tutorial shows, too. The problem is the tutorial's."""

FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def printed(command: str) -> str:
    """What a command prints on a terminal of so many columns, colours included."""
    page = (DOCS / "tutorial" / "first-plan.md").read_text(encoding="utf-8")
    program = f"{shlex.quote(sys.executable)} -m isonova "
    with tempfile.TemporaryDirectory() as folder:
        for block in re.findall(r"^```lisp\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
            (Path(folder) / block.splitlines()[0].removeprefix("; ")).write_text(block)
        done = subprocess.run(
            re.sub(r"\bisonova ", program, command),
            shell=True,
            cwd=folder,
            env={**os.environ, "COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "TERM": "xterm-256color"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    return done.stdout


def _rows(text: Text) -> Iterator[Text]:
    """As a terminal breaks lines: where its last column is, not between words."""
    for line in text.split("\n"):
        yield from line.divide(range(COLUMNS, len(line), COLUMNS))


def picture(name: str) -> str:
    """An SVG of a command and what it prints. It has a dark ground of its own and takes no font from elsewhere."""
    command = PICTURES[name]
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.assemble(("$ ", "bold green"), (command, "bold")), soft_wrap=True)
    for row in _rows(Text.from_ansi(printed(command).rstrip())):
        console.print(row, soft_wrap=True)
    console.print()  # room below the last line, whose descenders would be cut
    svg = console.export_svg(title="", unique_id=name)
    svg = re.sub(r"\s*(@font-face \{.*?\}|<!--.*?-->)", "", svg, flags=re.DOTALL).replace("Fira Code, monospace", FONTS)
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


def path(name: str) -> Path:
    return DOCS / "images" / f"terminal-{name}.svg"


def says(svg: str) -> tuple[list[str], str]:
    """The styles and the styled text of a picture, but for what differs from run to run: times, memory, line breaks."""
    texts = re.findall(r'<text class="\S+-(r\d+)"[^>]*>(.*?)</text>', svg)
    runs = [f"<{style}>" + "".join(text for _, text in run) for style, run in groupby(texts, key=itemgetter(0))]
    text = unescape("".join(runs)).replace("\xa0", " ")
    return re.findall(r"-(r\d+ \{.*\})", svg), re.sub(r"\d+\.\d+|\d+ MB", "N", text)


if __name__ == "__main__":
    for each in PICTURES:
        new = picture(each)
        if not path(each).exists() or says(path(each).read_text(encoding="utf-8")) != says(new):
            path(each).write_text(new, encoding="utf-8")
            print(f"wrote {path(each)}")
