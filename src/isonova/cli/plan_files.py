"""`--plan-file`: where plans are written, as the planning competitions have it."""

from __future__ import annotations

import os
import sys
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class PlanFiles:
    """One file, or, for plans that get better, FILE.1, FILE.2 and so on. A file is whole or not there."""

    def __init__(self, path: str | None, *, numbered: bool) -> None:
        self._path = path
        self._numbered = numbered
        self._written = 0
        self.complete = True
        """Whether the last plan was written, if it was to be."""

    @property
    def first(self) -> str | None:
        return self._path if self._path is None or not self._numbered else f"{self._path}.1"

    def write(self, text: str) -> None:
        """A plan that cannot be written leaves the earlier ones as they are; the next one gets its number."""
        if self._path is None:
            return
        from pathlib import Path

        if self._numbered and self._written == 0:
            self._remove_old()
        target = Path(f"{self._path}.{self._written + 1}" if self._numbered else self._path)
        self.complete = _write(target, text)
        self._written += self.complete

    def _remove_old(self) -> None:
        """Plans of an earlier run, whose last one would look like the best of this run."""
        from pathlib import Path

        for number in count(1):
            try:
                Path(f"{self._path}.{number}").unlink()
            except OSError:
                return


def _write(target: Path, text: str) -> bool:
    """Writes beside and renames, so that an old file is whole until the new one is."""
    draft = target.with_name(f".{target.name}.{os.urandom(8).hex()}")
    try:
        with draft.open("x") as file:
            file.write(text)
        draft.replace(target)
    except OSError as error:
        print(f"error: cannot write {target}: {error.strerror}; the plan is printed only", file=sys.stderr, flush=True)
        draft.unlink(missing_ok=True)
        return False
    return True
