"""A job: a run as the guard gets it, and the facts it gives back. Both are plain JSON, so that they travel anywhere."""

from __future__ import annotations

from typing import Any

from isonova.experiments.matrix import Cell

MB = 2**20
UNTOLD_GRACE = 1.0  # seconds more of CPU time where that limit is the lower one, of which Isonova is not told
TOLD_SLACK = 1.05  # a planner that is told its memory limit may report first; killed only well above it
Job = dict[str, Any]
Facts = dict[str, Any]


def make_job(cell: Cell) -> Job:
    planner, limits = cell.configuration.planner, cell.limits
    grace = limits.grace if planner.tells("time_limit") else 0.0
    cpu_grace = UNTOLD_GRACE if planner.json and limits.cpu < limits.time else grace
    memory = limits.memory * MB
    hard: dict[str, float] = {"wall": limits.time + grace, "cpu": cell.cpu_limit + cpu_grace}
    if planner.json:
        # Isonova bounds its resident memory itself. This is for growth too quick to be seen, hence the generous slack.
        hard |= {"memory": TOLD_SLACK * memory, "DATA": 2 * memory + 512 * MB}
    else:
        hard |= {"memory": (TOLD_SLACK if planner.tells("memory_limit") else 1.0) * memory, "AS": memory}
    return {
        "command": cell.configuration.command(cell.task, limits),
        "domain": str(cell.task.domain_file),
        "problem": str(cell.task.problem_file),
        "limits": hard,
        "cores": cell.configuration.threads,
        "json": planner.json,
        "plan": planner.plan,
        "figures": dict(planner.figures),
    }
