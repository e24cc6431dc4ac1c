"""`isonova validate`: judge a plan."""

from __future__ import annotations

from typing import Annotated

import typer

from isonova.cli.usage import check_readable, fail, is_domain, task_files


def validate(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="[DOMAIN] PROBLEM PLAN",
            help="The PDDL files and the plan, one (action argument ...) per line. Without DOMAIN, the domain file "
            "beside the problem is taken.",
            show_default=False,
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check that a plan applies and reaches the goal; print its cost and length, or why it fails.

    \b
    Examples:
      isonova validate domain.pddl problem.pddl plan
      isonova validate problem.pddl plan --json

    Ends with 0 if the plan is valid, 1 if it is not, 31 if the PDDL or the plan cannot be read, and 34 if the PDDL is
    outside classical planning.
    """
    from isonova.api.validate import validate_files

    if not 2 <= len(files) <= 3:
        fail(f"two or three files, [DOMAIN] PROBLEM PLAN, not {len(files)}")
    check_readable(*files)
    if len(files) == 2 and is_domain(files[0]):
        fail("the problem or the plan is missing: [DOMAIN] PROBLEM PLAN")
    task, plan = task_files(files[:-1]), files[-1]
    verdict = validate_files(*task, plan)
    if json:
        from json import dumps

        typer.echo(dumps(verdict.as_dict()))
    else:
        typer.echo(verdict.explain())
    if not verdict.valid:
        raise typer.Exit(1)
