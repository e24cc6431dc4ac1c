"""Charts: their axes, and that lines are where the numbers are."""

from __future__ import annotations

import re

import pytest

from isonova.pages.charts import BOTTOM, HEIGHT, LEFT, MOST_POINTS, RIGHT, TOP, WIDTH, Line, chart, powers, short, ticks


@pytest.mark.parametrize("top", [0.0013, 0.7, 1, 3, 8, 9.99, 10, 61, 100, 12345, 1e9])
def test_ticks_are_round_and_reach_the_top(top: float) -> None:
    found = ticks(top)
    assert found[0] == 0
    assert found[-1] >= top * (1 - 1e-9)
    assert found[-2] < top
    assert 2 <= len(found) <= 7
    digits = f"{found[1]:e}".split("e")[0].rstrip("0").rstrip(".")
    assert digits in ("1", "2", "2.5", "5")


def test_powers_and_short_numbers() -> None:
    assert powers(1) == [1, 10]
    assert powers(1001) == [1, 10, 100, 1000, 10000]
    assert [short(value) for value in (0, 0.25, 12, 1200, 3_400_000)] == ["0", "0.25", "12", "1.2k", "3.4M"]


def polyline(text: str) -> list[tuple[float, float]]:
    found = re.search(r'<polyline [^>]*points="([^"]*)"', text)
    assert found
    return [(float(x), float(y)) for x, y in (point.split(",") for point in found[1].split())]


def test_corners_of_a_line() -> None:
    text = chart("A & B", "x", [Line("a", [(0, 0), (8, 10)])])
    assert polyline(text) == [(LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, TOP)]
    assert "A &amp; B" in text


def test_a_value_holds_until_the_next_point() -> None:
    places = polyline(chart("t", "x", [Line("a", [(0, 10), (5, 5), (10, 5)], steps=True)]))
    assert [y for _, y in places] == [TOP, TOP, places[2][1], places[2][1], places[2][1]]
    assert places[1][0] == places[2][0]


def test_no_points_one_point_and_many() -> None:
    for points in ([], [(0.0, 0.0)], [(3.0, -2.0)]):
        assert "nan" not in chart("t", "x", [Line("a", points)])
    many = polyline(chart("t", "x", [Line("a", [(float(x), 1.0) for x in range(4999)])]))
    assert len(many) <= MOST_POINTS + 1
    assert many[-1][0] == WIDTH - RIGHT
