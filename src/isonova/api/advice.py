"""What to try after a run without a plan. docs/howto/which-options.md has the same advice as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isonova.api.searches import DEFAULT_SEARCH, OPTIMAL_SEARCH

if TYPE_CHECKING:
    from isonova.api.result import RunResult

DEFAULT_INSTEAD = "the default planner (without --heuristic, --novelty or --alias)"

ANYTIME_INSTEAD = "--anytime instead: a plan soon, then cheaper ones, and a proof if there is time for it"
HIGHER_BOUND = "a higher --max-cost"

STALLED = 1.0
"""Seconds without a lower h that are worth a word."""


def advice(result: RunResult) -> tuple[str, ...]:
    """Options of the command line, the best bet first, each with a word on why."""
    if result.status == "solved" or result.engine == "simulator":
        return ()
    if result.phase != "search":
        if result.status == "unsolvable" or result.engine == "lifted" or result.phase != "ground":
            return ()
        return ("--engine lifted, which grounds no action",)
    if result.status == "unsolvable":
        return () if result.max_cost is None else (HIGHER_BOUND, "--optimal without --max-cost, for the lowest cost")
    bound: tuple[str, ...] = () if result.max_cost is None else (HIGHER_BOUND,)
    if result.search == OPTIMAL_SEARCH:
        return (ANYTIME_INSTEAD,)
    if result.status == "exhausted":
        return ("--heuristic gc, which prunes no state", *bound)
    if bound:  # which makes plans harder to find
        bound = ("--anytime without --max-cost, whose plans get cheaper", *bound)
    return *bound, *_for_search(result)


def _for_search(result: RunResult) -> tuple[str, ...]:
    if result.search is None:
        return _for_one_queue(result)
    if result.search != DEFAULT_SEARCH:
        return ("the default planner (leave out --search)",)
    if result.status == "out_of_memory":
        return ("--search lama, whose queues need no novelty table",)
    return (
        *(() if result.threads > 1 else ("--threads 2, if you have two cores",)),
        "--heuristic ff --novelty at+wl",
        "--heuristic gc --novelty at+wl, which evaluates far more states a second",
    )


def _for_one_queue(result: RunResult) -> tuple[str, ...]:
    if result.novelty == "none":
        return DEFAULT_INSTEAD, "--novelty at+wl"
    if result.status == "out_of_memory":
        return "--search lama, whose queues need no novelty table", "--novelty none"
    return (DEFAULT_INSTEAD,)


def stalled(result: RunResult) -> float | None:
    """For how many seconds a search with a single queue found no lower h; None if that is not known or not long."""
    if result.solved or result.best_h_seconds is None or result.searches or result.search == OPTIMAL_SEARCH:
        return None
    if result.heuristic == "blind":  # its h never moves
        return None
    seconds = result.seconds.search - result.best_h_seconds
    return seconds if seconds >= STALLED else None


def advice_lines(result: RunResult) -> list[str]:
    """For the terminal."""
    options = advice(result)
    lines = [f"{'try' if at == 0 else '  or'} {option}" for at, option in enumerate(options)]
    seconds = stalled(result)
    if lines and seconds is not None:
        lines[0] = f"lowest h {result.best_h} for {seconds:.0f} s; {lines[0]}"
    return lines
