"""A configuration: a planner with its settings, and the command it stands for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from math import ceil
from typing import Any

from isonova.experiments.errors import ExperimentError
from isonova.experiments.planner import ISONOVA, Planner, Setting, fill
from isonova.experiments.suggest import known
from isonova.experiments.tasks import HASH_BYTES, Task

GRACE = 10.0
NOT_PLANNING = ("json", "quiet", "dry_run", "plan_file", "log_file", "help")
"""Options of `isonova plan` that the runner needs for itself."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard limits of a run: seconds of wall-clock and of CPU time, MB of memory.

    A planner that is told its limits gets `grace` seconds more to report and to check its plan. What it finds in them
    does not count.
    """

    time: float
    cpu: float
    memory: float
    grace: float


@dataclass(frozen=True)
class Configuration:
    name: str
    planner: Planner
    settings: Mapping[str, Setting]

    def with_options(self, options: Mapping[str, Setting]) -> Configuration:
        """With the options of a task set, which are Isonova's; the configuration's own come first."""
        if self.planner.name != ISONOVA:
            return self
        return replace(self, settings={**options, **self.settings})

    @property
    def threads(self) -> int:
        """How many cores a run takes."""
        given = self.settings.get("threads", 1)
        return max(1, given) if isinstance(given, int) else 1

    def definition(self) -> dict[str, Any]:
        """All that a result depends on; the name is not part of it."""
        if self.planner.name == ISONOVA:
            return {"planner": ISONOVA, "settings": dict(sorted(self.settings.items()))}
        planner = self.planner
        return {
            "planner": planner.name,
            "settings": dict(sorted({**planner.parameters, **self.settings}.items())),
            "command": planner.command,
            "plan": planner.plan,
            "exit_codes": {status: list(codes) for status, codes in planner.exit_codes.items()},
            "figures": dict(planner.figures),
        }

    @cached_property
    def hash(self) -> str:
        text = json.dumps(self.definition(), sort_keys=True)
        return blake2b(text.encode(), digest_size=HASH_BYTES).hexdigest()

    def check(self) -> None:
        """Refuses settings that the planner does not know, before anything is run."""
        if self.planner.name == ISONOVA:
            _check_isonova(self.settings)
            return
        placeholders = self.planner.placeholders()
        taken = sorted(placeholders | set(self.planner.parameters))
        for key in self.settings:
            if key not in taken:
                raise ExperimentError(f"unknown key '{key}' for {self.planner.name}; {known(key, ['planner', *taken])}")
        try:
            self._fill(self.planner.command, {"domain": "", "problem": "", "time_limit": 0, "memory_limit": 0})
        except ExperimentError as error:
            needs = f". {self.planner.name} needs {self.planner.needs}" if self.planner.needs else ""
            raise ExperimentError(f"{error}{needs}") from None

    def command(self, task: Task, limits: Limits) -> list[str]:
        isonova = self.planner.name == ISONOVA
        values: dict[str, Setting] = {
            "domain": str(task.domain_file),
            "problem": str(task.problem_file),
            "time_limit": f"{limits.time:g}" if isonova else ceil(min(limits.time, limits.cpu)),
            "memory_limit": f"{limits.memory:g}" if isonova else ceil(limits.memory),
        }
        words = self._fill(self.planner.command, values)
        if isonova:
            for key, value in self.settings.items():
                words += _option(key, value)
        return words

    def version_command(self) -> list[str]:
        return self._fill(self.planner.version, {})

    def _fill(self, words: tuple[str, ...], values: Mapping[str, Setting]) -> list[str]:
        return [fill(word, {**self.planner.parameters, **self.settings, **values}) for word in words]


def _option(key: str, value: Setting) -> list[str]:
    option = f"--{key.replace('_', '-')}"
    if isinstance(value, bool):
        from isonova.api.keywords import options_of
        from isonova.api.options import PlanOptions

        off = {each.flag: each.no_flag for each in options_of(PlanOptions)}.get(option)
        return [option] if value else [] if off is None else [off]
    return [option, str(value)]


def _is_option(key: str, value: Setting) -> bool:
    """Whether `isonova plan` takes it, though the function `isonova.plan` does not: an alias, say."""
    from isonova.examples import files

    words = [sys.executable, "-m", "isonova", "plan", *map(str, files("parcels")), "--dry-run", *_option(key, value)]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def _check_isonova(settings: Mapping[str, Setting]) -> None:
    from isonova.api.keywords import OptionError, options_of, with_keywords
    from isonova.api.options import PlanOptions

    keys = {key.replace("-", "_"): value for key, value in settings.items()}
    taken = [each.keyword for each in options_of(PlanOptions) if each.keyword not in ("time_limit", "memory_limit")]
    for key, value in keys.items():
        if key in ("time_limit", "memory_limit"):
            raise ExperimentError(f"{key} is set for all configurations, in the table 'limits'")
        if key not in taken and (key in NOT_PLANNING or not _is_option(key, value)):
            raise ExperimentError(f"unknown key '{key}' for {ISONOVA}; {known(key, ['planner', *taken])}")
    try:
        with_keywords(PlanOptions(), {key: value for key, value in keys.items() if key in taken})
    except OptionError as error:
        raise ExperimentError(str(error)) from None
