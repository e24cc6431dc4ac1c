"""Novelty, as frozen dataclasses of options: of which features, of which kind, and how the WL algorithm colours.

Nothing compiled is imported before an option is checked, so that the command line starts quickly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypedDict, cast

from isonova.api.keywords import (
    OptionError,
    as_name,
    as_name_or_none,
    check_groups,
    group,
    option,
    option_errors,
    with_keywords,
)
from isonova.api.names import Constants, Keep, NoveltyKindName, NoveltyName, Objects, ProfileName, Switch
from isonova.api.quantities import count

if TYPE_CHECKING:
    from isonova import _core

Atom: TypeAlias = tuple[str, ...]
"""A ground atom: the predicate, then the objects."""


class VectorFeatures(ABC):
    """A feature map that sees many states in one call: :class:`isonova.Embedding`."""

    @abstractmethod
    def __call__(self, state: frozenset[Atom]) -> Iterable[Hashable]: ...


Features: TypeAlias = Callable[[frozenset[Atom]], Iterable[Hashable]]
"""A feature map of your own: from the fluent and derived atoms of a state to anything hashable. It must depend on the
state alone: search calls it once for every state evaluated and once for every state expanded."""

FeatureMap: TypeAlias = Features

Novelty: TypeAlias = NoveltyName | Features | Sequence[NoveltyName | Features]
"""Names of feature maps joined by ``+``, a function, or several of these; ``none`` for no novelty."""


class NoveltyKind(Protocol):
    """A kind of novelty of your own. Features are numbers; a key is a number or two, lower is better.

    Search opens the state it expands, then tells of each child in turn what it gained and lost. The initial state comes
    as a child of a state without features. States that the heuristic calls dead ends never come.
    """

    def open(self, features: list[int], h: int) -> None: ...

    def score_and_insert(self, gained: list[int], lost: list[int], h: int) -> int | tuple[int, int]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WLOptions:
    """How the Weisfeiler-Leman algorithm colours the graph of a state. What is None follows the profile."""

    iterations: int | None = option(None, "Iterations of WL.", metavar="L")
    statics: Keep | None = option(None, "Whether static atoms are nodes of the graph.")
    types: Keep | None = option(None, "Whether types are nodes of the graph, like unary static atoms.")
    constants: Constants | None = option(
        None, "Whether domain constants have the same colour as other objects or each one of its own."
    )
    counts: Switch | None = option(None, "Whether a feature is a colour with its count, or a colour alone.")
    objects: Objects | None = option(
        None, "Which objects are nodes: fluent, those of fluent atoms, needs the grounded engine."
    )
    exact: bool = option(False, "Colours that cannot collide; slow.")

    def __post_init__(self) -> None:
        _core_features(self)


@dataclass(frozen=True, slots=True)
class NoveltyOptions:
    """Novelty over a heuristic: of which features, of which kind.

    >>> import isonova
    >>> from isonova.examples import files
    >>> wl3 = isonova.NoveltyOptions("at+wl", wl=isonova.WLOptions(iterations=3))
    >>> isonova.plan(*files("parcels"), novelty=wl3).solved
    True
    """

    features: Novelty = option("none", "Features whose novelty guides the search.", keyword="novelty")
    kind: NoveltyKindName | NoveltyKind = option("qb", "How novelty is measured.", keyword="novelty_kind")
    profile: ProfileName = option(
        "isonova", "Defaults of the options below: what measured best, the paper's definition, or its author's code."
    )
    wl: WLOptions = group(WLOptions, "wl_")
    at_statics: Keep | None = option(None, "Whether static atoms are features of at.")

    def __post_init__(self) -> None:
        check_groups(self)
        parts = self._parts()
        for part in parts:
            if not isinstance(part, str) and not callable(part):
                raise OptionError(f"novelty is a name or a function of a state, not {part!r}")
        if not isinstance(self.kind, str) and not callable(getattr(self.kind, "score_and_insert", None)):
            raise OptionError(f"novelty_kind is a name or an object like NoveltyKind, not {self.kind!r}")
        if sum(not isinstance(part, str) for part in parts) > 1 and any(
            isinstance(part, VectorFeatures) for part in parts
        ):
            raise OptionError("an Embedding joins with names of feature maps, not with other functions")
        if len(parts) > 1 and "none" in parts:
            raise OptionError("novelty cannot be none and something else")
        self.core()

    def _parts(self) -> list[str | Features]:
        single = isinstance(self.features, str) or not isinstance(self.features, Sequence)
        return [cast("str | Features", self.features)] if single else list(cast("Sequence[str]", self.features))

    @property
    def names(self) -> str:
        """The names of feature maps, joined; ``none`` if there are none."""
        return "+".join(part for part in self._parts() if isinstance(part, str)) or "none"

    @property
    def function(self) -> Features | None:
        """The feature maps written in Python, as one."""
        functions = [part for part in self._parts() if not isinstance(part, str)]
        return _joined(functions) if len(functions) > 1 else functions[0] if functions else None

    @property
    def name(self) -> str:
        """What a result calls it."""
        return "+".join(part if isinstance(part, str) else name_of(part) for part in self._parts()) or "none"

    @property
    def kind_name(self) -> str:
        return self.kind if isinstance(self.kind, str) else name_of(self.kind)

    def core(self) -> _core.NoveltyOptions:
        """As the core takes it, without what is written in Python."""
        core = _core_features(self.wl)
        with option_errors():
            core.features = self.names
            if isinstance(self.kind, str):
                core.kind = self.kind
            core.profile = as_name("profile", self.profile)
            core.at_statics = as_name_or_none("at_statics", self.at_statics)
            core.check()
        return core

    def settings(self, *, grounded: bool) -> NoveltySettings | None:
        """What the profile and the options come to in an engine; None without novelty."""
        if self.name == "none":
            return None
        return with_keywords(NoveltySettings(), self.core().settings(grounded))


@dataclass(frozen=True, slots=True, kw_only=True)
class NoveltySettings:
    """What a profile and options came to."""

    wl: WLOptions = group(WLOptions, "wl_")
    at_statics: Keep | None = option(None, "")


class NoveltyKeywords(TypedDict, total=False):
    """Those of :class:`NoveltyOptions`, but for ``novelty`` itself."""

    novelty_kind: NoveltyKindName | NoveltyKind
    profile: ProfileName
    wl: WLOptions
    wl_iterations: int | None
    wl_statics: Keep | None
    wl_types: Keep | None
    wl_constants: Constants | None
    wl_counts: Switch | None
    wl_objects: Objects | None
    wl_exact: bool
    at_statics: Keep | None


def _core_features(wl: WLOptions) -> _core.NoveltyOptions:
    from isonova import _core

    core = _core.NoveltyOptions()
    iterations = count("wl_iterations", wl.iterations)
    with option_errors():
        core.wl_iterations = None if iterations is None else min(iterations, 2**32 - 1)
        core.wl_statics = as_name_or_none("wl_statics", wl.statics)
        core.wl_types = as_name_or_none("wl_types", wl.types)
        core.wl_constants = as_name_or_none("wl_constants", wl.constants)
        core.wl_counts = as_name_or_none("wl_counts", wl.counts)
        core.wl_objects = as_name_or_none("wl_objects", wl.objects)
        if not isinstance(wl.exact, bool):
            raise OptionError(f"wl_exact is True or False, not {wl.exact!r}")
        core.wl_exact = wl.exact
        core.check()
    return core


def _joined(functions: Sequence[Features]) -> Features:
    def joined(state: frozenset[Atom]) -> Iterable[Hashable]:
        for place, function in enumerate(functions):
            for feature in function(state):
                yield place, feature

    return joined


def name_of(function: object) -> str:
    """What a result calls something written in Python."""
    return str(getattr(function, "__name__", type(function).__name__))
