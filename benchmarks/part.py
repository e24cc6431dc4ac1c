"""What a part of the benchmarks is given: where things are, how much to do, and where its tables go."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import peers
from benchmarks.machine import stamp
from benchmarks.measure import run
from benchmarks.suites import Pair, find_tasks
from benchmarks.table import FOLDER, ROOT, Cell, Table, fill_pages, hashes


@dataclass(frozen=True)
class Part:
    name: str
    quick: bool
    publish: bool
    """Into docs/measurements; else into build/bench."""
    suites: Path | None
    load: float
    results: Path | None = None
    """A study that has run already."""
    commit: str = "HEAD"
    """The one that was measured."""

    @property
    def folder(self) -> Path:
        return FOLDER if self.publish else ROOT / "build" / "bench"

    def suite(self, name: str) -> Path:
        if self.suites is None:
            raise SystemExit(f"{self.name} needs the suites: --suites DIR or ISONOVA_BENCHMARKS, with {name}/ in it")
        return self.suites / name

    def tasks(self, suite: str, names: Sequence[str]) -> Iterator[tuple[str, Pair]]:
        """The tasks of a list, by folder and file."""
        for name in names:
            problem = self.suite(suite) / name
            domain = next(pair.domain for pair in find_tasks(problem.parent) if pair.problem == problem)
            yield name.removesuffix(".pddl"), Pair(domain, problem)

    def some(self, items: Sequence[str], count: int) -> list[str]:
        """All of them; in a quick run so many, evenly spread."""
        if not self.quick or len(items) <= count:
            return list(items)
        return [items[(2 * i + 1) * len(items) // (2 * count)] for i in range(count)]

    def program(self, name: str) -> str:
        """A program of benchmarks/CMakeLists.txt or cpp/tests, as `make bench-programs` builds it."""
        found = next((ROOT / "build" / "venv").rglob(f"isonova_{name}"), None)
        if found is None:
            raise SystemExit(f"isonova_{name} is not built: make bench-programs")
        return str(found)

    def report(self, program: str, *words: str | Path | float, seconds: float = 600) -> dict[str, Any] | None:
        """The JSON object that ends what a program of ours prints; None if there is none."""
        lines = run([self.program(program), *map(str, words)], seconds).output.strip().splitlines()
        if not lines or not lines[-1].startswith("{"):
            return None
        found: dict[str, Any] = json.loads(lines[-1])
        return found

    def table(
        self,
        name: str,
        head: Sequence[str],
        rows: Sequence[Sequence[Cell]],
        *,
        measures: Sequence[str],
        ratios: Sequence[str] = (),
        packages: Sequence[str] = (),
        others: dict[str, str] | None = None,
        runs: Sequence[dict[str, Any]] = (),
        plot: str = "",
    ) -> Table:
        """Writes it. `packages` are peers from the package index, `others` those with a version of their own;
        `runs` are kept in build/bench."""
        command = f"python -m benchmarks {self.name}{' --quick' if self.quick else ''}"
        versions = {package: peers.version(package) for package in packages} | (others or {})
        mark = stamp(versions, self.load, measures)
        if self.results is not None:
            day = datetime.fromtimestamp(self.results.stat().st_mtime, UTC).date().isoformat()
            mark = replace(mark, date=day, commit=self.commit, load="")
        table = Table(
            name,
            command,
            list(head),
            [list(row) for row in rows],
            mark,
            hashes(measures, self.commit),
            list(ratios),
            plot,
        )
        table.write(self.folder)
        if runs:
            kept = ROOT / "build" / "bench" / f"{name}-runs.json"
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps({"stamp": asdict(mark), "runs": runs}, indent=1) + "\n", encoding="utf-8")
        print(f"\n{name}\n\n{table.render(ROOT / 'README.md')}", flush=True)
        if self.publish:
            fill_pages()
        return table
