"""add and ff on the relaxed graph against the plain heuristics over ground actions, and the engines with each other.

    python benchmarks/compare_plain.py BUILD_FOLDER SUITE_FOLDER [--per-folder 1] [--largest 200000] [--steps 5]
        [--evaluations 1000] [--seconds 60] [--only NAME ...]

BUILD_FOLDER is a CMake build with -DISONOVA_TESTS=ON (target isonova_compare_task). Takes the smallest tasks of every
domain folder, by size of file, domain included. Values are compared on all children along a random walk of so many
steps, with every cost type; then whole searches with gc, add and ff, up to so many evaluations: with the plain
heuristic, with the planner's own in the grounded engine, and in the lifted engine. ff may differ from the plain one by
its ties: how often it does, and what it does to searches, is printed as Markdown. Ends with 1 if anything else differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import geometric_mean, run
from benchmarks.suites import Pair, find_tasks


def size(pair: Pair) -> int:
    return pair.domain.stat().st_size + pair.problem.stat().st_size


def smallest_tasks(suite: Path, per_folder: int, largest: int) -> Iterator[tuple[str, Pair]]:
    for folder in sorted(path for path in suite.iterdir() if path.is_dir()):
        pairs = sorted(find_tasks(folder), key=lambda pair: (size(pair), pair.problem))
        for pair in pairs[:per_folder]:
            if size(pair) <= largest:
                yield str(pair.problem.relative_to(suite).with_suffix("")), pair


def compare(program: Path, pair: Pair, steps: int, evaluations: int, seconds: float) -> dict[str, Any]:
    done = run([str(program), str(pair.domain), str(pair.problem), str(steps), str(evaluations)], seconds)
    if done.status != 0:
        return {"failure": f"exit code {done.status}: {done.output.strip()[-200:]}"}
    found: dict[str, Any] = json.loads(done.output.splitlines()[-1])
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """What must not be, of what is known."""
    if "failure" in found:
        return [found["failure"]]
    wrong = [f"{name}: {found[name]}" for name in ("add_differs", "ff_above_add", "ff_dead_differs") if found.get(name)]
    for heuristic, search in found.get("searches", {}).items():
        if not search["lifted_alike"]:
            wrong.append(f"{heuristic}: the lifted engine expands other states")
        if heuristic != "ff" and not search["plain_alike"]:
            wrong.append(f"{heuristic}: the plain heuristic expands other states")
    return wrong


def report(rows: dict[str, dict[str, Any]]) -> Iterable[str]:
    known = {name: row for name, row in rows.items() if row.get("states")}
    yield f"{len(rows)} tasks, {len(known)} compared\n"
    total = {name: sum(row[name] for row in known.values()) for name in ("states", "add_differs", "ff_differs")}
    share = 100 * total["ff_differs"] / max(1, total["states"])
    yield f"{total['states']} states of random walks: add differs on {total['add_differs']}, ff on "
    yield f"{total['ff_differs']} ({share:.2f} %), in {sum(row['ff_differs'] > 0 for row in known.values())} tasks\n"
    sums = [
        row["ff_sum"] / row["plain_ff_sum"] for row in known.values() if row["ff_sum"] > 0 and row["plain_ff_sum"] > 0
    ]
    if sums:
        yield f"sum of ff over the states of a task / of the plain ff: geometric mean {geometric_mean(sums):.4f}\n"
    searches = {name: row["searches"]["ff"] for name, row in known.items() if "ff" in row["searches"]}
    other = {name: search for name, search in searches.items() if not search["plain_alike"]}
    yield f"searches with ff: {len(searches)}, of which {len(other)} expand other states than with the plain ff\n"
    solved = [
        (search["expansions"], search["plain_expansions"])
        for search in searches.values()
        if search["status"] == search["plain_status"] == "solved"
        and search["expansions"]
        and search["plain_expansions"]
    ]
    if solved:
        ratio = geometric_mean([ours / plain for ours, plain in solved])
        yield f"expansions where both solve, {len(solved)} searches: {ratio:.3f} times the plain ff's, in the mean\n"
    only = [
        sum(search[one] == "solved" != search[two] for search in searches.values())
        for one, two in (("status", "plain_status"), ("plain_status", "status"))
    ]
    yield f"solved within the evaluations by one only: {only[0]} with the graph, {only[1]} with the plain ff\n"
    yield "\n| task | states | ff differs | expansions | with the plain ff |\n|---|---:|---:|---:|---:|\n"
    for name, search in other.items():
        ours, plain = (
            f"{search[count]}{'' if search[status] == 'solved' else ' (not solved)'}"
            for count, status in (("expansions", "status"), ("plain_expansions", "plain_status"))
        )
        yield f"| {name} | {known[name]['states']} | {known[name]['ff_differs']} | {ours} | {plain} |\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--per-folder", type=int, default=1)
    parser.add_argument("--largest", type=int, default=200_000, help="bytes of PDDL")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--evaluations", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", nargs="*", default=[], help="tasks whose name contains one of these")
    options = parser.parse_args()
    program = (options.build / "cpp" / "tests" / "isonova_compare_task").resolve()
    rows: dict[str, dict[str, Any]] = {}
    wrong = 0
    for name, pair in smallest_tasks(options.suite.resolve(), options.per_folder, options.largest):
        if options.only and not any(part in name for part in options.only):
            continue
        rows[name] = compare(program, pair, options.steps, options.evaluations, options.seconds)
        for fault in faults(rows[name]):
            wrong += 1
            print(f"{name}: {fault}", file=sys.stderr, flush=True)
    print("".join(report(rows)), end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
