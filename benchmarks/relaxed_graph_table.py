"""The relaxed graph of one task of every domain folder: its edges against ground actions, its building against
grounding, and add and ff on it against Dijkstra's algorithm over ground actions.

    python benchmarks/relaxed_graph_table.py BUILD_FOLDER SUITE_FOLDER [--steps 20] [--seconds 60] [--which last]
        [--cost-type normal] [--only NAME ...]

BUILD_FOLDER is a CMake build with -DISONOVA_BENCHMARKS=ON. Of each folder the last task that is done within the time
counts (`--which middle`: the middle one and those before it). Values are compared on all children along a random walk
of so many steps; times are CPU time. Prints a Markdown table; ends with 1 if add differs anywhere or ff is above add.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.measure import geometric_mean, run
from benchmarks.suites import find_tasks

COST_TYPES = ["normal", "one", "plusone"]
TRIES = 4  # tasks of a folder, each half as far into it as the one before


def measure(program: Path, folder: Path, arguments: argparse.Namespace) -> tuple[str, dict[str, Any]] | None:
    tasks = find_tasks(folder)
    place = len(tasks) - 1 if arguments.which == "last" else len(tasks) // 2
    for _ in range(TRIES):
        if not tasks:
            return None
        task = tasks[place]
        cost_type = str(COST_TYPES.index(arguments.cost_type))
        command = [str(program), str(task.domain), str(task.problem), str(arguments.steps), cost_type]
        done = run(command, arguments.seconds)
        if done.status == 0 and done.output.strip():
            found: dict[str, Any] = json.loads(done.output.splitlines()[-1])
            return f"{folder.name}/{task.problem.stem}", found
        if place == 0:
            return None
        place //= 2
    return None


def row(name: str, found: dict[str, Any]) -> str:
    if found["graph"] is None:
        return f"| {name} | {found['actions']} | over budget | | | {found['ground']:.3f} | | | |"
    speed = [found[f"{h}_reference"] / found[h] if found[h] > 0 else 0.0 for h in ("add", "ff")]
    split = f"{found['split_schemata']} of {found['schemata']}"
    return (
        f"| {name} | {found['actions']} | {found['edges']} | {found['nodes']} | {split} | {found['ground']:.3f} "
        f"| {found['graph']:.3f} | {speed[0]:.1f} | {speed[1]:.1f} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--which", choices=["last", "middle"], default="last")
    parser.add_argument("--cost-type", choices=COST_TYPES, default="normal")
    parser.add_argument("--only", nargs="*", default=[], help="folders whose name contains one of these")
    arguments = parser.parse_args()
    program = (arguments.build / "benchmarks" / "isonova_relaxed_graph_task").resolve()
    rows: list[dict[str, Any]] = []
    print("| task | actions | edges | nodes | schemata split | grounding s | graph s | add, times faster | ff |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for folder in sorted(path for path in arguments.suite.iterdir() if path.is_dir() and path.name[0] != "."):
        if arguments.only and not any(part in folder.name for part in arguments.only):
            continue
        found = measure(program, folder, arguments)
        if found is None:
            print(f"| {folder.name} | none within the time | | | | | | | |", flush=True)
            continue
        rows.append(found[1])
        print(row(*found), flush=True)
    graphs = [each for each in rows if each["graph"] is not None]
    split = sum(each["split_schemata"] > 0 for each in graphs)
    fewer = sum(each["edges"] < each["actions"] for each in graphs)
    print(f"\n{len(graphs)} graphs, {split} with split schemata, {fewer} with fewer edges than actions")
    for what in ("add", "ff"):
        ratios = [
            each[f"{what}_reference"] / each[what] for each in graphs if each[what] > 0 < each[f"{what}_reference"]
        ]
        if ratios:
            print(f"{what} against ground actions: geometric mean {geometric_mean(ratios):.2f}")
    builds = [each["graph"] / each["ground"] for each in graphs if each["ground"] >= 0.01]
    if builds:
        print(f"building against grounding (10 ms and more): geometric mean {geometric_mean(builds):.2f}")
    states, differs = sum(each["states"] for each in graphs), sum(each["add_differs"] for each in graphs)
    print(f"{states} states: add differs on {differs}, ff on {sum(each['ff_differs'] for each in graphs)}")
    return 1 if differs or any(each["ff_above_add"] for each in graphs) else 0


if __name__ == "__main__":
    sys.exit(main())
