"""Arguments that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

TaskFiles = Annotated[
    list[str],
    typer.Argument(
        metavar="[DOMAIN] PROBLEM",
        help="The PDDL files. Without DOMAIN, the domain file beside the problem is taken.",
        show_default=False,
    ),
]

PlanFiles = Annotated[
    list[str],
    typer.Argument(
        metavar="[DOMAIN] PROBLEM PLAN",
        help="The PDDL files and the plan, one (action argument ...) per line. Without DOMAIN, the domain file "
        "beside the problem is taken.",
        show_default=False,
    ),
]
