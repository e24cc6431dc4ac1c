"""What each option of novelty does to the search: coverage and evaluations on a sample of a suite.

    python benchmarks/novelty_options.py SUITE_FOLDER [--heuristics gc ff] [--evaluations 100000] [--seconds 10]
        [--per-domain 2] [--only NAME ...] [--json results.json]

From every domain of the suite come as many tasks, evenly spread over the first half of them in the order of their
names. Every task is searched by every setting until it is solved or has used up the evaluations (or the seconds, as a
last resort, so that the load of the machine hardly counts). Prints a Markdown table per heuristic: tasks solved, the
geometric mean of evaluations over the tasks that all settings solve, and for each setting how many tasks only it or
only `wl` solves.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import isonova
from benchmarks.measure import geometric_mean
from benchmarks.suites import find_tasks

SETTINGS: dict[str, dict[str, Any]] = {
    "none": {"novelty": "none"},
    "at": {"novelty": "at"},
    "at, statics kept": {"novelty": "at", "at_statics": "keep"},
    "wl": {"novelty": "wl"},
    "wl, statics kept": {"novelty": "wl", "wl_statics": "keep"},
    "wl, statics dropped": {"novelty": "wl", "wl_statics": "drop"},
    "wl, types kept": {"novelty": "wl", "wl_types": "keep"},
    "wl, statics dropped, types kept": {"novelty": "wl", "wl_statics": "drop", "wl_types": "keep"},
    "wl, constants distinct": {"novelty": "wl", "wl_constants": "distinct"},
    "wl, no counts": {"novelty": "wl", "wl_counts": "off"},
    "wl, 1 iteration": {"novelty": "wl", "wl_iterations": 1},
    "wl, 3 iterations": {"novelty": "wl", "wl_iterations": 3},
    "at+wl": {"novelty": "at+wl"},
    "at+wl, statics dropped": {"novelty": "at+wl", "wl_statics": "drop"},
    "at+wl, partition novelty": {"novelty": "at+wl", "novelty_kind": "pn"},
}


def sample(suite: Path, per_domain: int) -> list[tuple[Path, Path]]:
    by_domain: dict[Path, list[tuple[Path, Path]]] = defaultdict(list)
    for pair in find_tasks(suite):
        by_domain[pair.problem.parent].append((pair.domain, pair.problem))
    chosen = []
    for tasks in by_domain.values():
        half = sorted(tasks)[: max(per_domain, len(tasks) // 2)]
        chosen += half[:: max(1, len(half) // per_domain)][:per_domain]
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--heuristics", nargs="+", default=["gc"])
    parser.add_argument("--evaluations", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--per-domain", type=int, default=2)
    parser.add_argument("--only", nargs="+", choices=SETTINGS, default=list(SETTINGS), metavar="NAME")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    tasks = sample(options.suite, options.per_domain)
    found: dict[str, dict[str, dict[str, int | None]]] = {}
    for heuristic in options.heuristics:
        solved = found[heuristic] = {name: {} for name in options.only}
        for domain, problem in tasks:
            name = f"{problem.parent.name}/{problem.name}"
            try:
                ground = isonova.plan(domain, problem, max_expansions=0, heuristic="gc", time_limit=options.seconds)
                if ground.status != "limit_reached":
                    continue
                for setting in options.only:
                    result = isonova.plan(
                        domain,
                        problem,
                        heuristic=heuristic,
                        max_evaluations=options.evaluations,
                        time_limit=options.seconds,
                        memory_limit=4000,
                        **SETTINGS[setting],
                    )
                    solved[setting][name] = result.evaluations if result.solved else None
            except (isonova.PDDLError, isonova.UnsupportedError) as error:
                print(f"{name}: {error}", file=sys.stderr)
            if options.json:
                options.json.write_text(json.dumps(found))
        report(heuristic, solved)


def report(heuristic: str, solved: dict[str, dict[str, int | None]]) -> None:
    default = solved["wl"] if "wl" in solved else next(iter(solved.values()))
    common = [task for task in default if all(column.get(task) for column in solved.values())]
    print(f"\n{heuristic}: {len(default)} tasks, {len(common)} solved by all settings\n")
    print("| setting | solved | evaluations where all solve | solved by this and not by wl | by wl and not by this |")
    print("|---|--:|--:|--:|--:|")
    for setting, column in solved.items():
        coverage = sum(value is not None for value in column.values())
        mean = geometric_mean([float(column[task] or 1) for task in common]) if common else 0.0
        more = sum(column.get(task) is not None and default[task] is None for task in default)
        less = sum(column.get(task) is None and default[task] is not None for task in default)
        print(f"| {setting} | {coverage} | {mean:.0f} | {more} | {less} |")


if __name__ == "__main__":
    main()
