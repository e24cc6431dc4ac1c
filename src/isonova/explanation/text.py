"""An explanation for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from isonova.explanation.explanation import ExplainedStep, Explanation, Goal, Link, Share
from isonova.explanation.words import Ends, consumers, listed, served, steps, summary
from isonova.validator.costs import cost_text

WIDTH = 80
MOST_FACTS = 12
"""In one entry of a step; the page and the JSON have all of them."""
MOST_OBJECTS = 20


def text(explained: Explanation) -> str:
    ends = Ends(explained)
    lines = [explained.validation.explain(), ""]
    for sentence in summary(explained):
        lines += wrap(sentence, WIDTH)
    if explained.goals:
        lines += ["", "Goals"]
        for goal in explained.goals:
            lines += _goal(goal, ends.into[len(explained.steps) + 1])
    if explained.steps:
        lines += ["", "Steps: what each needs, and what it gives to whom"]
        for step in explained.steps:
            lines += _step(explained, step, ends)
        lines += ["", "Order: the first layer in which each step can be done"]
        lines += _layers(explained)
        lines += ["", "Cost by action"]
        lines += _shares(explained.costs_by_action, explained)
    if explained.costs_by_object:
        lines += ["", "Cost by object: a step counts for each object that it names"]
        lines += _shares(explained.costs_by_object, explained)
    return "\n".join(lines)


def _goal(goal: Goal, links: Iterable[Link]) -> list[str]:
    by = sorted({link.producer for link in links if link.goal == goal.number and link.producer})
    if not goal.holds:
        how = "not reached"
    elif by:
        how = f"by {'step' if len(by) == 1 else 'steps'} {listed(by)}"
    else:
        how = "true from the start"
    return _wrapped(f"{goal.number:4}  ", [goal.condition, how], "  ")


def _step(explained: Explanation, step: ExplainedStep, ends: Ends) -> list[str]:
    head = f"{step.number:4}  {step}"
    cost = f"cost {cost_text(step.cost)}"
    lines = [f"{head:<{WIDTH - len(cost) - 2}}  {cost}"]
    needs = ends.into[step.number]
    lines += _entry("needs", _from(link for link in needs if link.role == "precondition"))
    lines += _entry("effects depend on", _from(link for link in needs if link.role in ("effect", "no effect")))
    gives = ends.out_of[step.number]
    used = {link.fact for link in gives}
    for_whom = [
        f"{fact} for {consumers(link for link in gives if link.fact == fact)}" for fact in step.changes if fact in used
    ]
    lines += _entry("gives", for_whom)
    lines += _entry("also gives", [str(fact) for fact in step.changes if fact.value and fact not in used])
    if step.goals:
        lines += _entry("serves", served(step.goals, len(explained.goals)))
    elif explained.validation.valid:
        lines += _entry("serves", ["no goal: not needed"])
    return lines


def _from(links: Iterable[Link]) -> list[str]:
    return [
        f"{link.fact} from {f'step {link.producer}' if link.producer else 'the start'}"
        for link in sorted(links, key=lambda link: (-link.producer, link.fact.atom))
    ]


def _entry(label: str, items: Sequence[str]) -> list[str]:
    more = len(items) - MOST_FACTS
    shown = [*items[:MOST_FACTS], f"and {more} more"] if more > 0 else items
    return _wrapped(f"      {label}: ", shown, ", ", indent=8) if items else []


def _wrapped(start: str, items: Sequence[str], separator: str, indent: int = 8) -> list[str]:
    """Breaks between items, and within an item only if a line cannot hold it."""
    lines = [start]
    for at, item in enumerate(items):
        word = item + (separator.rstrip() if at + 1 < len(items) else "")
        fresh = lines[-1] == start or not lines[-1].strip()
        if not fresh and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(" " * indent + word)
        else:
            lines[-1] += word if fresh else (separator if not separator.strip() else " ") + word
    return [part for line in lines for part in _fitting(line, indent + 2)]


def _fitting(line: str, indent: int) -> list[str]:
    return wrap(line, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def _layers(explained: Explanation) -> list[str]:
    lines = []
    for number, layer in enumerate(explained.layers, start=1):
        for at, each in enumerate(layer):
            step = explained.steps[each - 1]
            label = f"layer {number}" if at == 0 else ""
            after = f"  after {listed(step.after)}" if step.after else ""
            line = f"  {label:<9} {each:4}  {step}"
            lines += _fitting(line + after, 18)
    return lines


def _shares(shares: Sequence[Share], explained: Explanation) -> list[str]:
    shown = shares[:MOST_OBJECTS]
    width = max(len(share.name) for share in shown)
    lines = []
    for share in shown:
        part = f"  {share.cost / explained.cost:4.0%}" if explained.cost else ""
        lines.append(f"  {share.name:<{width}}  {steps(share.steps):>9}  cost {cost_text(share.cost):>6}{part}")
    if len(shares) > len(shown):
        lines.append(f"  and {len(shares) - len(shown)} more")
    return lines
