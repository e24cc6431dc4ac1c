"""What novelty to use over a heuristic: names and options, features from Python, kinds of novelty from Python."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypedDict

from isonova import _core
from isonova.api.errors import OptionError, option_errors
from isonova.api.task import Atom

Features: TypeAlias = Callable[[frozenset[Atom]], Iterable[Hashable]]
"""A feature map of your own: from the fluent and derived atoms of a state to anything hashable. It must depend on the
state alone: search calls it once for every state evaluated and once for every state expanded."""

FeatureMap: TypeAlias = Features


class NoveltyKind(Protocol):
    """A kind of novelty of your own. Features are numbers; a key is a number or two, lower is better.

    Search opens the state it expands, then tells of each child in turn what it gained and lost. The initial state comes
    as a child of a state without features. States that the heuristic calls dead ends never come.
    """

    def open(self, features: list[int], h: int) -> None: ...

    def score_and_insert(self, gained: list[int], lost: list[int], h: int) -> int | tuple[int, int]: ...


Novelty: TypeAlias = "str | Features | Sequence[str | Features]"
"""Names of feature maps joined by ``+``, a function, or several of these; ``none`` for no novelty."""


class Chosen:
    """Novelty as asked for: the names, and what is written in Python."""

    def __init__(self, novelty: Novelty, kind: str | NoveltyKind) -> None:
        parts = [novelty] if isinstance(novelty, str) or callable(novelty) else list(novelty)
        names = [part for part in parts if isinstance(part, str)]
        functions = [part for part in parts if not isinstance(part, str)]
        for function in functions:
            if not callable(function):
                raise OptionError(f"novelty is a name or a function of a state, not {function!r}")
        if len(parts) > 1 and "none" in names:
            raise OptionError("novelty cannot be none and something else")
        self.features = _joined(functions)
        self.names = "+".join(names) or "none"
        self.kind = None if isinstance(kind, str) else kind
        self.kind_name = kind if isinstance(kind, str) else type(kind).__name__
        self.name = "+".join([*names, *(getattr(f, "__name__", type(f).__name__) for f in functions)]) or "none"


def _joined(functions: Sequence[Features]) -> Features | None:
    if len(functions) < 2:
        return functions[0] if functions else None

    def joined(state: frozenset[Atom]) -> Iterable[Hashable]:
        for place, function in enumerate(functions):
            for feature in function(state):
                yield place, feature

    return joined


class FeatureOptions(TypedDict, total=False):
    """The options of :func:`isonova.plan` that say what features are; those left out follow the profile."""

    profile: str
    wl_iterations: int | None
    wl_statics: str | None
    wl_types: str | None
    wl_constants: str | None
    wl_counts: str | None
    wl_objects: str | None
    wl_exact: bool
    at_statics: str | None


def novelty_options(
    chosen: Chosen,
    *,
    profile: str = "isonova",
    wl_iterations: int | None = None,
    wl_statics: str | None = None,
    wl_types: str | None = None,
    wl_constants: str | None = None,
    wl_counts: str | None = None,
    wl_objects: str | None = None,
    wl_exact: bool = False,
    at_statics: str | None = None,
) -> _core.NoveltyOptions:
    """The options as the core takes them. Raises OptionError on a name or number that is not known."""
    options = _core.NoveltyOptions()
    if wl_iterations is not None:
        if wl_iterations < 0:
            raise OptionError(f"wl_iterations must not be negative, but is {wl_iterations}")
        options.wl_iterations = min(wl_iterations, 2**32 - 1)
    with option_errors():
        options.features = chosen.names
        if chosen.kind is None:
            options.kind = chosen.kind_name
        options.profile = profile
        options.wl_statics = wl_statics
        options.wl_types = wl_types
        options.wl_constants = wl_constants
        options.wl_counts = wl_counts
        options.wl_objects = wl_objects
        options.wl_exact = wl_exact
        options.at_statics = at_statics
        options.check()
    return options


def summary(found: Mapping[str, Any]) -> str:
    """The telemetry of a run in one line."""
    by_map = ", ".join(
        f"{row['map']}{'' if row['iteration'] is None else row['iteration']} {row['features']}"
        for row in found["features"]
    )
    share = found["new_states"] / max(1, found["states"])
    times = ", ".join(f"{part} {value:.3f}" for part, value in found["seconds"].items())
    megabytes = (found["table_bytes"] + found["feature_bytes"]) / 2**20
    return (
        f"{found['distinct_features']} features ({by_map}), {share:.0%} of states new, {megabytes:.1f} MB, "
        f"seconds: {times}"
    )
