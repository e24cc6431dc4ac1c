"""Results for downward-lab: the file `properties` that its reports read, with the attribute names they know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from isonova.experiments.results import Results, Run

FILE = "properties"
OUTCOMES = {
    "solved": "success",
    "unsolvable": "search-unsolvable",
    "exhausted": "search-unsolved-incomplete",
    "limit_reached": "search-unsolved-incomplete",
    "out_of_time": "search-out-of-time",
    "out_of_memory": "search-out-of-memory",
    "unsupported": "search-unsupported",
    "error": "unexplained-error",
}
ATTRIBUTES = {
    "cost": "cost",
    "length": "plan_length",
    "expansions": "expansions",
    "evaluations": "evaluations",
    "generated": "generated",
    "dead_ends": "dead_ends",
    "initial_h": "initial_h_value",
    "seconds.search": "search_time",
    "seconds.total": "total_time",
}


def write_properties(results: Results, folder: Path) -> int:
    """Writes the runs recorded so far; returns how many."""
    errors: dict[int, list[str]] = {}
    for error in results.errors():
        errors.setdefault(error.run, []).append(f"{error.kind}: {error.detail}")
    machines = results.machines()
    properties = {}
    for run in results.runs():
        host = machines[run.machine]["host"] if run.machine is not None else None
        properties["-".join(_id(run))] = _properties(run, errors.get(run.id, []), host)
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{FILE}.draft"
    draft.write_text(json.dumps(properties, indent=2, sort_keys=True) + "\n")
    draft.replace(folder / FILE)
    return len(properties)


def _id(run: Run) -> list[str]:
    return [run.algorithm, run.folder, run.problem]


def _properties(run: Run, errors: list[str], host: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": _id(run),
        "algorithm": run.algorithm,
        "domain": run.folder,
        "problem": run.problem,
        "coverage": int(run.solved),
        "unsolvable": int(run.status == "unsolvable"),
        "error": OUTCOMES[run.status],
        "planner_wall_clock_time": run.wall_seconds,
        "planner_time": run.cpu_seconds,
        "planner_exit_code": run.exit_code,
        "memory": None if run.peak_memory_mb is None else int(run.peak_memory_mb * 1024),
        "planner_memory": None if run.peak_memory_mb is None else int(run.peak_memory_mb * 1024),
        "time_limit": run.time_limit,
        "memory_limit": run.memory_limit,
        "node": host,
        "local_revision": run.version,
        "run_dir": f"run {run.id}",
    }
    found |= {ours: value for ours, value in run.figures.items() if ours not in ATTRIBUTES and "." not in ours}
    if run.solved:
        found |= {theirs: run.figures[ours] for ours, theirs in ATTRIBUTES.items() if ours in run.figures}
    if errors:
        found["unexplained_errors"] = errors
    return {key: value for key, value in found.items() if value is not None}
