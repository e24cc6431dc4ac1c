"""Which domain file belongs to a problem file: the one finder for all commands.

A problem's own domain file (`p01-domain.pddl`, `domain_p01.pddl`, `domain01.pddl` for `task01.pddl`, ...) comes before
the `domain.pddl` of its folder. Other domain files, such as `orig-domain.pddl`, belong to no problem.
"""

from __future__ import annotations

import os
from collections.abc import Container
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def domain_names(problem: str) -> list[str]:
    """Names that the domain file of a problem file may have, the most special first."""
    from pathlib import Path

    stem, suffix = Path(problem).stem, Path(problem).suffix
    prefixes = [stem]
    while "-" in prefixes[-1]:  # p01-airport1-p1 belongs to p01-domain
        prefixes.append(prefixes[-1].rpartition("-")[0])
    stems = [f"{prefix}{mark}domain" for prefix in prefixes for mark in "-_"]
    stems += [f"domain-{stem}", f"domain_{stem}"]
    stems += [stem.replace(word, "domain") for word in ("task", "problem", "prob") if word in stem]
    names = [f"{name}{suffix}" for name in (*stems, "domain")] + ["domain.pddl"]
    return [name for name in dict.fromkeys(names) if name != problem]


def choose_domain(problem: str, files: Container[str]) -> str | None:
    """The domain file of a problem file among the files of its folder."""
    return next((name for name in domain_names(problem) if name in files), None)


def find_domain(problem: str | os.PathLike[str]) -> Path:
    """The domain file beside a problem file. Raises FileNotFoundError, which lists the names tried."""
    if isinstance(problem, str) and "(define" in problem.lower():
        raise ValueError("a problem as text needs its domain: plan(domain, problem)")
    from pathlib import Path

    path = Path(problem)
    if not path.exists():
        raise FileNotFoundError(f"there is no file {path}")
    for name in domain_names(path.name):
        if path.with_name(name).is_file():
            return path.with_name(name)
    tried = ", ".join(domain_names(path.name))
    raise FileNotFoundError(f"no domain file beside {path}: looked for {tried}")
