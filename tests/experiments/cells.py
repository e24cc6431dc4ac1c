"""Cells and facts without any process behind them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from isonova.experiments.configuration import Configuration, Limits
from isonova.experiments.matrix import Cell, Matrix
from isonova.experiments.planner import Planner, isonova
from isonova.experiments.tasks import Task

LIMITS = Limits(300, 300, 4096, 10)
OTHER = Planner("other", ("x",), {"solved": (0,), "unsolvable": (11,), "out_of_time": (23,)}, plan="plan")


def task(number: int) -> Task:
    return Task("ipc", f"domain{number % 60}", f"folder{number % 60}", f"p{number}", Path(), Path(), f"{number:016x}")


def configuration(name: str = "ff-wl", planner: Planner | None = None) -> Configuration:
    return Configuration(name, planner or isonova(), {"heuristic": name})


def cell(number: int = 0, name: str = "ff-wl", planner: Planner | None = None) -> Cell:
    return Cell(configuration(name, planner), task(number), LIMITS)


def matrix(tasks: int, names: tuple[str, ...]) -> Matrix:
    chosen = tuple(map(task, range(tasks)))
    configurations = tuple(map(configuration, names))
    cells = tuple(Cell(each, task, LIMITS) for task in chosen for each in configurations)
    return Matrix(configurations, chosen, cells)


def facts(**more: Any) -> dict[str, Any]:
    """Of a run that ended by itself after 12.5 s."""
    return {
        "machine": {"host": "h", "cpu": "c", "cores": 2, "memory_mb": 4000, "system": "s", "python": "3.11"},
        "cores": [1],
        "pinned": True,
        "started_at": 1.7e9,
        "load_before": 0.5,
        "load_after": 0.75,
        "others_share": 0.01,
        "killed": None,
        "exit_code": 0,
        "signal": None,
        "wall_seconds": 12.5,
        "cpu_seconds": 12.25,
        "switches": 3,
        "peak": 100 * 2**20,
        "log": "",
        "figures": {},
        **more,
    }


def report(status: str = "solved", steps: int = 2, total: float = 12.0, **more: Any) -> dict[str, Any]:
    """As `isonova plan --json` prints it."""
    return {
        "status": status,
        "plan": [f"(drive truck{step} depot{step % 7} market{step % 5})" for step in range(steps)] if steps else None,
        "cost": steps or None,
        "length": steps or None,
        "engine": "grounded",
        "heuristic": "ff",
        "novelty": "wl",
        "initial_h": 12,
        "initial_key": -40,
        "expansions": 1234,
        "evaluations": 5678,
        "generated": 9876,
        "dead_ends": 0,
        "seconds": {"parse": 0.01, "normalise": 0.02, "ground": 0.3, "search": 11.5, "validate": 0.01, "total": total},
        "peak_memory_mb": 99.5,
        "bytes_per_state": 61.25,
        "task": {"atoms": 100, "actions": 2000, "axioms": 0},
        "phase": "search",
        "unit_cost": True,
        **more,
    }
