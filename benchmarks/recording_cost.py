"""What it costs a search to record its goals (`--report`, `record_goals=True`), in instructions: other programs on the
machine do not change these.

    python benchmarks/recording_cost.py BENCHMARKS

BENCHMARKS is a folder with the suite `ipc`. Needs valgrind with its headers, and a C compiler. Each search runs three
times in a process under callgrind: for a single evaluation, which is what grounding and the like take, and with all
evaluations without and with recording. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

TASKS: list[tuple[str, dict[str, Any], int]] = [
    ("ipc/blocks/probBLOCKS-10-0.pddl", {"heuristic": "gc"}, 20_000),
    ("ipc/logistics98/prob01.pddl", {"heuristic": "gc"}, 20_000),
    ("ipc/depot/p04.pddl", {"heuristic": "gc"}, 20_000),
    ("ipc/visitall-sat11-strips/problem12.pddl", {"heuristic": "gc"}, 20_000),
    ("ipc/logistics98/prob01.pddl", {"heuristic": "gc", "engine": "lifted"}, 5_000),
    ("ipc/depot/p04.pddl", {"heuristic": "gc", "novelty": "at+wl"}, 5_000),
    ("ipc/psr-middle/p40-s114-n8-l2-f50.pddl", {"heuristic": "gc"}, 2_000),
    ("ipc/blocks/probBLOCKS-10-0.pddl", {"heuristic": "ff"}, 2_000),
    ("ipc/logistics98/prob01.pddl", {}, 1_000),
    ("sandwiches", {}, 1_000),
]

CONTROLS = """#include <valgrind/callgrind.h>
void start(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void stop(void) { CALLGRIND_DUMP_STATS; CALLGRIND_STOP_INSTRUMENTATION; }
"""


def search(files: list[str], options: dict[str, Any], evaluations: int, controls: str) -> None:
    """In a process under callgrind: a dump for each of the three runs."""
    from isonova import load
    from isonova.api.options import PlanOptions

    switch = ctypes.CDLL(controls)
    task = load(*files)
    done = []
    for most, record in ((1, False), (evaluations, False), (evaluations, True)):
        chosen = PlanOptions.of(**options, max_evaluations=most, record_goals=record)
        core, limits = chosen.core(), chosen.limits.core()
        from isonova import _core

        switch.start()
        found = _core.plan(task._core, core, limits)
        switch.stop()
        done.append(found.evaluations)
    assert done[1] == done[2]
    print(done[1] - done[0])


def measure(files: list[str], options: dict[str, Any], evaluations: int, controls: str) -> tuple[int, list[int]]:
    """Evaluations, and the instructions of the three runs."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        valgrind = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        given = json.dumps([files, options, evaluations, controls])
        command = [*valgrind, sys.executable, __file__, "--search", given]
        run = subprocess.run(
            command, stdout=subprocess.PIPE, check=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"}
        )
        dumps = [out.with_name(f"out.{at}").read_text() for at in (1, 2, 3)]
        return int(run.stdout), [
            int(re.findall(r"^(?:summary|totals): (\d+)", dump, re.MULTILINE)[-1]) for dump in dumps
        ]


def listening() -> float:
    """Microseconds of a record of how the search stands."""
    from types import SimpleNamespace

    from isonova.api.options import PlanOptions
    from isonova.api.recording import Recording

    recording, calls = Recording(PlanOptions()), 20_000
    told: Any = SimpleNamespace(
        search=0,
        queue=0,
        expansions=1,
        evaluations=1,
        best_h=1,
        best_h_expansions=1,
        recent_h=1,
        scored_states=0,
        new_states=0,
    )
    start = perf_counter()
    for _ in range(calls):
        recording.record(told)
    return (perf_counter() - start) / calls * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks", type=Path, nargs="?")
    parser.add_argument("--search", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.search is not None:
        search(*json.loads(given.search))
        return
    from isonova.api.domain_files import find_domain
    from isonova.examples import files as example

    print("| task | search | evaluations | instructions each | with goals recorded | more |")
    print("|---|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        source, controls = Path(folder) / "controls.c", str(Path(folder) / "controls.so")
        source.write_text(CONTROLS)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", controls, source], check=True)
        for name, options, evaluations in TASKS:
            problem = given.benchmarks / name
            files = [str(find_domain(problem)), str(problem)] if "/" in name else [str(path) for path in example(name)]
            count, (rest, plain, recorded) = measure(files, options, evaluations, controls)
            each, more = (plain - rest) / count, (recorded - plain) / count
            words = " ".join(f"`{value}`" for value in options.values()) or "default planner"
            short = name.removeprefix("ipc/").removesuffix(".pddl").replace("/", " ")
            print(
                f"| {short} | {words} | {count:,} | {each:,.0f} | {each + more:,.0f} | {more / each:.2%} |", flush=True
            )
    print(f"\nA record of how the search stands: {listening():.0f} µs, at most 10 times a second.")


if __name__ == "__main__":
    main()
