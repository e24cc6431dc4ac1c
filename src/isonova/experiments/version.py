"""Which version of a planner made a result."""

from __future__ import annotations

import subprocess
from functools import cache
from hashlib import blake2b
from importlib import util
from pathlib import Path

import isonova
from isonova.experiments.configuration import Configuration
from isonova.experiments.errors import ExperimentError
from isonova.experiments.guard.job import resolve
from isonova.experiments.planner import ISONOVA

SECONDS = 30


@cache
def isonova_version() -> str:
    """The version, and a fingerprint of the compiled core: two builds of one version are told apart."""
    number: str = isonova.__version__
    spec = util.find_spec("isonova._core")
    if spec is None or spec.origin is None:
        return number
    return f"{number} (build {blake2b(Path(spec.origin).read_bytes(), digest_size=4).hexdigest()})"


def version_of(configuration: Configuration) -> str | None:
    """What the planner says of itself; None if its description does not say how to ask."""
    if configuration.planner.name == ISONOVA:
        return isonova_version()
    if not configuration.planner.version:
        return None
    try:
        words = [resolve(word) for word in configuration.version_command()]
        done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        needs = f"; it needs {configuration.planner.needs}" if configuration.planner.needs else ""
        raise ExperimentError(
            f"{configuration.name}: {configuration.planner.name} cannot be run: {error}{needs}"
        ) from None
    lines = done.stdout.strip().splitlines()
    return lines[0] if lines else None
