"""How a long search is shown: one live line on a terminal, log lines now and then elsewhere. Always on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from isonova import _core
from isonova.cli.log import Log

LOG_EVERY = 10.0  # seconds, where there is no terminal

Told = Callable[[_core.Progress], None]


@contextmanager
def reporter(
    show: bool, time_limit: float | None, memory_limit: float | None, log: Log, searches: Sequence[str] = ()
) -> Iterator[Told]:
    """``searches``: their names, where there are several."""
    start = perf_counter()
    note = _notes(log)

    def line(progress: _core.Progress) -> str:
        text = progress_line(progress, perf_counter() - start, time_limit, memory_limit)
        return f"{searches[progress.search]}: {text}" if len(searches) > 1 else text

    if not show:
        yield lambda progress: note(progress, line)
        return
    if not sys.stderr.isatty():
        say = _every(LOG_EVERY, lambda text: print(f"; {text}", file=sys.stderr, flush=True))

        def tell(progress: _core.Progress) -> None:
            note(progress, line)
            say(progress, line)

        yield tell
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status("before the search") as status:

        def update(progress: _core.Progress) -> None:
            note(progress, line)
            status.update(Text(line(progress), no_wrap=True, overflow="ellipsis"))

        yield update


def progress_line(
    progress: _core.Progress, elapsed: float, time_limit: float | None, memory_limit: float | None
) -> str:
    rate = progress.expansions / progress.seconds if progress.seconds > 0 else 0.0
    parts = [
        f"best h {progress.best_h} (at {progress.best_h_seconds:.1f} s)",
        f"{progress.expansions:,} expanded ({rate:,.0f}/s)",
    ]
    if progress.scored_states:
        parts.append(f"{progress.new_states / progress.scored_states:.0%} new")
    memory = f"{_core.resident_memory() / 2**20:.0f}"
    parts.append(memory + (" MB" if memory_limit is None else f"/{memory_limit:.0f} MB"))
    parts.append(f"{elapsed:.0f}" + (" s" if time_limit is None else f"/{time_limit:g} s"))
    return ", ".join(parts)


Line = Callable[[_core.Progress], str]


def _every(seconds: float, say: Callable[[str], None]) -> Callable[[_core.Progress, Line], None]:
    due = perf_counter() + seconds

    def tell(progress: _core.Progress, line: Line) -> None:
        nonlocal due
        if perf_counter() >= due:
            due = perf_counter() + seconds
            say(line(progress))

    return tell


def _notes(log: Log) -> Callable[[_core.Progress, Line], None]:
    """In the log: every new lowest h that is reported, and how it goes now and then."""
    best: dict[int, int] = {}
    regularly = _every(LOG_EVERY, log.write)

    def note(progress: _core.Progress, line: Line) -> None:
        if progress.best_h != best.get(progress.search):
            best[progress.search] = progress.best_h
            log.write(line(progress))
        else:
            regularly(progress, line)

    return note
