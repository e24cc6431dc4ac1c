"""The pool on this machine: as many guards as runs at a time, each on a core of its own while there are enough."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from isonova.experiments.guard import FOLDER
from isonova.experiments.job import MB, Facts, Job


class GuardedSlot:
    """A guard and the job it has."""

    def __init__(self) -> None:
        self.guard = subprocess.Popen(
            [sys.executable, "-S", FOLDER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
            env=guard_environment(),
        )
        self.ticket: int | None = None
        self.group: int | None = None
        self._buffer = b""

    def send(self, ticket: int, job: Job) -> None:
        assert self.guard.stdin is not None
        self.ticket = ticket
        with contextlib.suppress(BrokenPipeError):  # seen when it is read from
            self.guard.stdin.write(json.dumps(job).encode() + b"\n")

    def read(self) -> Facts | None:
        """What arrived: the facts of a job that ended, or nothing yet. A guard that is gone leaves a `lost` job."""
        assert self.guard.stdout is not None
        piece = os.read(self.guard.stdout.fileno(), 1 << 16)
        if not piece:
            return {"lost": f"its guard died{self._last_words()}"}
        self._buffer += piece
        while b"\n" in self._buffer:
            line, _, self._buffer = self._buffer.partition(b"\n")
            message = json.loads(line)
            if "done" in message:
                self.group = None
                facts: Facts = message["done"]
                return facts
            self.group = message["started"]
        return None

    def close(self) -> None:
        """Cuts the lifeline and waits until the guard has killed what ran; if it cannot, its group is killed here."""
        assert self.guard.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.guard.stdin.close()
        try:
            self.guard.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.guard.kill()
            self.guard.wait()
        if self.group is not None:
            with contextlib.suppress(OSError):
                os.killpg(self.group, signal.SIGKILL)
        for stream in (self.guard.stdout, self.guard.stderr):
            if stream is not None:
                stream.close()

    def _last_words(self) -> str:
        assert self.guard.stderr is not None
        self.guard.wait()
        lines = self.guard.stderr.read().decode(errors="replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""


def guard_environment() -> dict[str, str]:
    """That of the driver. Runs have folders of their own, so relative paths to modules would lead nowhere."""
    paths = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, paths))}


class Pool:
    def __init__(self, size: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._slots: list[GuardedSlot] = []
        for _ in range(size):
            self._add()

    def _add(self) -> None:
        slot = GuardedSlot()
        assert slot.guard.stdout is not None
        self._slots.append(slot)
        self._selector.register(slot.guard.stdout, selectors.EVENT_READ, slot)

    def room(self) -> int:
        return sum(slot.ticket is None for slot in self._slots)

    def submit(self, ticket: int, job: Job) -> None:
        next(slot for slot in self._slots if slot.ticket is None).send(ticket, job)

    def wait(self, seconds: float) -> Sequence[tuple[int, Facts]]:
        ended = []
        for key, _ in self._selector.select(seconds):
            slot: GuardedSlot = key.data
            facts = slot.read()
            if facts is None:
                continue
            ticket, slot.ticket = slot.ticket, None
            if "lost" in facts:
                self._replace(slot)
            if ticket is not None:
                ended.append((ticket, facts))
        return ended

    def _replace(self, slot: GuardedSlot) -> None:
        assert slot.guard.stdout is not None
        self._selector.unregister(slot.guard.stdout)
        self._slots.remove(slot)
        slot.close()
        self._add()

    def describe(self) -> str:
        return f"{len(self._slots)} at a time on this machine"

    def close(self) -> None:
        for slot in self._slots:
            assert slot.guard.stdin is not None
            with contextlib.suppress(BrokenPipeError):
                slot.guard.stdin.close()  # all first, so that they end at the same time
        for slot in self._slots:
            slot.close()
        self._selector.close()


def default_size(memory_limit: float) -> int:
    """A core each, and memory for all of them."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    free = available_memory()
    return max(1, cores if free is None else min(cores, int(free / (memory_limit * MB))))


def available_memory() -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        text = Path("/proc/meminfo").read_text()
        return int(text.split("MemAvailable:", 1)[1].split()[0]) * 1024
    return None
