"""Searches written down: as values, and in a line."""

from __future__ import annotations

import pytest

import isonova
from isonova import OptionError, Portfolio, Queue, Search
from isonova.api.searches import SEARCHES, portfolio
from isonova.examples import NAMES, files

TEXTS = [
    "eager(ff, cost=one)",
    "lazy(ff, pref(ff), lm, pref(lm), boost=1000, cost=one)",
    "lazy(ff, pref(ff), helpful_first=100, cost=one)",
    "lazy(ff, pop=4, speculate=3, cost=normal)",
    "eager(qb(add, at+wl), pn(gc, wl, 1), cost=plusone)",
    "eager(epsilon(ff, 0.1), type(gc), random(blind), seed=7, cost=one)",
    "pref-first: eager(pref(ff), ff, share=2.5, tie_break=g, cost=one) | lazy(lm, gc, cost=one)",
    "eager(gc, ff, symmetric=back, cost=one)",
    "lazy(ff, pref(ff), lm, symmetric=back, boost=1000, cost=one)",
    "eager(cb(gc, at), cost=one)",
    "eager(w(lm+ff, at+at2), cost=one)",
    *(text for name, text in SEARCHES.items() if name not in ("iw1", "iw2", "siw")),
]
PRUNING = [SEARCHES[name] for name in ("iw1", "iw2", "siw")]


@pytest.mark.parametrize("text", [*TEXTS, *PRUNING])
def test_a_line_and_back(text: str) -> None:
    assert str(portfolio(str(portfolio(text)))) == str(portfolio(text))


def test_a_line_says_what_the_values_say() -> None:
    written = portfolio("lazy(ff, pref(ff), boost=9) | two: eager(qb(add, at+wl, 3), cost=normal, share=2)").searches
    assert written == (
        Search((Queue("ff"), Queue("ff", preferred=True)), evaluate="lazy", boost=9),
        Search((Queue("add", novelty="at+wl", wl_iterations=3),), cost_type="normal", share=2.0),
    )
    assert [search.name for search in written] == ["", "two"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("isonva", "did you mean isonova?"),
        ("greedy(ff)", "a search starts with 'eager(' or 'lazy('"),
        ("eager()", "unknown heuristic ')'"),
        ("eager(fff)", "unknown heuristic 'fff'; did you mean ff?"),
        ("eager(ff", "expected ',' or ')' instead of the end"),
        ("eager(ff) lazy(ff)", "expected '|' or the end instead of 'lazy'"),
        ("eager(ff, bost=3)", "unknown option 'bost'; did you mean boost?"),
        ("eager(ff, boost=many)", "'many' is no number"),
        ("eager(ff, boost=-3)", "boost must be a whole number that is not negative"),
        ("eager(ff, cost=two)", "unknown cost type 'two'"),
        ("eager(prefer(ff))", "unknown kind of queue 'prefer'"),
        ("eager(qb(ff))", "expected ','"),
        ("eager(qb(ff, atoms))", "unknown novelty 'atoms'"),
        ("eager(pref(ff))", "needs a queue for all states"),
        ("eager(gc, pref(gc))", "'gc' prefers none"),
        ("eager(ff, pop=2)", "so it must be lazy"),
        ("eager(ff, pref(ff), helpful_first=9)", "so it must be lazy"),
        ("lazy(ff, helpful_first=9)", "so it needs a queue of preferred successors"),
        ("lazy(lm, pref(ff), helpful_first=9)", "so it needs a queue of all states by a heuristic"),
        ("lazy(ff, pop=0)", "pop must be at least 1"),
        ("eager(ff, share=0)", "share of the work above 0"),
        ("eager(epsilon(ff, 2))", "epsilon that is no probability"),
        ("eager(ff; gc)", "';' means nothing here"),
        ("eager(ff, symmetric=front)", "unknown way with symmetric states 'front'"),
        ("eager(ff, symetric=back)", "unknown option 'symetric'; did you mean symmetric?"),
        ("eager(ff, weight=2, symmetric=back)", "so it cannot put symmetric states back"),
        ("eager(lm+ff, weight=2)", "so it cannot have a pair of them"),
        ("eager(iw(blind, at), serial=maybe)", "serial is yes or no, not 'maybe'"),
        ("eager(ff, serial=yes)", "so it must be eager with one queue, such as iw(blind, at+at2)"),
        ("eager(iw(lm, at), serial=yes)", "must depend on the state alone, not on the path to it"),
        ("eager(iw(blind, at), serial=yes, symmetric=back)", "so it cannot put symmetric states back"),
    ],
)
def test_mistakes_are_shown_where_they_are(text: str, said: str) -> None:
    with pytest.raises(OptionError) as error:
        portfolio(text)
    assert said in str(error.value)


