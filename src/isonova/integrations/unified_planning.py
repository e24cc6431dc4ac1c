"""The engine ``isonova`` of unified-planning (needs the extra ``isonova[up]``): importing this module registers it.

>>> import isonova.integrations.unified_planning
>>> from unified_planning.shortcuts import OneshotPlanner
>>> with OneshotPlanner(name="isonova") as planner:
...     planner.name
'isonova'
"""

from __future__ import annotations

from isonova.integrations.up_engine import Isonova

__all__ = ["Isonova", "register"]


def register() -> None:
    """Make the engine known to unified-planning's global environment; done by the import of this module."""
    from unified_planning.environment import get_environment

    factory = get_environment().factory
    if Isonova.NAME not in factory.engines:
        factory.add_engine(Isonova.NAME, Isonova.__module__, Isonova.__name__)


register()
