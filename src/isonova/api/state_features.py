"""The features of states by themselves, as search computes them, and as matrices for those who learn from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from isonova import _core
from isonova.api.errors import OptionError
from isonova.api.keywords import option_errors, with_keywords
from isonova.api.names import NoveltyName
from isonova.api.novelty_options import NoveltyOptions
from isonova.api.state_space import State, StateSpace

if TYPE_CHECKING:
    from typing import Unpack

    from scipy.sparse import csr_array

    from isonova.api.ilg.graph import InstanceGraph
    from isonova.api.novelty_options import NoveltyKeywords


Column: TypeAlias = tuple[str, int | None, str]
"""A feature without its count: the map, the iteration of a colour, and the name of the colour or atom."""


@dataclass(frozen=True, slots=True)
class Feature:
    """What a feature stands for: an atom, or a WL colour and how many nodes have it."""

    map: str
    iteration: int | None
    name: str
    """Of the colour, or the atom: the same in every state, task and run."""
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
        if not isinstance(names, str):
            raise OptionError(
                f"StateFeatures has the maps of the core, by name; call {names!r} on the atoms of a state"
            )
        options = with_keywords(NoveltyOptions(names), keywords, of="StateFeatures")
        self._space = space
        self._options = options
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
            found = self._known[feature] = Feature(core.map, core.iteration, core.name, core.count)
        return found

    def graph(self, state: State) -> InstanceGraph:
        """The graph behind the WL features of a state. Every object is a node of it."""
        from isonova.api.ilg.graph import InstanceGraph

        wl = replace(self._options.wl, objects="all")
        return InstanceGraph(self._space.task, state.atoms, profile=self._options.profile, wl=wl)

    def counts(self, state: State) -> dict[Column, int]:
        """How often the state has each colour (map, iteration, name); once for each atom of ``at``."""
        return {
            (feature.map, feature.iteration, feature.name): feature.count for feature in map(self.describe, self(state))
        }

    @property
    def size(self) -> int:
        """Distinct features met so far."""
        return self._core.count


class Vocabulary:
    """Which column of a matrix stands for which colour. It grows with the states it is shown, unless it is frozen: then
    colours it does not know are left out, as a learned model needs it. Colours have the same names in all tasks of a
    domain, so the states may be of several. A vocabulary can be pickled."""

    def __init__(self) -> None:
        self.columns: dict[Column, int] = {}
        self.frozen = False
        self._examples: list[InstanceGraph | None] = []

    def states(self, features: StateFeatures, states: Iterable[State]) -> csr_array:
        """A row for each state of one space and a column for each colour or atom; entries are counts."""
        states = list(states)
        rows = [features(state) for state in states]  # all of them before any is described: that is much quicker
        known: dict[int, tuple[int, int]] = {}

        def entries(state: State, row: frozenset[int]) -> list[tuple[int, int]]:
            graph = cache(lambda: features.graph(state))
            for feature in row - known.keys():
                about = features.describe(feature)
                known[feature] = self._column((about.map, about.iteration, about.name), graph), about.count
            return [known[feature] for feature in row]

        return _matrix(self, map(entries, states, rows))

    def graphs(self, graphs: Iterable[InstanceGraph], iterations: int = 2) -> csr_array:
        """The same for graphs, which need no state space. Slower."""

        def entries(graph: InstanceGraph) -> list[tuple[int, int]]:
            found = graph.histogram(iterations).items()
            return [(self._column(("wl", *colour), lambda: graph), count) for colour, count in found]

        return _matrix(self, map(entries, graphs))

    def describe(self, column: int) -> str:
        """What a column stands for, in words: an atom, or what is around the nodes that it counts.

        >>> import isonova
        >>> from isonova.examples import files
        >>> space = isonova.StateSpace(isonova.load(*files("parcels")))
        >>> vocabulary = Vocabulary()
        >>> matrix = vocabulary.states(StateFeatures(space, wl_iterations=1), [space.initial()])
        >>> words = [vocabulary.describe(column) for column in range(matrix.shape[1])]
        >>> words[0]
        'object'
        """
        _, iteration, value = list(self.columns)[column]
        example = self._examples[column]
        return value if iteration is None or example is None else example.describe(iteration, value)

    def _column(self, key: Column, example: Callable[[], InstanceGraph]) -> int:
        """Its number; -1 if it has none and gets none."""
        if not self.frozen and key not in self.columns:
            self.columns[key] = len(self.columns)
            self._examples.append(example() if key[0] == "wl" else None)
        return self.columns.get(key, -1)


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
