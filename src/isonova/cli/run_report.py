"""`isonova plan --report`: the page is written last, so that whatever happens to it, the plan is out."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isonova.api.result import Result


def write_report(result: Result, path: str) -> bool:
    """Writes beside and renames, so that an old report is whole until the new one is. Returns whether that worked."""
    sys.stdout.flush()
    target = Path(path)
    draft = (
        target
        if target.exists() and not target.is_file()
        else target.with_name(f".{target.name}.{os.urandom(8).hex()}")
    )
    try:
        result.report(draft)
        if draft != target:
            draft.replace(target)
        return True
    except OSError as error:
        why = error.strerror
    except MemoryError:
        why = "out of memory"
    except KeyboardInterrupt:
        why = "interrupted"
    if draft != target:
        draft.unlink(missing_ok=True)
    print(f"error: cannot write the report {path}: {why}", file=sys.stderr, flush=True)
    return False
