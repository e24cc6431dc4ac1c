"""The page with a slider over rounds of WL: its colours, its text, and what it does in a browser."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

import isonova
from isonova import TaskBuilder
from isonova.api.ilg.draw import TooLargeError, draw
from isonova.api.ilg.graph import InstanceGraph
from isonova.api.states import initial_state
from isonova.examples import NAMES, files, generate

pytest.importorskip("numpy")

from isonova.api.ilg.rounds import colour_numbers, slider

ROUNDS = 4


def blocks() -> InstanceGraph:
    task = isonova.load(*generate("blocks", blocks=4, seed=3))
    return InstanceGraph(task, initial_state(task))


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_colours_and_change_only_where_a_colour_splits(name: str) -> None:
    task = isonova.load(*files(name))
    graph = InstanceGraph(task, initial_state(task))
    numbers = colour_numbers(graph, ROUNDS)
    names = graph.colourings(ROUNDS)
    for found, colours in zip(numbers, names, strict=True):
        assert len(set(zip(found, colours, strict=True))) == len(set(found)) == len(set(colours))
    assert min(map(min, numbers)) == 1
    for before, after in pairwise(numbers):
        assert set(before) <= set(after)  # every colour goes on in its largest part
        for number in set(before):
            parts = [after[node] for node, old in enumerate(before) if old == number]
            assert parts.count(number) == max(map(parts.count, parts))
            assert not set(parts) & (set(before) - {number})


def test_the_page_stands_alone(tmp_path: Path) -> None:
    graph = blocks()
    draw(graph, tmp_path / "rounds.html", iteration=ROUNDS, title="a < b")
    page = (tmp_path / "rounds.html").read_text(encoding="utf-8")
    assert "<title>a &lt; b</title>" in page
    assert not re.findall(r"""(?:src|href)\s*=|url\(|https?:""", page)
    assert page.count('class="wl-node"') == len(graph.nodes)
    assert page.count("<line ") == len(graph.edges)
    [data] = re.findall(r'\)\("wl-[0-9a-f]+", (.*)\)</script>', page)
    found = json.loads(data)
    assert found["numbers"] == colour_numbers(graph, ROUNDS)
    for iteration, colours in enumerate(graph.colourings(ROUNDS)):
        words = found["words"][iteration]
        for number, colour in zip(found["numbers"][iteration], colours, strict=True):
            assert words[str(number)] == graph.describe(iteration, colour)
    draw(graph, tmp_path / "again.html", iteration=ROUNDS, title="a < b")
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == page


def test_two_on_one_page_have_names_of_their_own() -> None:
    graph = blocks()
    marks = {re.findall(r'id="([^"]*)"', slider(graph, rounds=rounds))[0] for rounds in (1, 2, 3)}
    assert len(marks) == 3


def test_a_title_is_text() -> None:
    text = slider(blocks(), title="</script><b>bold</b>")
    assert text.count("</script>") == 1
    assert "<b>" not in text


def test_a_graph_without_edges_and_one_that_is_too_large(tmp_path: Path) -> None:
    t = TaskBuilder("small")
    over = t.predicate("over")
    t.action("end", [], effect=over())
    t.goal(over())
    task = t.build()
    assert "ug" not in slider(InstanceGraph(task, []), rounds=0)
    with pytest.raises(TooLargeError):
        draw(blocks(), tmp_path / "x.html", max_nodes=3)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_in_a_browser(tmp_path: Path) -> None:
    from experiments.browser import chromium, opened

    draw(blocks(), tmp_path / "rounds.html", iteration=3)
    numbers = colour_numbers(blocks(), 3)
    with chromium() as browser:
        for width in (1400, 390):
            with opened(browser, tmp_path / "rounds.html", width=width) as page:
                for round_, expected in enumerate(numbers):
                    assert f"Round {round_}: {len(set(expected))} colours" in page.locator("output").inner_text()
                    shapes = "shapes => shapes.map(shape => shape.firstElementChild.getAttribute('fill'))"
                    fills = page.eval_on_selector_all(".wl-node", shapes)
                    assert len(set(fills)) == len(set(expected))
                    assert len(set(zip(fills, expected, strict=True))) == len(set(expected))
                    assert page.locator(".wl-legend li").count() == len(set(expected))
                    if round_ < 3:
                        page.get_by_label("On", exact=True).click()
                assert page.get_by_label("On", exact=True).is_disabled()
                page.locator("input[type=range]").fill("0")
                page.locator(".wl-legend li").first.click()
                share = numbers[0].count(1)
                assert page.locator(".wl-node:not(.wl-faint)").count() == share
                assert page.evaluate("document.documentElement.scrollWidth") <= width
