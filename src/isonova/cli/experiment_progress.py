"""How a running experiment is shown: a bar with the time left and what each configuration solved; lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

    from isonova.experiments.job import Facts
    from isonova.experiments.judge import Verdict
    from isonova.experiments.matrix import Cell, Matrix

LOG_EVERY = 30.0  # seconds, where there is no terminal
REFRESH_EVERY = 1.0


class Counts:
    """Done, solved and wrong per configuration, and how long the rest may take."""

    def __init__(self) -> None:
        self.planned: Counter[str] = Counter()
        self.statuses: dict[str, Counter[str]] = {}
        self.todo = 0
        self.done = 0
        self.slots_seconds = 0.0
        self.started = time.monotonic()

    def start(self, matrix: Matrix, recorded: Mapping[str, Counter[str]], todo: int) -> None:
        for cell in matrix.cells:
            self.planned[cell.configuration.name] += 1
        self.statuses = {each.name: Counter(recorded.get(each.name, {})) for each in matrix.configurations}
        self.todo = todo
        self.started = time.monotonic()

    def record(self, name: str, status: str) -> None:
        self.statuses[name][status] += 1
        self.done += 1

    @property
    def solved(self) -> int:
        return sum(counts["solved"] for counts in self.statuses.values())

    @property
    def errors(self) -> int:
        return sum(counts["error"] for counts in self.statuses.values())

    def seconds_left(self) -> float | None:
        """The runs come in random order, so that those to come take as long as those that were, on average."""
        elapsed = time.monotonic() - self.started
        return elapsed / self.done * (self.todo - self.done) if self.done else None

    def line(self, in_flight: int) -> str:
        errors = f", {self.errors} errors" if self.errors else ""
        left = duration(self.seconds_left())
        return f"{self.done}/{self.todo} runs, {self.solved} solved{errors}, {in_flight} running, {left} left"


class ExperimentProgress:
    """Shows the runs as they are recorded; use it as a context."""

    def __init__(self, show: bool) -> None:
        from rich.console import Console
        from rich.live import Live

        self.counts = Counts()
        self._in_flight = 0
        self._due = time.monotonic() + LOG_EVERY
        self._live: Live | None = None
        self._show = show
        if show and sys.stderr.isatty():
            self._live = Live(
                console=Console(stderr=True),
                get_renderable=self._render,
                refresh_per_second=1 / REFRESH_EVERY,
                transient=True,
            )

    def __enter__(self) -> ExperimentProgress:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def start(self, matrix: Matrix, recorded: Mapping[str, Counter[str]], todo: int) -> None:
        self.counts.start(matrix, recorded, todo)

    def record(self, cell: Cell, verdict: Verdict, _facts: Facts) -> None:
        self.counts.record(cell.configuration.name, verdict.status)
        for fault in verdict.faults:
            self._say(
                f"error: {cell.configuration.name} on {cell.task.folder}/{cell.task.name}: {fault.kind}: "
                f"{fault.detail.splitlines()[0] if fault.detail else ''}"
            )

    def tick(self, in_flight: int) -> None:
        self._in_flight = in_flight
        if self._show and self._live is None and time.monotonic() >= self._due:
            self._due = time.monotonic() + LOG_EVERY
            self._say(self.counts.line(in_flight))

    def _say(self, line: str) -> None:
        if self._live is not None:
            self._live.console.print(line, markup=False, highlight=False)
        elif self._show:
            print(line, file=sys.stderr, flush=True)

    def _render(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        counts = self.counts
        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in ("configuration", "solved", "done", "of", "errors"):
            table.add_column(heading, justify="left" if heading == "configuration" else "right")
        for name, statuses in counts.statuses.items():
            done, errors = sum(statuses.values()), statuses["error"]
            table.add_row(name, str(statuses["solved"]), str(done), str(counts.planned[name]), str(errors or ""))
        bar = ProgressBar(total=max(1, counts.todo), completed=counts.done, width=40)
        return Group(table, bar, Text(counts.line(self._in_flight)))


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "unknown time"
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{seconds:.0f} s"
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes / 60:.1f} h" if minutes < 48 * 60 else f"{minutes / 1440:.1f} days"
