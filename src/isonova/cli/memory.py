"""A memory limit that holds even where a table doubles at once.

The planner looks at its memory often enough for what grows step by step. In a process of its own the system can do the
rest: past the limit an allocation fails, and the run ends as one that ran out of memory.
"""

from __future__ import annotations

SLACK = 1.01  # the planner's own look comes first, because it leaves more to report


def cap(megabytes: float) -> None:
    """Keep the resident memory of this process below the limit from now on, where the system can do that (Linux)."""
    from isonova import _core

    try:
        import resource
        from pathlib import Path

        pages = [int(word) for word in Path("/proc/self/statm").read_text().split()]
    except (ImportError, OSError):
        return
    page = resource.getpagesize()
    data = pages[5] * page  # what RLIMIT_DATA counts, and a little more
    room = int(SLACK * megabytes * 2**20) - _core.resident_memory()
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = data + max(room, 0)
    if soft == resource.RLIM_INFINITY or wanted < soft:
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
