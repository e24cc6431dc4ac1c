"""The page of an explanation, as text and in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.program import isonova as program
from experiments.browser import chromium, opened

import isonova

DOMAIN = """(define (domain tools)
  (:predicates (up ?x) (down ?x) (oiled))
  (:action lift :parameters (?x) :precondition (down ?x) :effect (and (up ?x) (not (down ?x))))
  (:action drop :parameters (?x) :precondition (up ?x) :effect (and (down ?x) (not (up ?x))))
  (:action oil :parameters () :effect (oiled)))"""


def task(count: int) -> tuple[str, str]:
    names = [f"t{number}" for number in range(count)]
    problem = f"""(define (problem a&b<c) (:domain tools) (:objects {" ".join(names)})
      (:init {" ".join(f"(down {name})" for name in names)})
      (:goal (and {" ".join(f"(up {name})" for name in names)})))"""
    return DOMAIN, problem


def plan(count: int, rounds: int) -> list[str]:
    steps = ["(oil)"]
    for turn in range(2 * rounds + 1):
        steps += [f"({'drop' if turn % 2 else 'lift'} t{number})" for number in range(count)]
    return steps


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("page") / "plan.html"
    found.write_text(isonova.explain(*task(4), plan(4, 1)).html(), encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


def test_names_are_escaped(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "a&amp;b&lt;c" in text
    assert "a&b<c" not in text


def test_it_needs_nothing_else(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert re.findall(r"(?:src|href)=\"(?!#|data:,)[^\"]*", text) == []
    assert "url(http" not in text
    assert "@import" not in text


def test_size_of_the_page() -> None:
    explained = isonova.explain(*task(20), plan(20, 5))
    assert len(explained.steps) == 221
    assert len(explained.html().encode()) < 1_000_000


def test_every_link_leads_to_a_place(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    places = set(re.findall(r'id="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= places
    assert len(re.findall(r'class="box', text)) == 13


def test_a_long_plan_has_a_table_instead_of_a_drawing() -> None:
    text = isonova.explain(*task(20), plan(20, 11)).html()
    assert "<svg" not in text
    assert 'class="data layers"' in text


@pytest.mark.parametrize("steps", [[], ["(drop t0)"], ["(lift t0)"], ["(lift t0)", "(lift t0)"]])
def test_short_and_invalid_plans(steps: list[str]) -> None:
    text = isonova.explain(*task(2), steps).html()
    assert "The plan is not valid" in text
    assert "not reached" in text


def test_the_command_writes_it(tmp_path: Path) -> None:
    for name, text in zip(("domain.pddl", "problem.pddl"), task(2), strict=True):
        (tmp_path / name).write_text(text)
    (tmp_path / "plan").write_text("\n".join(plan(2, 0)))
    done = program("explain", "problem.pddl", "plan", "--html", "plan.html", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "plan.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    done = program("explain", "problem.pddl", "plan", "--html", "no/plan.html", cwd=tmp_path)
    assert done.returncode == 36
    assert "cannot write no/plan.html" in done.stderr


@pytest.mark.slow
def test_reading_it(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        assert page.inner_text("h1") == "Plan for a&b<c"
        assert "Step 1 is not needed" in page.inner_text("header .warning")
        assert page.locator(".step").count() == 13
        assert "not needed" in page.inner_text("#step-1")
        assert page.locator(".box").count() == 13
        assert page.locator("#costs table").count() == 2
        page.locator(".box[data-step='6']").focus()
        near = page.eval_on_selector_all(".box.near", "boxes => boxes.map(box => box.dataset.step)")
        assert near == ["2", "6", "10"]  # lift, drop and lift again
        page.keyboard.press("Enter")
        assert page.evaluate("location.hash") == "#step-6"
        page.locator(".box[data-step='6']").blur()
        assert page.locator(".box.near").count() == 0


@pytest.mark.slow
def test_the_steps_of_one_goal(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        page.select_option("#goal", "2")
        assert page.locator(".step:visible").count() == 3
        assert page.locator(".box.near").count() == 3
        page.locator(".box[data-step='2']").click()
        assert page.locator("#step-2").is_visible()
        page.select_option("#goal", "")
        assert page.locator(".step:visible").count() == 13


@pytest.mark.slow
def test_dark_light_and_phone(browser: Any, file: Path) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, file, 390, 844, "dark") as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(colour) == "rgb(20, 24, 29)"
        page.click("#theme")
        assert page.evaluate(colour) == "rgb(255, 255, 255)"
        page.check("#fit")
        assert page.evaluate("document.querySelector('svg.orders').getBoundingClientRect().width") <= 390


@pytest.mark.slow
def test_boxes_do_not_overlap(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        boxes = page.eval_on_selector_all(
            ".box rect", "boxes => boxes.map(box => ['x', 'y', 'width', 'height'].map(name => +box.getAttribute(name)))"
        )
        texts = page.eval_on_selector_all(".box text.name", "texts => texts.map(text => text.getBBox().width)")
    assert all(text <= box[2] - 8 for text, box in zip(texts, boxes, strict=True))
    for at, (x, y, width, height) in enumerate(boxes):
        for x2, y2, width2, height2 in boxes[at + 1 :]:
            assert x + width <= x2 or x2 + width2 <= x or y + height <= y2 or y2 + height2 <= y
