"""Wrong usage of the command line: found before any work is done, and ended with an exit code of its own."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

INTERNAL_ERROR = 32
WRONG_USAGE = 36


def fail(message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr, flush=True)
    raise SystemExit(WRONG_USAGE)


def check_readable(*paths: str) -> None:
    for path in paths:
        if not path or not os.path.exists(path):  # an empty path would be taken for this folder
            fail(f"there is no file {path or 'with an empty name'}{_hint(path)}")
        if os.path.isdir(path):
            fail(f"{path} is a folder, not a file")
        if not os.access(path, os.R_OK):
            fail(f"{path} cannot be read: permission denied")


def _hint(path: str) -> str:
    from isonova.examples import NAMES

    return f"; the bundled task: $(isonova examples {path})" if path in NAMES else ""


def task_files(files: list[str]) -> tuple[str, str]:
    """Domain and problem from `[DOMAIN] PROBLEM`."""
    if len(files) > 2:
        fail(f"two files at most, DOMAIN and PROBLEM, not {len(files)}")
    check_readable(*files)
    if len(files) == 2:
        return files[0], files[1]
    from isonova.api.domain_files import find_domain

    try:
        return str(find_domain(files[0])), files[0]
    except FileNotFoundError as error:
        if is_domain(files[0]):
            fail(f"{files[0]} is a domain; the problem is missing")
        fail(str(error))


def plan_files(files: list[str]) -> tuple[str, str, str]:
    """Domain, problem and plan from `[DOMAIN] PROBLEM PLAN`."""
    if not 2 <= len(files) <= 3:
        fail(f"two or three files, [DOMAIN] PROBLEM PLAN, not {len(files)}")
    check_readable(*files)
    if len(files) == 2 and is_domain(files[0]):
        fail("the problem or the plan is missing: [DOMAIN] PROBLEM PLAN")
    return *task_files(files[:-1]), files[-1]


def is_domain(path: str) -> bool:
    import re
    from pathlib import Path

    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return re.search(r"^[^;\n]*\(\s*define\s*\(\s*domain\b", text, re.IGNORECASE | re.MULTILINE) is not None


def check_writable(path: str) -> None:
    from pathlib import Path

    target = Path(path)
    if not target.name or target.is_dir():
        fail(f"cannot write to '{path}': it is a folder, not a file")
    if not os.access(target.absolute().parent, os.W_OK):
        fail(f"cannot write {path}: its folder does not exist or is not writable")
