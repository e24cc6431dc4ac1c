"""How a long search is shown: one live line on a terminal, log lines now and then elsewhere. Always on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from isonova import _core

LOG_EVERY = 10.0  # seconds, where there is no terminal


@contextmanager
def reporter(
    show: bool, time_limit: float | None, memory_limit: float | None
) -> Iterator[Callable[[_core.Progress], None] | None]:
    if not show:
        yield None
        return
    start = perf_counter()

    def line(progress: _core.Progress) -> str:
        elapsed = perf_counter() - start
        rate = progress.expansions / progress.seconds if progress.seconds > 0 else 0.0
        memory = f"{_core.resident_memory() / 2**20:.0f}"
        memory += " MB" if memory_limit is None else f"/{memory_limit:.0f} MB"
        time = f"{elapsed:.0f}" + (" s" if time_limit is None else f"/{time_limit:.0f} s")
        return (
            f"best h {progress.best_h}, {progress.expansions} expansions ({rate:.0f}/s), "
            f"{progress.evaluations} evaluations, {memory}, {time}"
        )

    if not sys.stderr.isatty():
        yield _log_lines(line, start)
        return
    from rich.console import Console

    with Console(stderr=True).status("grounding") as status:
        yield lambda progress: status.update(line(progress))


def _log_lines(line: Callable[[_core.Progress], str], start: float) -> Callable[[_core.Progress], None]:
    due = start + LOG_EVERY

    def log(progress: _core.Progress) -> None:
        nonlocal due
        if perf_counter() >= due:
            due = perf_counter() + LOG_EVERY
            print(f"; {line(progress)}", file=sys.stderr, flush=True)

    return log
