"""Novelty over a function from states to vectors, such as a neural network."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from isonova.api.errors import OptionError
from isonova.api.novelty_options import VectorFeatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from isonova.api.novelty_options import Atom


class Embedding(VectorFeatures):
    """A feature map from a function that turns many states at once into vectors of floats.

    ``function`` gets a NumPy array of 0 and 1. It has a row for each state and a column for each atom of :attr:`atoms`.
    The function returns an array with a row for each state. All children of an expanded state come in one call.

    A feature is a dimension of the vector with the interval, ``width`` wide, that its value falls into. With
    ``projections``, a feature is one of so many codes of ``bits`` bits each. A bit says on which side of a random
    hyperplane through the origin the vector lies, and ``seed`` chooses the hyperplanes.

    It needs the grounded engine. States have no static atoms.

    >>> import isonova
    >>> from isonova.examples import files
    >>> def halves(rows):  # how many atoms of each half of the columns are true
    ...     middle = rows.shape[1] // 2
    ...     return [[row[:middle].sum(), row[middle:].sum()] for row in rows]
    >>> isonova.plan(*files("parcels"), heuristic="ff", novelty=isonova.Embedding(halves, width=1)).solved
    True
    """

    def __init__(
        self,
        function: Callable[[NDArray[Any]], Any],
        *,
        width: float | None = None,
        projections: int | None = None,
        bits: int = 8,
        seed: int = 0,
    ) -> None:
        if not callable(function):
            raise OptionError(f"an embedding has a function from rows of atoms to vectors, not {function!r}")
        if (width is None) == (projections is None):
            raise OptionError("an embedding needs either a width of intervals or a number of projections")
        if width is not None and not (isinstance(width, (int, float)) and width > 0):
            raise OptionError(f"the width of an embedding must be a number above 0, but is {width!r}")
        for name, number, least, most in (
            ("projections", projections, 1, inf),
            ("bits", bits, 1, 62),
            ("seed", seed, 0, inf),
        ):
            if number is not None and not (isinstance(number, int) and least <= number <= most):
                until = f" to {most}" if most < inf else " on"
                raise OptionError(
                    f"{name} of an embedding must be a whole number from {least}{until}, but is {number!r}"
                )
        try:
            import numpy as np  # noqa: F401
        except ImportError:
            raise OptionError("embeddings need NumPy: pip install 'isonova[learn]'") from None
        self.function, self.width, self.projections, self.bits, self.seed = function, width, projections, bits, seed
        self.atoms: list[Atom] = []
        """What the columns stand for; known when a search begins."""
        self._planes: NDArray[Any] | None = None
        self._columns: int | None = None

    def begin(self, atoms: list[Atom]) -> None:
        """Called when a search begins."""
        self.atoms, self._planes, self._columns = atoms, None, None

    def __call__(self, state: frozenset[Atom]) -> list[tuple[int, int]]:
        """The features of one state, by its atoms."""
        import numpy as np

        row = np.array([[atom in state for atom in self.atoms]], np.uint8)
        return list(enumerate(self.codes(row)[0].tolist()))

    def codes(self, rows: NDArray[Any]) -> NDArray[Any]:
        """A row of whole numbers for each state."""
        import numpy as np

        vectors = np.asarray(self.function(rows), np.float64)
        if vectors.ndim != 2 or len(vectors) != len(rows):
            raise ValueError(
                f"the function of an embedding returned an array of shape {vectors.shape} for {len(rows)} states; "
                "it needs a row for each of them"
            )
        if self._columns is None:
            self._columns = vectors.shape[1]
        elif self._columns != vectors.shape[1]:
            raise ValueError(
                f"the function of an embedding returned {vectors.shape[1]} dimensions after {self._columns} before"
            )
        if not np.isfinite(vectors).all():
            raise ValueError("the function of an embedding returned a number that is not finite")
        if self.width is not None:
            intervals = np.floor(vectors / self.width)
            if np.abs(intervals).max(initial=0) >= 2**62:
                raise ValueError("the function of an embedding returned a number too large for intervals of this width")
            return np.ascontiguousarray(intervals.astype(np.int64))
        assert self.projections is not None
        if self._planes is None:
            shape = (vectors.shape[1], self.projections * self.bits)
            self._planes = np.random.default_rng(self.seed).standard_normal(shape)
        sides = (vectors @ self._planes > 0).reshape(len(rows), self.projections, self.bits)
        return np.ascontiguousarray(sides @ (1 << np.arange(self.bits, dtype=np.int64)))

    @property
    def __name__(self) -> str:
        return str(getattr(self.function, "__name__", type(self.function).__name__))
