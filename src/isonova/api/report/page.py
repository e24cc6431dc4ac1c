"""The page of a run. It needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from isonova.api.advice import advice
from isonova.api.keywords import flat
from isonova.api.report.command import command, is_repeatable
from isonova.api.report.history import History
from isonova.api.report.timeline import timeline
from isonova.api.searches import OPTIMAL_SEARCH
from isonova.explanation.words import summary
from isonova.pages import bar, facts
from isonova.pages import page as frame
from isonova.pages.charts import chart, short
from isonova.validator import parse_plan

if TYPE_CHECKING:
    from isonova.api.goals import GoalStatistics
    from isonova.api.recording import Recording
    from isonova.api.result import Result

FOLDER = Path(__file__).parent
MOST_EXPLAINED = 400
"""Steps of a plan whose order is looked into."""
MOST_TEXT = 400_000
"""Letters of a plan that is shown."""
MOST_PLATEAUS = 5
MOST_GOALS = 10
"""That are shown with the goals they were never true with."""
MOST_LISTED = 100
"""Warnings and the like."""
MANY_EXPANSIONS = 1000
"""Beyond, their axis is logarithmic."""

OUTCOMES = {
    "solved": "plan found",
    "unsolvable": "proved unsolvable",
    "exhausted": "nothing left to expand",
    "out_of_time": "out of time",
    "out_of_memory": "out of memory",
    "limit_reached": "limit reached",
    "interrupted": "interrupted",
}


def page(result: Result, recording: Recording) -> str:
    history = History(recording, result)
    name = "the task" if result._task is None else result._task._tree.problem.name
    title = f"{'Plan' if result.solved else 'No plan'} for {name}"
    sections = [
        ("plan", "Plan", _plan(result))
        if result.solved
        else ("stuck", "No plan: why, and what to try", _stuck(result, history)),
        ("search", "Search", _search(result, history)),
        ("novelty", "Novelty", _novelty(result, history)),
        ("resources", "Time and memory", _resources(result, history)),
        ("task", "Task", _task(result)),
        ("warnings", "Warnings", _list([*result.notes, *result.warnings])),
        ("repeat", "Configuration", _repeat(recording)),
    ]
    head = _facts(result) + f'<p class="outcome">{escape(_outcome(result, history))}</p>'
    shown = [section for section in sections if section[2]]
    return frame(title, head, shown, skip="Skip to the report", folder=FOLDER)


def _facts(result: Result) -> str:
    shown = [("outcome", OUTCOMES[result.status])]
    if result._task is not None:
        shown.insert(0, ("domain", result._task._tree.domain.name))
    if result.solved:
        shown += [("steps", str(result.length)), ("cost", result._cost)]
    elif result.best_h is not None:
        shown.append(("lowest h", f"{result.best_h}, from {result.initial_h}"))
    if result.decided_by is not None:
        shown.append(("decided by", result.decided_by))
    shown += [
        ("seconds", f"{result.seconds.total:.2f}"),
        ("expansions", f"{result.expansions:,}"),
        ("evaluations", f"{result.evaluations:,}"),
        ("peak memory", f"{result.peak_memory_mb:,.0f} MB"),
    ]
    return facts(shown)


# --- how it ended


def _outcome(result: Result, history: History) -> str:
    first = result.summary().splitlines()[0]
    words = f"{first[0].upper()}{first[1:]}."
    left = [each for each in history.plateaus() if each.is_last and each.h == result.best_h]
    if result.solved or result.best_h is None or not left or result.search == OPTIMAL_SEARCH:
        return words  # A* follows the cost of paths, too: h says little about how far it is
    since = history.end - max(each.start for each in left)
    moved = f"fell from {result.initial_h} to {result.best_h}" if result.best_h != result.initial_h else "never fell"
    return f"{words} The lowest h {moved}." + (f" It has not moved in the last {since:.1f} s." if since >= 0.1 else "")


def _plan(result: Result) -> str:
    assert result.plan is not None
    assert result._task is not None
    if not result.plan:
        return "<p>The goal holds in the initial state: nothing is to be done.</p>"
    parts = []
    if len(result.plan) <= MOST_EXPLAINED:
        parts = [f"<p>{escape(sentence)}</p>" for sentence in summary(result.explain())]
    parts.append("<p>A column is a step, a row is an object. A mark says that the step names the object.</p>")
    parts.append(timeline(parse_plan("\n".join(result.plan)).steps, result._task))
    text = result.plan_text()
    if len(text) > MOST_TEXT:
        text = text[: text.rindex("\n", 0, MOST_TEXT) + 1] + "; the rest is left out\n"
    parts.append(f"<details><summary>The plan as text</summary><pre>{escape(text)}</pre></details>")
    return "".join(parts)


def _stuck(result: Result, history: History) -> str:
    parts = []
    if result.possible_causes:
        parts.append("<p>This may be why there is no plan:</p>" + _list(result.possible_causes))
    elif result.status == "unsolvable":
        bound = "exists" if result.max_cost is None else f"costs {result.max_cost:g} or less"
        parts.append(f"<p>Every state that could lead to such a plan was looked at. No plan {bound}.</p>")
    if result.phase != "search":
        parts.append(f"<p>The run ended before the search, in this phase: {result.phase}.</p>")
    if result.heuristic == "gc" and result.best_h and result.goals is None:
        missing = "1 goal was" if result.best_h == 1 else f"{result.best_h} goals were"
        parts.append(f"<p>In the state closest to the goal, {missing} not true. No state had fewer.</p>")
    if options := advice(result):
        parts.append("<h3>What to try</h3>" + _list(options))
    if result.goals is not None:
        parts.append("<h3>Goals that were reached</h3>" + _goals(result.goals))
    plateaus = [each for each in history.plateaus() if each.expansions > 0][:MOST_PLATEAUS]
    if plateaus and result.search != OPTIMAL_SEARCH:
        several = len(history.searches) > 1
        rows = [
            [
                *([history.name(each.search)] if several else []),
                str(each.h),
                f"{each.expansions:,}",
                f"{each.end - each.start:.2f}",
                "never" if each.is_last else f"after {each.end:.2f} s",
            ]
            for each in plateaus
        ]
        head = [*(["search"] if several else []), "h", "expansions", "seconds", "left"]
        words = "<p>A plateau is a stretch of the search in which no state has a lower h than before.</p>"
        parts.append("<h3>The longest plateaus</h3>" + words + _table("Plateaus", head, rows))
    return "".join(parts)


def _goals(goals: GoalStatistics) -> str:
    """Which were never true, and which never together."""
    parts = [f"<p>At most {goals.most} of {goals.of_all} were true in the same state."]
    if goals.missing and goals.most:
        parts.append(f" In the first such state, {len(goals.missing)} were not: {_code(goals.missing)}.")
    parts.append("</p>")
    if goals.never:
        count = len(goals.never)
        parts.append(f"<p>{count} {'was' if count == 1 else 'were'} true in no state: {_code(goals.never)}.</p>")
    apart: dict[str, list[str]] = {}
    for one, other in goals.never_together:
        apart.setdefault(one, []).append(other)
        apart.setdefault(other, []).append(one)
    if apart:
        parts.append("<p>These goals were each true in some state, but never together:</p>")
        worst = sorted(apart, key=lambda goal: -len(apart[goal]))
        rows = "".join(
            f'<tr><th scope="row"><code>{escape(goal)}</code></th><td class="words">{_code(apart[goal])}</td></tr>'
            for goal in worst[:MOST_GOALS]
        )
        parts.append(_framed("Goals never together", ["goal", "never with"], rows))
        if len(worst) > MOST_GOALS:
            parts.append(f'<p class="note">{len(worst) - MOST_GOALS} more goals are left out.</p>')
    elif len(goals.goals) - len(goals.never) > 1:
        parts.append("<p>Any two goals that were true in some state were also true together in one.</p>")
    return "".join(parts)


def _code(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_GOALS} more" if len(names) > MOST_GOALS else ""
    return ", ".join(f"<code>{escape(name)}</code>" for name in names[:MOST_GOALS]) + more


# --- how it went


def _search(result: Result, history: History) -> str:
    if not history.searches:
        return ""
    many = max(map(history.expansions, history.searches)) > MANY_EXPANSIONS
    seconds = "seconds since the start"
    charts = [
        chart("h over time", seconds, history.h_by_seconds()),
        chart("h over expansions", "expansions", history.h_by_expansions(), logarithmic=many),
        chart("Expansions over time", seconds, history.expansions_by_seconds()),
    ]
    words = (
        "<p>The thick line is the lowest h so far, and a dot is a state that lowered it. The thin line is the lowest h "
        "among the states evaluated last. It shows how far from the best state the search works.</p>"
    )
    return f'{words}<div class="charts">{"".join(charts)}</div>{_searches(result)}{_queues(history)}'


def _searches(result: Result) -> str:
    if not result.searches:
        return ""
    rows = []
    for each in result.searches:
        if not each.started:
            end = "its turn never came"
        elif result.solved and each.name == result.decided_by:
            end = "found the plan"
        else:
            end = "dropped: memory" if each.dropped else (each.status or "stopped").replace("_", " ")
        rows.append(
            [
                each.name,
                end,
                f"{each.expansions:,}",
                f"{each.evaluations:,}",
                "" if each.best_h is None else str(each.best_h),
                f"{each.seconds:.2f}",
            ]
        )
    head = ["search", "end", "expansions", "evaluations", "lowest h", "seconds"]
    return "<h3>Searches</h3>" + _table("Searches", head, rows, words=2)


def _queues(history: History) -> str:
    """Where there are several: which of them led to lower values."""
    found = history.recording.improved_by
    options = history.recording.options.portfolio
    if not found or options is None or sum(len(search.queues) for search in options.searches) < 2:
        return ""
    total = found.total()
    rows = "".join(
        f'<tr><th scope="row">{escape(history.name(search))}</th>'
        f"<td><code>{escape(history.queue(search, queue))}</code></td>"
        f'<td class="number">{count:,}</td>{bar(count / total)}</tr>'
        for (search, queue), count in found.most_common()
    )
    words = (
        "<p>How often a state from each queue led to a lower h of its search. Of improvements within a tenth of a "
        "second, the last one counts.</p>"
    )
    head = ["search", "queue", "times", "of all"]
    return f"<h3>Queues that found improvements</h3>{words}" + _framed("Queues", head, rows)


def _novelty(result: Result, history: History) -> str:
    rate = history.novelty_rate()
    known = result.novelty_telemetry
    if not rate and known is None:
        return ""
    parts = []
    if rate:
        seconds = "seconds since the start"
        charts = chart("States with a new feature and without", seconds, history.new_states())
        if any(len(line.points) > 1 for line in rate):
            charts = (
                chart("New states among those just scored", seconds, rate, top=100, words=lambda y: f"{y:g} %") + charts
            )
        words = "<p>A state is new if it has a feature that no state had at so low an h.</p>"
        parts.append(f'{words}<div class="charts">{charts}</div>')
    if known is not None:
        rows = [
            [row.map, "" if row.iteration is None else str(row.iteration), f"{row.features:,}"]
            for row in known.features
        ]
        share = known.new_states / max(1, known.states)
        parts.append(
            f"<p>{known.distinct_features:,} distinct features; {share:.0%} of {known.states:,} states were new. "
            f"The tables take {(known.table_bytes + known.feature_bytes) / 2**20:.1f} MB.</p>"
        )
        parts.append(_table("Features", ["features", "iteration", "distinct"], rows))
    return "".join(parts)


def _resources(result: Result, history: History) -> str:
    seconds = result.seconds
    total = max(seconds.total, 1e-9)
    inside: list[tuple[str, float]] = []
    if result.relaxation is not None and result.relaxation.seconds:
        inside.append(("building the relaxed graph", result.relaxation.seconds))
    if result.novelty_telemetry is not None:
        times = result.novelty_telemetry.seconds
        inside += [("heuristic", times.heuristic), ("features", times.features), ("novelty", times.novelty)]
    if result.searches:
        inside += [(each.name, each.seconds) for each in result.searches if each.started]
    phases = [
        ("parse", seconds.parse),
        ("normalise", seconds.normalise),
        ("ground", seconds.ground),
        ("search", seconds.search),
        ("shorten", seconds.shorten),
        ("validate", seconds.validate),
    ]
    rows = ""
    for name, value in [*phases, ("other", max(0.0, total - sum(value for _, value in phases)))]:
        rows += _seconds_row(name, value, total)
        if name == "search":
            rows += "".join(_seconds_row(each, part, total, ' class="part"') for each, part in inside)
    rows += _seconds_row("total", total, total)
    parts = [_framed("Seconds", ["phase", "seconds", "of the run"], rows)]
    if result.novelty_telemetry is not None:
        parts.append('<p class="note">Seconds of heuristic, features and novelty are estimated from samples.</p>')
    memory = history.memory()
    if len(memory.points) > 1:
        parts.append(
            f'<div class="charts">{chart("Memory of the process in MB", "seconds since the start", [memory])}</div>'
        )
    per_state = f", {short(result.bytes_per_state)} bytes for each stored state" if result.bytes_per_state else ""
    parts.append(f"<p>Peak memory {result.peak_memory_mb:,.0f} MB{per_state}.</p>")
    return "".join(parts)


def _seconds_row(name: str, value: float, total: float, kind: str = "") -> str:
    cells = f'<td class="number">{value:.3f}</td>{bar(min(1.0, value / total))}'
    return f'<tr{kind}><th scope="row">{escape(name)}</th>{cells}</tr>'


def _task(result: Result) -> str:
    rows = []
    task = result._task
    if task is not None:
        rows += [("objects", f"{len(task.objects):,}")]
    if result.task is not None:
        met = " met" if result.engine == "lifted" else ""
        rows.append((f"atoms{met}", f"{result.task.atoms:,}"))
        if result.engine == "grounded":
            rows += [("ground actions", f"{result.task.actions:,}"), ("ground axioms", f"{result.task.axioms:,}")]
    if result.relaxation is not None:
        if result.relaxation.graph:
            rows += [
                ("nodes of the relaxed graph", f"{result.relaxation.nodes:,}"),
                ("edges of the relaxed graph", f"{result.relaxation.edges:,}"),
            ]
        else:
            rows.append(("relaxed graph", "too large: rules were evaluated for every state"))
    rows.append(("generated states", f"{result.generated:,}"))
    rows.append(("dead ends", f"{result.dead_ends:,}"))
    engine = f"{result.engine} ({result.engine_reason})" if result.engine_reason else result.engine
    rows.append(("engine", engine))
    inside = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td class="words">{escape(value)}</td></tr>' for name, value in rows
    )
    return _framed("Sizes", [], inside)


# --- how to repeat it


def _repeat(recording: Recording) -> str:
    options, files = recording.options, recording.files
    words = "This command repeats the run:"
    if not is_repeatable(options, files):
        words = "The task or a part of the search was given in Python. Otherwise this command would repeat the run:"
    rows = []
    for name, value in flat(options).items():
        if name == "search":
            value = None if options.portfolio is None else str(options.portfolio)
        elif name == "shorten":
            value = options.shortens
        elif name == "heuristic":
            value = options.heuristic_name
        elif name == "novelty":
            value = options.novelty.name
        if value is not None:
            rows.append([name.replace("_", " "), _setting(value)])
    from isonova import __version__

    table = _table("Options", ["option", "value"], rows, words=2)
    return (
        f"<p>{words}</p><pre>{escape(command(options, files))}</pre>"
        f"<details><summary>All options that have a value</summary>{table}</details>"
        f'<p class="note">Isonova {escape(str(__version__))}</p>'
    )


def _setting(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


# --- pieces


def _list(items: Iterable[str]) -> str:
    listed = list(items)
    if not listed:
        return ""
    shown = [f"<li>{escape(item)}</li>" for item in listed[:MOST_LISTED]]
    if len(listed) > MOST_LISTED:
        shown.append(f"<li>and {len(listed) - MOST_LISTED} more: isonova check shows them all</li>")
    return f"<ul>{''.join(shown)}</ul>"


def _table(label: str, head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """The first columns are words, the others numbers."""
    inside = ""
    for row in rows:
        cells = "".join(
            f'<td class="{"words" if at < words else "number"}">{escape(cell)}</td>'
            for at, cell in enumerate(row)
            if at > 0
        )
        inside += f'<tr><th scope="row">{escape(row[0])}</th>{cells}</tr>'
    return _framed(label, head, inside)


def _framed(label: str, head: Sequence[str], rows: str) -> str:
    cells = "".join(f'<th scope="col">{name}</th>' for name in head)
    top = f"<thead><tr>{cells}</tr></thead>" if head else ""
    table = f'<table class="data">{top}<tbody>{rows}</tbody></table>'
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">{table}</div>'
