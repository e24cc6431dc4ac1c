"""`isonova validate`: judge a plan."""

from __future__ import annotations

from typing import Annotated

import typer

from isonova.cli.arguments import PlanFiles
from isonova.cli.usage import plan_files


def validate(
    files: PlanFiles,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check that a plan applies and reaches the goal.

    Prints its cost and length, or why it fails.

    \b
    Examples:
      isonova validate domain.pddl problem.pddl plan
      isonova validate problem.pddl plan --json

    Ends with 0 if the plan is valid, 1 if it is not, 31 if the PDDL or the plan cannot be read, and 34 if the PDDL is
    outside classical planning.
    """
    from isonova.api.validate import validate_files

    verdict = validate_files(*plan_files(files))
    if json:
        from json import dumps

        typer.echo(dumps(verdict.as_dict()))
    else:
        typer.echo(verdict.explain())
    if not verdict.valid:
        raise typer.Exit(1)
