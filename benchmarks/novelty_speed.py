"""What WL novelty costs: per colour, per state against WLPlan, and per evaluation of a whole search.

    python benchmarks/novelty_speed.py BUILD_FOLDER SUITE_FOLDER [--tasks FILE] [--evaluations 20000] [--repeats 3]
        [--search-evaluations 200000] [--skip-wlplan]

BUILD_FOLDER is a CMake build with -DISONOVA_BENCHMARKS=ON. Times are CPU times, the best of the repeats; the two sides
of a ratio are run in turns. Columns:

- full, incremental: nanoseconds to colour a state from scratch, and to find the difference of a child's features,
  opening of parents included, over the states of a search (gc with wl, 2 iterations, no static atoms);
- WLPlan: the same states, converted beforehand, through `embed` of WLPlan 2.1.0 (ilg, 2 iterations, multisets, no
  static atoms), where its parser takes the task;
- ns per colour: of the incremental run, with static atoms, divided by colours computed (one per node and iteration);
- gc, ff: evaluations per second of search with at+wl over those without, each over as many evaluations.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import geometric_mean, run
from benchmarks.suites import find_tasks

TASKS = [
    "barman-opt11-strips/pfile01-003.pddl",
    "blocks/probBLOCKS-17-0.pddl",
    "childsnack-sat14-strips/child-snack_pfile05.pddl",
    "depot/p10.pddl",
    "driverlog/p12.pddl",
    "freecell/probfreecell-8-3.pddl",
    "gripper/prob10.pddl",
    "logistics98/prob07.pddl",
    "pipesworld-notankage/p28-net3-b18-g7.pddl",
    "rovers/p15.pddl",
    "satellite/p10-pfile10.pddl",
    "tpp/p15.pddl",
    "visitall-sat11-strips/problem12.pddl",
    "zenotravel/p13.pddl",
]


def report(command: list[str]) -> dict[str, Any]:
    done = run(command, 600)
    lines = done.output.strip().splitlines()
    if not lines or not lines[-1].startswith("{"):
        raise RuntimeError(f"{' '.join(command)}: {done.output}")
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def embed_seconds(domain: Path, problem: Path, lines: list[str]) -> float | None:
    """CPU seconds that WLPlan takes for the states; None where it does not take the task."""
    from wlplan.data import DomainDataset, ProblemDataset
    from wlplan.feature_generator import init_feature_generator
    from wlplan.planning import Atom, State, parse_domain, parse_problem

    try:
        wl_domain = parse_domain(str(domain), keep_statics=False)
        wl_problem = parse_problem(str(domain), str(problem), keep_statics=False)
    except Exception:  # whatever its parser raises
        return None
    predicates = {predicate.name.lower(): predicate for predicate in wl_domain.predicates}
    states = []
    for line in lines:
        atoms = [atom.split(" ") for atom in line.split(";") if atom]
        if any(atom[0] not in predicates for atom in atoms):
            return None
        states.append(State([Atom(predicates[atom[0]], atom[1:]) for atom in atoms]))
    generator = init_feature_generator("wl", wl_domain, "ilg", 2, multiset_hash=True)
    generator.collect(DomainDataset(wl_domain, [ProblemDataset(wl_problem, states)]))
    generator.set_problem(wl_problem)
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for state in states:
            generator.embed(state)
        best = min(best, time.process_time() - start)
    return best / len(states)


def ratio(program: str, files: list[str], heuristic: str, evaluations: int, repeats: int) -> float | None:
    """Evaluations per second with at+wl over those without; None where one run is too short to tell."""
    best = {"none": 0.0, "at+wl": 0.0}
    for _ in range(repeats):
        for novelty in best:
            found = report([program, *files, heuristic, "10", str(evaluations), novelty])
            if found["search_cpu"] < 0.02:
                return None
            best[novelty] = max(best[novelty], found["evaluations"] / found["search_cpu"])
    return best["at+wl"] / best["none"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--tasks", type=Path, help="a file with tasks, one per line; a list of its own by default")
    parser.add_argument("--evaluations", type=int, default=20_000)
    parser.add_argument("--search-evaluations", type=int, default=200_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--skip-wlplan", action="store_true")
    options = parser.parse_args()
    names = options.tasks.read_text().split() if options.tasks else TASKS
    programs = {name: str(options.build / "benchmarks" / f"isonova_{name}") for name in ("wl_task", "search_task")}
    pairs = {f"{pair.problem.parent.name}/{pair.problem.name}": pair for pair in find_tasks(options.suite)}
    columns: dict[str, list[float]] = {}
    print("| task | full ns | WLPlan / full | incremental ns | WLPlan / incremental | ns per colour | gc | ff |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name in names:
        pair = pairs[name]
        files = [str(pair.domain), str(pair.problem)]
        with tempfile.TemporaryDirectory() as folder:
            states = Path(folder) / "states"
            drop = report([programs["wl_task"], *files, str(options.evaluations), "drop", str(states), "300"])
            lines = states.read_text().splitlines()
        keep = report([programs["wl_task"], *files, str(options.evaluations), "keep"])
        peer = None if options.skip_wlplan else embed_seconds(pair.domain, pair.problem, lines)
        values = {
            "full": drop["full_ns"],
            "WLPlan / full": peer and 1e9 * peer / drop["full_ns"],
            "incremental": drop["child_ns"],
            "WLPlan / incremental": peer and 1e9 * peer / drop["child_ns"],
            "colour": keep["recoloured_ns"],
            "gc": ratio(programs["search_task"], files, "gc", options.search_evaluations, options.repeats),
            "ff": ratio(programs["search_task"], files, "ff", options.search_evaluations // 20, options.repeats),
        }
        for column, value in values.items():
            if value:
                columns.setdefault(column, []).append(value)
        print(f"| {name} | {' | '.join('' if value is None else f'{value:.3g}' for value in values.values())} |")
    means = [geometric_mean(values) for values in columns.values()]
    print(f"| geometric mean | {' | '.join(f'{mean:.3g}' for mean in means)} |")


if __name__ == "__main__":
    main()
