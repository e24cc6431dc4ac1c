"""Tables of measurements: a JSON file each in docs/measurements/tables, shown on the pages that have a place for it.

A place is a pair of comments, `<!-- table NAME -->` and `<!-- end -->`. Everything between them comes from the file. A
table carries a stamp (when, which commit, which machine) and names the source folders that it measures, with the hash
that git has for each. Where a hash has changed since, the built page says so.

    python -m benchmarks.table      writes all tables into their pages again
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cache
from os.path import relpath
from pathlib import Path
from statistics import quantiles

from benchmarks.measure import geometric_mean

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "measurements" / "tables"
PLACE = re.compile(r"<!-- table ([\w-]+) -->\n(.*?)<!-- end -->", re.DOTALL)

Cell = str | int | float | None


@dataclass(frozen=True)
class Stamp:
    """When, of what and where figures were measured. What is not known is empty."""

    date: str
    commit: str
    processor: str = ""
    cores: int = 0
    load: str = ""
    python: str = ""
    compiler: str = ""
    peers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        day = date.fromisoformat(self.date)
        cores = f"{self.cores} {'core' if self.cores == 1 else 'cores'}" if self.cores else ""
        load = f"load {self.load}" if self.load else ""
        machine = ", ".join(filter(None, (self.processor or "processor not recorded", cores, load)))
        programs = [f"Python {self.python}" if self.python else "", self.compiler]
        programs += [f"{name} {version}" for name, version in self.peers.items()]
        parts = [f"commit {self.commit}", machine, ", ".join(filter(None, programs))]
        return f"{day.day} {day:%B %Y}; {'; '.join(filter(None, parts))}"


@dataclass(frozen=True)
class Table:
    name: str
    command: str
    head: list[str]
    rows: list[list[Cell]]
    stamp: Stamp
    measures: dict[str, str]
    """Source folders and files, with git's hash of each."""
    ratios: list[str] = field(default_factory=list)
    """The columns that are ratios, of which larger is better: mean, quartiles and the worst are added below them."""
    plot: str = ""
    """What the picture tables/NAME.svg shows, where there is one."""

    def column(self, head: str) -> dict[str, float]:
        """The numbers of a column by the name in the first one."""
        place = self.head.index(head)
        return {str(row[0]): float(row[place]) for row in self.rows if isinstance(row[place], int | float)}  # type: ignore[arg-type]

    @property
    def made(self) -> str:
        """The command as code, with what is said about it in parentheses."""
        command, bracket, remark = self.command.partition(" (")
        return f"`{command}`{bracket}{remark}"

    def write(self, folder: Path = FOLDER) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        fields = asdict(self)
        rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in fields.pop("rows"))
        start = json.dumps(fields, indent=1, ensure_ascii=False)
        text = f'{start[:-2]},\n "rows": [\n{rows}\n ]\n}}\n'
        (folder / f"{self.name}.json").write_text(text, encoding="utf-8")

    def render(self, page: Path) -> str:
        numeric = [any(isinstance(row[i], int | float) for row in self.rows) for i in range(len(self.head))]
        line: list[Cell] = ["--:" if right else "---" for right in numeric]
        rows: list[list[Cell]] = [[*self.head], line, *self.rows, *self._summary()]
        lines = [f"| {' | '.join(map(shown, row))} |" for row in rows]
        if self.plot:
            lines += ["", f"![{self.plot}]({Path(relpath(FOLDER, page.parent)).as_posix()}/{self.name}.svg)"]
        return "\n".join([*lines, "", f"*{self.made}, {self.stamp}.*", ""])

    def _summary(self) -> list[list[Cell]]:
        columns = [list(self.column(head).items()) if head in self.ratios else [] for head in self.head]

        def row(name: str, cell: Callable[[list[tuple[str, float]]], Cell]) -> list[Cell]:
            return [f"**{name}**", *(cell(column) if column else None for column in columns[1:])]

        if not any(columns):
            return []
        return [
            row("geometric mean", lambda column: f"**{shown(geometric_mean([value for _, value in column]))}**"),
            row("quartiles", spread),
            row("worst", lambda column: shown(min(value for _, value in column))),
            row("number", len),
        ]


def spread(column: Sequence[tuple[str, float]]) -> Cell:
    values = [value for _, value in column]
    if len(values) < 2:
        return None
    low, _, high = quantiles(values, n=4, method="inclusive")
    return f"{shown(low)} to {shown(high)}"


def shown(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= 100 else f"{cell:.3g}"
    return f"{cell:,}" if isinstance(cell, int) else cell


def is_made(name: str) -> bool:
    return (FOLDER / f"{name}.json").exists()


def read(name: str) -> Table:
    text = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return Table(**{**text, "stamp": Stamp(**text["stamp"])})


def pages() -> list[Path]:
    found = (ROOT / "docs").glob("measurements/*.md")
    return [ROOT / "README.md", ROOT / "docs" / "study" / "index.md", *sorted(found)]


def filled(page: Path) -> str:
    """The page with its tables as their files have them. A place whose table was not made yet stays empty."""

    def block(place: re.Match[str]) -> str:
        text = read(place[1]).render(page) if is_made(place[1]) else ""
        return f"<!-- table {place[1]} -->\n{text}<!-- end -->"

    return PLACE.sub(block, page.read_text(encoding="utf-8"))


def fill_pages() -> None:
    for page in pages():
        page.write_text(filled(page), encoding="utf-8")


@cache
def git(*words: str, root: Path = ROOT) -> str:
    """What git answers; nothing without git, outside a repository, or for something it does not know."""
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def hashes(paths: Sequence[str], commit: str = "HEAD", root: Path = ROOT) -> dict[str, str]:
    return {path: git("rev-parse", "--short=12", f"{commit}:{path}", root=root) for path in paths}


def changed(table: Table, root: Path = ROOT) -> list[str]:
    """What the table measures and has changed since; nothing where there is no git."""
    now = hashes(list(table.measures), root=root)
    return [path for path, old in table.measures.items() if now[path] != old] if any(now.values()) else []


def with_notes(text: str) -> str:
    """A page for the site: a note stands before a table that is older than the code it measures."""

    def block(place: re.Match[str]) -> str:
        if not is_made(place[1]):
            return "*Not measured yet.*\n"
        table = read(place[1])
        paths = ", ".join(f"`{path}`" for path in changed(table))
        note = f":::{{note}}\nMeasured at commit {table.stamp.commit}. Changed since: {paths}.\n:::\n\n"
        return f"{note if paths else ''}{place[2]}"

    return PLACE.sub(block, text)


if __name__ == "__main__":
    fill_pages()
