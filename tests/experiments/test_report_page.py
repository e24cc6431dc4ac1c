"""The page of a report in a browser: it sorts, filters and draws, on a desk and on a phone, without the net."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from experiments.browser import chromium, eventually, opened
from experiments.test_cli import invoke

pytest.importorskip("pandas", reason="needs isonova[report]")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def file(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert browser
    from experiments.synthetic import record_study

    folder = record_study(tmp_path_factory.mktemp("study"), per_domain=3)
    assert invoke("report", folder).exit_code == 0
    return folder / "report.html"


@pytest.fixture
def page(browser: Any, file: Path) -> Iterator[Any]:
    with opened(browser, file) as found:
        yield found


def column(page: Any, table: str, number: int) -> list[str]:
    cells = f"#{table} tbody tr > :nth-child({number})"
    found: list[str] = page.eval_on_selector_all(cells, "cells => cells.map(cell => cell.innerText.trim())")
    return found


def test_sorting_by_mouse_and_keyboard(page: Any) -> None:
    heading = page.locator("#table-coverage thead tr:last-child th").nth(14)

    def coverage() -> list[int]:
        return [int(text) for text in column(page, "table-coverage", 15)]

    heading.click()
    ascending = eventually(page, coverage, lambda found: found == sorted(found))
    assert len(set(ascending)) > 1
    heading.locator(".dt-column-order").press("Enter")
    eventually(page, coverage, lambda found: found == sorted(found, reverse=True))
    assert page.locator("#table-coverage tfoot th").last.inner_text() == "Σ"


def test_filtering_tables_and_domains(page: Any) -> None:
    page.locator("#coverage .dt-search input").first.fill("blocks")
    eventually(page, lambda: column(page, "table-coverage", 1), lambda found: found == ["blocks", "blocksworld"])
    page.fill("#domain-filter", "child")
    eventually(page, page.locator("details.domain:visible").count, lambda found: found == 2)
    assert page.inner_text("#domain-count") == "2 of 67 domains"


def test_runs_are_filtered_sorted_and_opened(page: Any) -> None:
    page.select_option("#run-filters select[data-column='3']", "ff-wl")
    page.select_option("#run-filters select[data-column='4']", "solved")
    eventually(page, lambda: set(column(page, "table-runs", 4)), lambda found: found == {"ff-wl"})
    eventually(page, lambda: set(column(page, "table-runs", 5)), lambda found: found == {"solved"})
    page.locator("#table-runs thead th").nth(5).click()

    def seconds() -> list[float]:
        return [float(text) for text in column(page, "table-runs", 6)]

    eventually(page, seconds, lambda found: found == sorted(found, reverse=True))
    page.locator("#table-runs tbody button").first.press("Enter")
    assert page.inner_text("#run-title").startswith("ff-wl on ")
    assert "load before" in page.inner_text("#run-facts")
    page.keyboard.press("Escape")
    assert not page.locator("#run").is_visible()


def test_a_domain_down_to_a_log(page: Any) -> None:
    page.locator("#domain-htg-genome summary").press("Enter")
    table = page.locator("#domain-htg-genome table")
    table.locator("tbody tr").first.wait_for()  # rows are drawn when a domain is opened
    assert table.locator("tbody tr").count() == 3
    assert table.locator("thead th").count() == 13
    table.locator("button", has_text="time").first.click()
    page.wait_for_function("document.getElementById('run-log').textContent.includes('gave up')")


def test_plots_are_drawn(page: Any) -> None:
    assert page.locator("#cactus .scatterlayer .trace").count() == 12
    assert page.locator("#scatter .points path").count() > 50
    before = page.inner_text("#scatter-note")
    page.select_option("#scatter-x", label="gc-none")
    page.select_option("#scatter-measure", "cpu_seconds")
    assert page.inner_text("#scatter-note") != before
    page.select_option("#cactus-domain", "ipc blocks")
    assert page.locator("#cactus .scatterlayer .trace").count() == 12


def test_dark_and_light(page: Any) -> None:
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (light, dark) == ("rgb(255, 255, 255)", "rgb(20, 24, 29)")


def test_on_a_phone(browser: Any, file: Path) -> None:
    with opened(browser, file, 390, 844, "dark") as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 29)"
        widths = page.eval_on_selector_all(".plot", "plots => plots.map(plot => plot.scrollWidth)")
        assert all(0 < width <= 390 for width in widths)


def test_headings_links_and_labels(page: Any) -> None:
    links = page.eval_on_selector_all("nav a", "links => links.map(link => link.getAttribute('href').slice(1))")
    assert len(links) > 8
    assert all(page.locator(f"#{name}").count() == 1 for name in links)
    unlabelled = (
        "fields => fields.filter(field => !field.labels.length && !field.ariaLabel).map(field => field.outerHTML)"
    )
    assert page.eval_on_selector_all("input, select", unlabelled) == []


@pytest.mark.parametrize(("name", "width", "scheme"), [("desktop", 1400, "light"), ("phone", 390, "dark")])
def test_the_report_of_a_study_that_was_run(browser: Any, name: str, width: int, scheme: str) -> None:
    """`make study-smoke` names its folder, and keeps the screenshots."""
    if "ISONOVA_STUDY" not in os.environ:
        pytest.skip("no study was run: make study-smoke")
    folder = Path(os.environ["ISONOVA_STUDY"]).resolve()
    with opened(browser, folder / "report.html", width, 900, scheme) as page:
        assert page.locator("#cactus .scatterlayer .trace").count() == 12
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=folder / f"{name}.png", full_page=True)
