"""`isonova validate`: judge a plan."""

from __future__ import annotations

from typing import Annotated

import typer

from isonova.cli.usage import check_readable


def validate(
    domain: Annotated[str, typer.Argument(help="The PDDL domain.")],
    problem: Annotated[str, typer.Argument(help="The PDDL problem.")],
    plan: Annotated[str, typer.Argument(help="The plan: one (action argument ...) per line.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check that a plan applies and reaches the goal; print its cost and length, or why it fails.

    \b
    Examples:
      isonova validate domain.pddl problem.pddl plan
      isonova validate domain.pddl problem.pddl plan --json

    Ends with 0 if the plan is valid, 1 if it is not, 31 if the PDDL or the plan cannot be read, and 34 if the PDDL is
    outside classical planning.
    """
    from isonova.api.validate import validate_files

    check_readable(domain, problem, plan)
    verdict = validate_files(domain, problem, plan)
    if json:
        from json import dumps

        typer.echo(dumps(verdict.as_dict()))
    else:
        typer.echo(verdict.explain())
    if not verdict.valid:
        raise typer.Exit(1)
