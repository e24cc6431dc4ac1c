"""Guards: instructions of single steps, counted by callgrind, beside those of the committed file instructions.json.

    python -m benchmarks.instructions             fails if a step takes over 10 % more instructions than the file says
    python -m benchmarks.instructions --update    writes the file, with the compiler that the counts are of

Counts hardly depend on the machine or its load, but on the compiler: with another one, or without valgrind, there is
nothing to compare, and a line says so.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.machine import compiler
from benchmarks.table import ROOT
from isonova.examples import generate

FILE = Path(__file__).with_name("instructions.json")
PROGRAM = ROOT / "build" / "venv" / "benchmarks" / "isonova_steps_task"
GROWTH = 1.1
STEPS = ("parse", "ground", "graph", "expand", "lifted", "add", "ff", "colour", "child")
TASKS = {"logistics": {"cities": 4, "boxes": 12}, "blocks": {"blocks": 16}}


def count(files: list[Path], step: str) -> int:
    """Instructions of the step; the rest of the program is left out."""
    words = ["valgrind", "--tool=callgrind", "--toggle-collect=isonova_measured", "--callgrind-out-file=/dev/null"]
    command = [*words, str(PROGRAM), *map(str, files), "0", step]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    [found] = re.findall(r"Collected\s*:\s*(\d+)", done.stderr)
    return int(found)


def counts() -> dict[str, int]:
    found: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("domain.pddl", "problem.pddl")]
        for name, sizes in TASKS.items():
            for file, text in zip(files, generate(name, **sizes), strict=True):
                file.write_text(text)
            found |= {f"{name}, {step}": count(files, step) for step in STEPS}
    return found


def worse(old: dict[str, int], new: dict[str, int]) -> list[str]:
    return [name for name, instructions in new.items() if name not in old or instructions > GROWTH * old[name]]


def built_by() -> str:
    cache = (ROOT / "build" / "venv" / "CMakeCache.txt").read_text()
    [path] = re.findall(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    return compiler(path)


def main() -> int:
    if shutil.which("valgrind") is None:
        print("instructions: not compared, there is no valgrind")
        return 0
    used = built_by()
    known: dict[str, Any] = json.loads(FILE.read_text()) if FILE.exists() else {"compiler": used, "counts": {}}
    update = sys.argv[1:] == ["--update"]
    if not update and known["compiler"] != used:
        print(f"instructions: not compared, the counts are of {known['compiler']} and this is {used}")
        return 0
    old, new = known["counts"], counts()
    for name, instructions in new.items():
        ratio = f"{instructions / old[name]:6.3f}" if name in old else "   new"
        print(f"{name:20} {instructions:12,} {ratio}")
    if update:
        FILE.write_text(json.dumps({"compiler": used, "counts": new}, indent=1) + "\n")
        return 0
    if more := worse(old, new):
        print(f"over 10 % more instructions: {'; '.join(more)}. If that is meant: make instructions-update")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
