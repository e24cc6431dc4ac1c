"""What can be configured, as frozen dataclasses; novelty is in `novelty_options`. The keywords of :func:`isonova.plan`,
the options of the command line and the page docs/reference/options.md are made from their fields.

Nothing compiled is imported before an option is checked, so that the command line starts quickly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from isonova.api.keywords import (
    OptionError,
    as_name,
    check_groups,
    flat,
    group,
    option,
    option_errors,
    options_of,
    with_keywords,
)
from isonova.api.names import CostTypeName, EngineName, HeuristicName, TieBreakName
from isonova.api.novelty_options import Atom, Novelty, NoveltyKeywords, NoveltyOptions, VectorFeatures, name_of
from isonova.api.quantities import cost, count, megabytes, seconds
from isonova.api.searches import DEFAULT_SEARCH, OPTIMAL_SEARCH, Portfolio, Search, portfolio

if TYPE_CHECKING:
    from typing import Unpack

    from isonova import _core

HeuristicFunction: TypeAlias = Callable[[frozenset[Atom]], "int | float | None"]
"""A heuristic of your own: from the fluent and derived atoms of a state to a whole number; ``math.inf`` or None where
there is no way to the goal. With an attribute ``safe = True`` its dead ends count as proof that no plan exists."""


class CompiledHeuristic(ABC):
    """A heuristic that the core has, with parameters from Python: :class:`isonova.LinearHeuristic`."""

    @property
    @abstractmethod
    def core(self) -> _core.LinearModel:
        """As the core takes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Where a run ends at the latest. Times and sizes are numbers, or texts with a unit.

    >>> Limits(time_limit="5m", memory_limit="4G")
    Limits(time_limit=300.0, memory_limit=4096.0, max_expansions=None, max_evaluations=None)
    """

    time_limit: float | str | None = option(
        None, "Time for everything: seconds, or with a unit (90s, 5m, 1h).", metavar="TIME"
    )
    memory_limit: float | str | None = option(
        None, "Memory for everything: MB, or with a unit (500M, 4G).", metavar="SIZE"
    )
    max_expansions: int | None = option(None, "Stop after so many expansions.", metavar="N")
    max_evaluations: int | None = option(None, "Stop after so many evaluations.", metavar="N")

    def __post_init__(self) -> None:
        object.__setattr__(self, "time_limit", seconds(self.time_limit))
        object.__setattr__(self, "memory_limit", megabytes(self.memory_limit))
        for keyword in ("max_expansions", "max_evaluations"):
            count(keyword, getattr(self, keyword))

    @property
    def seconds(self) -> float | None:
        return cast("float | None", self.time_limit)

    @property
    def megabytes(self) -> float | None:
        """None where no memory is so large."""
        size = cast("float | None", self.memory_limit)
        return None if size is None or size >= 2**40 else size

    def core(self, stop: _core.StopToken | None = None) -> _core.Limits:
        """Counted from now."""
        from isonova import _core

        if stop is not None and not isinstance(stop, _core.StopToken):
            raise TypeError(f"stop is a StopToken, not {stop!r}")
        return _core.Limits(self.seconds, None if self.megabytes is None else int(self.megabytes * 2**20), stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """All that :func:`isonova.plan` can be told, besides the task. :meth:`of` makes one from keywords."""

    search: str | Search | Portfolio | None = option(
        None,
        "The planner by its name, such as isonova or lama, or written out, as in 'lazy(ff, pref(ff))'. The default is "
        "isonova, unless a heuristic or novelty is given.",
        metavar="NAME",
    )
    heuristic: HeuristicName | HeuristicFunction | CompiledHeuristic | None = option(
        None, "A single queue by this estimate of the cost to the goal; ff where only novelty is given."
    )
    engine: EngineName = option("auto", "Ground the task, or search on its schemata; auto grounds within a budget.")
    novelty: NoveltyOptions = group(NoveltyOptions)
    cost_type: CostTypeName = option("normal", "Costs that the heuristic of a single queue sees.")
    tie_break: TieBreakName = option("fifo", "Which of the states with equal keys a single queue expands first.")
    threads: int = option(1, "With several searches: how many run at the same time; the first plan wins.", metavar="N")
    optimal: bool = option(False, "A plan of the lowest cost, with proof: A* with hmax, for small tasks.")
    anytime: bool = option(
        False,
        "After the first plan, better ones until the time limit, an interruption, or a proof that none is better.",
    )
    max_cost: float | None = option(None, "Only plans that cost no more than this.", metavar="COST")
    shorten: bool | None = option(
        None,
        "Whether to leave out steps that the plan does not need. The default is yes, but not where a heuristic, "
        "novelty or profile is given.",
    )
    record_goals: bool = option(
        False, "Record which goals the search reached, and which of them never together. A report always does."
    )
    limits: Limits = group(Limits)

    def __post_init__(self) -> None:
        check_groups(self)
        kinds = str, Callable, CompiledHeuristic
        if self.heuristic is not None and not isinstance(self.heuristic, kinds):  # type: ignore[arg-type]
            raise OptionError(
                f"a heuristic is a name, a function of a state or a LinearHeuristic, not {self.heuristic!r}"
            )
        if self.engine == "lifted" and isinstance(self.novelty.function, VectorFeatures):
            raise OptionError("an Embedding needs the engine 'grounded': it has a column for each atom of the task")
        if self.search is not None and not isinstance(self.search, (str, Search, Portfolio)):
            raise OptionError(f"a search is a name, a text, a Search or a Portfolio, not {self.search!r}")
        if self.search is not None and self._single:
            one = "heuristic" if self.heuristic is not None else "novelty"
            raise OptionError(f"give either a search or a {one}, which stands for a search with a single queue")
        if self.shorten is not None and not isinstance(self.shorten, bool):
            raise OptionError(f"shorten is True, False or None, not {self.shorten!r}")
        for keyword in ("optimal", "anytime", "record_goals"):
            if not isinstance(getattr(self, keyword), bool):
                raise OptionError(f"{keyword} is True or False, not {getattr(self, keyword)!r}")
        if self.optimal and (self.search is not None or self._single):
            other = "search" if self.search is not None else "heuristic" if self.heuristic is not None else "novelty"
            raise OptionError(f"optimal stands for a search of its own: it does not go with a {other}")
        if self.optimal and self.anytime:
            raise OptionError("give either optimal, whose first plan is the best, or anytime")
        object.__setattr__(self, "max_cost", cost("max_cost", self.max_cost))
        if count("threads", self.threads) == 0:
            raise OptionError("threads must be at least 1, but is 0")
        self.core()

    @classmethod
    def of(cls, **keywords: Unpack[PlanKeywords]) -> PlanOptions:
        """From the keywords of :func:`isonova.plan`.

        >>> PlanOptions.of(novelty="at+wl", wl_iterations=3, time_limit="5m").novelty.wl.iterations
        3
        """
        return with_keywords(cls(), keywords, of="PlanOptions.of")

    @property
    def _single(self) -> bool:
        return self.heuristic is not None or self.novelty.name != "none"

    @property
    def portfolio(self) -> Portfolio | None:
        """The searches that run; None for a single queue of the heuristic and novelty."""
        if self._single:
            return None
        if self.optimal:
            return portfolio(OPTIMAL_SEARCH)
        if isinstance(self.search, Search):
            return Portfolio((self.search,), threads=self.threads)
        if isinstance(self.search, Portfolio):
            return replace(self.search, threads=self.threads) if self.threads != 1 else self.search
        return portfolio(self.search or DEFAULT_SEARCH, self.threads)

    @property
    def search_name(self) -> str | None:
        """What a result calls the search; None for a single queue of the heuristic and novelty."""
        if self._single:
            return None
        return OPTIMAL_SEARCH if self.optimal else str(self.search or DEFAULT_SEARCH)

    @property
    def shortens(self) -> bool:
        """Whether plans are shortened. The paper's configurations show plans as they were found."""
        return not self._single and self.novelty.profile == "isonova" if self.shorten is None else self.shorten

    @property
    def heuristic_name(self) -> str | None:
        if not self._single:
            return None
        if self.heuristic is None:
            return "ff"
        return self.heuristic if isinstance(self.heuristic, str) else name_of(self.heuristic)

    @property
    def heuristic_function(self) -> HeuristicFunction | _core.LinearModel | None:
        """What the core calls; None for a heuristic by its name."""
        if self.heuristic is None or isinstance(self.heuristic, str):
            return None
        return self.heuristic.core if isinstance(self.heuristic, CompiledHeuristic) else self.heuristic

    def core(self) -> _core.PlanOptions:
        """As the core takes it, without what is written in Python."""
        from isonova import _core

        core = _core.PlanOptions()
        with option_errors():
            if self.heuristic is not None:
                core.heuristic = self.heuristic if isinstance(self.heuristic, str) else "blind"  # the function's place
            core.engine = as_name("engine", self.engine)
            core.cost_type = as_name("cost_type", self.cost_type)
            core.tie_break = as_name("tie_break", self.tie_break)
            core.novelty = self.novelty.core()
            if (chosen := self.portfolio) is not None:
                core.searches = chosen.specs()
                core.turns = chosen.core()
            core.shorten = self.shortens
            core.record_goals = self.record_goals
            core.check()
        if self.limits.max_expansions is not None:
            core.max_expansions = min(self.limits.max_expansions, 2**64 - 1)
        if self.limits.max_evaluations is not None:
            core.max_evaluations = min(self.limits.max_evaluations, 2**64 - 1)
        return core

    def without_effect(self, given: Collection[str] = ()) -> Iterator[tuple[str, str]]:
        """Options that were set and change nothing, by keyword, each with the reason.

        `given`: keywords that were set, perhaps to their defaults. ``cost_type="normal"`` is one that a search with
        other costs of its own does not follow.
        """
        maps = set(self.novelty.names.split("+"))
        chosen = flat(self)
        for each in options_of(PlanOptions):
            feature = each.keyword.partition("_")[0]
            if feature not in ("at", "wl") or chosen[each.keyword] == each.default:
                continue
            if not any(feature in name if feature == "wl" else feature == name for name in maps):
                yield each.keyword, f"novelty is {self.novelty.name}" + ("" if "none" in maps else f", not {feature}")
        colours = {name for name in maps if "wl" in name}
        if self.novelty.wl.iterations is not None and colours == {"wl-stable"}:
            yield "wl_iterations", "wl-stable goes on until nothing changes"
        if self.novelty.wl.exact and colours and colours <= {"iwl", "lwl2", "wl-changes"}:
            yield "wl_exact", f"{' and '.join(sorted(colours))} have colours by their hashes only"
        if self.novelty.name == "none" and self.novelty.kind != "qb":
            yield "novelty_kind", "novelty is none"
        chosen_searches = self.portfolio
        if chosen_searches is not None:
            for keyword in ("cost_type", "tie_break"):
                differs = any(getattr(search, keyword) != chosen[keyword] for search in chosen_searches.searches)
                if chosen[keyword] not in ("normal", "fifo") or (keyword in given and differs):
                    yield keyword, f"the search {self.search_name} has its own; it goes with a heuristic"
        elif self.cost_type != "normal" and self.heuristic_name not in ("ff", "add", "lm", "hmax", "gc+r", "lm+ff"):
            yield "cost_type", f"the heuristic {self.heuristic_name} sees no costs"
        if self.threads > 1 and (chosen_searches is None or len(chosen_searches.searches) == 1):
            yield "threads", "there is one search only"


class LimitKeywords(TypedDict, total=False):
    """Keywords of functions: those of :class:`Limits`."""

    limits: Limits
    time_limit: float | str | None
    memory_limit: float | str | None
    max_expansions: int | None
    max_evaluations: int | None


class PlanKeywords(NoveltyKeywords, LimitKeywords, total=False):
    """Those of :class:`PlanOptions`."""

    search: str | Search | Portfolio | None
    heuristic: HeuristicName | HeuristicFunction | CompiledHeuristic | None
    threads: int
    optimal: bool
    anytime: bool
    max_cost: float | None
    shorten: bool | None
    record_goals: bool
    engine: EngineName
    novelty: Novelty | NoveltyOptions
    cost_type: CostTypeName
    tie_break: TieBreakName
