"""Modules of the folder `benchmarks`; for tests marked `source`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = str(Path(__file__).parent.parent)


def load_script(name: str) -> Any:
    if ROOT not in sys.path:
        sys.path.append(ROOT)
    return import_module(f"benchmarks.{name}")
