"""Runs a program and says what it cost: CPU time (other programs count less in it), wall-clock time, memory."""

from __future__ import annotations

import math
import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path


@dataclass(frozen=True)
class Run:
    status: int
    """The exit code; negative: killed by that signal."""
    cpu: float
    wall: float
    peak_mb: float
    output: str


def limits(cpu: float | None, megabytes: int | None) -> Callable[[], None] | None:
    """What a child process does before it starts. The kernel counts whole CPU seconds: the caller compares exactly."""
    if cpu is None and megabytes is None:
        return None

    def restrict() -> None:
        if cpu is not None:
            whole = max(1, math.ceil(cpu))
            resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
        if megabytes is not None:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    return restrict


def resident_peak(process: int) -> int:
    """So far, in kB; 0 where it cannot be read."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("VmHWM:")), 0)


def run(command: Sequence[str], seconds: float, cpu: float | None = None, megabytes: int | None = None) -> Run:
    """Kills the program after so many seconds of wall-clock time, or of CPU time, if given. `megabytes` limits its
    address space."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as output:
        child = subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, cwd=folder, preexec_fn=limits(cpu, megabytes)
        )
        start = time.monotonic()
        peak, before = 0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > start + seconds:
                os.kill(child.pid, signal.SIGKILL)  # child.kill() might reap it first
            peak = max(peak, resident_peak(child.pid))
            time.sleep(0.005)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        output.seek(0)
        # What the kernel counts begins with this process's own memory, from before the program was loaded.
        peak = usage.ru_maxrss if usage.ru_maxrss > before else peak
        return Run(child.returncode, usage.ru_utime + usage.ru_stime, wall, peak / 1000, output.read())


def geometric_mean(values: Sequence[float]) -> float:
    return exp(sum(map(log, values)) / len(values))
