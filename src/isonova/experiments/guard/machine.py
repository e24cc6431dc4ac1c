"""The machine a run is on: what it is, which core is free, and who else works on it."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from isonova.experiments.guard.processes import PAGE, TICK


def machine() -> dict[str, Any]:
    model = memory = None
    with contextlib.suppress(OSError):
        found = re.search(
            r"^(?:model name|Model|cpu model)\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE
        )
        model = found[1] if found else None
    with contextlib.suppress(ValueError, OSError):
        memory = os.sysconf("SC_PHYS_PAGES") * PAGE // 2**20
    system = os.uname()
    return {
        "host": system.nodename,
        "cpu": model or system.machine,
        "cores": os.cpu_count(),
        "memory_mb": memory,
        "system": f"{system.sysname} {system.release}",
        "python": sys.version.split()[0],
    }


def allowed_cores() -> list[int]:
    """The cores this process may use; the second threads of a core come last."""
    if not hasattr(os, "sched_getaffinity"):
        return []

    def rank(core: int) -> tuple[int, int]:
        try:
            text = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list").read_text()
            siblings = sorted(int(part) for part in re.findall(r"\d+", text))
        except OSError:
            return 0, core
        return (siblings.index(core) if core in siblings else 0), core

    return sorted(os.sched_getaffinity(0), key=rank)


def claim_core(cores: list[int]) -> tuple[int | None, int | None]:
    """A core that no other guard of this user on this machine has claimed, and the lock that keeps it; or None."""
    import fcntl

    folder = Path(tempfile.gettempdir()) / f"isonova-cores-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None, None
    for core in cores:
        try:
            lock = os.open(folder / str(core), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError:
            return None, None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
        else:
            return core, lock
    return None, None


def busy_seconds(cores: list[int]) -> float | None:
    """How long the cores have worked since the start of the machine, whoever for; stolen time counts."""
    try:
        lines = Path("/proc/stat").read_text().splitlines()
    except OSError:
        return None
    wanted = {f"cpu{core}" for core in cores}
    ticks = 0
    for line in lines:
        name, *fields = line.split()
        if name in wanted:
            user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, fields[:8])
            ticks += user + nice + system + irq + softirq + steal
    return ticks / TICK
