"""Tables of a report against counts that loop over the runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="needs isonova[report]")

from experiments.synthetic import record_study
from experiments.test_compare import record

from isonova.experiments.report import tables
from isonova.experiments.report.published import Beside
from isonova.experiments.report.study import Study, load
from isonova.experiments.results import Run, open_results

pytestmark = pytest.mark.slow
Key = tuple[str, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_study(tmp_path_factory.mktemp("study"), per_domain=12, domains=14)


@pytest.fixture(scope="module")
def runs(folder: Path) -> list[Run]:
    with open_results(folder) as results:
        return list(results.runs())


@pytest.fixture(scope="module")
def study(folder: Path) -> Study:
    with open_results(folder) as results:
        return load(results)


def by_domain(runs: list[Run]) -> dict[Key, list[Run]]:
    found: dict[Key, list[Run]] = {}
    for run in runs:
        found.setdefault((run.suite, run.domain), []).append(run)
    return found


def values(table: tables.Table, column: str) -> dict[Key, float]:
    frame = table.frame
    return {(row["suite"], row["domain"]): row[column] for _, row in frame.iterrows()}


def test_coverage_and_normalised_coverage(study: Study, runs: list[Run]) -> None:
    coverage, normalised = tables.coverage(study), tables.normalised_coverage(study)
    for name in study.names:
        counts, shares = values(coverage, name), values(normalised, name)
        for key, own in by_domain(runs).items():
            solved = sum(run.solved for run in own if run.algorithm == name)
            someone = len({(run.folder, run.problem) for run in own if run.solved})
            assert counts[key] == solved
            assert shares[key] == pytest.approx(solved / someone if someone else 0)
    assert coverage.totals is not None
    assert list(coverage.totals["domain"]) == ["Σ IPC", "Σ HTG", "Σ"]
    assert coverage.totals["ff-wl"].iloc[2] == sum(run.solved for run in runs if run.algorithm == "ff-wl")


def pairs(runs: list[Run], first: str, second: str) -> Iterator[tuple[Key, float, float]]:
    cost = {(run.algorithm, run.folder, run.problem): run.figures["expansions"] if run.solved else inf for run in runs}
    for run in runs:
        if run.algorithm == first:
            yield (run.suite, run.domain), cost[first, run.folder, run.problem], cost[second, run.folder, run.problem]


def test_who_expands_fewer_nodes(study: Study, runs: list[Run]) -> None:
    counts = tables.fewer(study, "ff-none", "ff-wl")
    seen: dict[Key, list[int]] = {}
    for key, a, b in pairs(runs, "ff-none", "ff-wl"):
        row = seen.setdefault(key, [0, 0, 0])
        row[0] += a < b
        row[1] += b < a
        row[2] += 1
    assert {key: list(row) for key, row in zip(counts.index, counts.to_numpy(), strict=True)} == seen
    names = [table.name for table in tables.expansions(study)]
    assert names == [f"expansions{kind}-{h}" for h in ("gc", "add", "ff") for kind in ("", "-share")]


def test_marks(tmp_path: Path) -> None:
    outcomes = {"gc": 3, "gc2": 1, "ff": 2}
    record(tmp_path, {name: {60 * at: (1, 1) if at < n else None for at in range(3)} for name, n in outcomes.items()})
    with open_results(tmp_path) as results:
        plain = load(results)
    marks = tables.coverage(plain).marks
    assert marks is not None
    assert list(marks.iloc[0])[3:] == ["best", "", ""]  # configurations without novelty in their settings


def test_marks_of_the_papers_configurations(study: Study) -> None:
    table = tables.coverage(study)
    assert table.marks is not None
    for number, row in table.frame.iterrows():
        best = max(row[name] for name in study.names)
        for name in study.names:
            words = table.marks.loc[number, name].split()
            heuristic, _, novelty = name.partition("-")
            base = row[f"{heuristic}-none"]
            assert ("best" in words) == (row[name] == best > 0)
            assert ("better" in words) == (novelty != "none" and row[name] > base)
            assert ("worse" in words) == (novelty != "none" and row[name] < base)
            family = [row[other] for other in study.names if other.startswith(f"{heuristic}-")]
            assert ("leads" in words) == (row[name] == max(family) > 0)
    assert table.groups == (("gc", 4), ("add", 4), ("ff", 4))


def test_no_marks_where_runs_are_missing(tmp_path: Path) -> None:
    """A zero there may mean that nothing was run."""
    record_study(tmp_path, per_domain=3, domains=12, missing=4)
    with open_results(tmp_path) as results:
        halved, runs = load(results), list(results.runs())
    table = tables.coverage(halved)
    assert table.marks is not None
    assert table.total_marks is not None
    whole = {key for key, own in by_domain(runs).items() if len(own) == 3 * len(halved.names)}
    assert 0 < len(whole) < 12
    for number, row in table.frame.iterrows():
        marked = (table.marks.loc[number] != "").any()
        assert not marked or (row["suite"], row["domain"]) in whole
    assert not (table.total_marks.iloc[-1] != "").any()
    differences = next(table for table in Beside(halved).tables() if table.name == "published-domains")
    assert differences.marks is not None
    assert not ((differences.marks != "") & differences.frame.isna()).to_numpy().any()


def test_overview_time_and_scores(study: Study, runs: list[Run]) -> None:
    overview = tables.overview(study).frame.set_index("configuration")
    own = [run for run in runs if run.algorithm == "add-at"]
    assert overview["solved"]["add-at"] == sum(run.solved for run in own)
    assert overview["error"].sum() == len(study.errors) > 0
    by_time = tables.by_time(study).frame.set_index("configuration")
    assert list(by_time.columns) == ["1 s", "3 s", "10 s"]
    quick = sum(run.solved and (run.cpu_seconds or 0) <= 3 for run in own)
    assert by_time["3 s"]["add-at"] == quick
    best: dict[tuple[str, str], float] = {}
    for run in runs:
        if run.solved:
            task = (run.folder, run.problem)
            best[task] = min(best.get(task, inf), run.figures["cost"])
    quality = sum(best[run.folder, run.problem] / run.figures["cost"] for run in own if run.solved)
    assert overview["satisficing"]["add-at"] == pytest.approx(quality)


def test_beside_the_paper(study: Study, runs: list[Run]) -> None:
    beside = Beside(study)
    row = beside.long.set_index(["suite", "domain", "configuration"]).loc[("htg", "childsnack", "ff-at+wl")]
    own = [run for run in runs if (run.suite, run.domain, run.algorithm) == ("htg", "childsnack", "ff-at+wl")]
    assert row["run"] == len(own) == 12
    assert row["measured %"] == pytest.approx(100 * sum(run.solved for run in own) / 12)
    assert row["published %"] == pytest.approx(100 * 65 / 144)
    assert beside.enough == 14
    said = " ".join(beside.set_up())
    assert "time limit was 10 s here and 300 s in the paper" in said
    assert "434 tasks in the public archive, and 468 in the paper" in said
    assert "profile was author" in said
    assert "the paper has 3,550 tasks of 67 domains" in said


def test_another_profile_is_said(tmp_path: Path) -> None:
    with open_results(record_study(tmp_path, 1, domains=2, profile="paper")) as results:
        said = " ".join(Beside(load(results)).set_up())
    assert "The profile was paper here" in said
    assert "compare them with a study of that profile" in said


def test_a_ranking_turned_round(study: Study) -> None:
    flipped = study.runs.copy()
    here = flipped["domain"] == "childsnack"
    flipped.loc[here, "solved"] = flipped.loc[here, "algorithm"].isin(["gc-at", "gc-none"])
    turned = Beside(replace(study, runs=flipped)).turned_round
    assert ("htg", "childsnack") in [key[:2] for key in turned]
    assert ("htg", "childsnack") not in [key[:2] for key in Beside(study).turned_round]
