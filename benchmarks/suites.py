"""The tasks of a benchmark suite, as the experiments find them."""

from __future__ import annotations

from isonova.experiments.pairing import Pair, Suite, find_tasks, scan

__all__ = ["Pair", "Suite", "find_tasks", "scan"]
