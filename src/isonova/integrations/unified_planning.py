"""The engines ``isonova`` and ``isonova-optimal`` of unified-planning (needs the extra ``isonova[up]``): importing this
module registers them.

>>> import isonova.integrations.unified_planning
>>> from unified_planning.shortcuts import OneshotPlanner
>>> with OneshotPlanner(name="isonova") as planner:
...     planner.name
'isonova'
"""

from __future__ import annotations

from isonova.integrations.up_engine import Isonova, IsonovaOptimal

__all__ = ["Isonova", "IsonovaOptimal", "register"]


def register() -> None:
    """Make the engines known to unified-planning's global environment; done by the import of this module."""
    from unified_planning.environment import get_environment

    factory = get_environment().factory
    for engine in (Isonova, IsonovaOptimal):
        if engine.NAME not in factory.engines:
            factory.add_engine(engine.NAME, engine.__module__, engine.__name__)


register()
