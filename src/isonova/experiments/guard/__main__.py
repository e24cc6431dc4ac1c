"""Starts the guard. An empty package stands in for the real one, whose import would load the planner."""

import sys
from pathlib import Path
from types import ModuleType

if "isonova" not in sys.modules:
    FOLDER = Path(__file__).resolve().parents[2]
    for name, path in (("isonova", FOLDER), ("isonova.experiments", FOLDER / "experiments")):
        package = ModuleType(name)
        package.__path__ = [str(path)]
        sys.modules[name] = package

from isonova.experiments.guard.job import main

if __name__ == "__main__":
    sys.exit(main())
