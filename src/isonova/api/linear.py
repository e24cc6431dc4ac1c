"""A linear function of WL colours as a heuristic: learned in Python, evaluated by the compiled search."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from isonova import _core
from isonova.api.errors import OptionError
from isonova.api.keywords import flat, option_errors, with_keywords
from isonova.api.novelty_options import NoveltyOptions, WLOptions
from isonova.api.options import CompiledHeuristic
from isonova.api.state_features import Column, Vocabulary

if TYPE_CHECKING:
    from typing import Unpack

    from isonova.api.novelty_options import NoveltyKeywords

FORMAT = "isonova linear heuristic 1"


class LinearHeuristic(CompiledHeuristic):
    """A bias plus, for each WL colour, a weight times how many nodes of the state's graph have it.

    Give it to :func:`isonova.plan` or to :class:`isonova.Heuristic` in the place of a name. Colours have the same names
    in all tasks of a domain, so it can be learned on small tasks and used on large ones. Values are multiplied by
    ``scale``, rounded to whole numbers, and never below 0. The keywords are the options of WL features.

    >>> import isonova
    >>> from isonova.examples import files
    >>> task = isonova.load(*files("parcels"))
    >>> space = isonova.StateSpace(task)
    >>> vocabulary = isonova.Vocabulary()
    >>> row = vocabulary.states(isonova.StateFeatures(space, "wl"), [space.initial()])
    >>> open_goals = [float("open goal" in vocabulary.describe(c)) for c in range(row.shape[1])]
    >>> counting = isonova.LinearHeuristic.of(vocabulary, open_goals)
    >>> isonova.Heuristic(space, counting)(space.initial()) == round((row @ open_goals)[0])
    True
    >>> isonova.plan(task, heuristic=counting).solved
    True
    """

    def __init__(
        self,
        weights: Mapping[Column, float],
        bias: float = 0.0,
        *,
        scale: float = 1.0,
        **keywords: Unpack[NoveltyKeywords],
    ) -> None:
        self.options = with_keywords(NoveltyOptions("wl"), keywords, of="LinearHeuristic")
        if self.options.features != "wl":
            raise OptionError(f"a linear heuristic has WL features, not {self.options.name}")
        if self.options.wl.exact:
            raise OptionError("a linear heuristic knows colours by their hashes: it does not go with wl_exact")
        if not isinstance(weights, Mapping):
            raise OptionError(
                f"the weights of a linear heuristic are a dictionary from columns to numbers, not {weights!r}"
            )
        self.weights = {_column(column): _number(weight) for column, weight in weights.items() if weight != 0}
        self.bias, self.scale = _number(bias), _number(scale)
        self.core  # noqa: B018  # mistakes show here and not in a search

    @classmethod
    def of(
        cls,
        vocabulary: Vocabulary,
        weights: Iterable[float],
        bias: float = 0.0,
        *,
        scale: float = 1.0,
        **keywords: Unpack[NoveltyKeywords],
    ) -> LinearHeuristic:
        """From a weight for each column of a vocabulary, as ``coef_`` and ``intercept_`` of a linear model are."""
        each = list(weights)
        if len(each) != len(vocabulary.columns):
            raise OptionError(
                f"the vocabulary has {len(vocabulary.columns)} columns, but there are {len(each)} weights"
            )
        return cls(dict(zip(vocabulary.columns, each, strict=True)), bias, scale=scale, **keywords)

    @cached_property
    def core(self) -> _core.LinearModel:
        """As the core takes it."""
        weights = [(cast(int, iteration), name, weight) for (_, iteration, name), weight in self.weights.items()]
        with option_errors():
            return _core.LinearModel(self.options.core(), weights, self.bias, self.scale)

    def save(self, file: str | os.PathLike[str]) -> None:
        """As JSON that can be read and kept under version control."""
        content = {
            "format": FORMAT,
            "profile": self.options.profile,
            "options": {key: value for key, value in flat(self.options.wl).items() if value is not None},
            "bias": self.bias,
            "scale": self.scale,
            "weights": [[iteration, name, weight] for (_, iteration, name), weight in self.weights.items()],
        }
        Path(file).write_text(json.dumps(content, indent=0) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> LinearHeuristic:
        """What :meth:`save` has written."""
        try:
            content: Any = json.loads(Path(file).read_text(encoding="utf-8"))
            if content["format"] != FORMAT:
                raise OptionError(f"{file}: the format is '{content['format']}', not '{FORMAT}'")
            weights = {("wl", iteration, name): weight for iteration, name, weight in content["weights"]}
            options = NoveltyOptions("wl", profile=content["profile"], wl=WLOptions(**content["options"]))
            keywords = {key: value for key, value in flat(options).items() if key.startswith(("wl_", "profile"))}
            return cls(weights, content["bias"], scale=content["scale"], **keywords)
        except OptionError as error:
            raise OptionError(f"{file}: {error}") from None
        except (UnicodeDecodeError, ValueError, KeyError, TypeError) as error:
            raise OptionError(f"{file} is no linear heuristic: {type(error).__name__}: {error}") from None

    def __repr__(self) -> str:
        return f"<LinearHeuristic of {len(self.weights)} WL colours>"


def _column(column: object) -> Column:
    match column:
        case ("wl", int(iteration), str()) if iteration >= 0 and not isinstance(iteration, bool):
            return cast(Column, column)
        case (str(name), _, _) if name != "wl":
            raise OptionError(f"a linear heuristic has weights for colours of wl, not of {name}")
    raise OptionError(
        f"a weight of a linear heuristic belongs to ('wl', iteration, name of a colour), not to {column!r}"
    )


def _number(value: object) -> float:
    try:
        return float(cast(float, value))
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"a linear heuristic is made of numbers, and {value!r} is none") from None
