"""How commands are told which state of a task, and which graph of it, they are about."""

from __future__ import annotations

from collections.abc import Sequence
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
Iterations = Annotated[int | None, typer.Option("--wl-iterations", help="Rounds of WL.", min=0, metavar="L")]
Statics = Annotated[str | None, typer.Option("--wl-statics", help="keep or drop: static atoms as nodes.")]
Types = Annotated[str | None, typer.Option("--wl-types", help="keep or drop: types as nodes.")]
Constants = Annotated[
    str | None,
    typer.Option("--wl-constants", help="same or distinct: domain constants coloured as objects, or each by itself."),
]


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


def settings(
    iterations: int | None = None,
    statics: str | None = None,
    types: str | None = None,
    constants: str | None = None,
    counts: str | None = None,
) -> dict[str, Any]:
    """The options of WL as search would take them, by their names in `isonova plan`."""
    from isonova.api.novelty import Chosen, novelty_options

    options = novelty_options(
        Chosen("wl", "qb"),
        wl_iterations=iterations,
        wl_statics=statics,
        wl_types=types,
        wl_constants=constants,
        wl_counts=counts,
    )
    names = ("wl_iterations", "wl_statics", "wl_types", "wl_constants", "wl_counts")
    return {name: options.settings()[name] for name in names}


def graph_of(task: Task, state: ChosenState, options: dict[str, Any]) -> InstanceGraph:
    from isonova.api.ilg.graph import InstanceGraph

    return InstanceGraph(
        task,
        state.atoms,
        statics=options["wl_statics"] == "keep",
        types=options["wl_types"] == "keep",
        constants=options["wl_constants"] == "distinct",
    )
