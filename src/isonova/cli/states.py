"""How commands are told which state of a task, and which graph of it, they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from isonova.cli.usage import check_readable

if TYPE_CHECKING:
    from isonova.api.ilg.graph import InstanceGraph
    from isonova.api.task import Atom, Task

States = Annotated[
    list[str] | None,
    typer.Option("--state", help="A state from a file: atoms, one per line, or (:init ...).", metavar="FILE"),
]
Afters = Annotated[
    list[str] | None, typer.Option("--after", help="The state after the plan in this file.", metavar="PLAN")
]


GRAPH_OPTIONS = ("profile", "wl_statics", "wl_types", "wl_constants")
FEATURE_OPTIONS = ("wl_iterations", *GRAPH_OPTIONS, "wl_counts")


@dataclass(frozen=True, slots=True)
class ChosenState:
    """A state and where it is from."""

    source: str
    atoms: frozenset[Atom]


def chosen_states(
    task: Task, initial: bool, states: Sequence[str] | None, afters: Sequence[str] | None
) -> list[ChosenState]:
    """The states asked for, at least one: the initial state, then those from files, then those after plans."""
    from isonova.api.states import initial_state, read_state, state_after

    check_readable(*(states or ()), *(afters or ()))
    result = [ChosenState(f"state {path}", read_state(task, path)) for path in states or ()]
    result += [ChosenState(f"after {path}", state_after(task, path)) for path in afters or ()]
    if initial or not result:
        result.insert(0, ChosenState("initial state", initial_state(task)))
    return result


def settings(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """The options of WL as search would take them, by their names in `isonova plan`."""
    from isonova.api.keywords import flat, with_keywords
    from isonova.api.novelty_options import NoveltyOptions

    chosen = with_keywords(NoveltyOptions("wl"), keywords)
    found = flat(chosen) | flat(chosen.settings(grounded=True))
    return {name: found[name] for name in FEATURE_OPTIONS}


def graph_of(task: Task, state: ChosenState, keywords: Mapping[str, Any]) -> InstanceGraph:
    from isonova.api.ilg.graph import InstanceGraph

    return InstanceGraph(task, state.atoms, **keywords)
