"""The features of states by themselves, as search computes them, and as matrices for those who learn from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from isonova import _core
from isonova.api.errors import OptionError
from isonova.api.keywords import option_errors, with_keywords
from isonova.api.names import NoveltyName
from isonova.api.options import NoveltyOptions
from isonova.api.state_space import State, StateSpace

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from typing_extensions import Unpack

    from isonova.api.ilg.graph import InstanceGraph
    from isonova.api.options import NoveltyKeywords


@dataclass(frozen=True, slots=True)
class Feature:
    """What a feature stands for: an atom, or a WL colour and how many nodes have it."""

    map: str
    iteration: int | None
    value: int
    """The number of the colour or atom; it means nothing outside its map."""
    count: int


class StateFeatures:
    """The features of the states of a space, by the names and options of :func:`isonova.plan`.

    >>> import isonova
    >>> from isonova.examples import files
    >>> space = isonova.StateSpace(isonova.load(*files("parcels")))
    >>> wl = StateFeatures(space, "wl", wl_iterations=1, wl_statics="drop")
    >>> len(wl(space.initial()))
    11
    """

    def __init__(self, space: StateSpace, names: NoveltyName = "wl", **keywords: Unpack[NoveltyKeywords]) -> None:
        if names == "none":
            raise OptionError("there are no features in 'none'")
        options = with_keywords(NoveltyOptions(names), keywords, of="StateFeatures")
        self._space = space
        with option_errors():
            self._core = _core.SpaceFeatures(space._core, options.core())
        self._known: dict[int, Feature] = {}
        self.settings = options.settings(grounded=space._core.is_grounded)

    def __call__(self, state: State) -> frozenset[int]:
        """The features of a state. Features of different states of the space can be compared."""
        return frozenset(self._core(self._space._number(state)))

    def difference(self, parent: State, child: State) -> tuple[frozenset[int], frozenset[int]]:
        """What ``child`` gained and what it lost, computed by differences as in search; any two states will do."""
        gained, lost = self._core.diff(self._space._number(parent), self._space._number(child))
        return frozenset(gained), frozenset(lost)

    def describe(self, feature: int) -> Feature:
        found = self._known.get(feature)
        if found is None:
            core = self._core.describe(feature)
            found = self._known[feature] = Feature(core.map, core.iteration, core.value, core.count)
        return found

    def counts(self, state: State) -> dict[tuple[str, int | None, int], int]:
        """How often the state has each colour (map, iteration, number); once for each atom of ``at``."""
        return {
            (feature.map, feature.iteration, feature.value): feature.count
            for feature in map(self.describe, self(state))
        }

    @property
    def size(self) -> int:
        """Distinct features met so far."""
        return self._core.count


class Vocabulary:
    """Which column of a matrix stands for which colour. It grows with the states it is shown, unless it is frozen: then
    colours it does not know are left out, as a learned model needs it."""

    def __init__(self) -> None:
        self.columns: dict[Any, int] = {}
        self.frozen = False

    def states(self, features: StateFeatures, states: Iterable[State]) -> csr_array:
        """A row for each state of one space and a column for each colour or atom; entries are counts."""
        rows = [features(state) for state in states]  # all of them before any is described: that is much quicker
        known: dict[int, tuple[int, int]] = {}

        def entry(feature: int) -> tuple[int, int]:
            about = features.describe(feature)
            known[feature] = self._column((about.map, about.iteration, about.value)), about.count
            return known[feature]

        return _matrix(self, ([known.get(feature) or entry(feature) for feature in row] for row in rows))

    def graphs(self, graphs: Iterable[InstanceGraph], iterations: int = 2) -> csr_array:
        """The same for graphs of any tasks of a domain: colours have names that are the same in all of them. Slower."""
        histograms = (graph.histogram(iterations) for graph in graphs)
        return _matrix(self, ([(self._column(key), n) for key, n in found.items()] for found in histograms))

    def _column(self, key: Any) -> int:
        """Its number; -1 if it has none and gets none."""
        return self.columns.get(key, -1) if self.frozen else self.columns.setdefault(key, len(self.columns))


def _matrix(vocabulary: Vocabulary, rows: Iterable[list[tuple[int, int]]]) -> csr_array:
    try:
        import numpy as np
        from scipy.sparse import csr_array
    except ImportError:
        raise OptionError("matrices need NumPy and SciPy: pip install 'isonova[learn]'") from None
    entries: list[tuple[int, int]] = []
    starts = [0]
    for row in rows:
        entries += row
        starts.append(len(entries))
    table = np.array(entries, np.int64).reshape(-1, 2)
    kept = table[:, 0] >= 0
    ends = np.concatenate([[0], np.cumsum(kept)])[np.array(starts)]
    shape = (len(starts) - 1, len(vocabulary.columns))
    matrix = csr_array((table[kept, 1], table[kept, 0], ends), shape=shape)
    matrix.sort_indices()
    return matrix
