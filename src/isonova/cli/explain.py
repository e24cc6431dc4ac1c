"""`isonova explain`: what the steps of a plan are for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isonova.cli.arguments import PlanFiles
from isonova.cli.usage import check_writable, fail, plan_files


def explain(
    files: PlanFiles,
    html: Annotated[
        str | None, typer.Option(help="Write a page that needs nothing else to this file.", metavar="FILE")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Explain what each step of a plan is for.

    Who needs what it achieves, which goals it serves, and what can run in parallel.

    \b
    Examples:
      isonova explain domain.pddl problem.pddl plan
      isonova explain problem.pddl plan --html plan.html
      isonova explain problem.pddl plan --json

    Also named are steps that are not needed, and what the steps cost by action and by object. Of an invalid plan, the
    steps before the failure are explained.

    Ends with 0 if the plan is valid, 1 if it is not, 31 if the PDDL or the plan cannot be read, and 34 if the PDDL is
    outside classical planning.
    """
    from isonova.api.validate import explain_files

    paths = plan_files(files)
    if html is not None:
        check_writable(html)
    explained = explain_files(*paths)
    if html is not None:
        try:
            Path(html).write_text(explained.html(), encoding="utf-8")
        except OSError as error:
            fail(f"cannot write {html}: {error.strerror}")
    typer.echo(explained.to_json() if json else explained.text())
    if not explained.validation.valid:
        raise typer.Exit(1)
