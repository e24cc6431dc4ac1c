"""Search in a state space of your own: a simulator that says what comes after a state, without a model of its actions.
Novelty needs no more than what is true in a state."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from isonova import _core
from isonova.api.errors import OptionError
from isonova.api.novelty import Chosen, NoveltyKind, novelty_options
from isonova.api.options import Progress, limits, name_of, plan_options
from isonova.api.state_space import StateSpace
from isonova.api.task import Atom, Task

S = TypeVar("S", bound=Hashable)


class Simulator(Protocol[S]):
    """What :func:`search` needs of a state space. States are hashable: equal ones are the same state.

    With a method ``atoms(state)``, which gives anything hashable, or tuples of strings where there are
    :class:`Symbols`, novelty can look at states.
    """

    def initial(self) -> S: ...

    def is_goal(self, state: S) -> bool: ...

    def successors(self, state: S) -> Iterable[tuple[Any, S] | tuple[Any, S, int]]:
        """Pairs of an action, which may be anything, and the state it leads to; a cost other than 1 comes third. Always
        the same for the same state."""
        ...


@dataclass(frozen=True)
class Symbols:
    """What the atoms of a simulator are made of, for features that need relations (``wl``) and for goal counting."""

    predicates: Mapping[str, int]
    """Each with the number of its arguments."""
    objects: Iterable[str]
    goal: Iterable[Atom] = ()
    """Atoms that states are to reach. They guide; what a goal is, the simulator says."""
    statics: Iterable[Atom] = ()
    """Atoms of predicates that never change; states need not have them."""


@dataclass(frozen=True)
class SearchResult(Generic[S]):
    """What a search found. ``plan`` and ``states`` are None unless ``status`` is ``solved``."""

    status: str
    plan: tuple[Any, ...] | None
    """The actions, as the simulator gave them."""
    states: tuple[S, ...] | None
    """Those that the plan goes through, from the initial one to the goal."""
    cost: int | None
    heuristic: str
    novelty: str
    novelty_kind: str
    novelty_settings: dict[str, int | str | bool] | None
    novelty_telemetry: dict[str, Any] | None
    initial_h: int | None
    expansions: int
    evaluations: int
    generated: int
    dead_ends: int
    seconds: float

    @property
    def solved(self) -> bool:
        return self.status == "solved"

    def __repr__(self) -> str:
        how = f": {len(self.plan)} steps, cost {self.cost}" if self.plan is not None else ""
        setting = "-".join([self.heuristic] + ([self.novelty] if self.novelty != "none" else []))
        return f"<SearchResult {self.status}{how}; {setting}, {self.expansions} expansions>"


def search(
    space: Simulator[S],
    *,
    heuristic: str | Callable[[S], int | float | None] = "blind",
    novelty: str | Callable[[S], Iterable[Hashable]] = "none",
    novelty_kind: str | NoveltyKind = "qb",
    symbols: Symbols | None = None,
    tie_break: str = "fifo",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    max_expansions: int | None = None,
    max_evaluations: int | None = None,
    progress: Progress | None = None,
    stop: _core.StopToken | None = None,
    **novelty_settings: Any,
) -> SearchResult[S]:
    """Greedy best-first search from the initial state of a simulator.

    ``heuristic`` is a function of a state, ``blind``, or ``gc`` (goal atoms of the symbols that are not true).
    ``novelty`` is ``at`` (the atoms that the simulator names), ``wl`` or ``at+wl`` (with ``symbols``), or a function
    from a state to features. The other options are those of :func:`isonova.plan`. An exception in your code ends the
    search and comes out as it is.

    >>> import isonova
    >>> class Jugs:  # of 3 and 5 litres
    ...     def initial(self): return (0, 0)
    ...     def is_goal(self, state): return 4 in state
    ...     def atoms(self, state): return enumerate(state)
    ...     def successors(self, state):
    ...         a, b = state
    ...         yield "fill small", (3, b)
    ...         yield "fill large", (a, 5)
    ...         yield "empty small", (0, b)
    ...         yield "empty large", (a, 0)
    ...         yield "small to large", (max(0, a + b - 5), min(5, a + b))
    ...         yield "large to small", (min(3, a + b), max(0, a + b - 3))
    >>> result = isonova.search(Jugs(), novelty="at")
    >>> result.status, result.states[-1]
    ('solved', (3, 4))
    """
    if isinstance(space, (StateSpace, Task)):
        raise TypeError("search is for state spaces written in Python; a task is planned for by isonova.plan")
    if callable(novelty):
        space, chosen = _WithAtoms(space, novelty), Chosen("at", novelty_kind)
        chosen.name = name_of(novelty)
        symbols = None
    else:
        chosen = Chosen(novelty, novelty_kind)
    _check(space, heuristic, chosen, symbols)
    options = plan_options(
        heuristic, tie_break=tie_break, max_expansions=max_expansions, max_evaluations=max_evaluations
    )
    options.novelty = novelty_options(chosen, **novelty_settings)
    found, plan, states = _core.search_space(
        space,
        options,
        limits(time_limit, memory_limit, stop),
        None if symbols is None else _symbols(symbols),
        None if isinstance(heuristic, str) else heuristic,
        chosen.kind,
        progress,
    )
    solved = found.status == "solved"
    return SearchResult(
        status=found.status,
        plan=tuple(plan) if solved else None,
        states=tuple(states) if solved else None,
        cost=found.cost if solved else None,
        heuristic=heuristic if isinstance(heuristic, str) else name_of(heuristic),
        novelty=chosen.name,
        novelty_kind=chosen.kind_name,
        novelty_settings=None if chosen.name == "none" else options.novelty.settings(),
        novelty_telemetry=found.novelty,
        initial_h=found.initial_h if found.evaluations else None,
        expansions=found.expansions,
        evaluations=found.evaluations,
        generated=found.generated,
        dead_ends=found.dead_ends,
        seconds=round(found.search_seconds, 6),
    )


class _WithAtoms(Generic[S]):
    """A simulator whose atoms are the features that a function gives."""

    def __init__(self, space: Simulator[S], function: Callable[[S], Iterable[Hashable]]) -> None:
        self.initial = space.initial
        self.is_goal = space.is_goal
        self.successors = space.successors
        self.atoms = function


def _check(space: object, heuristic: object, chosen: Chosen, symbols: Symbols | None) -> None:
    for method in ("initial", "is_goal", "successors"):
        if not callable(getattr(space, method, None)):
            raise TypeError(f"a state space has a method {method}; {type(space).__name__} has none")
    names = set() if chosen.names == "none" else set(chosen.names.split("+"))
    if names and not callable(getattr(space, "atoms", None)):
        raise OptionError(f"novelty needs to see into states: {type(space).__name__} has no method atoms")
    if "wl" in names and symbols is None:
        raise OptionError("the features wl need symbols: the predicates and objects that atoms are made of")
    if isinstance(heuristic, str):
        if heuristic not in ("blind", "gc"):
            raise OptionError(f"a state space without actions has the heuristics blind and gc, not '{heuristic}'")
        if heuristic == "gc" and (symbols is None or not tuple(symbols.goal)):
            raise OptionError("the heuristic gc needs symbols with a goal")


def _symbols(given: Symbols) -> _core.Symbols:
    return _core.Symbols(
        list(given.predicates.items()),
        list(given.objects),
        [list(atom) for atom in given.goal],
        [list(atom) for atom in given.statics],
    )
