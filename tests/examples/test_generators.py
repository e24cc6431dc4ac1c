"""Generated tasks are right at every size: read without a warning, solvable or not as promised, the same every time."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import isonova
from isonova.api.check import check
from isonova.examples import NAMES, SEED, SizeError, generate, options

# How far each size goes where tasks are to be solved in an instant; those not named go to SMALL.
SMALL = 4
LARGEST: Mapping[str, Mapping[str, int]] = {
    "banquet": {"kinds": 6, "dishes": 2, "stock": 2, "pots": 1},
    "labyrinth": {"rows": 3, "columns": 3, "turns": 3},
    "lights_out": {"rows": 3, "columns": 3},
    "sandwiches": {"children": 3, "allergic": 2, "tables": 2, "trays": 1, "spare": 1},
    "sokoban": {"rows": 5, "columns": 5, "boxes": 2, "walls": 3},
    "tray_towers": {"colours": 2, "widths": 3, "trays": 5},
    "parcels": {"places": 3, "vans": 2, "slots": 2, "parcels": 3},
}
# What the largest value of an option needs beside it.
BESIDE: Mapping[tuple[str, str], Mapping[str, int]] = {
    ("banquet", "dishes"): {"stock": 200},
    ("sandwiches", "allergic"): {"children": 1000},
    ("sandwiches", "tables"): {"children": 100},
    ("sokoban", "boxes"): {"rows": 20, "columns": 20},
    ("sokoban", "walls"): {"rows": 60, "columns": 60},
    ("tray_towers", "colours"): {"trays": 32},
    ("visitall", "ponds"): {"rows": 60, "columns": 60},
}
UNSOLVABLE = ("banquet", "ferry", "lights_out", "power_grid", "sandwiches", "sokoban", "visitall")


@st.composite
def sizes(draw: st.DrawFn, name: str) -> dict[str, int | bool]:
    found: dict[str, int | bool] = {}
    for option in options(name):
        if option.is_flag:
            found[option.name] = draw(st.booleans())
        elif option.name == "seed":
            found[option.name] = draw(st.integers(0, 2**32))
        else:
            assert option.least is not None
            most = max(LARGEST.get(name, {}).get(option.name, SMALL), option.least)
            found[option.name] = draw(st.integers(option.least, most))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_small_tasks_are_read_and_solved_or_proved_unsolvable(name: str) -> None:
    made = 0

    @settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(sizes(name))
    def run(chosen: dict[str, int | bool]) -> None:
        nonlocal made
        try:
            task = isonova.load(*generate(name, **chosen))
        except SizeError:
            return  # sizes that do not go together
        made += 1
        assert not check(task).warnings
        result = isonova.plan(task, time_limit=60)
        assert result.status == ("unsolvable" if chosen.get("unsolvable") else "solved"), chosen

    run()
    assert made >= 10


@pytest.mark.parametrize("name", NAMES)
def test_which_can_be_unsolvable(name: str) -> None:
    assert ("unsolvable" in {option.name for option in options(name)}) == (name in UNSOLVABLE)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_task_and_another_seed_another(name: str) -> None:
    domain, problem = generate(name, seed=5)
    assert generate(name, seed=5) == (domain, problem)
    assert len({generate(name, seed=seed)[1].partition("\n")[2] for seed in range(20)}) >= 10


@pytest.mark.parametrize("name", NAMES)
def test_the_first_line_says_how_to_make_it_again(name: str) -> None:
    chosen = {option.name: option.default for option in options(name)} | {"seed": 3}
    first = generate(name, **chosen)[1].splitlines()[0]
    words = re.fullmatch(rf"; isonova examples generate {name}((?: --[a-z-]+ \d+)+)", first)
    assert words is not None
    assert {key: int(value) for key, value in re.findall(r"--([a-z-]+) (\d+)", words[1])} == {
        key: value for key, value in chosen.items() if not isinstance(value, bool)
    }


@pytest.mark.parametrize("name", NAMES)
def test_sizes_out_of_bounds(name: str) -> None:
    for option in options(name):
        if option.is_flag:
            with pytest.raises(SizeError, match=f"{option.name} must be True or False, not 1"):
                generate(name, **{option.name: 1})
            continue
        assert option.least is not None
        assert option.most is not None
        for wrong in (option.least - 1, option.most + 1):
            said = f"{option.name} must be between {option.least} and {option.most}, not {wrong}"
            with pytest.raises(SizeError, match=said):
                generate(name, **{option.name: wrong})
        with pytest.raises(SizeError, match=f"{option.name} must be a whole number, not True"):
            generate(name, **{option.name: True})
    with pytest.raises(SizeError, match=r"did you mean seed\? It has"):
        generate(name, sed=1)


@pytest.mark.parametrize(
    ("name", "wrong", "said"),
    [
        ("banquet", {"dishes": 4, "stock": 3}, "stock must be at least dishes"),
        ("ferry", {"docks": 2, "unsolvable": True}, "at least three docks"),
        ("lights_out", {"unsolvable": True}, "every pattern on 3 by 3 lamps can be made dark; try 4 by 4"),
        ("logistics", {"cities": 1, "places": 0}, "more cities or places"),
        ("sandwiches", {"children": 3, "allergic": 3}, "allergic must be less than children"),
        ("sandwiches", {"children": 3, "tables": 4}, "tables must be at most children"),
        ("sandwiches", {"allergic": 1, "unsolvable": True}, "at least two allergic children"),
        ("sokoban", {"rows": 3, "columns": 3, "boxes": 9}, "fewer boxes or walls, or a larger hall"),
        ("sokoban", {"walls": 12}, "12 blocked cells are too many for 25"),
        ("tray_towers", {"colours": 4, "trays": 5}, "at least two more than colours"),
        ("visitall", {"rows": 1, "columns": 1, "ponds": 0}, "the garden is too small"),
    ],
)
def test_sizes_that_do_not_go_together(name: str, wrong: dict[str, int | bool], said: str) -> None:
    with pytest.raises(SizeError, match=said):
        generate(name, **wrong)


def test_lights_out_on_every_small_board() -> None:
    """What the generator calls unsolvable is what no set of presses makes dark, all of which are tried here."""
    for rows, columns in ((1, 2), (2, 2), (2, 3), (3, 3), (1, 5)):
        _, problem = generate("lights_out", rows=rows, columns=columns)
        wired: dict[str, frozenset[str]] = {}
        for a, b in re.findall(r"\(wired (\S+) (\S+)\)", problem):
            wired[a] = wired.get(a, frozenset()) | {b}
        dark: set[frozenset[str]] = {frozenset()}
        for lamps in wired.values():
            dark |= {pattern ^ lamps for pattern in dark}
        for seed in range(10):
            if len(dark) == 2 ** (rows * columns):
                with pytest.raises(SizeError, match="every pattern"):
                    generate("lights_out", rows=rows, columns=columns, unsolvable=True, seed=seed)
            else:
                _, problem = generate("lights_out", rows=rows, columns=columns, unsolvable=True, seed=seed)
                assert frozenset(re.findall(r"\(lit (\S+)\)", problem.split(":goal")[0])) not in dark


@pytest.mark.parametrize("name", ["banquet", "labyrinth"])
def test_hard_to_ground(name: str) -> None:
    """Past a size the default planner does not ground, and yet finds a plan."""
    large = {"banquet": {"stock": 30}, "labyrinth": {"rows": 6, "columns": 6, "turns": 2}}[name]
    result = isonova.plan(*generate(name, **large), time_limit=60)
    assert (result.status, result.engine) == ("solved", "lifted")


@pytest.mark.parametrize("name", NAMES)
def test_the_largest_sizes_of_one_option(name: str) -> None:
    """Every bound can be reached: the text is made, and it is PDDL."""
    for option in options(name):
        if option.is_flag or option == SEED:
            continue
        assert option.most is not None
        others = BESIDE.get((name, option.name), {})
        isonova.load(*generate(name, **{**others, option.name: option.most}))
