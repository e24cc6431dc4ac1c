"""Isonova: a classical planner guided by novelty up to symmetry."""

from isonova.api.errors import PDDLError, UnsupportedError
from isonova.api.plan import InvalidPlanError, Result, plan
from isonova.api.task import Task, load

__all__ = ["InvalidPlanError", "PDDLError", "Result", "Task", "UnsupportedError", "load", "plan"]
