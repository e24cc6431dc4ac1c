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
    *SEARCHES.values(),
]


@pytest.mark.parametrize("text", TEXTS)
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
    assert [each.name for each in result.searches] == ["landmarks", "novelty"]
    assert result.decided_by in ("landmarks", "novelty")
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
