"""A search, or several in turns, written down as a value: queues, what orders them, and when states are evaluated.

The same in one line, for the command line and for experiments::

    lazy(ff, pref(ff), lm, pref(lm), boost=1000, cost=one) | eager(qb(add, at+wl), cost=plusone)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, get_args

from isonova.api.keywords import OptionError, option_errors
from isonova.api.names import CostTypeName, HeuristicName, NoveltyKindName, SymmetricName, TieBreakName

if TYPE_CHECKING:
    from isonova import _core

Order: TypeAlias = Literal["fifo", "random", "type", "epsilon"]


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of open states: the lowest value of ``heuristic`` first, or of novelty over it.

    ``preferred``: only preferred successors enter. ``order``: ``fifo`` among equal keys, or by chance: ``random``,
    ``type`` (a random type (h, g), then a random state of it), ``epsilon`` (any state with this probability).
    """

    heuristic: HeuristicName = "ff"
    novelty: str = "none"
    preferred: bool = False
    kind: NoveltyKindName = "qb"
    wl_iterations: int | None = None
    order: Order = "fifo"
    epsilon: float = 0.2

    def __str__(self) -> str:
        text: str = self.heuristic
        if self.novelty != "none":
            iterations = "" if self.wl_iterations is None else f", {self.wl_iterations}"
            text = f"{self.kind}({text}, {self.novelty}{iterations})"
        if self.order == "epsilon":
            text = f"epsilon({text}, {self.epsilon:g})"
        elif self.order != "fifo":
            text = f"{self.order}({text})"
        return f"pref({text})" if self.preferred else text

    def _evaluator(self) -> tuple[object, ...]:
        """What queues with the same keys have in common."""
        return self.heuristic, self.novelty, self.kind, self.wl_iterations


@dataclass(frozen=True, slots=True)
class Search:
    """A best-first search with one or more queues in alternation, greedy unless it has a weight.

    ``evaluate``: ``eager`` evaluates a state when it is generated, ``lazy`` when it is expanded (deferred evaluation).
    A lazy search may ``pop`` several states and evaluate them side by side, or ``speculate``: evaluate states that come
    next together with the one whose turn it is, which changes nothing but the speed. With ``helpful_first``, a lazy
    search expands a state that more actions than that change by its helpful actions first; its other successors follow
    when its turn comes again. ``boost``: on progress, queues of preferred successors come first so many times.
    ``weight``: queues are ordered by g + weight * h, where g is the cost of the path. ``reopen``: a cheaper path to a
    state that was expanded opens it again. Both, with weight 1 and ``hmax`` under ``cost_type="normal"``, make A*.
    ``serial``: serialised iterated width, for an eager search with one queue such as ``iw(blind, at+at2)``.
    ``symmetric``: with ``back``, a state that looks like one expanded before waits until all queues are empty.
    ``share``: of the work, among searches in turns.
    """

    queues: tuple[Queue, ...] = (Queue(),)
    evaluate: Literal["eager", "lazy"] = "eager"
    pop: int = 1
    speculate: int = 0
    helpful_first: int = 0
    boost: int = 0
    weight: int | None = None
    reopen: bool = False
    serial: bool = False
    cost_type: CostTypeName = "one"
    tie_break: TieBreakName = "fifo"
    symmetric: SymmetricName = "keep"
    seed: int = 0
    share: float = 1.0
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "queues", tuple(self.queues))
        self.core().check()

    def __str__(self) -> str:
        parts = [str(queue) for queue in self.queues]
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name not in ("queues", "evaluate", "cost_type", "name") and value != each.default:
                shown = "yes" if value is True else f"{value:g}" if isinstance(value, float) else value
                parts.append(f"{each.name}={shown}")
        parts.append(f"cost={self.cost_type}")
        return (f"{self.name}: " if self.name else "") + f"{self.evaluate}({', '.join(parts)})"

    def core(self) -> _core.SearchSpec:
        """The same for the compiled core. Raises OptionError on what does not go together."""
        from isonova import _core

        spec = _core.SearchSpec()
        with option_errors():
            keys: list[tuple[object, ...]] = []
            evaluators = []
            queues = []
            for queue in self.queues:
                if queue._evaluator() not in keys:
                    keys.append(queue._evaluator())
                    evaluators.append(_evaluator(queue))
                entry = _core.QueueOptions()
                entry.evaluator = keys.index(queue._evaluator())
                entry.preferred = queue.preferred
                entry.order = queue.order
                entry.epsilon = queue.epsilon
                queues.append(entry)
            options = _core.SearchOptions()
            options.queues = queues
            options.evaluate = self.evaluate
            for name in ("pop", "speculate", "helpful_first", "boost", "seed"):
                setattr(options, name, _count(name, getattr(self, name)))
            options.weight = None if self.weight is None else _count("weight", self.weight)
            for name in ("reopen", "serial"):
                if not isinstance(getattr(self, name), bool):
                    raise OptionError(f"{name} is True or False, not {getattr(self, name)!r}")
                setattr(options, name, getattr(self, name))
            options.tie_break = self.tie_break
            options.symmetric = self.symmetric
            spec.name = self.name
            spec.evaluators = evaluators
            spec.options = options
            spec.cost_type = self.cost_type
            spec.share = self.share
            spec.check()
        return spec


