"""What features written in Python cost: evaluations per second of CPU time, beside those of compiled features.

    python benchmarks/python_features.py DOMAIN PROBLEM [--heuristic gc] [--evaluations 20000] [--rounds 3]

Rounds alternate between configurations and the median is shown. Grounding is part of the time, so the task should be
one that takes all the evaluations. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from statistics import median
from time import process_time

import isonova
from isonova.api.task import Atom, Task

State = frozenset[Atom]
Features = Callable[[State], Iterable[Hashable]]


def copied_atoms(state: State) -> State:
    return state


def counted_places(state: State) -> Iterable[Hashable]:
    return Counter((atom[0], atom[-1]) for atom in state).items()


def concepts(task: Task) -> Features:
    """Sizes of two families of description-logic concepts over the goal; docs/howto/write-novelty.md has them."""
    goal = frozenset((part.predicate, *part.args) for part in task.goal if not part.negated)

    def sizes(state: State) -> Iterable[Hashable]:
        done = Counter(atom[0] for atom in state & goal)
        loose = {argument for atom in goal - state for argument in atom[1:]}
        waiting = Counter(atom[0] for atom in state if not loose.isdisjoint(atom[1:]))
        return [*(("done", *pair) for pair in done.items()), *(("waiting", *pair) for pair in waiting.items())]

    return sizes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("domain")
    parser.add_argument("problem")
    parser.add_argument("--heuristic", default="gc")
    parser.add_argument("--evaluations", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    task = isonova.load(options.domain, options.problem)
    novelties: dict[str, object] = {name: name for name in ("none", "at", "wl", "at+wl")}
    novelties |= {"atoms, in Python": copied_atoms, "counts by place": counted_places, "concepts": concepts(task)}
    rates: dict[str, list[float]] = {name: [] for name in novelties}
    counts: dict[str, int] = {}
    for _ in range(options.rounds):
        for name, novelty in novelties.items():
            start = process_time()
            result = isonova.plan(
                task,
                heuristic=options.heuristic,
                novelty=novelty,  # type: ignore[arg-type]
                max_evaluations=options.evaluations,
            )
            rates[name].append(result.evaluations / (process_time() - start))
            counts[name] = result.evaluations
    base = median(rates["at"])
    print(f"{task.name}, {options.heuristic}\n\n| novelty | evaluations | per CPU second | against at |")
    print("|---|--:|--:|--:|")
    for name, found in rates.items():
        print(f"| {name} | {counts[name]:,} | {median(found):,.0f} | {median(found) / base:.2f} |")


if __name__ == "__main__":
    main()
