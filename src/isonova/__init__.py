"""Isonova: a classical planner guided by novelty up to symmetry."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from isonova.api.build import BuildError, TaskBuilder, all_of, any_of, equal, exists, forall, implies, when
    from isonova.api.configurations import configuration
    from isonova.api.embedding import Embedding
    from isonova.api.errors import OptionError, PDDLError, UnsupportedError
    from isonova.api.ilg.graph import InstanceGraph
    from isonova.api.keywords import OptionWarning
    from isonova.api.linear import LinearHeuristic
    from isonova.api.novelty_options import FeatureMap, Novelty, NoveltyKind, NoveltyOptions, WLOptions
    from isonova.api.options import Limits, PlanOptions
    from isonova.api.plan import InvalidPlanError, Plans, StopToken, plan, plans
    from isonova.api.result import Result, SearchResult
    from isonova.api.search import Simulator, Symbols, search
    from isonova.api.searches import Portfolio, Queue, Search
    from isonova.api.state_features import StateFeatures, Vocabulary
    from isonova.api.state_space import Action, Heuristic, State, StateSpace
    from isonova.api.task import Task, load
    from isonova.api.validate import Explanation, PlanError, Validation, explain, validate

__all__ = [
    "Action",
    "BuildError",
    "Embedding",
    "Explanation",
    "FeatureMap",
    "Heuristic",
    "InstanceGraph",
    "InvalidPlanError",
    "Limits",
    "LinearHeuristic",
    "Novelty",
    "NoveltyKind",
    "NoveltyOptions",
    "OptionError",
    "OptionWarning",
    "PDDLError",
    "PlanError",
    "PlanOptions",
    "Plans",
    "Portfolio",
    "Queue",
    "Result",
    "Search",
    "SearchResult",
    "Simulator",
    "State",
    "StateFeatures",
    "StateSpace",
    "StopToken",
    "Symbols",
    "Task",
    "TaskBuilder",
    "UnsupportedError",
    "Validation",
    "Vocabulary",
    "WLOptions",
    "all_of",
    "any_of",
    "configuration",
    "equal",
    "exists",
    "explain",
    "forall",
    "implies",
    "load",
    "plan",
    "plans",
    "search",
    "validate",
    "when",
]

# Modules of isonova.api are imported when one of their names is first used: the command line starts through this file.
_HOMES = {
    "build": ("BuildError", "TaskBuilder", "all_of", "any_of", "equal", "exists", "forall", "implies", "when"),
    "configurations": ("configuration",),
    "embedding": ("Embedding",),
    "ilg.graph": ("InstanceGraph",),
    "keywords": ("OptionWarning",),
    "errors": ("OptionError", "PDDLError", "UnsupportedError"),
    "linear": ("LinearHeuristic",),
    "novelty_options": ("FeatureMap", "Novelty", "NoveltyKind", "NoveltyOptions", "WLOptions"),
    "options": ("Limits", "PlanOptions"),
    "plan": ("InvalidPlanError", "Plans", "StopToken", "plan", "plans"),
    "result": ("Result", "SearchResult"),
    "search": ("Simulator", "Symbols", "search"),
    "searches": ("Portfolio", "Queue", "Search"),
    "state_features": ("StateFeatures", "Vocabulary"),
    "state_space": ("Action", "Heuristic", "State", "StateSpace"),
    "task": ("Task", "load"),
    "validate": ("Explanation", "PlanError", "Validation", "explain", "validate"),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"isonova.api.{home}"), name)
            return found
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("isonova")
        except PackageNotFoundError:  # imported from its source tree
            return "0+unknown"
    raise AttributeError(f"module 'isonova' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
