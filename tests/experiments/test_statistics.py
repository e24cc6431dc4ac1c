"""Statistics against slow versions and known values."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="needs isonova[report]")
pytest.importorskip("pandas", reason="needs isonova[report]")

from experiments.synthetic import record_study  # noqa: E402

from isonova.experiments.report.findings import findings  # noqa: E402
from isonova.experiments.report.short_times import ShortTimes  # noqa: E402
from isonova.experiments.report.statistics import (  # noqa: E402
    CONTRASTS,
    Contrast,
    Statistics,
    bootstrap,
    holm,
    signed_rank,
)
from isonova.experiments.report.study import load  # noqa: E402
from isonova.experiments.results import open_results  # noqa: E402


def test_the_contrasts_are_sixteen() -> None:
    assert len(set(CONTRASTS)) == 16
    assert sum(first == "none" for _, first, _ in CONTRASTS) == 9
    assert sum((first, second) == ("at", "wl") for _, first, second in CONTRASTS) == 3
    assert sum(second == "at+wl" and first != "none" for _, first, second in CONTRASTS) == 4


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == pytest.approx([1, 1])
    assert holm([]) == []


def test_signed_rank() -> None:
    assert signed_rank(np.zeros(9)) == 1
    assert signed_rank(np.array([1.0, 2, 3, 4, 5, 0, 0])) == pytest.approx(2 / 2**5)  # all signs alike, exactly
    assert signed_rank(np.array([1.0, -1.0] * 30)) == pytest.approx(1)


@pytest.mark.parametrize("digits", [1, 15])  # with many ties, with none
def test_signed_rank_against_scipy(digits: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    random = np.random.default_rng(3)
    for count in (1, 2, 5, 12, 25, 26, 67):
        for shift in (0.0, 0.3, 2.0):
            differences = np.round(random.normal(shift, size=count), digits)
            nonzero = differences[differences != 0]
            ties = len(np.unique(np.abs(nonzero))) < len(nonzero)
            method = "exact" if len(nonzero) <= 25 and not ties else "asymptotic"
            expected = stats.wilcoxon(nonzero, method=method).pvalue
            assert signed_rank(differences) == pytest.approx(expected, rel=1e-12)


def slow_bootstrap(groups: list[Any], replicates: int, seed: int) -> Any:
    """Draws one domain and one task at a time."""
    random = Random(seed)
    found = []
    for _ in range(replicates):
        numbers = []
        for _ in groups:
            weights, any_solved, gains, signs = random.choice(groups)
            tasks = [random.randrange(len(weights)) for _ in weights]
            solvable = sum(weights[at] * any_solved[at] for at in tasks)
            total = sum(weights[at] for at in tasks)
            gained = sum(weights[at] * gains[at] for at in tasks)
            sign = sum(weights[at] * signs[at] for at in tasks)
            normalised = gained / solvable if solvable else 0 * gained
            numbers.append(np.concatenate([normalised, 100 * gained / total, 100 * sign / total]))
        sums = sum(numbers)
        width = len(sums) // 3
        found.append(np.concatenate([sums[:width], sums[width:] / len(groups)]))
    return np.array(found)


@pytest.mark.slow
def test_bootstrap_draws_domains_then_tasks() -> None:
    random = np.random.default_rng(7)
    groups = []
    for size in (1, 3, 8, 20, 4, 6):
        solved = random.random((size, 3)) < 0.5
        gains = np.stack([solved[:, 1] * 1.0 - solved[:, 0], solved[:, 2] * 1.0 - solved[:, 0]], axis=1)
        weights = np.full(size, float(random.integers(1, 4)))
        groups.append((weights, solved.any(axis=1).astype(float), gains, np.sign(random.normal(size=(size, 2)))))
    quick, slow = bootstrap(groups, 4000, 1), slow_bootstrap(groups, 4000, 2)
    assert quick.shape == slow.shape == (4000, 6)
    spread = slow.std(axis=0)
    assert np.abs(quick.mean(axis=0) - slow.mean(axis=0)).max() < (0.1 * spread).max()
    for quantile in (0.025, 0.5, 0.975):
        difference = np.quantile(quick, quantile, axis=0) - np.quantile(slow, quantile, axis=0)
        assert (np.abs(difference) < 0.2 * spread).all()
    assert (bootstrap(groups, 50, 1) == bootstrap(groups, 50, 1)).all()


@pytest.mark.slow
def test_a_study_with_clear_differences(tmp_path: Path) -> None:
    with open_results(record_study(tmp_path, 10, missing=30)) as results:
        statistics = Statistics(load(results))
    contrasts = {(each.heuristic, each.first, each.second): each for each in statistics.contrasts}
    assert list(contrasts) == list(CONTRASTS)
    best = contrasts["ff", "none", "at+wl"]
    assert best.normalised_interval[0] < best.normalised < best.normalised_interval[1]
    assert best.share_interval[0] < best.share < best.share_interval[1]
    solved = statistics.solved
    difference = (solved["ff-at+wl"] - solved["ff-none"]).groupby(level=["suite", "domain"], sort=False)
    assert best.share == pytest.approx(100 * difference.mean().mean())
    assert len(best.won) == (difference.sum() > 0).sum()
    assert best.holm >= best.p
    assert len(solved) < 10 * 67  # tasks that not all configurations have run are left out
    assert [each.claim.split()[0] for each in findings(statistics)] == ["Novelty", "Novelty", "The"]
    assert findings(statistics)[1].verdict == "confirmed"
    union = [each for each in statistics.contrasts if each.second == "at+wl" and each.first != "none"]
    mean, (low, high) = statistics.pooled(union)
    assert mean == pytest.approx(sum(each.normalised for each in union) / 4)
    assert low < mean < high
    alone, interval = statistics.pooled([best])
    assert alone == pytest.approx(best.normalised)
    assert interval == pytest.approx(best.normalised_interval)
    assert f"{mean:+.2f} ({low:+.2f} to {high:+.2f})" in findings(statistics)[2].text


@pytest.mark.slow
def test_shorter_limits_from_the_same_runs(tmp_path: Path) -> None:
    with open_results(record_study(tmp_path, 3)) as results:
        study = load(results)
    short = ShortTimes(study)
    assert short.names == ["1 s", "3 s", "10 s"]
    runs = study.runs
    for at, seconds in enumerate((1.0, 3.0, 10.0)):
        expected = 0.0
        for _, domain in runs[runs["solved"] & (runs["cpu_seconds"] <= seconds)].groupby(["suite", "domain"]):
            by = {name: set(rows["problem"]) for name, rows in domain.groupby("algorithm")}
            gained = len(by.get("ff-at+wl", ())) - len(by.get("ff-none", ()))
            expected += gained / len(set().union(*by.values()))
        row = next(row for row in short.contrasts if (row[0].heuristic, row[0].second) == ("ff", "at+wl"))
        assert row[at].normalised == pytest.approx(expected)
    number = short.contrasts.index(row)
    change, (low, high) = short.change(number)
    assert change == pytest.approx(row[2].normalised - row[0].normalised)
    assert low <= change <= high
    assert [sentence.split()[0] for sentence in short.sentences()] == ["gc", "add", "ff"]
    frame = short.table().frame
    assert list(frame["10 s difference"]) == pytest.approx([row[2].normalised for row in short.contrasts])
    assert (frame["10 s won"] >= 0).all()


def contrast(**changes: Any) -> Contrast:
    given: dict[str, Any] = {
        "heuristic": "ff",
        "first": "none",
        "second": "wl",
        "normalised": 1.0,
        "normalised_interval": (0.5, 1.5),
        "share": 1.0,
        "share_interval": (0.5, 1.5),
        "expansions": 1.0,
        "expansions_interval": (0.5, 1.5),
        "p": 0.001,
        "holm": 0.01,
        "won": ("a",),
        "lost": (),
        "clearly_won": 1,
        "clearly_lost": 0,
    }
    return Contrast(**{**given, **changes})


@pytest.mark.parametrize(
    ("interval", "corrected", "verdict"),
    [
        ((0.5, 1.5), 0.01, "better"),
        ((-1.5, -0.5), 0.01, "worse"),
        ((-0.5, 1.5), 0.01, "undecided"),
        ((0.5, 1.5), 0.2, "better, not after correction"),
    ],
)
def test_better_only_where_the_interval_says_so(interval: tuple[float, float], corrected: float, verdict: str) -> None:
    assert contrast(normalised_interval=interval, holm=corrected).verdict == verdict


class Given:
    """Contrasts instead of a study."""

    def __init__(self, *contrasts: Contrast) -> None:
        self.contrasts = list(contrasts)

    def pooled(self, contrasts: list[Contrast]) -> tuple[float, tuple[float, float]]:
        return 0.5 * len(contrasts), (-1.25, 2.5)


@pytest.mark.parametrize(
    ("contrasts", "verdict"),
    [
        ([contrast(), contrast(heuristic="gc", normalised_interval=(-2, -1))], "confirmed"),
        ([contrast(), contrast(heuristic="gc")], "refuted"),
        ([contrast(), contrast(heuristic="gc", normalised_interval=(-2, 1))], "undecided"),
        ([contrast(holm=0.9)], "undecided"),
        ([contrast(first="at", lost=("b",), clearly_lost=3)], "confirmed"),
        ([contrast(first="at")], "refuted"),  # better, and no domain is won by at
        ([contrast(first="at", lost=("b",))], "undecided"),
        ([contrast(first="at", normalised_interval=(-1, 1))], "undecided"),
        ([contrast(first="at", second="at+wl", normalised_interval=(-2, -1))], "refuted"),
    ],
)
def test_findings(contrasts: list[Contrast], verdict: str) -> None:
    [found] = findings(Given(*contrasts))  # type: ignore[arg-type]
    assert found.verdict == verdict
    assert " to " in found.text  # an interval


def test_each_part_of_a_finding_has_its_interval() -> None:
    given = Given(contrast(), contrast(heuristic="add"), contrast(heuristic="gc", normalised_interval=(-2, -1)))
    [found] = findings(given)  # type: ignore[arg-type]
    assert "novelty over add and ff: +1.00 (-1.25 to +2.50); novelty over gc: +0.50 (-1.25 to +2.50)." in found.text