@dataclass(frozen=True, slots=True)
class Portfolio:
    """Searches in turns counted in work, each turn of a round ``growth`` times as long as in the round before; or, with
    more than one of ``threads``, a thread for each. Fewer threads than searches take the searches in turns."""

    searches: tuple[Search, ...]
    first_turn: int = 200_000_000
    growth: float = 1.5
    threads: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "searches", tuple(self.searches))
        if not self.searches:
            raise OptionError("a portfolio needs at least one search")
        if self.first_turn < 1:
            raise OptionError(f"a turn must have some work in it: first_turn is {self.first_turn}")
        if not 1 <= self.growth <= 100:
            raise OptionError(f"growth must be from 1 to 100, but is {self.growth}")
        if self.threads < 1:
            raise OptionError(f"threads must be at least 1, but is {self.threads}")

    def __str__(self) -> str:
        return " | ".join(str(search) for search in self.searches)

    def core(self) -> _core.PortfolioOptions:
        from isonova import _core

        options = _core.PortfolioOptions()
        options.first_turn = self.first_turn
        options.growth = self.growth
        options.threads = self.threads
        return options

    def specs(self) -> list[_core.SearchSpec]:
        return [search.core() for search in self.searches]


SEARCHES = {
    "isonova": (
        "landmarks: lazy(ff, pref(ff), lm, pref(lm), type(ff), "
        "speculate=15, helpful_first=1000, boost=1000, cost=one) | "
        "novelty: eager(qb(add, at+wl), cost=plusone) | "
        "width: eager(w(gc+r, at+at2), share=0.25, cost=one)"
    ),
    "lama": "lama: lazy(ff, pref(ff), lm, pref(lm), boost=1000, cost=one)",
    "astar": "astar: eager(hmax, weight=1, reopen=yes, cost=normal)",
    "bfws": "bfws: eager(w(gc+r, at+at2), cost=one)",
    "iw1": "iw1: eager(iw(blind, at), cost=one)",
    "iw2": "iw2: eager(iw(blind, at+at2), cost=one)",
    "siw": "siw: eager(iw(blind, at+at2), serial=yes, cost=one)",
}
"""Searches that have a name."""

DEFAULT_SEARCH = "isonova"
OPTIMAL_SEARCH = "astar"
IMPROVING_SEARCHES = ("restarts", "A*")
"""What progress calls the searches for better plans, after the first one."""


@cache
def portfolio(text: str, threads: int = 1) -> Portfolio:
    """A search by its name or written out.

    >>> str(portfolio("lazy(ff, pref(ff), boost=1000)"))
    'lazy(ff, pref(ff), boost=1000, cost=one)'
    """
    text = SEARCHES.get(text, text)
    if re.fullmatch(r"[\w+-]+", text):
        from difflib import get_close_matches

        close = get_close_matches(text, SEARCHES, n=1)
        meant = f"; did you mean {close[0]}?" if close else "."
        raise OptionError(f"unknown search '{text}'{meant} Known: {', '.join(SEARCHES)}, or one such as 'lazy(ff, lm)'")
    return Portfolio(tuple(_Parser(text).searches()), threads=threads)


def _evaluator(queue: Queue) -> _core.EvaluatorSpec:
    from isonova import _core

    spec = _core.EvaluatorSpec()
    spec.heuristic = queue.heuristic
    novelty = _core.NoveltyOptions()
    novelty.features = queue.novelty
    novelty.kind = queue.kind
    novelty.wl_iterations = queue.wl_iterations
    spec.novelty = novelty
    return spec


def _count(name: str, value: int) -> int:
    if not isinstance(value, int) or value < 0:
        raise OptionError(f"{name} must be a whole number that is not negative, but is {value!r}")
    return value


