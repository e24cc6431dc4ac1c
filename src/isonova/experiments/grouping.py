"""Domains as the paper's tables have them: which folders of the public collections make up one domain.

The folders of `data/paper_domains.csv` give the paper's totals. They are those with one domain file for all problems;
of a domain with variants for optimal and satisficing planning, the latter. Other folders form a domain by their name:
`barman-mco14-strips` is of the domain barman.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data"
SUITES = ("ipc", "htg")
VARIANT = re.compile(r"^(?P<domain>.+?)-(?P<track>opt|sat|agl|mco)?(?P<year>\d\d)(-(?:strips|adl))?$")
FORMULATION = re.compile(r"^(?P<domain>.+?)-(?:strips|adl|fulladl|simpleadl)$")


@dataclass(frozen=True, slots=True)
class PaperDomain:
    suite: str
    domain: str
    tasks: int
    """How many the paper counts."""
    folders: tuple[str, ...]


@cache
def paper_domains() -> tuple[PaperDomain, ...]:
    with (DATA / "paper_domains.csv").open(newline="") as file:
        return tuple(
            PaperDomain(row["suite"], row["domain"], int(row["tasks"]), tuple(row["folders"].split()))
            for row in csv.DictReader(file)
        )


@cache
def _paper_folders() -> dict[str, PaperDomain]:
    return {folder: domain for domain in paper_domains() for folder in domain.folders}


def in_paper(folder: str) -> bool:
    return folder in _paper_folders()


def suite_of(folders: Iterable[str], otherwise: str) -> str:
    """The suite a collection of folders is, if it holds folders of the paper; they are never of both."""
    known = _paper_folders()
    suites = [known[folder].suite for folder in folders if folder in known]
    return max(SUITES, key=suites.count) if suites else otherwise


def domain_of(folder: str) -> str:
    """The domain a folder belongs to."""
    if folder in _paper_folders():
        return _paper_folders()[folder].domain
    for pattern in (VARIANT, FORMULATION):
        if match := pattern.match(folder):
            return _aliases().get(match["domain"], match["domain"])
    return folder


@cache
def _aliases() -> dict[str, str]:
    """Domains whose name in the paper is shorter than that of their folders: data for data-network."""
    found = {}
    for folder, domain in _paper_folders().items():
        match = VARIANT.match(folder)
        if match and match["domain"] != domain.domain:
            found[match["domain"]] = domain.domain
    return found


def without_optimal_variants(folders: Iterable[str]) -> list[str]:
    """Leaves out the variant for optimal planning of a domain that has one for satisficing planning as well."""
    folders = list(folders)
    tracks: dict[str, set[str]] = {}
    for folder in folders:
        if match := VARIANT.match(folder):
            tracks.setdefault(match["domain"], set()).add(match["track"] or "")

    def kept(folder: str) -> bool:
        match = VARIANT.match(folder)
        return match is None or match["track"] != "opt" or "sat" not in tracks[match["domain"]]

    return [folder for folder in folders if kept(folder)]
