"""What recording costs a search: instructions for each evaluation without and with the goals that a report shows.

Counted by callgrind, whose headers and a C compiler are needed; other programs on the machine hardly change the counts.
Each search runs three times in a process: up to its first evaluation, which is left out, and to the end without and
with recording. A second table has the CPU time of a record of how the search stands.
"""

from __future__ import annotations

import ctypes
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import Any

from benchmarks.part import Part
from benchmarks.suites import Pair
from benchmarks.table import ROOT, Cell
from isonova import _core, load
from isonova.api.options import PlanOptions
from isonova.api.recording import Recording
from isonova.examples import files

SEARCHES: list[tuple[str, dict[str, Any], int]] = [
    ("blocks/probBLOCKS-17-0.pddl", {"heuristic": "gc"}, 20_000),
    ("logistics98/prob01.pddl", {"heuristic": "gc"}, 20_000),
    ("depot/p04.pddl", {"heuristic": "gc"}, 20_000),
    ("visitall-sat11-strips/problem24.pddl", {"heuristic": "gc"}, 20_000),
    ("psr-middle/p40-s114-n8-l2-f50.pddl", {"heuristic": "gc"}, 5_000),
    ("logistics98/prob01.pddl", {"heuristic": "gc", "engine": "lifted"}, 5_000),
    ("depot/p04.pddl", {"heuristic": "gc", "novelty": "at+wl"}, 5_000),
    ("blocks/probBLOCKS-17-0.pddl", {"heuristic": "ff"}, 2_000),
    ("depot/p07.pddl", {}, 500),
    ("childsnack-sat14-strips/child-snack_pfile05.pddl", {}, 500),
    ("sandwiches", {"heuristic": "gc"}, 20_000),
]
RECORDS = 20_000

CONTROLS = """#include <valgrind/callgrind.h>
void start(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void stop(void) { CALLGRIND_DUMP_STATS; CALLGRIND_STOP_INSTRUMENTATION; }
"""


def search(domain: str, problem: str, options: dict[str, Any], evaluations: int, controls: str) -> None:
    """In a process under callgrind: a dump for each of the three runs."""
    switch = ctypes.CDLL(controls)
    task = load(domain, problem)
    done = []
    for most, record in ((1, False), (evaluations, False), (evaluations, True)):
        chosen = PlanOptions.of(**options, max_evaluations=most, record_goals=record)
        core, limits = chosen.core(), chosen.limits.core()
        switch.start()
        found = _core.plan(task._core, core, limits)
        switch.stop()
        done.append(found.evaluations)
    print(done[1] - done[0])


def count(task: Pair, options: dict[str, Any], evaluations: int, folder: Path) -> tuple[int, list[int]]:
    """Evaluations, and the instructions of the three runs."""
    given = json.dumps([str(task.domain), str(task.problem), options, evaluations, str(folder / "controls.so")])
    valgrind = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder / 'out'}"]
    command = [*valgrind, sys.executable, "-m", "benchmarks.recording", given]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, cwd=ROOT)
    dumps = [(folder / f"out.{at}").read_text() for at in (1, 2, 3)]
    return int(run.stdout), [int(re.findall(r"^totals: (\d+)", dump, re.MULTILINE)[-1]) for dump in dumps]


def goals(part: Part) -> None:
    rows: list[list[Cell]] = []
    chosen = [SEARCHES[at] for at in map(int, part.some([str(at) for at in range(len(SEARCHES))], 3))]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "controls.c").write_text(CONTROLS)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "controls.so", folder / "controls.c"], check=True)
        for problem, options, evaluations in chosen:
            bundled = "/" not in problem
            [(label, task)] = [(problem, Pair(*files(problem)))] if bundled else part.tasks("ipc", [problem])
            done, (rest, plain, recorded) = count(task, options, evaluations, folder)
            each, more = (plain - rest) / done, (recorded - plain) / done
            setting = " ".join(f"`{value}`" for value in options.values()) or "default planner"
            rows.append([label.replace("/", " "), setting, done, each, each + more, 100 * more / each])
    head = ["task", "search", "evaluations", "instructions for each", "with goals recorded", "% more"]
    measures = ["cpp/isonova/search", "cpp/isonova/ground", "cpp/isonova/lifted", "cpp/isonova/heuristics"]
    part.table("recording-goals", head, rows, measures=measures)


def samples(part: Part) -> None:
    recording = Recording(PlanOptions())
    state = dict.fromkeys(("search", "queue", "scored_states", "new_states"), 0)
    counts = dict.fromkeys(("expansions", "evaluations", "best_h", "best_h_expansions", "recent_h"), 1)
    told: Any = SimpleNamespace(**state, **counts)
    start = process_time()
    for _ in range(RECORDS):
        recording.record(told)
    rows: list[list[Cell]] = [["microseconds for a record", (process_time() - start) / RECORDS * 1e6]]
    part.table("recording-samples", ["figure", "number"], rows, measures=["src/isonova/api/recording.py"])


def main(part: Part) -> None:
    goals(part)
    samples(part)


if __name__ == "__main__":
    search(*json.loads(sys.argv[1]))
