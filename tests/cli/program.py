"""The program `isonova` as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

PROGRAM = [sys.executable, "-c", "from isonova.cli import main; main()"]
TASKS = Path(__file__).parent.parent / "tasks"
SMALL = (str(TASKS / "strips" / "domain.pddl"), str(TASKS / "strips" / "problem.pddl"))
SECONDS = 100  # far more than anything here needs; a hang fails


def isonova(
    *args: str | Path,
    cwd: Path | None = None,
    stdout: int = subprocess.PIPE,
    limit: Callable[[], None] | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *map(str, args)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=SECONDS,
        cwd=cwd,
        preexec_fn=limit,
        env={**os.environ, **(env or {})},
    )
