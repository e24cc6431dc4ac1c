"""Runs parts of the benchmarks and writes their tables, each with date, commit, machine and load.

    python -m benchmarks --quick            the quick set, about three minutes on an idle machine
    python -m benchmarks                    everything but the studies, an hour
    python -m benchmarks speed growth       these parts; a study's name runs the study
    python -m benchmarks speed --publish    into docs/measurements, and into the pages that show the table

Without --publish, tables, pictures and single runs go to build/bench. `make bench` and `make bench-full` also build
what is needed; else `make bench-programs` first, so that the commit in the stamp is the one that was measured.
`python -m benchmarks --list` says what each part measures.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path

from benchmarks.machine import load
from benchmarks.part import Part

PARTS = {
    "speed": ("speed", "main"),
    "grounding": ("grounding", "main"),
    "wl": ("wl", "main"),
    "width": ("width", "main"),
    "growth": ("growth", "main"),
    "commands": ("commands", "main"),
    "recording": ("recording", "main"),
    "novelty-detail": ("novelty_detail", "main"),
    "python-features": ("python_features", "main"),
    "relaxed-graphs": ("relaxed_graphs", "main"),
    "values": ("values", "main"),
    "initial-h": ("initial_h", "main"),
    "validator": ("validators", "main"),
    "experiments": ("experiments", "main"),
}
STUDIES = {
    name: ("studies", name.replace("-", "_"))
    for name in (
        "default-planner",
        "default-planner-60",
        "default-planner-positions",
        "virtual-best",
        "paper-study",
        "hard-to-ground",
        "queues",
        "anytime",
        "anytime-300",
        "memory",
        "engines",
        "novelty-options",
        "features",
    )
}
QUICK = ["speed", "grounding", "wl", "growth", "commands"]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join([*PARTS, *STUDIES]))
    parser.add_argument("--quick", action="store_true", help="fewer tasks, shorter runs")
    parser.add_argument("--publish", action="store_true", help="write into docs/measurements")
    parser.add_argument("--list", action="store_true", help="say what each part measures")
    suites = os.environ.get("ISONOVA_BENCHMARKS") or os.environ.get("DOWNWARD_BENCHMARKS")
    parser.add_argument("--suites", type=Path, default=suites, help="the folder with ipc/ and htg/")
    parser.add_argument("--results", type=Path, metavar="DIR", help="a study's table from runs made before")
    parser.add_argument("--commit", help="the commit that those runs are of")
    options = parser.parse_args()
    if (options.results is None) != (options.commit is None):
        parser.error("--results and --commit belong together")
    known = PARTS | STUDIES
    if unknown := [name for name in options.parts if name not in known]:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(known)}")
    if options.list:
        for name, (module, function) in known.items():
            text = import_module(f"benchmarks.{module}").__doc__ or ""
            print(f"{name}: {' '.join(text.split(chr(10) * 2)[0].split()) if function == 'main' else 'a study'}")
        return
    folder = Path(options.suites).resolve() if options.suites else None
    for name in options.parts or (QUICK if options.quick else PARTS):
        module, function = known[name]
        getattr(import_module(f"benchmarks.{module}"), function)(
            Part(name, options.quick, options.publish, folder, load(), options.results, options.commit or "HEAD")
        )


if __name__ == "__main__":
    main()
