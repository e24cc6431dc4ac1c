"""How commands are told which state of a task, and which graph of it, they are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from isonova.cli.usage import check_readable, fail

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
Iterations = Annotated[int, typer.Option("--wl-iterations", help="Rounds of WL.", min=0, max=100)]
Statics = Annotated[str, typer.Option("--wl-statics", help="keep or drop: static atoms as nodes.")]
Types = Annotated[str, typer.Option("--wl-types", help="keep or drop: types as nodes.")]
Constants = Annotated[
    str,
    typer.Option("--wl-constants", help="same or distinct: domain constants coloured as objects, or each by itself."),
]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A state and where it is from."""

    source: str
    atoms: frozenset[Atom]


def chosen_states(
    task: Task, initial: bool, states: Sequence[str] | None, afters: Sequence[str] | None
) -> list[Chosen]:
    """The states asked for, at least one: the initial state, then those from files, then those after plans."""
    from isonova.api.states import initial_state, read_state, state_after

    check_readable(*(states or ()), *(afters or ()))
    result = [Chosen(f"state {path}", read_state(task, path)) for path in states or ()]
    result += [Chosen(f"after {path}", state_after(task, path)) for path in afters or ()]
    if initial or not result:
        result.insert(0, Chosen("initial state", initial_state(task)))
    return result


def graph_of(task: Task, state: Chosen, statics: str, types: str, constants: str) -> InstanceGraph:
    from isonova.api.ilg.graph import InstanceGraph

    return InstanceGraph(
        task,
        state.atoms,
        statics=_choice("--wl-statics", statics, "drop", "keep"),
        types=_choice("--wl-types", types, "drop", "keep"),
        constants=_choice("--wl-constants", constants, "same", "distinct"),
    )


def _choice(option: str, value: str, no: str, yes: str) -> bool:
    if value not in (no, yes):
        fail(f"{option} is {yes} or {no}, not '{value}'")
    return value == yes
