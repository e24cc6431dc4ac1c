"""All tasks below a folder: every problem file with its domain file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from isonova.api.domain_files import choose_domain


@dataclass(frozen=True, order=True)
class Pair:
    domain: Path
    problem: Path


@dataclass(frozen=True)
class Suite:
    pairs: list[Pair]
    orphans: list[Path]  # problems without a domain file


def scan(root: str | Path) -> Suite:
    """All tasks below a folder, in the order of their paths."""
    suite = Suite([], [])
    for folder, subfolders, files in os.walk(root):
        subfolders.sort()
        names = {file for file in files if file.endswith(".pddl")}
        domains = {name for name in names if "domain" in name}
        for problem in sorted(names - domains, key=lambda name: name.removesuffix(".pddl")):
            domain = choose_domain(problem, domains)
            if domain is None:
                suite.orphans.append(Path(folder, problem))
            else:
                suite.pairs.append(Pair(Path(folder, domain), Path(folder, problem)))
    return suite


def find_tasks(root: str | Path) -> list[Pair]:
    return scan(root).pairs