class _Parser:
    """Reads searches written out: names, numbers, parentheses, commas, '=', ':' and '|'."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [*self._split(), ("", len(text))]
        self._next = 0

    def _split(self) -> Iterator[tuple[str, int]]:
        place = 0
        while place < len(self._text):
            if self._text[place].isspace():
                place += 1
                continue
            found = re.compile(r"[\w.+-]+|[(),=:|]").match(self._text, place)
            if found is None:
                raise self._error(f"'{self._text[place]}' means nothing here", place)
            yield found.group(), place
            place = found.end()

    def _error(self, what: str, place: int) -> OptionError:
        return OptionError(f"search: {what}\n  {self._text}\n  {' ' * place}^")

    def _peek(self) -> str:
        return self._tokens[self._next][0]

    def _take(self) -> tuple[str, int]:
        self._next += 1
        return self._tokens[self._next - 1]

    def _expect(self, wanted: str) -> None:
        token, place = self._take()
        if token != wanted:
            raise self._error(f"expected '{wanted}' instead of {repr(token) if token else 'the end'}", place)

    def searches(self) -> list[Search]:
        found = [self._search()]
        while self._peek() == "|":
            self._take()
            found.append(self._search())
        token, place = self._take()
        if token:
            raise self._error(f"expected '|' or the end instead of '{token}'", place)
        return found

    def _search(self) -> Search:
        name = ""
        if self._tokens[self._next + 1 :] and self._tokens[self._next + 1][0] == ":":
            name = self._take()[0]
            self._take()
        how, place = self._take()
        if how not in ("eager", "lazy"):
            raise self._error("a search starts with 'eager(' or 'lazy('", place)
        self._expect("(")
        queues: list[Queue] = []
        options: dict[str, Any] = {}
        while True:
            if self._tokens[self._next + 1][0] == "=":
                options.update([self._option()])
            else:
                queues.append(self._queue())
            token, place_after = self._take()
            if token == ")":
                break
            if token != ",":
                raise self._error(f"expected ',' or ')' instead of {repr(token) if token else 'the end'}", place_after)
        try:
            return Search(tuple(queues), evaluate=how, name=name, **options)  # type: ignore[arg-type]
        except OptionError as error:
            raise self._error(str(error), place) from None

    def _option(self) -> tuple[str, Any]:
        name, place = self._take()
        self._expect("=")
        value, value_place = self._take()
        if name in ("cost", "tie_break", "symmetric"):
            return ("cost_type" if name == "cost" else name), value
        if name in ("reopen", "serial"):
            if value not in ("yes", "no"):
                raise self._error(f"{name} is yes or no, not '{value}'", value_place)
            return name, value == "yes"
        counts = ("pop", "speculate", "helpful_first", "boost", "weight", "seed")
        known: dict[str, type[int] | type[float]] = {**dict.fromkeys(counts, int), "share": float}
        if name not in known:
            from difflib import get_close_matches

            close = get_close_matches(name, [*known, "cost", "tie_break", "reopen", "serial", "symmetric"], n=1)
            meant = f"; did you mean {close[0]}?" if close else ""
            raise self._error(f"unknown option '{name}'{meant}", place)
        try:
            return name, known[name](value)
        except ValueError:
            raise self._error(f"'{value}' is no number", value_place) from None

    def _queue(self) -> Queue:
        name, place = self._take()
        if self._peek() != "(":
            if name not in get_args(HeuristicName):
                from difflib import get_close_matches

                close = get_close_matches(name, get_args(HeuristicName), n=1)
                meant = f"; did you mean {close[0]}?" if close else ""
                raise self._error(f"unknown heuristic '{name}'{meant}", place)
            return Queue(cast(HeuristicName, name))
        self._take()
        queue = self._queue()
        if name == "pref":
            queue = replace(queue, preferred=True)
        elif name in get_args(NoveltyKindName):
            self._expect(",")
            queue = replace(queue, novelty=self._take()[0], kind=cast(NoveltyKindName, name))
            if self._peek() == ",":
                self._take()
                queue = replace(queue, wl_iterations=self._number(int))
        elif name in ("random", "type", "epsilon"):
            queue = replace(queue, order=cast(Order, name))
            if name == "epsilon" and self._peek() == ",":
                self._take()
                queue = replace(queue, epsilon=self._number(float))
        else:
            known = ", ".join(("pref", *get_args(NoveltyKindName), "random", "type"))
            raise self._error(f"unknown kind of queue '{name}': {known} or epsilon", place)
        self._expect(")")
        return queue

    def _number(self, kind: type[int] | type[float]) -> Any:
        text, place = self._take()
        try:
            return kind(text)
        except ValueError:
            raise self._error(f"'{text}' is no number", place) from None
