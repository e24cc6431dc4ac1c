"""The page of a run: what it says for each way in which a run can end."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli.large import rows, switches
from cli.program import isonova as program
from experiments.browser import chromium, opened

import isonova
from isonova.api.advice import advice
from isonova.api.options import PlanOptions
from isonova.api.report.command import command, is_repeatable
from isonova.api.result import Result
from isonova.api.statistics import SearchStatistics, Seconds
from isonova.examples import files

ENDLESS = switches(60)


def words(page: str) -> str:
    """Without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL))


def solved() -> Result:
    return isonova.plan(*files("parcels"))


def by_novelty() -> Result:
    return isonova.plan(*files("lockdown"), heuristic="gc", novelty="at+wl")


def unsolvable() -> Result:
    return isonova.plan(*switches(4))


def out_of_time() -> Result:
    return isonova.plan(*ENDLESS, heuristic="gc", time_limit=0.6)


def out_of_time_by_default() -> Result:
    return isonova.plan(*ENDLESS, time_limit=1)


def interrupted() -> Result:
    token = isonova.StopToken()
    return isonova.plan(*ENDLESS, heuristic="gc", novelty="at", stop=token, progress=lambda _: token.stop())


def while_grounding() -> Result:
    return isonova.plan(*rows(60, 5), engine="grounded", time_limit=0.3)


def nothing_to_do() -> Result:
    domain, problem = ENDLESS
    return isonova.plan(domain, re.sub(r"\(:goal .*\)\)", "(:goal (and)))", problem))


RUNS: dict[Callable[[], Result], tuple[str, list[str]]] = {
    solved: ("solved", ["Plan for parcels", "Every step serves a goal", "The plan as text", "found the plan", "pref("]),
    by_novelty: ("solved", ["New states among those just scored", "distinct features", "--novelty at+wl"]),
    unsolvable: ("unsolvable", ["No plan for p", "proved unsolvable", "No plan exists"]),
    out_of_time: (
        "out_of_time",
        ["not true. No state had fewer", "the default planner", "longest plateaus", "never", "--novelty"],
    ),
    out_of_time_by_default: ("out_of_time", ["--threads 2", "landmarks", "h over expansions"]),
    interrupted: ("interrupted", ["interrupted", "the default planner"]),
    while_grounding: ("out_of_time", ["before the search, in this phase: ground", "--engine lifted"]),
    nothing_to_do: ("solved", ["nothing is to be done"]),
}


@pytest.mark.parametrize("run", RUNS)
def test_every_end_of_a_run(run: Callable[[], Result]) -> None:
    status, expected = RUNS[run]
    result = run()
    assert result.status == status
    page = result.report_html()
    text = words(page)
    for each in expected:
        assert each in text
    assert ("What to try" in text) == bool(advice(result))
    assert ("Novelty" in text) == (result.novelty_telemetry is not None or "new states" in text.lower())
    assert len(page.encode()) < 500_000
    assert "nan" not in re.findall(r'points="([^"]*)"', page)
    places = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= places
    assert re.findall(r"(?:src|href)=\"(?!#|data:,)[^\"]*", page) == []


def test_the_timeline_has_a_mark_for_each_object_of_a_step() -> None:
    result = solved()
    page = result.report_html()
    assert result.actions is not None
    assert page.count("<title>step ") == len(result.actions)
    assert page.count('<rect class="series-') == sum(len(set(action.args)) for action in result.actions)
    for kind in ("van", "place", "parcel"):
        assert re.search(rf'<text class="type"[^>]*>{kind}<', page)


def test_a_long_plan_is_cut_and_the_page_stays_small() -> None:
    plan = tuple(f"(make a-long-name-of-an-object-{at} red)" for at in range(30_000))
    page = replace(solved(), plan=plan, length=len(plan)).report_html()
    assert "Drawn are the first 600 of 30000 steps" in page
    assert "Drawn are the 80 of 601 objects" in page
    assert "the rest is left out" in page
    assert len(page.encode()) < 2_000_000


