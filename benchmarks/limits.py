"""How promptly a run ends: after its time limit, and after Ctrl-C, while it grounds and while it searches.

Every figure is the median of several runs, in seconds past the limit or the signal, until the process is gone.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "cli"))
from large import rows, switches

COMMAND = [sys.executable, "-c", "from isonova.cli import main; main()", "plan"]


def start(task: list[str], *options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *task, "--quiet", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def startup() -> float:
    """Until the program itself starts to count."""
    begin = time.perf_counter()
    subprocess.run([*COMMAND, "--help"], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def past_limit(task: list[str], *options: str) -> float:
    begin = time.perf_counter()
    start(task, *options, "--time-limit", "2").wait()
    return time.perf_counter() - begin - 2 - startup()


def past_signal(task: list[str], *options: str) -> float:
    process = start(task, *options)
    time.sleep(2)
    begin = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait()
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    with tempfile.TemporaryDirectory() as folder:
        tasks = {}
        for name, texts in {"search": switches(60), "grounding": rows(60, 6)}.items():
            files = [Path(folder, f"{name}-{part}.pddl") for part in ("domain", "problem")]
            for file, text in zip(files, texts, strict=True):
                file.write_text(text)
            tasks[name] = [str(file) for file in files]
        cases: dict[str, tuple[list[str], list[str]]] = {
            "grounding": (tasks["grounding"], ["--engine", "grounded"]),
            "search, gc": (tasks["search"], ["--heuristic", "gc"]),
            "search, ff": (tasks["search"], ["--heuristic", "ff"]),
        }
        measures: dict[str, Callable[..., float]] = {"time limit": past_limit, "Ctrl-C": past_signal}
        print(f"{'':12}" + "".join(f"{name:>12}" for name in measures))
        for name, (task, options) in cases.items():
            figures = [median(measure(task, *options) for _ in range(repeats)) for measure in measures.values()]
            print(f"{name:12}" + "".join(f"{figure:12.3f}" for figure in figures))


if __name__ == "__main__":
    main()
