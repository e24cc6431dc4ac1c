"""An independent judge of plans: it reads the PDDL syntax tree and the plan and shares nothing with normalisation,
grounding or search."""

from isonova.validator.derived import NegativeCycleError
from isonova.validator.plan_file import Plan, PlanError, Step, parse_plan, read_plan
from isonova.validator.simulator import Atom, Simulator, State, TooManyStatesError, reachable
from isonova.validator.validation import Validation, validate

__all__ = [
    "Atom",
    "NegativeCycleError",
    "Plan",
    "PlanError",
    "Simulator",
    "State",
    "Step",
    "TooManyStatesError",
    "Validation",
    "parse_plan",
    "reachable",
    "read_plan",
    "validate",
]
