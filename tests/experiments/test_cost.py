"""The estimate of the full study's cost, against slow versions and where it is known."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="needs isonova[report]")
pytest.importorskip("pandas", reason="needs isonova[report]")

from experiments.synthetic import record_study  # noqa: E402

from isonova.experiments.report.cost import Cost, exponent, until_the_end  # noqa: E402
from isonova.experiments.report.study import Study, load  # noqa: E402
from isonova.experiments.results import open_results  # noqa: E402

WHOLE = 3550 * 12 / 3600


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    with open_results(record_study(tmp_path_factory.mktemp("study"), 2, missing=200)) as results:
        return load(results)


@pytest.mark.parametrize("power", [0.0, 0.3, 1.0, 2.5])
def test_the_time_after_the_limit(power: float) -> None:
    """The integral of the share of runs that still go on."""
    edges = np.linspace(10, 300, 100_001)
    middle = (edges[1:] + edges[:-1]) / 2
    slow = 10 + ((middle / 10) ** -power * np.diff(edges)).sum()
    assert until_the_end(10, np.array([power]))[0] == pytest.approx(slow, rel=1e-4)
    assert until_the_end(300, np.array([power]))[0] == 300


def test_the_exponent_of_runs_that_have_one() -> None:
    random = np.random.default_rng(3)
    seconds = random.random((200_000, 1)) ** (-1 / 0.7)  # from 1 s on
    still = seconds > 10
    found = exponent(np.minimum(seconds, 10), still, np.ones(len(seconds)), 10)
    assert found[0] == pytest.approx(0.7, rel=0.02)
    nothing_ended = exponent(np.full((5, 1), 10.0), np.ones((5, 1), bool), np.ones(5), 10)
    assert nothing_ended[0] == 0


def changed(study: Study, **columns: Any) -> Cost:
    return Cost(Study(**{**vars_of(study), "runs": study.runs.assign(**columns)}))


def vars_of(study: Study) -> dict[str, Any]:
    return {name: getattr(study, name) for name in Study.__dataclass_fields__}


def test_where_it_is_known(study: Study) -> None:
    quick = changed(study, status="solved", solved=True, cpu_seconds=1.0)
    assert quick.hours == pytest.approx(WHOLE)
    assert quick.most == pytest.approx(WHOLE)
    assert quick.interval == pytest.approx((WHOLE, WHOLE))
    hard = changed(study, status="out_of_time", solved=False, cpu_seconds=10.1)
    assert hard.hours == pytest.approx(300 * WHOLE)


def test_a_study_that_is_not_finished(study: Study) -> None:
    cost = Cost(study)
    low, high = cost.interval
    assert low < cost.hours < high < 300 * WHOLE
    assert cost.hours < cost.most
    part = Cost(Study(**{**vars_of(study), "runs": study.runs[study.runs["domain"].isin(["barman", "rovers"])]}))
    assert part.known
    assert "The estimate knows 3 of the 67 domains and 12 of the 12 configurations" in part.sentences()[-1]
    assert "3,550 tasks, 12 configurations, 300 s" in cost.sentences()[0]
