"""Parsing and normalising against Fast Downward's translator, on the largest tasks of the suites given:
python benchmarks/parse_vs_fd.py DIR... [--tasks N] [--repeats N] [--per-folder N]

The peer is PyPI's fast-downward.translate: its pddl_parser and its normalize step, nothing after that. Both run in this
process, alternating, and are timed by the CPU seconds they use; the ratio is of the best of the repeats.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import time
from collections import Counter
from pathlib import Path

from fast_downward.translate import normalize, options, pddl_parser

from benchmarks.suites import Pair, find_tasks
from isonova import _core


def ours(pair: Pair) -> float:
    start = time.process_time()
    tree = _core.parse(_core.Source.from_file(str(pair.domain)), _core.Source.from_file(str(pair.problem)))
    _core.normalise(tree)
    return time.process_time() - start


def theirs(pair: Pair) -> float:
    options.set_options([str(pair.domain), str(pair.problem)])
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        task = pddl_parser.open(domain_filename=str(pair.domain), problem_filename=str(pair.problem))
        normalize.normalize(task)
    return time.process_time() - start


def largest(folders: list[str], count: int, per_folder: int) -> list[Pair]:
    pairs = [pair for folder in folders for pair in find_tasks(folder)]
    taken: Counter[Path] = Counter()
    chosen = []
    for pair in sorted(pairs, key=lambda pair: -size(pair)):
        taken[pair.problem.parent] += 1
        if taken[pair.problem.parent] <= per_folder:
            chosen.append(pair)
    return chosen[:count]


def size(pair: Pair) -> int:
    return pair.domain.stat().st_size + pair.problem.stat().st_size


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folders", nargs="+", metavar="DIR")
    arguments.add_argument("--tasks", type=int, default=10)
    arguments.add_argument("--repeats", type=int, default=3)
    arguments.add_argument("--per-folder", type=int, default=1, help="tasks of one domain folder at most")
    given = arguments.parse_args()
    print("| task | MB | Fast Downward s | Isonova s | ratio |\n|---|---|---|---|---|")
    ratios = []
    for pair in largest(given.folders, given.tasks, given.per_folder):
        best_ours = best_theirs = math.inf
        for _ in range(given.repeats):
            best_ours = min(best_ours, ours(pair))
            best_theirs = min(best_theirs, theirs(pair))
        ratios.append(best_theirs / best_ours)
        name = "/".join(pair.problem.parts[-2:])
        print(
            f"| {name} | {size(pair) / 1e6:.1f} | {best_theirs:.2f} | {best_ours:.3f} | {ratios[-1]:.0f} |", flush=True
        )
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\ngeometric mean: {mean:.1f} times faster")


if __name__ == "__main__":
    main()
