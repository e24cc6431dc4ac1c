"""The paper's tables as they come with the package: they give the printed totals."""

from __future__ import annotations

import pytest

pd = pytest.importorskip("pandas", reason="needs isonova[report]")

from isonova.experiments.grouping import paper_domains  # noqa: E402
from isonova.experiments.report import published  # noqa: E402

COVERAGE = {
    "ipc": [1447, 1406, 1356, 1346, 1551, 1693, 1694, 1757, 1535, 1676, 1668, 1777],
    "htg": [512, 486, 502, 478, 317, 299, 341, 339, 265, 245, 309, 317],
    "all": [1959, 1892, 1858, 1824, 1868, 1992, 2035, 2096, 1800, 1921, 1977, 2094],
}
NORMALISED = {
    "ipc": [33.80, 32.48, 31.51, 30.50, 36.38, 39.36, 38.22, 41.19, 35.79, 38.95, 36.13, 41.29],
    "htg": [4.93, 4.59, 6.27, 5.37, 4.19, 3.63, 4.67, 4.72, 4.46, 3.56, 4.48, 4.69],
    "all": [38.73, 37.07, 37.78, 35.87, 40.57, 43.00, 42.90, 45.91, 40.25, 42.51, 40.61, 45.97],
}
EXPANSIONS = [1233, 653, 1169, 855, 1092, 964, 744, 1258]


def test_denominators_are_unique() -> None:
    found = {key: published.possible_denominators(*key) for key in published.table("coverage").index}
    assert all(len(counts) == 1 for counts in found.values())
    assert found["ipc", "slitherlink"] == [0]
    assert sum(counts[0] for counts in found.values()) == published.denominators().sum() == 2825


@pytest.mark.parametrize("suite", ["ipc", "htg", "all"])
def test_printed_totals(suite: str) -> None:
    chosen = slice(None) if suite == "all" else suite
    assert published.table("coverage").loc[chosen].sum().to_list() == COVERAGE[suite]
    assert published.normalised().loc[chosen].sum().round(2).to_list() == NORMALISED[suite]


def test_rounded_shares_sum_to_something_else() -> None:
    rounded = published.table("normalised_coverage").sum().round(2)
    assert rounded["gc-none"] == 38.75
    assert rounded["gc-none"] != NORMALISED["all"][0]


def test_expansions_count_unsolved_as_infinite() -> None:
    counts = published.table("expansions")
    assert counts.sum().to_list() == EXPANSIONS
    coverage = published.table("coverage").loc[counts.index]
    both_solved = 0
    for pair in ("none_vs_at", "none_vs_wl", "none_vs_at+wl", "at_vs_wl"):
        first, second = pair.split("_vs_")
        a, b = counts[f"{pair}:{first}"], counts[f"{pair}:{second}"]
        solved_a, solved_b = coverage[f"ff-{first}"], coverage[f"ff-{second}"]
        assert (a <= solved_a).all()
        assert (b <= solved_b).all()
        both_solved += int((a + b <= pd.concat([solved_a, solved_b], axis=1).min(axis=1)).sum())
    assert both_solved < 4 * len(counts)  # were only tasks that both solve counted, it would be all of them
    assert coverage.loc[("ipc", "citycar"), "ff-none"] == 0
    assert counts.loc[("ipc", "citycar"), "none_vs_at:at"] == 8


def test_shares_of_expansions_are_of_all_tasks() -> None:
    counts, shares = published.table("expansions"), published.table("expansions_share")
    off = (counts.div(published.tasks().loc[counts.index], axis=0) - shares).abs() > 0.00501
    assert list(counts.index[off.any(axis=1)]) == [("ipc", "pipesworld")]  # printed as if of 101 tasks


def test_all_tables_have_the_same_domains() -> None:
    everything = {(each.suite, each.domain) for each in paper_domains()}
    assert len(everything) == 67
    for name in ("coverage", "normalised_coverage"):
        assert set(published.table(name).index) == everything
    for name in ("expansions", "expansions_share"):
        assert set(published.table(name).index) == everything - {("ipc", "slitherlink")}


@pytest.mark.parametrize(
    ("first", "second", "tau"),
    [
        ([1, 2, 3], [1, 2, 3], 1),
        ([1, 2, 3], [3, 2, 1], -1),
        ([1, 2, 3], [1, 3, 2], 1 / 3),
        ([1, 1, 1], [1, 2, 3], None),
        ([1, 1, 2], [1, 2, 3], 2 / 6**0.5),
    ],
)
def test_kendalls_tau(first: list[float], second: list[float], tau: float | None) -> None:
    found = published.kendall_tau(first, second)
    assert found == (None if tau is None else pytest.approx(tau))
