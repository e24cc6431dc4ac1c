"""The tasks of an experiment: found in folders laid out as the public collections are, or bundled with the package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from isonova.experiments.errors import ExperimentError
from isonova.experiments.grouping import domain_of, in_paper, suite_of, without_optimal_variants
from isonova.experiments.pairing import scan

HASH_BYTES = 8


@dataclass(frozen=True, slots=True)
class Task:
    """A task with its place in the tables. `hash` covers that place and the text of both files."""

    suite: str
    domain: str
    folder: str
    name: str
    domain_file: Path
    problem_file: Path
    hash: str
    weight: float = 1.0
    """How many tasks of its domain it stands for: more than 1 in a sample."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A domain folder of a collection."""

    suite: str
    path: Path

    @property
    def name(self) -> str:
        return self.path.name


@dataclass(slots=True)
class Found:
    tasks: list[Task] = field(default_factory=list)
    orphans: list[Path] = field(default_factory=list)
    """Problems without a domain file: said, and left out."""


def subfolders(path: Path) -> list[Path]:
    return sorted(below for below in path.iterdir() if below.is_dir() and not below.name.startswith("."))


def has_pddl(path: Path) -> bool:
    return any(path.glob("*.pddl"))


def find_folders(root: Path) -> list[Folder]:
    """The domain folders below a folder, which may be one of them, a collection of them, or hold collections."""
    if not root.is_dir():
        raise ExperimentError(f"there is no folder {root} with benchmarks")
    if has_pddl(root):
        return [Folder(suite_of([root.name], root.resolve().parent.name), root)]
    below = subfolders(root)
    if any(map(has_pddl, below)):
        suite = suite_of([path.name for path in below], root.resolve().name)
        return [Folder(suite, path) for path in below]
    return [folder for path in below if any(map(has_pddl, subfolders(path))) for folder in find_folders(path)]


def find_tasks(roots: Sequence[Path], select: str) -> Found:
    """All tasks of the paper's folders (`select` = paper), or of all folders but optimal variants (all)."""
    folders = [folder for root in roots for folder in find_folders(root)]
    if select == "paper":
        folders = [folder for folder in folders if in_paper(folder.name)]
    else:
        kept = set(without_optimal_variants(folder.name for folder in folders))
        folders = [folder for folder in folders if folder.name in kept]
    found = Found()
    places: dict[tuple[str, str, str], Path] = {}
    for folder in folders:
        for task in _tasks_of(folder, found.orphans):
            place = (task.suite, task.folder, task.name)
            if place in places:
                raise ExperimentError(
                    f"{task.problem_file} and {places[place]} have the same place in the tables "
                    f"({'/'.join(place)}): give only one of the folders"
                )
            places[place] = task.problem_file
            found.tasks.append(task)
    return found


def _tasks_of(folder: Folder, orphans: list[Path]) -> Iterator[Task]:
    pairs = scan(folder.path)
    orphans += pairs.orphans
    domains: dict[Path, bytes] = {}
    for pair in sorted(pairs.pairs, key=lambda pair: natural(str(pair.problem))):
        name = str(pair.problem.relative_to(folder.path).with_suffix(""))
        text = domains.setdefault(pair.domain, pair.domain.read_bytes())
        yield make_task(folder.suite, domain_of(folder.name), folder.name, name, pair.domain, pair.problem, text)


def make_task(
    suite: str, domain: str, folder: str, name: str, domain_file: Path, problem_file: Path, domain_text: bytes
) -> Task:
    digest = blake2b(digest_size=HASH_BYTES)
    for part in (suite.encode(), folder.encode(), name.encode(), domain_text, problem_file.read_bytes()):
        digest.update(len(part).to_bytes(8, "big") + part)
    return Task(suite, domain, folder, name, domain_file.resolve(), problem_file.resolve(), digest.hexdigest())


def example_tasks() -> list[Task]:
    from isonova.examples import NAMES, files

    tasks = []
    for name in NAMES:
        domain, problem = files(name)
        tasks.append(make_task("examples", name, name, "problem", domain, problem, domain.read_bytes()))
    return tasks


def natural(text: str) -> list[tuple[int, str]]:
    """Sorts p2 before p10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text)]
