"""The errors that input can cause. Each carries `diagnostics`, which point at places in the PDDL text."""

from isonova._core import PDDLError, UnsupportedError

__all__ = ["PDDLError", "UnsupportedError"]
