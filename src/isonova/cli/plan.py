"""`isonova plan`: find a plan."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from isonova.api.configurations import alias_table, aliases
from isonova.api.options import PlanOptions
from isonova.cli.arguments import TaskFiles
from isonova.cli.options import with_options
from isonova.cli.plan_run import run_plan


@with_options(PlanOptions, after="alias")
def plan(
    ctx: typer.Context,
    files: TaskFiles,
    alias: Annotated[
        str | None,
        typer.Option(
            help="A configuration by its name, such as paper-ff-at+wl; other options change it.",
            metavar="NAME",
            autocompletion=aliases,
        ),
    ] = None,
    plan_file: Annotated[str | None, typer.Option(help="Write the plan to this file.", metavar="FILE")] = None,
    log_file: Annotated[str | None, typer.Option(help="Keep a plain log in this file.", metavar="FILE")] = None,
    report: Annotated[
        str | None,
        typer.Option(help="Write a page on the run, which needs nothing else, to this file.", metavar="FILE"),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the configuration as JSON, and do nothing else.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the plan and nothing else.")] = False,
    **settings: Any,
) -> None:
    """Find a plan that an independent validator has accepted.

    \b
    Examples:
      isonova plan domain.pddl problem.pddl
      isonova plan problem.pddl --novelty at+wl --time-limit 5m --memory-limit 4G
      isonova plan problem.pddl --alias paper-ff-at+wl --json

    The default planner, --search isonova, runs two searches in turns: one with queues for ff and landmarks (lm), each
    also for preferred successors only, and a queue by chance; and one by novelty of at+wl over add. They solve
    different tasks. The first counts every action as 1, the second its cost plus one. Turns are counted in work, so a
    run is the same on every machine; --threads 2 gives each search a thread. --search also takes a search written out:
    'lazy(ff, pref(ff), boost=1000) | eager(qb(add, wl))'.

    --anytime goes on after the first plan: every better plan is printed as it comes, and with --plan-file FILE written
    as FILE.1, FILE.2 and so on, the best one last. It ends at the time limit, with Ctrl-C, or with a proof that no plan
    is better. --optimal finds a plan of the lowest cost, with proof, for small tasks.

    Steps that the plan does not need are left out before it is shown; --no-shorten shows the plan as it was found.

    --heuristic or --novelty run a search with a single queue instead, and show the plan as it was found. ff is the best
    informed heuristic; add costs about as much; gc only counts goals and visits far more states a second. With
    --novelty at+wl, states without a new feature are expanded only after all states that have one. at is the cheaper
    part of it; wl sees no difference between states that are alike but for the names of objects.

    \b
    The twelve configurations of the paper, by --alias:
    {aliases}

    Ends with 0 if a plan was found; 10 or 11 if there is none (found out before or in search); 12 if the search ended
    without proof; 20 or 22 out of memory and 21 or 23 out of time (before or in search); 31 wrong PDDL; 34 PDDL outside
    classical planning; 36 wrong usage; 130 interrupted.
    """
    given = {name for name in settings if (source := ctx.get_parameter_source(name)) and source.name == "COMMANDLINE"}
    code = run_plan(
        files,
        settings,
        given,
        alias=alias,
        plan_file=plan_file,
        log_file=log_file,
        report=report,
        dry_run=dry_run,
        json=json,
        quiet=quiet,
    )
    raise typer.Exit(code)


plan.__doc__ = (plan.__doc__ or "").replace("    {aliases}", alias_table("      "))
