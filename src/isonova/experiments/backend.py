"""Where runs are carried out: a pool on this machine, or a cluster. The driver knows only this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from isonova.experiments.job import Facts, Job


class Backend(Protocol):
    def room(self) -> int:
        """How many more jobs it would take now. It may be 0 for long, while a cluster has no workers."""

    def submit(self, ticket: int, job: Job) -> None: ...

    def wait(self, seconds: float) -> Sequence[tuple[int, Facts]]:
        """The jobs that ended, waiting at most so long for the first. One that was lost has the fact `lost`."""

    def describe(self) -> str:
        """Where it runs, in a few words."""

    def close(self) -> None:
        """Ends at once; runs in flight are killed."""
