"""What the relaxed graph is on Hard-To-Ground tasks: edges against ground actions, and how fast the lifted search is.

    python benchmarks/lifted_survey.py BUILD_FOLDER HTG_FOLDER [--per-family 5] [--seconds 5] [--heuristic add]

BUILD_FOLDER is a CMake build with -DISONOVA_BENCHMARKS=ON. Ground actions are counted where the task can be grounded in
the seconds. A task is served by the graph if it was built and the search began within the seconds; "none" says that it
was not. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.lifted_vs_powerlifted import FAMILIES, tasks_of
from benchmarks.measure import run


def last_line(program: Path, *arguments: str | Path | float, seconds: float) -> dict[str, Any]:
    done = run([str(program), *map(str, arguments)], 4 * seconds + 60)
    try:
        found: dict[str, Any] = json.loads(done.output.strip().splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        return {}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--per-family", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--heuristic", default="add", choices=["add", "ff"])
    options = parser.parse_args()
    suite, build = options.suite.resolve(), options.build.resolve()
    search, ground = (next(build.rglob(name)) for name in ("isonova_search_task", "isonova_ground_task"))
    print("| task | ground actions | edges | dropped inequalities | graph s | evaluations/s | bytes/state |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    served = total = 0
    for folders in FAMILIES.values():
        for pair in tasks_of(suite, folders, options.per_family):
            files = (pair.domain, pair.problem)
            counted = last_line(ground, *files, options.seconds, seconds=options.seconds)
            limits = (options.seconds, 2**63, "none", "isonova", "lifted")
            found = last_line(search, *files, options.heuristic, *limits, seconds=options.seconds)
            total += 1
            name = pair.problem.relative_to(suite).with_suffix("")
            actions = counted.get("actions", "-")
            if not found.get("graph") or not found["evaluations"]:
                print(f"| {name} | {actions} | none | | | | |", flush=True)
                continue
            served += 1
            print(
                f"| {name} | {actions} | {found['edges']} | {found['dropped_inequalities']} | "
                f"{found['graph_seconds']:.2f} | {found['per_second']} | {found['bytes_per_state']:.0f} |",
                flush=True,
            )
    print(f"\nServed by the graph: {served} of {total} tasks")


if __name__ == "__main__":
    main()
