"""Two searches on two threads: do they run at the same time?

Time: how much longer two searches at once take than one alone: 1.0 on two free processors, 2.0 if one waited for the
other or the machine has no second processor to spare. The lowest of some rounds counts, because other work only adds.
Turns: how often their reports of progress alternate, which a busy machine does not change; once a round if one waited.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Callable
from itertools import pairwise

import isonova


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


def at_once(work: Callable[[int], object], count: int) -> float:
    """Seconds until `count` threads, numbered from 0, have done it."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--expansions", type=int, default=100_000, help="of each search")
    parser.add_argument("--heuristic", default="blind", help="blind never finds the goal here")
    options = parser.parse_args()
    task = lamps(60)

    turns: list[int] = []

    def search(number: int) -> None:
        result = isonova.plan(
            task,
            heuristic=options.heuristic,
            max_expansions=options.expansions,
            engine="grounded",
            progress=lambda _: turns.append(number),
        )
        if result.status != "limit_reached":
            raise SystemExit(f"the search ended too early: {result}")

    one, two = [], []
    changes = reports = 0
    for _ in range(options.rounds):
        one.append(at_once(search, 1))
        turns.clear()
        two.append(at_once(search, 2))
        changes += sum(a != b for a, b in pairwise(turns))
        reports += len(turns)
    print(f"time: one search {min(one):.3f} s, two at once {min(two):.3f} s: {min(two) / min(one):.2f} times as long")
    print(f"turns: {changes} changes between the two in {reports} reports of progress")
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"({os.cpu_count()} processors, load {load})")


if __name__ == "__main__":
    main()