def test_names_are_escaped() -> None:
    domain, problem = switches(3)
    page = isonova.plan(domain, problem.replace("problem p", "problem a&b<c")).report_html()
    assert "No plan for a&amp;b&lt;c" in page
    assert "a&b<c" not in page


def test_a_result_that_was_read_back_has_no_report() -> None:
    with pytest.raises(ValueError, match="does not know how the search went"):
        Result.from_dict(solved().to_dict()).report_html()


# --- advice and the command


@pytest.mark.parametrize(
    ("known", "first"),
    [
        ({"status": "solved"}, None),
        ({"status": "unsolvable"}, None),
        ({"status": "out_of_time", "phase": "ground"}, "--engine lifted"),
        ({"status": "out_of_time", "phase": "parse"}, None),
        ({"status": "exhausted", "heuristic": "ff"}, "--heuristic gc"),
        ({"status": "out_of_time", "heuristic": "ff"}, "the default planner"),
        ({"status": "out_of_memory", "heuristic": "ff", "novelty": "wl"}, "--search lama"),
        ({"status": "out_of_time", "search": "lama"}, "the default planner"),
        ({"status": "out_of_memory", "search": "isonova"}, "--search lama"),
        ({"status": "interrupted", "search": "isonova"}, "--threads 2"),
        ({"status": "out_of_time", "search": "isonova", "threads": 2}, "--heuristic ff"),
        ({"status": "out_of_time", "engine": "simulator", "heuristic": "f"}, None),
        ({"status": "out_of_time", "search": "astar"}, "--anytime instead"),
        ({"status": "out_of_memory", "search": "astar", "max_cost": 9.0}, "--anytime instead"),
        ({"status": "unsolvable", "search": "astar"}, None),
        ({"status": "unsolvable", "search": "astar", "max_cost": 9.0}, "a higher --max-cost"),
        ({"status": "unsolvable", "search": "isonova", "max_cost": 9.0, "phase": "ground"}, None),
        ({"status": "out_of_time", "search": "isonova", "max_cost": 9.0}, "--anytime without --max-cost"),
        ({"status": "exhausted", "heuristic": "ff", "max_cost": 9.0}, "--heuristic gc"),
    ],
)
def test_advice(known: dict[str, Any], first: str | None) -> None:
    found = advice(Result(**known))
    assert (found[0].startswith(first) if found else False) if first else not found


def test_the_summary_says_for_how_long_h_has_not_moved() -> None:
    known: dict[str, Any] = {"status": "out_of_time", "heuristic": "ff", "best_h": 28, "initial_h": 40}
    result = Result(**known, best_h_seconds=1.0, seconds=Seconds(search=10.0))
    assert "lowest h 28 for 9 s; try the default planner" in result.summary()
    assert "\n  or --novelty at+wl" in result.summary()
    soon = Result(**known, best_h_seconds=9.9, seconds=Seconds(search=10.0))
    assert "\ntry the default planner" in soon.summary()
    each = SearchStatistics("a", None, True, False, 1, 1, 1, 40, 28, 3.0, 1, 0, None)
    several = Result(**known, searches=(each, each), best_h_seconds=1.0, seconds=Seconds(search=10.0))
    assert "for 9 s" not in several.summary()
    blind = Result(**known | {"heuristic": "blind"}, best_h_seconds=1.0, seconds=Seconds(search=10.0))
    assert "for 9 s" not in blind.summary()


