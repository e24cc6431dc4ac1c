"""`isonova features`: the WL features of a state, or of two states compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from isonova.api.novelty_options import NoveltyOptions
from isonova.cli.arguments import TaskFiles
from isonova.cli.options import with_options
from isonova.cli.states import FEATURE_OPTIONS, Afters, ChosenState, States, chosen_states, graph_of, settings
from isonova.cli.usage import fail, task_files

SHOWN = 25  # rows of a table on a terminal; --json has them all
NODES = 60  # letters for the nodes of a row


@with_options(NoveltyOptions, after="initial", only=FEATURE_OPTIONS)
def features(
    files: TaskFiles,
    state: States = None,
    after: Afters = None,
    initial: Annotated[bool, typer.Option("--initial", help="The initial state, if others are named too.")] = False,
    describe: Annotated[
        str | None,
        typer.Option(help="Say in words what colours stand for: those whose names start so.", metavar="COLOUR"),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    **keywords: Any,
) -> None:
    """Show the Weisfeiler-Leman features of a state.

    It is the initial one unless another is named. Two states are compared.

    \b
    Examples:
      isonova features domain.pddl problem.pddl
      isonova features problem.pddl --state some.state
      isonova features problem.pddl --initial --after some.plan
      isonova features problem.pddl --describe 2d1e
    """
    from isonova.api.ilg import report as reports
    from isonova.api.task import load

    options = settings(keywords)
    iterations = options["wl_iterations"]
    if len(state or ()) + len(after or ()) + initial > 2:
        fail("two states at most can be compared")
    task = load(*task_files(files))
    chosen = chosen_states(task, initial, state, after)
    graphs = [graph_of(task, one, keywords) for one in chosen]
    report: dict[str, Any] = {
        "domain": task.domain_name,
        "problem": task.name,
        **options,
        "states": [
            {"source": one.source, "atoms": len(one.atoms), **reports.describe(graph, iterations, words=describe)}
            for one, graph in zip(chosen, graphs, strict=True)
        ],
        "comparison": reports.compare(graphs[0], graphs[1], iterations, options["wl_counts"] == "on")
        if len(graphs) == 2
        else None,
    }
    if json:
        from json import dumps

        typer.echo(dumps(report))
    elif describe is not None:
        _show_words(report, describe)
    elif len(graphs) == 2:
        _show_comparison(report, chosen)
    else:
        _show_state(report)


def _show_words(report: dict[str, Any], wanted: str) -> None:
    seen: dict[str, list[str]] = {}
    colours: dict[str, dict[str, Any]] = {}
    for state in report["states"]:
        where = "" if len(report["states"]) == 1 else f" in {state['source']}".replace("in after", "after")
        for colour in state["colours"]:
            if "words" in colour:
                colours[colour["colour"]] = colour
                seen.setdefault(colour["colour"], []).append(f"{colour['count']} times{where}")
    if not seen:
        fail(f"no colour of {'these states' if len(report['states']) > 1 else 'this state'} starts with '{wanted}'")
    for name, colour in colours.items():
        typer.echo(f"{name[:8]}, iteration {colour['iteration']}, seen {', '.join(seen[name])}: {colour['words']}")


def _sizes(report: dict[str, Any], state: dict[str, Any]) -> str:
    graph = f"{state['objects']} objects, {state['atom_nodes']} atoms, {state['edges']} edges"
    colours = " + ".join(str(count) for count in state["features_per_iteration"])
    return (
        f"{state['source']}: {state['atoms']} fluent and derived atoms; graph of {graph}; "
        f"{state['features']} features = {colours} (iterations 0 to {report['wl_iterations']})"
    )


def _show_state(report: dict[str, Any]) -> None:
    state = report["states"][0]
    typer.echo(_sizes(report, state))
    for i, number in enumerate(state["features_per_iteration"]):
        typer.echo(f"\niteration {i}: {number} colours")
        colours = [colour for colour in state["colours"] if colour["iteration"] == i]
        rows = [(str(row["count"]), row["colour"][:8], _node(row), _names(row["nodes"])) for row in colours]
        _table(("count", "colour", "node", "nodes of this colour"), rows, right={0})


def _show_comparison(report: dict[str, Any], chosen: list[ChosenState]) -> None:
    found = report["comparison"]
    for state in report["states"]:
        typer.echo(_sizes(report, state))
    what = "features" if report["wl_counts"] == "on" else "colours"
    if found["symmetric"]:
        typer.echo(
            f"symmetric as far as WL can tell: all {what} up to iteration {report['wl_iterations']} are equal"
            + (" (and so are the states)" if chosen[0].atoms == chosen[1].atoms else "")
        )
        return
    typer.echo(f"not symmetric: {what} differ from iteration {found['first_difference']} on")
    rows = []
    for row in found["differing"]:
        first, second = row["nodes"]
        change = [f"- {_names(sorted(set(first) - set(second)))}"] if set(first) - set(second) else []
        change += [f"+ {_names(sorted(set(second) - set(first)))}"] if set(second) - set(first) else []
        counts = [str(count) for count in row["counts"]]
        rows.append((str(row["iteration"]), row["colour"][:8], _node(row), *counts, "  ".join(change)))
    _table(("iteration", "colour", "node", "first", "second", "nodes that lost (-) or got (+) it"), rows, {0, 3, 4})


def _node(row: dict[str, Any]) -> str:
    return f"{row['kind']} {row['name']}".rstrip()


def _names(names: list[str]) -> str:
    shown = ""
    for i, name in enumerate(names):
        if shown and len(shown) + len(name) > NODES:
            return f"{shown} and {len(names) - i} more"
        shown += f", {name}" if shown else name
    return shown


def _table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]], right: set[int]) -> None:
    shown = [headings, *rows[:SHOWN]]
    widths = [max(len(row[i]) for row in shown) for i in range(len(headings))]
    for row in shown:
        cells = [
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        typer.echo(("  " + "  ".join(cells)).rstrip())
    if len(rows) > SHOWN:
        typer.echo(f"  and {len(rows) - SHOWN} more; --json lists all")
