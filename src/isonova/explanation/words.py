"""Sentences that the terminal and the page share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from isonova.explanation.explanation import Explanation, Link
from isonova.explanation.order import Order
from isonova.validator.costs import cost_text


class Ends:
    """The links and orders of an explanation by their ends, to look up many of them."""

    def __init__(self, explained: Explanation) -> None:
        self.into: defaultdict[int, list[Link]] = defaultdict(list)
        self.out_of: defaultdict[int, list[Link]] = defaultdict(list)
        for link in explained.links:
            self.into[link.consumer].append(link)
            self.out_of[link.producer].append(link)
        self.before: defaultdict[int, list[Order]] = defaultdict(list)
        for order in explained.orders:
            self.before[order.after].append(order)


def listed(numbers: Sequence[int]) -> str:
    """1, 2 and 5."""
    words = [str(number) for number in numbers]
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def summary(explained: Explanation) -> list[str]:
    """What to know first, a sentence or two on each point."""
    found = []
    if not explained.validation.valid:
        found.append(
            "The plan is not valid. Explained are the steps that apply, and the goals that hold after them."
            if explained.steps
            else "The plan is not valid, and there is no step that could be explained."
        )
    if explained.not_needed:
        numbers = explained.not_needed
        which = f"Step {numbers[0]} is" if len(numbers) == 1 else f"Steps {listed(numbers)} are"
        serve = "it serves" if len(numbers) == 1 else "they serve"
        without = "it" if len(numbers) == 1 else "them"
        left = len(explained.steps) - len(numbers)
        found.append(
            f"{which} not needed: {serve} no goal. Without {without} the plan has {steps(left)} and costs "
            f"{cost_text(explained.needed_cost)}."
        )
    elif explained.steps and explained.validation.valid:
        found.append("Every step serves a goal.")
    if explained.steps:
        found.append(order_words(explained))
    return found


def order_words(explained: Explanation) -> str:
    count, layers = len(explained.steps), explained.makespan
    if count == 1:
        return "There is only one step to order."
    if layers == count:
        return "Every step has to wait for the one before it, so nothing can run in parallel."
    most = max(map(len, explained.layers))
    if layers == 1:
        return f"The {steps(count)} can be done in any order, or all at once."
    return (
        f"The {steps(count)} need {layers} layers, one after the other. Steps of one layer can be done in any order or "
        f"at once, at most {most} together."
    )


def consumers(links: Iterable[Link]) -> str:
    """steps 2, 5 and goal 1"""
    own = list(links)
    later = [link.consumer for link in own if link.goal is None]
    goals = [link.goal for link in own if link.goal is not None]
    parts = [f"{'step' if len(later) == 1 else 'steps'} {', '.join(ranges(later))}"] if later else []
    if goals:
        parts.append(f"{'goal' if len(goals) == 1 else 'goals'} {', '.join(ranges(goals))}")
    return " and ".join(parts)


def ranges(numbers: Iterable[int]) -> list[str]:
    """1-4, 7 and 8 for 1, 2, 3, 4, 7, 8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        text for run in runs for text in ([f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(number) for number in run])
    ]


def served(goals: Sequence[int], of: int) -> list[str]:
    """The goals that a step serves, many of them as ranges."""
    if len(goals) == of > 1:
        return [f"all {of} goals"]
    first, *others = ranges(goals)
    return [f"{'goal' if len(goals) == 1 else 'goals'} {first}", *others]


def because(order: Order) -> str:
    """Why one step comes before another."""
    if order.reason == "gives":
        return f"{order.before} before {order.after}: it gives {order.fact}"
    if order.reason == "undoes":
        return (
            f"{order.before} before {order.after}: step {order.after} undoes {order.fact}, which {order.before} needs"
        )
    return f"{order.before} before {order.after}: step {order.after} makes {order.fact}, which {order.before} undoes"
