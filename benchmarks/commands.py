"""What a person waits for: start-up, the end of a run after its limit or Ctrl-C, two searches in two threads.

Start-up: whole processes, up to the plan of a small task, beside Fast Downward's driver. Ends: seconds past the limit
or the signal until the process is gone. Threads: how much longer two searches at once take than one alone (1 on two
free processors, 2 if one waited for the other), and how often their reports of progress alternate, which a busy machine
does not change; once a round if one waited.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median

import isonova
from benchmarks.measure import run
from benchmarks.part import Part
from benchmarks.peers import FastDownward
from benchmarks.table import ROOT, Cell
from isonova import examples

sys.path.append(str(ROOT / "tests"))
from cli.large import rows as wide_task
from cli.large import switches

COMMAND = [sys.executable, "-m", "isonova"]


def startup(part: Part) -> None:
    task = list(map(str, examples.files("gripper")))
    fast_downward = [sys.executable, str(FastDownward().driver), *task, "--search", "eager_greedy([ff()])"]
    commands = {
        "`python -c pass`": [sys.executable, "-c", "pass"],
        '`python -c "import isonova"`': [sys.executable, "-c", "import isonova"],
        "`isonova --version`": [*COMMAND, "--version"],
        "`isonova plan`, gripper, default planner": [*COMMAND, "plan", *task, "--quiet"],
        "`isonova plan --heuristic ff`, gripper": [*COMMAND, "plan", *task, "--quiet", "--heuristic", "ff"],
        "Fast Downward's driver, `eager_greedy([ff()])`, gripper": fast_downward,
    }
    rounds = [[run(command, 60) for command in commands.values()] for _ in range(3 if part.quick else 15)]
    rows: list[list[Cell]] = [
        [name, median(each.cpu for each in found), median(each.wall for each in found)]
        for name, found in zip(commands, zip(*rounds, strict=True), strict=True)
    ]
    measures = ["src/isonova/cli", "src/isonova/api"]
    part.table("startup", ["command", "CPU s", "wall s"], rows, measures=measures, packages=["up-fast-downward"])


def ends(part: Part) -> None:
    repeats = 1 if part.quick else 5

    def start(task: list[str], *options: str) -> subprocess.Popen[bytes]:
        words = [*COMMAND, "plan", *task, "--quiet", *options]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    until_counting = median(run([*COMMAND, "plan", "--help"], 60).wall for _ in range(3))

    def past_limit(task: list[str], *options: str) -> float:
        begin = time.perf_counter()
        start(task, *options, "--time-limit", "2").wait()
        return time.perf_counter() - begin - 2 - until_counting

    def past_signal(task: list[str], *options: str) -> float:
        process = start(task, *options)
        time.sleep(2)
        begin = time.perf_counter()
        process.send_signal(signal.SIGINT)
        process.wait()
        return time.perf_counter() - begin

    with tempfile.TemporaryDirectory() as folder:
        tasks = {}
        for name, texts in {"search": switches(60), "grounding": wide_task(60, 6)}.items():
            files = [Path(folder, f"{name}-{part}.pddl") for part in ("domain", "problem")]
            for file, text in zip(files, texts, strict=True):
                file.write_text(text)
            tasks[name] = [str(file) for file in files]
        cases: dict[str, tuple[list[str], list[str]]] = {
            "grounding": (tasks["grounding"], ["--engine", "grounded"]),
            "search, `gc`": (tasks["search"], ["--heuristic", "gc"]),
            "search, `ff`": (tasks["search"], ["--heuristic", "ff"]),
        }
        measures: list[Callable[..., float]] = [past_limit, past_signal]
        rows: list[list[Cell]] = [
            [name, *(median(measure(task, *options) for _ in range(repeats)) for measure in measures)]
            for name, (task, options) in cases.items()
        ]
    head = ["in", "s past the time limit", "s past Ctrl-C"]
    folders = ["cpp/isonova/search", "cpp/isonova/datalog", "src/isonova/cli"]
    part.table("ends", head, rows, measures=folders)


def lamps(count: int) -> isonova.Task:
    """Lamps to be switched on and off; far more states than are visited."""
    t = isonova.TaskBuilder("lamps")
    lamp = t.type("lamp")
    lit = t.predicate("lit", lamp)
    objects = t.objects([f"l{i}" for i in range(count)], lamp)
    x = t.variable("?x", lamp)
    t.action("on", [x], precondition=~lit(x), effect=lit(x))
    t.action("off", [x], precondition=lit(x), effect=~lit(x))
    t.goal(*(lit(each) for each in objects))
    return t.build()


def threads(part: Part) -> None:
    task = lamps(60)
    turns: list[int] = []

    def search(number: int) -> None:
        """Blind, so that it never finds the goal."""
        isonova.plan(
            task,
            heuristic="blind",
            max_expansions=100_000,
            engine="grounded",
            progress=lambda _: turns.append(number),
        )

    def at_once(count: int) -> float:
        running = [threading.Thread(target=search, args=(number,)) for number in range(count)]
        start = time.perf_counter()
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        return time.perf_counter() - start

    one, two = [], []
    changes = reports = 0
    for _ in range(1 if part.quick else 5):
        one.append(at_once(1))
        turns.clear()
        two.append(at_once(2))
        changes += sum(a != b for a, b in pairwise(turns))
        reports += len(turns)
    rows: list[list[Cell]] = [
        ["one search, s", min(one)],
        ["two at once, s", min(two)],
        ["reports of progress by two at once", reports],
        ["... that came after one of the other search", changes],
    ]
    part.table("threads", ["figure", "number"], rows, measures=["cpp/bindings", "src/isonova/api"])


def main(part: Part) -> None:
    startup(part)
    ends(part)
    threads(part)