def test_what_is_proved_about_a_bound_on_costs() -> None:
    """The cheapest plan costs 11."""
    proved = isonova.plan(*files("lockdown"), max_cost=10)
    assert proved.summary().startswith("proved: no plan costs 10 or less\n")
    assert "try a higher --max-cost\n  or --optimal without" in proved.summary()
    assert f"\n{proved.decided_by}: proved it; " in proved.summary()
    assert "No plan costs 10 or less." in words(proved.report_html())
    cut = isonova.plan(*files("lockdown"), max_cost=10, max_expansions=3)
    assert cut.summary().splitlines()[0].endswith("reached; not proved that no plan costs 10 or less")
    assert "try --anytime without --max-cost" in cut.summary()
    domain, problem = switches(4)
    never = isonova.plan(domain, problem.replace("(off s0)", "").replace("(wired s3 s0)", ""), max_cost=3)
    assert (never.phase, never.summary().splitlines()[0]) == (
        "ground",
        "proved unsolvable: no plan exists (while in: ground)",
    )


def test_an_optimal_search_that_ends_early() -> None:
    result = isonova.plan(*files("parcels"), optimal=True, max_expansions=20, record_goals=True)
    assert "\ntry --anytime instead" in result.summary()
    assert "lowest h 1 for" not in result.summary()
    text = words(result.report_html())
    assert "It has not moved" not in text
    assert "longest plateaus" not in text
    assert "Goals that were reached" in text


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ""),
        (
            {"heuristic": "ff", "novelty": "at+wl", "time_limit": "5m"},
            "--heuristic ff --novelty at+wl --time-limit 300",
        ),
        ({"search": "lazy(ff, pref(ff))"}, "--search 'lazy(ff, pref(ff))'"),
        ({"shorten": False, "engine": "lifted"}, "--engine lifted --no-shorten"),
        ({"novelty": "wl", "wl_exact": True, "profile": "paper"}, "--novelty wl --profile paper --wl-exact"),
    ],
)
def test_the_command_repeats_the_run(options: dict[str, Any], expected: str) -> None:
    chosen = PlanOptions.of(**options)
    found = command(chosen, ("my domain.pddl", "p.pddl"))
    assert found == f"isonova plan 'my domain.pddl' p.pddl {expected}".strip()
    assert is_repeatable(chosen, ("d", "p"))
    assert not is_repeatable(chosen, None)
    dry = program("plan", *files("parcels"), *shlex.split(found)[4:], "--dry-run")
    given = program("plan", *files("parcels"), *shlex.split(expected), "--dry-run")
    assert (dry.returncode, dry.stdout) == (0, given.stdout)


def test_what_is_written_in_python_is_named() -> None:
    def count(state: Any) -> int:
        return len(state)

    chosen = PlanOptions.of(heuristic=count, novelty=["at", lambda state: state])
    assert "--heuristic count --novelty 'at+<lambda>'" in command(chosen, None)
    assert not is_repeatable(chosen, ("d", "p"))


# --- in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("run", [solved, by_novelty, out_of_time_by_default, while_grounding])
@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), (390, "dark")])
def test_reading_it(browser: Any, tmp_path: Path, run: Callable[[], Result], width: int, scheme: str) -> None:
    file = tmp_path / "report.html"
    result = run()
    result.report(file)
    with opened(browser, file, width, 844, scheme) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        colour = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(colour) == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(20, 24, 29)")
        page.click("#theme")
        assert page.evaluate(colour) != ("rgb(255, 255, 255)" if scheme == "light" else "rgb(20, 24, 29)")
        for link in page.locator("nav a").all():
            assert page.locator(link.get_attribute("href")).count() == 1
        strokes = page.eval_on_selector_all("polyline", "lines => lines.map(line => getComputedStyle(line).stroke)")
        assert "none" not in strokes
        if result.expansions:
            assert page.locator(".chart").count() >= 3
            letters = page.eval_on_selector_all(
                ".chart text", "texts => texts.map(t => t.getBoundingClientRect().height)"
            )
            assert min(letters) > 9  # to be read on a phone, too
        if result.solved:
            page.locator("svg.marks g").nth(1).dispatch_event("click")
            assert page.inner_text("#chosen").startswith("step 2: ")
            assert result.plan is not None
            page.click("summary >> nth=0")
            assert result.plan[0] in page.inner_text("#plan pre")
        assert page.pdf()[:4] == b"%PDF"
