"""The errors that input can cause. PDDL errors carry `diagnostics`, which point at places in the PDDL text."""

from isonova._core import PDDLError, UnsupportedError
from isonova.api.keywords import OptionError

__all__ = ["OptionError", "PDDLError", "UnsupportedError"]
