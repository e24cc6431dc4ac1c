"""Prints how many compilers may run at once: min(cores, free GiB / 1.5), at least 1."""

import os
from pathlib import Path

GIB = 1 << 30
GIB_PER_COMPILER = 1.5


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def free_bytes() -> float:
    """Free memory of the machine or of the container, whichever is less; infinite where neither can be read."""
    free = float("inf")
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        for line in meminfo.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) * 1024
    elif hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        # No portable count of free pages: assume that half of the memory is.
        free = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2
    limit, used = Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")
    if limit.exists() and used.exists() and limit.read_text().strip() != "max":
        free = min(free, int(limit.read_text()) - int(used.read_text()))
    return free


def jobs(cores: int, free: float) -> int:
    return int(max(1, min(cores, free / GIB / GIB_PER_COMPILER)))


if __name__ == "__main__":
    print(jobs(cores(), free_bytes()))
