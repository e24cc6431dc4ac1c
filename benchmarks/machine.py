"""The stamp of a measurement: when, which commit, which machine and which programs."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.table import Stamp, git


def processor() -> str:
    """The model, as Linux names it; elsewhere what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def load() -> float:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def compiler(program: str = "") -> str:
    """Name and version; without a program, of the one that builds the core: CXX, or c++."""
    try:
        command = [program or os.environ.get("CXX", "c++"), "--version"]
        words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return ""
    name = "Clang" if "clang" in words else "GCC"
    numbers = [word for word in words.split() if word[0].isdigit() and "." in word]
    return f"{name} {numbers[-1]}" if numbers else words


def stamp(peers: dict[str, str], load_before: float, measures: Sequence[str]) -> Stamp:
    """`load_before`: the load when the measurement began. The commit is the last one that touched what is measured."""
    loads = sorted({f"{each:.1f}" for each in (load_before, load())}, key=float)
    dirty = " with changes" if git("status", "--porcelain", "--untracked-files=no", "--", *measures) else ""
    return Stamp(
        date=datetime.now(UTC).date().isoformat(),
        commit=git("log", "-1", "--format=%h", "--", *measures) + dirty,
        processor=processor(),
        cores=os.cpu_count() or 0,
        load=" to ".join(loads),
        python=platform.python_version(),
        compiler=compiler(),
        peers=peers,
    )
