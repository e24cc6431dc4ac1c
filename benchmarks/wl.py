"""What WL novelty costs: per colour, per state against WLPlan, and per evaluation of a whole search. CPU times.

The states are those of a search by gc with wl. WLPlan gets the same ones, converted beforehand, through `embed` (ilg, 2
iterations, multisets, no static atoms), where its parser takes the task.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks import peers
from benchmarks.part import Part
from benchmarks.suites import Pair
from benchmarks.table import Cell

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
EVALUATIONS = 20_000
RATIOS = ["WLPlan / full", "WLPlan / incremental", "gc", "ff"]


def embed_ns(domain: Path, problem: Path, lines: list[str]) -> float | None:
    """CPU time that WLPlan takes for a state; None where it does not take the task."""
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
    return 1e9 * best / len(states)


def kept(part: Part, pair: Pair, heuristic: str, evaluations: int) -> float | None:
    """Evaluations per second with at+wl over those without; None where one run is too short to tell."""
    best = {"none": 0.0, "at+wl": 0.0}
    for _ in range(1 if part.quick else 3):
        for novelty in best:
            found = part.report("search_task", pair.domain, pair.problem, heuristic, 10, evaluations, novelty)
            if found is None or found["search_cpu"] < 0.02:
                return None
            best[novelty] = max(best[novelty], found["evaluations"] / found["search_cpu"])
    return best["at+wl"] / best["none"]


def main(part: Part) -> None:
    peers.use()
    rows: list[list[Cell]] = []
    for name, pair in part.tasks("ipc", part.some(TASKS, 4)):
        with tempfile.TemporaryDirectory() as folder:
            states = Path(folder) / "states"
            drop = part.report("wl_task", pair.domain, pair.problem, EVALUATIONS, "drop", states, 300)
            lines = states.read_text().splitlines()
        keep = part.report("wl_task", pair.domain, pair.problem, EVALUATIONS, "keep")
        if drop is None or keep is None:
            raise SystemExit(f"isonova_wl_task fails on {name}")
        full, child, peer = drop["full_ns"], drop["child_ns"], embed_ns(pair.domain, pair.problem, lines)
        wlplan = [peer / full, peer / child] if peer else [None, None]
        searches = [kept(part, pair, "gc", 10 * EVALUATIONS), kept(part, pair, "ff", EVALUATIONS // 2)]
        rows.append([name, full, wlplan[0], child, wlplan[1], keep["recoloured_ns"], *searches])
    head = ["task", "full ns", RATIOS[0], "incremental ns", RATIOS[1], "ns per colour", *RATIOS[2:]]
    measures = ["cpp/isonova/features", "cpp/isonova/novelty"]
    part.table("wl-speed", head, rows, measures=measures, ratios=RATIOS, packages=["wlplan"])
