"""A job: a run as the guard gets it, and the facts it gives back. Both are plain JSON, so that they travel anywhere."""

from __future__ import annotations

from typing import Any

from isonova.experiments.matrix import Cell

MB = 2**20
TOLD_SLACK = 1.05  # a planner that is told its memory limit may report first; killed only well above it
Job = dict[str, Any]
Facts = dict[str, Any]


def make_job(cell: Cell) -> Job:
    planner, limits = cell.configuration.planner, cell.limits
    grace = limits.grace if planner.tells("time_limit") else 0.0
    memory = limits.memory * MB
    hard: dict[str, float] = {"wall": limits.time + grace, "cpu": limits.cpu + grace}
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
        "json": planner.json,
        "plan": planner.plan,
        "figures": dict(planner.figures),
    }
