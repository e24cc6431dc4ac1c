"""Search in a state space of your own: a simulator that says what comes after a state, without a model of its actions.
Novelty needs no more than what is true in a state."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, cast

from isonova import _core
from isonova.api.keywords import OptionError, OptionWarning, keywords_of, with_keywords
from isonova.api.names import NoveltyName, Status, TieBreakName
from isonova.api.novelty_options import NoveltyOptions, VectorFeatures, name_of
from isonova.api.options import CompiledHeuristic, PlanOptions
from isonova.api.plan import Progress
from isonova.api.result import SearchResult, searched, shared
from isonova.api.state_space import StateSpace
from isonova.api.statistics import Seconds
from isonova.api.task import Atom, Task

if TYPE_CHECKING:
    from typing import Unpack

    from isonova.api.novelty_options import NoveltyKeywords
    from isonova.api.options import LimitKeywords

    class SearchKeywords(NoveltyKeywords, LimitKeywords, total=False):
        """Those of plan that make sense without a task."""


S = TypeVar("S", bound=Hashable)
_NO_OPTIONS = ("search", "threads", "engine", "cost_type", "optimal", "anytime", "max_cost", "shorten", "record_goals")


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


@keywords_of(PlanOptions, but=_NO_OPTIONS)
def search(
    space: Simulator[S],
    *,
    heuristic: Literal["blind", "gc"] | Callable[[S], int | float | None] = "blind",
    novelty: NoveltyName | Callable[[S], Iterable[Hashable]] | NoveltyOptions = "none",
    symbols: Symbols | None = None,
    tie_break: TieBreakName = "fifo",
    progress: Progress | None = None,
    stop: _core.StopToken | None = None,
    **keywords: Unpack[SearchKeywords],
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
    given: dict[str, Any] = {"heuristic": heuristic, "novelty": novelty, "tie_break": tie_break, **keywords}
    for keyword in _NO_OPTIONS:
        if keyword in given:
            raise TypeError(f"search() got an unexpected keyword argument {keyword!r}: a simulator has no {keyword}")
    label: dict[str, Any] = {}
    if isinstance(novelty, VectorFeatures):
        raise OptionError("an Embedding is for tasks: a simulator's function gives the features of a state by itself")
    if callable(novelty):  # what it gives takes the place of atoms
        space, symbols = _WithAtoms(space, novelty), None
        given["novelty"], label["novelty"] = "at", name_of(novelty)
    options = with_keywords(PlanOptions(), given, of="search")
    _check(space, options, symbols)
    for keyword, why in options.without_effect():
        warnings.warn(f"{keyword} has no effect: {why}", OptionWarning, stacklevel=2)
    start = perf_counter()
    kind = options.novelty.kind
    found, actions, states = _core.search_space(
        space,
        options.core(),
        options.limits.core(stop),
        None if symbols is None else _symbols(symbols),
        options.heuristic_function,
        None if isinstance(kind, str) else kind,
        progress,
    )
    if found.status == "solved":
        plan = tuple(map(str, actions))
        label |= {"plan": plan, "cost": found.cost, "length": len(plan)}
        label |= {"actions": tuple(actions), "states": tuple(states)}
    return SearchResult(
        status=cast(Status, found.status),
        optimal=found.optimal,
        seconds=Seconds(search=round(found.search_seconds, 6), total=round(perf_counter() - start, 6)),
        **{**shared(options, grounded=False), **searched(found), **label},
    )


class _WithAtoms(Generic[S]):
    """A simulator whose atoms are the features that a function gives."""

    def __init__(self, space: Simulator[S], function: Callable[[S], Iterable[Hashable]]) -> None:
        self.initial = space.initial
        self.is_goal = space.is_goal
        self.successors = space.successors
        self.atoms = function


def _check(space: object, options: PlanOptions, symbols: Symbols | None) -> None:
    for method in ("initial", "is_goal", "successors"):
        if not callable(getattr(space, method, None)):
            raise TypeError(f"a state space has a method {method}; {type(space).__name__} has none")
    names = set() if options.novelty.names == "none" else set(options.novelty.names.split("+"))
    if names and not callable(getattr(space, "atoms", None)):
        raise OptionError(f"novelty needs to see into states: {type(space).__name__} has no method atoms")
    if (symbolic := sorted(name for name in names if "wl" in name or name == "dl")) and symbols is None:
        raise OptionError(f"the features {symbolic[0]} need symbols: the predicates and objects that atoms are made of")
    if isinstance(options.heuristic, CompiledHeuristic):
        raise OptionError("a linear heuristic is for tasks: a simulator has functions of its states")
    if isinstance(options.heuristic, str):
        if options.heuristic not in ("blind", "gc"):
            raise OptionError(
                f"a state space without actions has the heuristics blind and gc, not '{options.heuristic}'"
            )
        if options.heuristic == "gc" and (symbols is None or not tuple(symbols.goal)):
            raise OptionError("the heuristic gc needs symbols with a goal")


def _symbols(given: Symbols) -> _core.Symbols:
    return _core.Symbols(
        list(given.predicates.items()),
        list(given.objects),
        [list(atom) for atom in given.goal],
        [list(atom) for atom in given.statics],
    )
