"""Isonova: a classical planner guided by novelty up to symmetry."""

from isonova.api.build import BuildError, TaskBuilder, all_of, any_of, equal, exists, forall, implies, when
from isonova.api.errors import OptionError, PDDLError, UnsupportedError
from isonova.api.plan import InvalidPlanError, Result, plan
from isonova.api.state_space import GroundAction, Heuristic, State, StateSpace
from isonova.api.task import Task, load

__all__ = [
    "BuildError",
    "GroundAction",
    "Heuristic",
    "InvalidPlanError",
    "OptionError",
    "PDDLError",
    "Result",
    "State",
    "StateSpace",
    "Task",
    "TaskBuilder",
    "UnsupportedError",
    "all_of",
    "any_of",
    "equal",
    "exists",
    "forall",
    "implies",
    "load",
    "plan",
    "when",
]
