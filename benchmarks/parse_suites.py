"""Parses and normalises every task below the folders given; prints those that fail: parse_suites.py DIR..."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from benchmarks.suites import scan
from isonova import _core


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folders", nargs="+", metavar="DIR")
    arguments.add_argument("--warnings", action="store_true", help="print one example of each kind of warning")
    options = arguments.parse_args()
    failures = 0
    kinds: Counter[str] = Counter()
    for folder in options.folders:
        suite = scan(folder)
        size = 0
        seconds = 0.0
        failed = 0
        for pair in suite.pairs:
            try:
                domain = _core.Source.from_file(str(pair.domain))
                problem = _core.Source.from_file(str(pair.problem))
                start = time.perf_counter()
                tree = _core.parse(domain, problem)
                _core.normalise(tree)
                seconds += time.perf_counter() - start
                size += len(domain.text) + len(problem.text)
            except _core.PDDLError as error:
                failed += 1
                print(f"{pair.problem}:\n{error}", file=sys.stderr)
                continue
            for warning in tree.warnings:
                kind = " ".join("..." if word.startswith("'") else word for word in warning.message.split())
                kinds[kind] += 1
                if options.warnings and kinds[kind] == 1:
                    print(warning)
        print(
            f"{folder}: {len(suite.pairs)} tasks, {failed} failed, {len(suite.orphans)} problems without a domain, "
            f"{size / 1e6:.1f} MB in {seconds:.2f} s"
        )
        failures += failed
    for kind, count in kinds.most_common():
        print(f"{count} times: {kind}")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
