"""The errors that input can cause. PDDL errors carry `diagnostics`, which point at places in the PDDL text."""

from collections.abc import Iterator
from contextlib import contextmanager

from isonova._core import PDDLError, UnsupportedError

__all__ = ["OptionError", "PDDLError", "UnsupportedError"]


class OptionError(ValueError):
    """An option that makes no sense: a name that is not known, a limit of nothing."""


@contextmanager
def option_errors() -> Iterator[None]:
    """A name or number that the core refuses is an OptionError."""
    try:
        yield
    except ValueError as error:
        raise OptionError(str(error)) from None
