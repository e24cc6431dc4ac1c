"""Which domain file belongs to which problem file.

A problem's own domain file (`p01-domain`, `domain_p01`, `domain-p01`, or `task` replaced by `domain` in the name) comes
before the `domain.pddl` of its folder. Other domain files, such as `orig-domain.pddl`, belong to no problem.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Pair:
    domain: Path
    problem: Path


@dataclass(frozen=True)
class Suite:
    pairs: list[Pair]
    orphans: list[Path]  # problems without a domain file


def domain_names(problem: str) -> Iterator[str]:
    """Names the domain file of a problem file (both without `.pddl`) may have, the most special first."""
    prefixes = [problem]
    while "-" in prefixes[-1]:  # p01-airport1-p1 belongs to p01-domain
        prefixes.append(prefixes[-1].rpartition("-")[0])
    for prefix in prefixes:
        yield f"{prefix}-domain"
        yield f"{prefix}_domain"
    yield f"domain-{problem}"
    yield f"domain_{problem}"
    for word in ("task", "problem"):
        if word in problem:
            yield problem.replace(word, "domain")
    yield "domain"


def scan(root: str | Path) -> Suite:
    """All tasks below a folder, in the order of their paths."""
    suite = Suite([], [])
    for folder, subfolders, files in os.walk(root):
        subfolders.sort()
        names = {file.removesuffix(".pddl") for file in files if file.endswith(".pddl")}
        domains = {name for name in names if "domain" in name}
        for problem in sorted(names - domains):
            path = Path(folder, f"{problem}.pddl")
            domain = next((name for name in domain_names(problem) if name in domains), None)
            if domain is None:
                suite.orphans.append(path)
            else:
                suite.pairs.append(Pair(Path(folder, f"{domain}.pddl"), path))
    return suite


def find_tasks(root: str | Path) -> list[Pair]:
    return scan(root).pairs
