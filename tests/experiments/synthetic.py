"""Studies that look like the paper's, made up from its tables in seconds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from experiments.cells import facts, report

from isonova.experiments.configuration import Limits
from isonova.experiments.database import Database
from isonova.experiments.definition import load
from isonova.experiments.grouping import PaperDomain, paper_domains
from isonova.experiments.judge import judge
from isonova.experiments.matrix import Cell, Matrix
from isonova.experiments.tasks import Task

LIMITS = Limits(10, 10, 4096, 10)


def tasks_of(domain: PaperDomain, per_domain: int) -> list[Task]:
    count = min(per_domain, domain.tasks)
    folder = domain.folders[0]
    return [
        Task(
            domain.suite,
            domain.domain,
            folder,
            f"p{number + 1:02}",
            Path(f"/benchmarks/{folder}/domain.pddl"),
            Path(f"/benchmarks/{folder}/p{number + 1:02}.pddl"),
            f"{domain.suite}{domain.domain}{number}",
            domain.tasks / count,
        )
        for number in range(count)
    ]


def record_study(
    folder: Path, per_domain: int, domains: int = 67, missing: int = 0, seed: int = 1, profile: str = "author"
) -> Path:
    """Tasks get harder with their number; what is solved follows the published shares."""
    import csv

    from isonova.experiments.grouping import DATA

    with (DATA / "paper" / "coverage.csv").open(newline="") as file:
        published = {(row["suite"], row["domain"]): row for row in csv.DictReader(file)}
    random = Random(seed)
    chosen = paper_domains()[-domains:]
    configurations = [
        replace(each, settings={**each.settings, "profile": profile}) for each in load("paper").configurations
    ]
    cells = [
        Cell(configuration, task, LIMITS)
        for domain in chosen
        for task in tasks_of(domain, per_domain)
        for configuration in configurations
    ]
    random.shuffle(cells)
    sizes = {(domain.suite, domain.domain): domain.tasks for domain in chosen}
    with Database(folder, "synthetic") as database:
        tasks = {cell.task.hash: cell.task for cell in cells}
        database.plan(Matrix(tuple(configurations), tuple(tasks.values()), tuple(cells)))
        for at, cell in enumerate(cells[: len(cells) - missing]):
            key = (cell.task.suite, cell.task.domain)
            share = int(published[key][cell.configuration.name]) / sizes[key]
            place = (int(cell.task.name[1:]) - 0.5) * cell.task.weight / sizes[key]
            found = _facts(random, place + random.gauss(0, 0.08) < share, place, at)
            database.record(cell, judge(cell, found), found, "0.1.0 (build 0123abcd)")
    return folder


def _facts(random: Random, solved: bool, place: float, at: int) -> dict[str, Any]:
    load = {"load_before": random.uniform(0.5, 2.5), "load_after": random.uniform(0.5, 2.5)}
    if at % 997 == 500:
        return facts(exit_code=None, signal=11, log="Segmentation fault in <script>\n", **load)
    if not solved:
        ended = report("out_of_time", steps=0, total=10.0, evaluations=random.randrange(100_000), expansions=5000)
        return facts(exit_code=23, cpu_seconds=10.1, wall_seconds=10.4, report=ended, log="gave up\n" * 3, **load)
    seconds = min(9.5, 0.15 + 10 ** random.gauss(2 * place - 1.5, 0.5))
    steps = 5 + int(60 * place * random.uniform(0.8, 1.4))
    expansions = max(steps, int(seconds * 10 ** random.gauss(3, 0.4)))
    parts = {"search": seconds - 0.1, "total": seconds, "validate": 0.01}
    ended = report(steps=steps, expansions=expansions, evaluations=12 * expansions, seconds=parts)
    peak = (40 + expansions // 50) << 20
    return facts(cpu_seconds=seconds, wall_seconds=1.05 * seconds, report=ended, peak=peak, **load)
