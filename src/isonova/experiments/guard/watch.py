"""One program under hard limits."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any

from isonova.experiments.guard.processes import (
    LINUX,
    PR_SET_PDEATHSIG,
    cpu_of,
    descendants,
    kill_all,
    memory_of,
    prctl,
    reaped_cpu,
)

POLL_SECONDS = 0.1


class LifelineLostError(Exception):
    """Nobody waits for the answer any more."""


class Lifeline:
    """The guard's input: jobs line by line, and its end as a sign."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._poll.register(0, select.POLLIN)
        self._buffer = b""

    def next_job(self) -> dict[str, Any] | None:
        while b"\n" not in self._buffer:
            piece = os.read(0, 65536)
            if not piece:
                return None
            self._buffer += piece
        line, _, self._buffer = self._buffer.partition(b"\n")
        job: dict[str, Any] = json.loads(line)
        return job

    def wait(self, seconds: float, pidfd: int | None) -> None:
        """Waits until the process ends, the time is over or the lifeline is cut, which is an exception."""
        if pidfd is not None:
            self._poll.register(pidfd, select.POLLIN)
        else:
            seconds = min(seconds, 0.01)
        try:
            ready = self._poll.poll(max(0.0, seconds) * 1000)
        finally:
            if pidfd is not None:
                self._poll.unregister(pidfd)
        if any(fd == 0 for fd, _ in ready):
            piece = os.read(0, 65536)
            if not piece:
                raise LifelineLostError
            self._buffer += piece


def tell(message: dict[str, Any]) -> None:
    data = memoryview(json.dumps(message).encode() + b"\n")
    try:
        while data:
            data = data[os.write(1, data) :]
    except BrokenPipeError:
        raise LifelineLostError from None


def limit(kind: int, soft: int, hard: int) -> None:
    _, ceiling = resource.getrlimit(kind)
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    resource.setrlimit(kind, (soft, hard))


def prepare(guard: int, core: int | None, limits: dict[str, float]) -> None:
    """In the new process, before it becomes the planner."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != guard:  # it died before the line above
        os.kill(os.getpid(), signal.SIGKILL)
    if core is not None:
        os.sched_setaffinity(0, {core})
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    seconds = int(limits["cpu"]) + 1
    limit(resource.RLIMIT_CPU, seconds, seconds + 2)
    for kind in ("AS", "DATA"):
        if kind in limits:
            limit(getattr(resource, f"RLIMIT_{kind}"), int(limits[kind]), int(limits[kind]))


class Watched:
    """The processes of a run, and what they have taken since it was started."""

    def __init__(self, limits: dict[str, float]) -> None:
        self._limits = limits
        self._reaped = reaped_cpu()
        self._start = time.monotonic()
        self.peak = 0

    def wall_seconds(self) -> float:
        return time.monotonic() - self._start

    def cpu_seconds(self) -> float:
        """Of those that have ended."""
        return reaped_cpu() - self._reaped

    def excess(self) -> str | None:
        """The limit that is exceeded, if one is."""
        if LINUX:
            pids = descendants(os.getpid())
            memory = memory_of(pids)
            if memory > self._limits["memory"] and len(pids) > 1:
                memory = memory_of(pids, exact=True)
            self.peak = max(self.peak, memory)
            if memory > self._limits["memory"]:
                return "memory"
            if self.cpu_seconds() + cpu_of(pids) > self._limits["cpu"]:
                return "cpu"
        return "wall" if self.wall_seconds() > self._limits["wall"] else None


def watch(
    lifeline: Lifeline, command: list[str], folder: Path, limits: dict[str, float], core: int | None, name: str
) -> dict[str, Any]:
    """Runs a program to its end or to its limits; says how it ended and what it took."""
    watched = Watched(limits)
    facts: dict[str, Any] = {"killed": None, "exit_code": None, "signal": None}
    with (folder / f"{name}.out").open("wb") as out, (folder / f"{name}.err").open("wb") as err:
        try:
            child = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
                preexec_fn=partial(prepare, os.getpid(), core, limits),  # safe: the guard has one thread
            )
        except (OSError, subprocess.SubprocessError) as error:
            return facts | {"not_started": f"{command[0]}: {error}", "wall_seconds": 0.0, "cpu_seconds": 0.0, "peak": 0}
    try:
        tell({"started": child.pid})
        facts["killed"], status, usage = until_its_end(child.pid, lifeline, watched, limits["wall"])
        facts["wall_seconds"] = watched.wall_seconds()
    finally:
        kill_all(child.pid)
        child.returncode = 0  # reaped here, not by the class
    code = os.waitstatus_to_exitcode(status)
    facts["exit_code" if code >= 0 else "signal"] = abs(code)
    facts["peak"] = max(watched.peak, usage.ru_maxrss * (1024 if LINUX else 1))
    facts["cpu_seconds"] = watched.cpu_seconds()
    facts["switches"] = usage.ru_nivcsw
    return facts


def until_its_end(
    pid: int, lifeline: Lifeline, watched: Watched, wall: float
) -> tuple[str | None, int, resource.struct_rusage]:
    """The limit it was killed for, its status and its usage."""
    pidfd = None
    if hasattr(os, "pidfd_open"):
        with contextlib.suppress(OSError):
            pidfd = os.pidfd_open(pid)
    pause = 0.01
    try:
        while True:
            lifeline.wait(min(wall - watched.wall_seconds(), pause), pidfd)
            pause = min(2 * pause, POLL_SECONDS)
            ended, status, usage = os.wait4(pid, os.WNOHANG)
            if ended:
                return None, status, usage
            if (killed := watched.excess()) is not None:
                with contextlib.suppress(OSError):
                    os.killpg(pid, signal.SIGKILL)
                _, status, usage = os.wait4(pid, 0)
                return killed, status, usage
    finally:
        if pidfd is not None:
            os.close(pidfd)