def test_values_that_make_no_sense() -> None:
    with pytest.raises(OptionError, match="at least one search"):
        Portfolio(())
    with pytest.raises(OptionError, match="a turn must have some work in it"):
        Portfolio((Search(),), first_turn=0)
    with pytest.raises(OptionError, match="growth must be from 1 to 100"):
        Portfolio((Search(),), growth=0.5)
    with pytest.raises(OptionError, match="at least one queue"):
        Search(())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.slow
def test_every_search_solves_the_examples_alike_in_both_engines(name: str, text: str) -> None:
    grounded, lifted = (isonova.plan(*files(name), search=text, engine=engine) for engine in ("grounded", "lifted"))
    assert grounded.solved
    assert lifted.solved
    if "|" not in text:  # in turns, which search comes first may differ: lifted successors count as more work
        assert (grounded.plan, grounded.expansions) == (lifted.plan, lifted.expansions)


def test_searches_in_turns_tell_what_each_did() -> None:
    result = isonova.plan(*files("parcels"))
    assert result.search == "isonova"
    assert result.heuristic is None
    assert [each.name for each in result.searches] == ["landmarks", "novelty", "width"]
    assert result.decided_by in ("landmarks", "novelty", "width")
    assert "found the plan" in result.summary()
    again = isonova.Result.from_dict(result.to_dict())
    assert again.searches == result.searches
    single = isonova.plan(*files("parcels"), heuristic="ff")
    assert (single.search, single.searches, single.decided_by) == (None, (), None)


def test_a_search_of_ones_own() -> None:
    mine = Search((Queue("ff"), Queue("ff", preferred=True)), evaluate="lazy", boost=10)
    assert isonova.plan(*files("parcels"), search=mine).solved
    both = isonova.plan(*files("parcels"), search=Portfolio((mine, Search())), threads=2)
    assert both.solved
    assert len(both.searches) == 2


def test_options_beside_a_search() -> None:
    with pytest.warns(isonova.OptionWarning, match="cost_type has no effect"):
        isonova.plan(*files("parcels"), cost_type="one")
    with pytest.warns(isonova.OptionWarning, match="threads has no effect"):
        isonova.plan(*files("parcels"), search="lama", threads=2)
    with pytest.raises(OptionError, match="give either a search or a novelty"):
        isonova.plan(*files("parcels"), search="lama", novelty="at")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", PRUNING)
def test_iterated_width_is_the_same_in_both_engines(name: str, text: str) -> None:
    grounded, lifted = (
        isonova.plan(*files(name), search=text, max_expansions=200, engine=engine) for engine in ("grounded", "lifted")
    )
    assert grounded.status in ("solved", "exhausted", "limit_reached")
    assert (grounded.status, grounded.plan, grounded.expansions) == (lifted.status, lifted.plan, lifted.expansions)
    assert (grounded.episodes, grounded.widest) == (lifted.episodes, lifted.widest)


def test_iterated_width_proves_nothing() -> None:
    result = isonova.plan(*files("blocks"), search="iw1")
    assert result.status == "exhausted"
    assert result.exit_code == 12
    assert result.dead_ends > 0


def test_serialised_iterated_width_counts_its_episodes() -> None:
    result = isonova.plan(*files("gripper"), search="siw")
    assert result.solved
    assert result.episodes > 1
    assert f"{result.episodes} episodes, the widest with IW({result.widest})" in result.summary()


def test_symmetric_states_wait_behind_all_others() -> None:
    plain, back = (isonova.plan(*files("gripper"), search=f"eager(blind{more})") for more in ("", ", symmetric=back"))
    assert back.solved
    assert back.sent_back > 0
    assert back.expansions < plain.expansions
    assert "states looked like one expanded before" in back.summary()
    again = isonova.Result.from_dict(back.to_dict())
    assert again.sent_back == back.sent_back


def test_symmetric_states_are_expanded_in_the_end() -> None:
    """A proof that there is no plan needs all states."""
    domain, problem = (file.read_text() for file in files("gripper"))
    unsolvable = problem.replace("(:goal (and", "(:goal (and (lies-in ball1 room1)", 1)
    plain, back = (isonova.plan(domain, unsolvable, search=f"eager(blind{more})") for more in ("", ", symmetric=back"))
    assert plain.status == back.status == "unsolvable"
    assert plain.expansions == back.expansions
