"""Comparisons: counted by hand on a few runs, and as users see them."""

from __future__ import annotations

import csv
import json
import sqlite3
from io import StringIO
from itertools import accumulate, product
from math import log, prod
from pathlib import Path
from typing import Any

import pytest
from experiments.cells import LIMITS, configuration, facts, report, task
from experiments.test_cli import invoke

from isonova.experiments.compare import compare_studies
from isonova.experiments.database import Database
from isonova.experiments.errors import ExperimentError
from isonova.experiments.judge import judge
from isonova.experiments.matrix import Cell, Matrix
from isonova.experiments.scores import agile_score, satisficing_score

Runs = dict[str, dict[int, tuple[float, int] | None]]
"""Per configuration and task: CPU seconds and expansions, or None without a plan."""


def record(folder: Path, runs: Runs, version: str = "1", missing: int = 0) -> Path:
    numbers = sorted({number for tasks in runs.values() for number in tasks})
    cells = [Cell(configuration(name), task(number), LIMITS) for name in runs for number in runs[name]]
    more = [Cell(configuration(next(iter(runs))), task(1000 + number), LIMITS) for number in range(missing)]
    tasks = [*map(task, numbers), *(cell.task for cell in more)]
    with Database(folder, "x") as database:
        database.plan(Matrix(tuple(map(configuration, runs)), tuple(tasks), (*cells, *more)))
        for cell in cells:
            run = runs[cell.configuration.name][int(cell.task.name[1:])]
            said: dict[str, Any] = {"exit_code": 23, "report": report("out_of_time", steps=0)}
            if run is not None:
                said = {"cpu_seconds": run[0], "report": report(expansions=run[1], steps=run[1] % 10 + 1)}
            found = facts(**said)
            assert database.record(cell, judge(cell, found), found, version)
    return folder


@pytest.fixture
def studies(tmp_path: Path) -> tuple[str, str]:
    """Tasks 0 and 60 are of one domain, 1 and 2 of others."""
    before: Runs = {"ff": {0: (2, 100), 60: (8, 50), 1: (1, 10), 2: None, 3: (5, 5)}}
    after: Runs = {"ff": {0: (1, 25), 60: None, 1: (4, 40), 2: (9, 9), 4: (1, 1)}}
    return str(record(tmp_path / "a", before)), str(record(tmp_path / "b", after, "2", missing=3))


def test_two_versions_of_the_planner(studies: tuple[str, str]) -> None:
    [found] = compare_studies(*studies)
    assert [row.task for row in found.rows] == ["folder0/p0", "folder0/p60", "folder1/p1", "folder2/p2"]
    assert [row.task for row in found.only_a] == ["folder0/p60"]
    assert [row.task for row in found.only_b] == ["folder2/p2"]
    seconds, expansions = found.ratios("seconds"), found.ratios("expansions")
    assert seconds is not None
    assert expansions is not None
    assert seconds.mean == pytest.approx((0.5 * 4) ** 0.5)
    assert (seconds.smaller, seconds.equal, seconds.larger) == (1, 0, 1)
    assert (seconds.worst.task, seconds.best.task) == ("folder1/p1", "folder0/p0")
    assert expansions.mean == pytest.approx((0.25 * 4) ** 0.5)
    assert [(row.domain, row.tasks, row.a, row.b) for row in found.domains] == [
        *(("domain0", 2, 2, 1), ("domain1", 1, 1, 1), ("domain2", 1, 0, 1))
    ]
    assert found.agile() == pytest.approx((1 + 2 - (log(2) + log(8)) / log(300), 1 + 2 - (log(4) + log(9)) / log(300)))
    assert [row.task for row in found.slower(2, 0.5)] == ["folder1/p1"]
    assert found.slower(2, 3.5) == []
    assert (found.a.versions, found.b.versions, found.b.left) == ({"1": 4 + 1}, {"2": 5}, 3)


