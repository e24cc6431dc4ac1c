"""The errors that input can cause. PDDL errors carry `diagnostics`, which point at places in the PDDL text."""

from isonova._core import PDDLError, UnsupportedError

__all__ = ["OptionError", "PDDLError", "UnsupportedError"]


class OptionError(ValueError):
    """An option that makes no sense: a name that is not known, a limit of nothing."""
