"""`--log-file`: the plain log of a run, each line with the seconds since its start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import IO


class Log:
    """Into a file without a buffer: what was logged is there if the process dies, and nothing is left to fail later."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file
        self._start = perf_counter()

    def write(self, text: str) -> None:
        if self._file is None:
            return
        try:
            for line in text.splitlines():
                self._file.write(f"{perf_counter() - self._start:9.3f}  {line}\n".encode())
        except OSError as error:  # a log is not worth a run
            print(f"warning: the log ends here: {error.strerror}", file=sys.stderr)
            self._file = None


@contextmanager
def logging_to(path: str | None) -> Iterator[Log]:
    if path is None:
        yield Log(None)
        return
    from pathlib import Path

    with Path(path).open("wb", buffering=0) as file:
        log = Log(file)
        try:
            yield log
        except Exception as error:
            if str(error):
                log.write(str(error))
            raise
