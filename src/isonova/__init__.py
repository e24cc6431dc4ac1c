"""Isonova: a classical planner guided by novelty up to symmetry."""

from isonova.api.errors import PDDLError, UnsupportedError
from isonova.api.task import Task, load

__all__ = ["PDDLError", "Task", "UnsupportedError", "load"]
