"""Wrong usage of the command line: found before any work is done, and ended with an exit code of its own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import typer

INTERNAL_ERROR = 32
WRONG_USAGE = 36


def fail(message: str) -> NoReturn:
    typer.echo(f"error: {message}", err=True)
    raise typer.Exit(WRONG_USAGE)


def check_readable(*paths: str) -> None:
    for path in paths:
        if not path or not Path(path).exists():  # an empty path would be taken for this folder
            fail(f"there is no file {path or 'with an empty name'}")
        if Path(path).is_dir():
            fail(f"{path} is a folder, not a file")
        if not os.access(path, os.R_OK):
            fail(f"{path} cannot be read: permission denied")


def check_writable(path: str) -> None:
    target = Path(path)
    if not target.name or target.is_dir():
        fail(f"cannot write to '{path}': it is a folder, not a file")
    if not os.access(target.absolute().parent, os.W_OK):
        fail(f"cannot write {path}: its folder does not exist or is not writable")