def test_evaluations_per_second_are_compared_on_all_tasks(tmp_path: Path) -> None:
    figures = {
        "slow": {1: (2000, 2.0), 2: (900, 0.5), 3: (5, 0.01)},
        "quick": {1: (9000, 3.0), 2: (1000, 1.0), 3: (9, 1.0)},
    }
    cells = [Cell(configuration(name), task(number), LIMITS) for name in figures for number in figures[name]]
    with Database(tmp_path, "x") as database:
        database.plan(Matrix(tuple(map(configuration, figures)), tuple(map(task, (1, 2, 3))), tuple(cells)))
        for cell in cells:
            evaluations, seconds = figures[cell.configuration.name][int(cell.task.name[1:])]
            said = report("out_of_time", steps=0)
            said["evaluations"], said["seconds"]["search"] = evaluations, seconds
            found = facts(exit_code=23, report=said)
            assert database.record(cell, judge(cell, found), found, "1")
    [compared] = compare_studies(f"{tmp_path}:slow", ":quick")
    rate = compared.ratios("rate")
    assert rate is not None
    assert rate.tasks == 2  # the third search was too short
    assert rate.mean == pytest.approx((3.0 * (1 / 1.8)) ** 0.5)
    assert (rate.worst.task, rate.best.task) == ("folder2/p2", "folder1/p1")
    assert compared.ratios("seconds") is None


def test_intervals_are_those_of_all_draws(tmp_path: Path) -> None:
    """Three domains, with two, one and one tasks: all draws of domains, then of tasks, each as likely as its number."""
    before: Runs = {"ff": {0: (2, 100), 60: (8, 50), 1: (1, 10), 2: None}}
    after: Runs = {"ff": {0: (1, 25), 60: None, 1: (4, 40), 2: (9, 9)}}
    a, b = (str(record(tmp_path / name, runs)) for name, runs in (("a", before), ("b", after)))
    [found] = compare_studies(a, b)
    gains = {(row.domain, row.problem): row.b.solved - row.a.solved for row in found.rows}
    groups = [[gain for (domain, _), gain in gains.items() if domain == name] for name in {key[0] for key in gains}]
    totals: list[tuple[float, float]] = []
    for domains in product(groups, repeat=3):
        ways = [list(product(group, repeat=len(group))) for group in domains]
        likely = 1 / 27 / prod(map(len, ways))
        for tasks in product(*ways):
            flat = [gain for drawn in tasks for gain in drawn]
            totals.append((sum(flat) * 4 / len(flat), likely))
    totals.sort()
    below = list(accumulate(weight for _, weight in totals))
    low = next(total for (total, _), sum_ in zip(totals, below, strict=True) if sum_ > 0.025)
    high = next(total for (total, _), sum_ in zip(totals, below, strict=True) if sum_ > 0.975)
    assert found.intervals["solved"] == pytest.approx((low, high))
    low, high = found.intervals["agile"]
    assert low < found.agile()[1] - found.agile()[0] < high


def test_one_domain_has_no_interval(tmp_path: Path) -> None:
    a, b = (str(record(tmp_path / name, {"ff": {0: (2, 100), 60: (8, 50)}})) for name in ("a", "b"))
    [found] = compare_studies(a, b)
    assert found.intervals == {}


def test_within_a_time(studies: tuple[str, str]) -> None:
    [found] = compare_studies(*studies, within=3)
    assert [row.task for row in found.only_a] == ["folder1/p1"]
    assert found.only_b == []
    assert found.rows[0].a.limit == 3


def test_two_configurations_of_one_study(tmp_path: Path) -> None:
    place = record(tmp_path, {"ff": {0: (2, 100)}, "add": {0: (1, 50)}})
    for second in (f"{tmp_path}:add", ":add"):
        [found] = compare_studies(f"{place}:ff", second)
        assert (found.a.configuration, found.b.configuration) == ("ff", "add")
        assert found.rows[0].ratio("expansions") == 0.5
    [found] = compare_studies(f"{place / 'results.db'}:ff", ":add")
    assert found.rows[0].ratio("seconds") == 0.5
    with pytest.raises(ExperimentError, match="both sides are the same: name two configurations"):
        compare_studies(str(place), str(place))
    with pytest.raises(ExperimentError, match="no configuration 'fff'; did you mean ff"):
        compare_studies(f"{place}:fff", ":add")


