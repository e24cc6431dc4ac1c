"""`isonova experiment compare`: two studies or configurations, task by task, regressions first."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from isonova.cli.usage import check_writable, fail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from isonova.experiments.compare import Comparison, Outcome, Row, Side

NAMES = {
    "seconds": "time",
    "expansions": "expansions",
    "evaluations": "evaluations",
    "peak_memory_mb": "memory",
    "cost": "plan cost",
    "length": "plan length",
    "rate": "evaluations/s (all tasks)",
}


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="What it was before: DIR, DIR:CONFIGURATION or a database.")],
    b: Annotated[str, typer.Argument(metavar="B", help="What is judged: as A, or :CONFIGURATION of the same study.")],
    time: Annotated[
        str, typer.Option(help="Which time: cpu, wall, search or total (the last two as the planner says).")
    ] = "cpu",
    within: Annotated[
        float | None, typer.Option(help="Count only plans found within so many seconds of that time.", metavar="S")
    ] = None,
    slower: Annotated[float, typer.Option(help="List tasks that take B so many times A's time.", min=1.0)] = 2.0,
    slower_seconds: Annotated[float, typer.Option(help="... and so many seconds more.", min=0.0, metavar="S")] = 0.5,
    rows: Annotated[int, typer.Option(help="At most so many rows per list; 0 for all.", min=0)] = 20,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    csv: Annotated[
        str | None, typer.Option(help="Write a row per task to this file; - for the terminal.", metavar="FILE")
    ] = None,
) -> None:
    """Compare two studies, two configurations of one, or two versions of the planner, task by task.

    \b
    Examples:
      isonova experiment compare before after
      isonova experiment compare study:ff study:lama
      isonova experiment compare study:ff :lama --time wall --json

    Without configurations, those of the same name are compared. A regression is a task that A solved and B did not;
    ratios are B divided by A over the tasks that both solved, below 1 where B is better.
    """
    from isonova.experiments.compare import CLOCKS, compare_studies
    from isonova.experiments.errors import ExperimentError
    from isonova.experiments.suggest import known

    if time not in CLOCKS:
        fail(f"unknown time '{time}'; {known(time, CLOCKS)}")
    if within is not None and not 0 < within < float("inf"):
        fail(f"--within must be above 0, but is {within:g}")
    if csv is not None and csv != "-":
        check_writable(csv)
    try:
        found = compare_studies(a, b, time, within)
    except ExperimentError as error:
        fail(str(error))
    if csv is not None:
        _write_csv(found, csv)
    if json:
        from json import dumps

        typer.echo(dumps({"comparisons": [as_json(each) for each in found]}, indent=1))
    elif csv != "-":
        _show(found, slower, slower_seconds, rows or sys.maxsize)


def as_json(comparison: Comparison) -> dict[str, Any]:
    from dataclasses import asdict

    from isonova.experiments.compare import MEASURES

    def side(each: Side) -> dict[str, Any]:
        limits = [{"seconds": wall, "cpu_seconds": cpu, "memory_mb": memory} for wall, cpu, memory in each.limits]
        named = {"study": each.study, "configuration": each.configuration, "versions": each.versions}
        return {**named, "limits": limits, "left": each.left, "errors": each.errors}

    ratios = {measure: comparison.ratios(measure) for measure in MEASURES}
    return {
        "a": side(comparison.a),
        "b": side(comparison.b),
        "clock": comparison.clock,
        "tasks": len(comparison.rows),
        "solved": _both(_solved(comparison)),
        "agile": _both(comparison.agile()),
        "satisficing": _both(comparison.satisficing()),
        "intervals": comparison.intervals,
        "only_a": [f"{row.suite}/{row.task}" for row in comparison.only_a],
        "only_b": [f"{row.suite}/{row.task}" for row in comparison.only_b],
        "ratios": {
            measure: {
                **{key: getattr(each, key) for key in ("tasks", "mean", "median", "smaller", "equal", "larger")},
                "worst": {"task": each.worst.task, "ratio": each.worst.ratio(measure)},
                "best": {"task": each.best.task, "ratio": each.best.ratio(measure)},
            }
            for measure, each in ratios.items()
            if each is not None
        },
        "domains": [asdict(row) for row in comparison.domains],
        "runs": [asdict(row) for row in comparison.rows],
    }


def _both(values: tuple[float, float]) -> dict[str, float]:
    return {"a": values[0], "b": values[1]}


def _solved(comparison: Comparison) -> tuple[int, int]:
    both = len(comparison.both)
    return both + len(comparison.only_a), both + len(comparison.only_b)


def _write_csv(found: Sequence[Comparison], path: str) -> None:
    import csv
    from contextlib import nullcontext
    from pathlib import Path

    from isonova.experiments.compare import MEASURES

    figures = ("status", *MEASURES, "agile")
    try:
        with nullcontext(sys.stdout) if path == "-" else Path(path).open("w", newline="") as file:
            writer = csv.writer(file)
            sides = [f"{side}_{figure}" for side in "ab" for figure in figures]
            writer.writerow(["a", "b", "suite", "domain", "folder", "problem", *sides])
            for each in found:
                for row in each.rows:
                    values = [getattr(side, figure) for side in (row.a, row.b) for figure in figures]
                    place = (row.suite, row.domain, row.folder, row.problem)
                    writer.writerow([each.a.label, each.b.label, *place, *values])
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror}")


def _show(found: Sequence[Comparison], slower: float, seconds: float, rows: int) -> None:
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False, markup=False)
    if len(found) > 1:
        _overview(console, found)
    for comparison in found:
        _one(console, comparison, slower, seconds, rows)


def _overview(console: Console, found: Sequence[Comparison]) -> None:
    table = _table("configuration", "tasks", "A", "B", "B - A", "only A", "only B", "agile A", "agile B", "time B/A")
    for each in found:
        a, b = _solved(each)
        agile = [f"{score:.2f}" for score in each.agile()]
        counts = [len(each.rows), a, b, f"{b - a:+}", len(each.only_a), len(each.only_b)]
        table.add_row(each.a.configuration, *map(str, counts), *agile, _mean(each, "seconds"))
    console.print(table)


def _one(console: Console, comparison: Comparison, slower: float, seconds: float, rows: int) -> None:
    console.rule(style="dim")
    for name, side, other in (("A", comparison.a, comparison.b), ("B", comparison.b, comparison.a)):
        console.print(f"{name}: {_describe(side, len(side.outcomes.keys() - other.outcomes.keys()))}", soft_wrap=True)
    if comparison.a.limits != comparison.b.limits:
        console.print("The limits differ: --within S counts the same time for both.")
    _listed(console, "Regressions: solved by A only", comparison.only_a, rows)
    slow = comparison.slower(slower, seconds)
    _listed(console, f"Slower: at least {slower:g} times the time and {seconds:g} s more", slow, rows)
    _listed(console, "Errors of B", comparison.unsolved_errors(), rows)
    _listed(console, "Solved by B only", comparison.only_b, rows)
    _domains(console, comparison)
    _summary(console, comparison)


def _describe(side: Side, missing: int) -> str:
    versions = [version if len(side.versions) == 1 else f"{version} x {n}" for version, n in side.versions.items()]
    limits = [
        f"{wall:g} s{f' ({cpu:g} s of CPU time)' if cpu != wall else ''}, {memory:g} MB"
        for wall, cpu, memory in side.limits
    ]
    words = [side.label, " and ".join(limits), f"version {' and '.join(versions)}"]
    words += [f"{side.left} runs left"] if side.left else []
    words += [f"{side.errors} errors"] if side.errors else []
    words += [f"{missing} tasks that the other side has not run"] if missing else []
    return "; ".join(words)


def _listed(console: Console, title: str, rows: Sequence[Row], limit: int) -> None:
    if not rows:
        return
    table = _table("task", "A", "time", "expansions", "B", "time", "expansions", "time B/A", text=(0, 1, 4))
    for row in rows[:limit]:
        table.add_row(row.task, *_cells(row.a), *_cells(row.b), _ratio(row.ratio("seconds")))
    console.print(f"\n{title} ({len(rows)})")
    console.print(table)
    if len(rows) > limit:
        console.print(f"... and {len(rows) - limit} more (--rows 0)")


def _cells(outcome: Outcome) -> list[str]:
    seconds = "" if outcome.seconds is None else f"{outcome.seconds:.2f}"
    return [outcome.status.replace("_", " "), seconds, "" if outcome.expansions is None else f"{outcome.expansions:,}"]


def _domains(console: Console, comparison: Comparison) -> None:
    table = _table("domain", "tasks", "A", "B", "B - A", "agile A", "agile B", "time B/A", "expansions B/A")
    for row in comparison.domains:
        counts = [row.tasks, row.a, row.b, f"{row.difference:+}" if row.difference else "="]
        agile = [f"{score:.2f}" for score in (row.a_agile, row.b_agile)]
        name = f"{row.suite} {row.domain}"
        table.add_row(name, *map(str, counts), *agile, _ratio(row.seconds), _ratio(row.expansions))
    console.print("\nDomains, those that lost most first")
    console.print(table)
    for least, phrase in ((2, "two or more fewer"), (1, "one fewer")):
        for sign, word in ((-1, phrase), (1, phrase.replace("fewer", "more"))):
            hit = [r for r in comparison.domains if (r.difference * sign >= 2 if least == 2 else r.difference == sign)]
            if hit:
                names = ", ".join(f"{row.suite} {row.domain} ({row.difference:+})" for row in hit)
                console.print(f"{len(hit)} {'domain' if len(hit) == 1 else 'domains'} with {word}: {names}")


def _interval(comparison: Comparison, score: str) -> str:
    if score not in comparison.intervals:
        return ""
    low, high = comparison.intervals[score]
    return f"{low:+.1f} to {high:+.1f}"


def _summary(console: Console, comparison: Comparison) -> None:
    a, b = _solved(comparison)
    agile, satisficing = comparison.agile(), comparison.satisficing()
    table = _table("", "A", "B", "B - A", "95 %")
    table.add_row(
        f"solved of {len(comparison.rows)} tasks", str(a), str(b), f"{b - a:+}", _interval(comparison, "solved")
    )
    table.add_row("solved by this one only", str(len(comparison.only_a)), str(len(comparison.only_b)), "", "")
    for name, scores in (("agile", agile), ("satisficing", satisficing)):
        shown = [f"{score:.2f}" for score in scores]
        table.add_row(f"{name} score", *shown, f"{scores[1] - scores[0]:+.2f}", _interval(comparison, name))
    console.print()
    console.print(table)
    from isonova.experiments.compare import MEASURES

    table = _table("both solved", "tasks", "B/A", "median", "B smaller", "equal", "B larger", "worst", "best")
    for measure in MEASURES:
        each = comparison.ratios(measure)
        if each is None:
            continue
        name = f"{comparison.clock} time" if measure == "seconds" else NAMES[measure]
        extremes = [f"{_ratio(row.ratio(measure))} {_short(row.task)}" for row in (each.worst, each.best)]
        counts = [str(count) for count in (each.smaller, each.equal, each.larger)]
        table.add_row(name, str(each.tasks), _ratio(each.mean), _ratio(each.median), *counts, *extremes)
    console.print(table)


def _short(task: str, most: int = 40) -> str:
    return task if len(task) <= most else f"...{task[3 - most :]}"


def _mean(comparison: Comparison, measure: str) -> str:
    found = comparison.ratios(measure)
    return _ratio(found.mean) if found else ""


def _ratio(ratio: float | None) -> str:
    if ratio is None:
        return ""
    return f"{ratio:.2f}" if 0.1 <= ratio < 100 else f"{ratio:.3g}"


def _table(*headings: str, text: Sequence[int] = (0,)) -> Any:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for index, heading in enumerate(headings):
        named = heading in ("worst", "best")
        table.add_column(heading, justify="left" if index in text or named else "right", overflow="fold")
    return table
