"""`isonova plan`: find a plan."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from isonova.api.configurations import alias_table, aliases, configuration
from isonova.api.keywords import flat, with_keywords
from isonova.api.options import PlanOptions
from isonova.cli.memory import cap
from isonova.cli.options import with_options
from isonova.cli.plan_files import PlanFiles
from isonova.cli.usage import INTERNAL_ERROR, TaskFiles, check_writable, task_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from isonova.api.result import Result
    from isonova.cli.log import Log

MOST_WARNINGS = 10  # on the terminal


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
    """Find a plan; print it once the independent validator has accepted it.

    \b
    Examples:
      isonova plan domain.pddl problem.pddl
      isonova plan problem.pddl --novelty at+wl --time-limit 5m --memory-limit 4G
      isonova plan problem.pddl --alias paper-ff-at+wl --json

    The default planner, --search isonova, runs two searches in turns: one with queues for ff and landmarks (lm), each
    also for preferred successors only, and one by novelty of at+wl over add. They solve different tasks. Turns are
    counted in work, so a run is the same on every machine; --threads 2 gives each search a thread. Heuristics count
    every action as 1. --search also takes a search written out: 'lazy(ff, pref(ff), boost=1000) | eager(qb(add, wl))'.

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
    from isonova.api.plan import InvalidPlanError, run
    from isonova.api.searches import IMPROVING_SEARCHES
    from isonova.cli.improve import improve
    from isonova.cli.log import logging_to
    from isonova.cli.progress import reporter
    from isonova.cli.run_report import write_report

    if alias is not None:
        _apply(alias, settings, ctx)
    task = task_files(files)
    options = with_keywords(PlanOptions(), settings, of="plan")
    for keyword, why in options.without_effect():
        typer.echo(f"warning: --{keyword.replace('_', '-')} has no effect: {why}", err=True)
    shown = _configuration(task, options)
    if dry_run:
        typer.echo(_json(shown))
        return
    plan_files = PlanFiles(plan_file, numbered=options.anytime)
    for path in (plan_files.first, log_file, report):
        if path is not None:
            check_writable(path)
    limits = options.limits
    if limits.megabytes is not None:
        cap(limits.megabytes)
    with logging_to(log_file) as log:
        log.write(f"isonova {_json(shown)}")
        searches = options.portfolio
        names = [options.heuristic_name or ""] if searches is None else [search.name for search in searches.searches]
        if options.anytime:
            names += IMPROVING_SEARCHES
        with reporter(not (json or quiet), limits.seconds, limits.megabytes, log, names) as progress:
            try:
                warn = _warn(not (json or quiet), log)
                if options.anytime:
                    show = None if json or quiet else _print_plan
                    result = improve(options, task, plan_files, show, log, progress=progress, on_warning=warn)
                else:
                    result = run(options, *task, progress=progress, on_warning=warn)
            except InvalidPlanError as error:
                typer.echo(error, err=True)
                raise typer.Exit(INTERNAL_ERROR) from None
        log.write(result.summary())
    if result.solved and not options.anytime:
        plan_files.write(result.plan_text())
    _show(result, json, quiet, printed=options.anytime)
    written = (report is None or write_report(result, report)) and plan_files.complete
    raise typer.Exit(result.exit_code if written else INTERNAL_ERROR)


plan.__doc__ = (plan.__doc__ or "").replace("    {aliases}", alias_table("      "))


def _apply(alias: str, settings: dict[str, Any], ctx: typer.Context) -> None:
    """The alias decides what was not said on the command line."""
    for name, value in configuration(alias).items():
        source = ctx.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            settings[name] = value


def _configuration(task: tuple[str, str], options: PlanOptions) -> dict[str, Any]:
    """What is about to be run, with the settings of novelty spelled out."""
    settings = options.novelty.settings(grounded=options.engine != "lifted")
    kept = {name: value for name, value in flat(options).items() if not name.startswith(("wl_", "at_"))}
    kept["search"] = None if options.portfolio is None else str(options.portfolio)
    kept["shorten"] = options.shortens
    spelled = None if settings is None else flat(settings)
    return {"domain": task[0], "problem": task[1], **kept, "novelty_settings": spelled}


def _warn(show: bool, log: Log) -> Callable[[str], None]:
    """Shows the first warnings about the PDDL; the log has all of them."""
    told = 0

    def warn(text: str) -> None:
        nonlocal told
        told += 1
        log.write(text)
        if show and told <= MOST_WARNINGS:
            print(text, file=sys.stderr, flush=True)
        elif show and told == MOST_WARNINGS + 1:
            print("; there are more warnings: isonova check shows them all", file=sys.stderr, flush=True)

    return warn


def _json(data: dict[str, Any]) -> str:
    from json import dumps

    return dumps(data)


def _print_plan(result: Result) -> None:
    typer.echo(result.plan_text(), nl=False)
    sys.stdout.flush()


def _show(result: Result, json: bool, quiet: bool, *, printed: bool) -> None:
    """`printed`: plans were shown as they came, unless that was to be quiet."""
    if json:
        typer.echo(result.to_json())
        return
    if result.solved and (quiet or not printed):
        _print_plan(result)
    if not quiet:
        sys.stdout.flush()
        typer.echo("\n".join(f"; {line}" for line in result.summary().splitlines()), err=True)
