"""An explanation as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from isonova.explanation.drawing import draw
from isonova.explanation.explanation import ExplainedStep, Explanation, Goal, Link, Share
from isonova.explanation.order import Order
from isonova.explanation.words import Ends, ranges, served, steps, summary
from isonova.pages import bar, facts
from isonova.pages import page as frame
from isonova.validator.costs import cost_text

FOLDER = Path(__file__).parent

MOST_DRAWN = 400
"""Steps of a plan that is drawn; a longer one has its layers in a table."""

MOST_GOAL_LINKS = 10
"""Goals of one step that are links; more are shown as ranges."""


def page(explained: Explanation) -> str:
    title = f"Plan for {explained.problem}"
    sections = [("goals", "Goals", _goals(explained))]
    if explained.steps:
        sections += [
            ("order", "Order", _order(explained)),
            ("steps", "Steps", _steps(explained)),
            ("costs", "Costs", _costs(explained)),
        ]
    return frame(title, _facts(explained) + _first(explained), sections, skip="Skip to the plan", folder=FOLDER)


def _facts(explained: Explanation) -> str:
    shown = [
        ("domain", explained.domain),
        ("steps", str(len(explained.steps))),
        ("cost", cost_text(explained.cost)),
        ("layers", str(explained.makespan)),
        ("goals", f"{sum(goal.holds for goal in explained.goals)} of {len(explained.goals)} reached"),
    ]
    if explained.validation.valid:
        shown.append(("not needed", steps(len(explained.not_needed)) if explained.not_needed else "none"))
    return facts(shown)


def _first(explained: Explanation) -> str:
    notable = bool(explained.not_needed) or not explained.validation.valid
    found = [
        f"<p{' class=warning role=note' if at == 0 and notable else ''}>{escape(sentence)}</p>"
        for at, sentence in enumerate(summary(explained))
    ]
    if not explained.validation.valid:
        found.insert(1, f"<pre>{escape(explained.validation.explain())}</pre>")
    found += [f'<p class="note">{escape(note)}</p>' for note in explained.validation.notes]
    return "\n".join(found)


def _goals(explained: Explanation) -> str:
    links = Ends(explained).into[len(explained.steps) + 1]
    rows = "".join(_goal(goal, [link for link in links if link.goal == goal.number]) for goal in explained.goals)
    return f'<ol class="goals">{rows}</ol>' if rows else "<p>The goal is empty: it asks for nothing.</p>"


def _goal(goal: Goal, links: Sequence[Link]) -> str:
    by = sorted({link.producer for link in links if link.producer})
    if not goal.holds:
        how = '<span class="verdict refuted">not reached</span>'
    else:
        how = f"by {_step_links(by)}" if by else "true from the start"
    return f'<li id="goal-{goal.number}"><code>{escape(goal.condition)}</code> <span class="quiet">{how}</span></li>'


def _order(explained: Explanation) -> str:
    words = "<p>A step can be done as soon as all steps with an arrow to it are done.</p>"
    if len(explained.steps) > MOST_DRAWN:
        rows = "".join(
            f'<tr><th scope="row">{number}</th><td>{_step_links(layer)}</td></tr>'
            for number, layer in enumerate(explained.layers, start=1)
        )
        head = '<tr><th scope="col">layer</th><th scope="col">steps</th></tr>'
        words = "<p>The plan is too long to be drawn. Steps of one layer can be done in any order.</p>"
        return f'{words}<table class="data layers"><thead>{head}</thead><tbody>{rows}</tbody></table>'
    options = "".join(
        f'<option value="{goal.number}">{goal.number}: {escape(goal.condition)}</option>' for goal in explained.goals
    )
    choice = (
        f'<label>Show the steps for <select id="goal"><option value="">all goals</option>{options}</select></label>'
    )
    legend = (
        '<p class="note legend"><span><i class="line"></i> gives a fact</span> '
        '<span><i class="line threat"></i> comes first, but gives nothing</span> '
        '<span><i class="swatch achiever"></i> achieves a goal</span> '
        + ('<span><i class="swatch unneeded"></i> not needed</span>' if explained.not_needed else "")
        + "</p>"
    )
    hint = '<p class="note">Point at a step to see what it waits for and what waits for it; open it to read why.</p>'
    picture = (
        f'<div class="scroll" tabindex="0" role="region" aria-label="Drawing of the order">{draw(explained)}</div>'
    )
    fit = '<label class="check"><input type="checkbox" id="fit"> Fit into the page</label>'
    return f'{words}<div class="controls">{choice}{fit}</div>{legend}{picture}{hint}'


def _steps(explained: Explanation) -> str:
    ends = Ends(explained)
    cards = "".join(_card(explained, step, ends) for step in explained.steps)
    return f'<div class="steps">{cards}</div>'


def _card(explained: Explanation, step: ExplainedStep, ends: Ends) -> str:
    into, out_of = ends.into[step.number], ends.out_of[step.number]
    used = {link.fact for link in out_of}
    goals = " ".join(ranges(step.goals))
    entries = [
        ("needs", _from(link for link in into if link.role == "precondition")),
        ("effects depend on", _from(link for link in into if link.role != "precondition")),
        (
            "gives",
            [
                f"<code>{escape(str(fact))}</code> for {_consumers([link for link in out_of if link.fact == fact])}"
                for fact in step.changes
                if fact in used
            ],
        ),
        ("also changes", [f"<code>{escape(str(fact))}</code>" for fact in step.changes if fact not in used]),
        ("comes after", [_step_links([order.before]) + _threat(order) for order in ends.before[step.number]]),
        ("serves", [_served(explained, step)] if step.goals or explained.validation.valid else []),
    ]
    inside = "".join(f"<dt>{label}</dt><dd>{'<br>'.join(items)}</dd>" for label, items in entries if items)
    kind = "step unneeded" if step.number in explained.not_needed else "step"
    return (
        f'<article class="{kind}" id="step-{step.number}" data-goals="{goals}" tabindex="-1">'
        f'<h3><span class="number">{step.number}</span> <code>{escape(str(step))}</code></h3>'
        f'<p class="note">cost {cost_text(step.cost)}, layer {step.layer}</p><dl>{inside}</dl></article>\n'
    )


def _threat(order: Order) -> str:
    """Why it comes after a step that gives it nothing."""
    if order.reason == "gives":
        return ""
    verb, what = ("undoes", "needs") if order.reason == "undoes" else ("makes", "undoes")
    return f", because it {verb} <code>{escape(str(order.fact))}</code>, which step {order.before} {what}"


def _served(explained: Explanation, step: ExplainedStep) -> str:
    if not step.goals:
        return "no goal: not needed"
    if len(step.goals) > MOST_GOAL_LINKS or len(step.goals) == len(explained.goals) > 1:
        return ", ".join(served(step.goals, len(explained.goals)))
    return ", ".join(f'<a href="#goal-{number}">goal {number}</a>' for number in step.goals)


def _from(links: Iterable[Link]) -> list[str]:
    """Facts of one producer together."""
    by_producer: dict[int, list[str]] = {}
    for link in links:
        by_producer.setdefault(link.producer, []).append(f"<code>{escape(str(link.fact))}</code>")
    return [
        f"{', '.join(facts)} from {_step_links([producer]) if producer else 'the start'}"
        for producer, facts in sorted(by_producer.items(), reverse=True)
    ]


def _consumers(links: Sequence[Link]) -> str:
    later = [link.consumer for link in links if link.goal is None]
    goals = [f'<a href="#goal-{link.goal}">goal {link.goal}</a>' for link in links if link.goal is not None]
    return ", ".join(([_step_links(later)] if later else []) + goals)


def _step_links(numbers: Sequence[int]) -> str:
    word = "step " if len(numbers) == 1 else "steps "
    return word + ", ".join(f'<a href="#step-{number}">{number}</a>' for number in numbers)


def _costs(explained: Explanation) -> str:
    tables = [("action", explained.costs_by_action), ("object", explained.costs_by_object)]
    note = '<p class="note">A step counts for each object that it names, so the second table adds up to more.</p>'
    inside = "".join(_table(name, shares, explained) for name, shares in tables if shares)
    return f'{note}<div class="costs">{inside}</div>'


def _table(name: str, shares: Sequence[Share], explained: Explanation) -> str:
    rows = ""
    for share in shares:
        part = share.cost / explained.cost if explained.cost else 0.0
        rows += (
            f'<tr><th scope="row">{escape(share.name)}</th><td class="number">{share.steps}</td>'
            f'<td class="number">{cost_text(share.cost)}</td>{bar(part) if explained.cost else ""}</tr>'
        )
    last = '<th scope="col">of the plan</th>' if explained.cost else ""
    head = f'<th scope="col">{name}</th><th scope="col">steps</th><th scope="col">cost</th>{last}'
    table = f'<table class="data"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Cost by {name}">{table}</div>'