def test_which_configurations_are_compared(tmp_path: Path) -> None:
    both = record(tmp_path / "both", {"ff": {0: (2, 100)}, "add": {0: (1, 50)}})
    same = record(tmp_path / "same", {"add": {0: (2, 100)}, "ff": {0: (1, 50)}, "gc": {0: None}})
    other = record(tmp_path / "other", {"gc": {0: (2, 100)}})
    strange = record(tmp_path / "strange", {"x": {7: (2, 100)}, "y": {7: None}})

    def names(a: str, b: str) -> list[tuple[str, str]]:
        return [(each.a.configuration, each.b.configuration) for each in compare_studies(a, b)]

    assert names(f"{both}", f"{same}") == [("ff", "ff"), ("add", "add")]
    assert names(f"{both}:ff", f"{same}") == [("ff", "ff")]
    assert names(f"{both}", f"{same}:add") == [("add", "add")]
    assert names(f"{both}:ff", f"{other}") == [("ff", "gc")]
    with pytest.raises(ExperimentError, match="no configuration has the same name in both"):
        names(f"{both}", f"{strange}")
    with pytest.raises(ExperimentError, match="no task in common"):
        names(f"{both}:ff", f"{strange}:x")


def test_regressions_come_first(studies: tuple[str, str]) -> None:
    done = invoke("compare", *studies)
    assert done.exit_code == 0, done.stderr
    headings = ("Regressions: solved by A only (1)", "Slower", "Solved by B only (1)", "Domains, those that lost most")
    places = [done.stdout.index(heading) for heading in headings]
    assert places == sorted(places)
    assert "3 runs left" in done.stdout
    assert "1 tasks that the other side has not run" in done.stdout
    assert "1 domain with one fewer: ipc domain0 (-1)" in done.stdout


def test_json_and_csv(studies: tuple[str, str], tmp_path: Path) -> None:
    [found] = json.loads(invoke("compare", *studies, "--json").stdout)["comparisons"]
    assert (found["solved"], found["only_a"]) == ({"a": 3, "b": 3}, ["ipc/folder0/p60"])
    assert found["ratios"]["seconds"]["worst"] == {"task": "folder1/p1", "ratio": 4}
    assert found["domains"][0]["domain"] == "domain0"
    rows = list(csv.DictReader(StringIO(invoke("compare", *studies, "--csv", "-").stdout)))
    assert [row["a_status"] for row in rows] == ["solved", "solved", "solved", "out_of_time"]
    done = invoke("compare", *studies, "--csv", tmp_path / "x.csv")
    assert "Regressions" in done.stdout
    assert (tmp_path / "x.csv").read_text().count("\n") == 5


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"x" * 4000])
def test_what_is_no_database_is_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "results.db").write_bytes(content)
    done = invoke("compare", tmp_path, tmp_path)
    assert done.exit_code == 36
    assert "is not a database of an experiment" in done.stderr
    assert done.stderr.count("\n") == 1


def test_foreign_and_damaged_databases(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.db"
    db = sqlite3.connect(foreign)
    db.execute("CREATE TABLE meta (key, value)")
    db.commit()
    db.close()
    assert "is not a database of an experiment: no such table" in invoke("compare", foreign, foreign).stderr
    place = record(tmp_path / "a", {"ff": dict.fromkeys(range(300), (2, 100))})
    file = place / "results.db"
    file.write_bytes(file.read_bytes()[:-40_000])
    done = invoke("status", place)
    assert done.exit_code == 36
    assert "is not a database of an experiment" in done.stderr


def test_scores_of_the_competitions() -> None:
    assert [agile_score(seconds, 300) for seconds in (0.1, 1, 300, 301, None)] == [1, 1, 0, 0, 0]
    assert agile_score(300**0.5, 300) == pytest.approx(0.5)
    assert [satisficing_score(*costs) for costs in ((10, 5), (5, 5), (None, 5), (0, 0))] == [0.5, 1, 0, 1]
