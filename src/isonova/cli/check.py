"""`isonova check`: look a task over without planning."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from isonova.cli.arguments import TaskFiles
from isonova.cli.usage import task_files


def check(
    files: TaskFiles,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Parse and normalise a task; print warnings and what is in it.

    \b
    Examples:
      isonova check domain.pddl problem.pddl
      isonova check problem.pddl --json

    Ends with 0 if the task can be planned for, 31 if the PDDL is wrong, and 34 if it is outside classical planning.
    """
    from isonova.api.check import check as look_over
    from isonova.api.task import load

    report = look_over(load(*task_files(files)))
    if json:
        from json import dumps

        typer.echo(dumps(report.as_dict()))
        return
    for warning in report.warnings:
        typer.echo(warning, err=True)
    _show(report.summary)


def _show(summary: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{summary['problem']} of domain {summary['domain']}", title_justify="left", show_header=False)
    types = summary["objects_per_type"]
    own = {kind: count["own"] for kind, count in types.items() if count["own"] or kind != "object"}
    table.add_row("objects", str(summary["objects"]) + (f": {_list(own)}" if len(types) > 1 else ""))
    wider = {
        kind: count["with_subtypes"]
        for kind, count in types.items()
        if kind != "object" and count["with_subtypes"] != count["own"]
    }
    if wider:
        table.add_row("with subtypes", _list(wider))
    for kind in ("static", "fluent", "derived"):
        names = summary["predicates"][kind]
        table.add_row(f"{kind} predicates", f"{len(names)}: {', '.join(names)}" if names else "0")
    actions = [
        f"{name}/{action['arity']}" + (f" ({action['schemata']} schemata)" if action["schemata"] != 1 else "")
        for name, action in summary["actions"].items()
    ]
    shown = ", ".join(actions[:40]) + (f" and {len(actions) - 40} more" if len(actions) > 40 else "")
    table.add_row("actions", f"{len(actions)}: {shown}" if actions else "0")
    table.add_row("schemata", str(summary["schemata"]))
    if summary["axioms"]:
        invented = summary["invented_predicates"]
        table.add_row("axioms", str(summary["axioms"]) + (f" ({invented} invented predicates)" if invented else ""))
    table.add_row("initial atoms", str(summary["init"]))
    table.add_row("goal literals", str(summary["goal"]))
    table.add_row("costs", "as given" if summary["has_metric"] else "1 per action (no :metric)")
    Console().print(table)


def _list(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())
