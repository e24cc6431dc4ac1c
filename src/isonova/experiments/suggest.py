"""Names that were probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def known(name: str, names: Iterable[str]) -> str:
    """`did you mean a or b? Known: ...` for a name that is not among the names."""
    names = list(names)
    close = get_close_matches(name, names, n=2, cutoff=0.6)
    meant = f"did you mean {' or '.join(close)}? " if close else ""
    return f"{meant}Known: {', '.join(names)}"
