"""`isonova plan`: find a plan."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from isonova.cli import names
from isonova.cli.memory import cap
from isonova.cli.usage import INTERNAL_ERROR, TaskFiles, check_writable, task_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from isonova.api.plan import Result
    from isonova.cli.log import Log

MOST_WARNINGS = 10  # on the terminal


def plan(
    ctx: typer.Context,
    files: TaskFiles,
    alias: Annotated[
        str | None,
        typer.Option(
            help="A configuration by its name, such as paper-ff-at+wl; other options change it.",
            metavar="NAME",
            autocompletion=names.aliases,
        ),
    ] = None,
    heuristic: Annotated[
        str, typer.Option(help="ff, add, gc (unsatisfied goals) or blind.", autocompletion=names.heuristics)
    ] = "ff",
    engine: Annotated[
        str,
        typer.Option(
            help="How states are made: grounded, lifted, or auto (lifted past a budget).", autocompletion=names.engines
        ),
    ] = "auto",
    novelty: Annotated[
        str,
        typer.Option(
            help="Features whose novelty guides the search over the heuristic: none, at, wl or at+wl.",
            autocompletion=names.novelties,
        ),
    ] = "none",
    novelty_kind: Annotated[str, typer.Option(help="qb (Quantified-Both) or pn (partition novelty).")] = "qb",
    profile: Annotated[str, typer.Option(help="Defaults of the options below: isonova, paper or author.")] = "isonova",
    wl_iterations: Annotated[int | None, typer.Option(help="Iterations of WL.", min=0, metavar="L")] = None,
    wl_statics: Annotated[str | None, typer.Option(help="Static atoms as nodes: keep or drop.")] = None,
    wl_types: Annotated[str | None, typer.Option(help="Types as unary static atoms: keep or drop.")] = None,
    wl_constants: Annotated[str | None, typer.Option(help="Colours of domain constants: same or distinct.")] = None,
    wl_counts: Annotated[str | None, typer.Option(help="Colours with their counts: on or off.")] = None,
    wl_objects: Annotated[str | None, typer.Option(help="Objects as nodes: all, or fluent (those of atoms).")] = None,
    wl_exact: Annotated[bool, typer.Option("--wl-exact", help="Colours that cannot collide; slow.")] = False,
    at_statics: Annotated[str | None, typer.Option(help="Static atoms as features of at: keep or drop.")] = None,
    cost_type: Annotated[str, typer.Option(help="Costs that heuristics see: normal, one or plusone.")] = "normal",
    tie_break: Annotated[str, typer.Option(help="Among equal keys: fifo, or g (cheapest path first).")] = "fifo",
    time_limit: Annotated[float | None, typer.Option(help="Seconds for everything.", metavar="S")] = None,
    memory_limit: Annotated[float | None, typer.Option(help="MB of memory for everything.", metavar="MB")] = None,
    max_expansions: Annotated[int | None, typer.Option(help="Stop after so many expansions.", min=0)] = None,
    max_evaluations: Annotated[int | None, typer.Option(help="Stop after so many evaluations.", min=0)] = None,
    plan_file: Annotated[str | None, typer.Option(help="Write the plan to this file.", metavar="FILE")] = None,
    log_file: Annotated[str | None, typer.Option(help="Keep a plain log in this file.", metavar="FILE")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the configuration as JSON, and do nothing else.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the plan and nothing else.")] = False,
) -> None:
    """Find a plan by greedy best-first search; print it once the independent validator has accepted it.

    \b
    Examples:
      isonova plan domain.pddl problem.pddl
      isonova plan problem.pddl --novelty at+wl --time-limit 300 --memory-limit 4096
      isonova plan problem.pddl --alias paper-ff-at+wl --json

    What to pick: ff, the default, is the best informed heuristic; add costs about as much; gc only counts goals and
    visits far more states a second. Where a search is stuck (the best h stays the same), give it --novelty at+wl:
    states that show nothing new then wait. at is the cheaper part of it; wl sees no difference between states that are
    alike but for the names of objects.

    \b
    The twelve configurations of the paper, by --alias:
      paper-gc-none   paper-gc-at   paper-gc-wl   paper-gc-at+wl
      paper-add-none  paper-add-at  paper-add-wl  paper-add-at+wl
      paper-ff-none   paper-ff-at   paper-ff-wl   paper-ff-at+wl

    Ends with 0 if a plan was found; 10 or 11 if there is none (found out before or in search); 12 if the search ended
    without proof; 20 or 22 out of memory and 21 or 23 out of time (before or in search); 31 wrong PDDL; 34 PDDL outside
    classical planning; 36 wrong usage; 130 interrupted.
    """
    from isonova.api.plan import InvalidPlanError
    from isonova.api.plan import plan as find_plan
    from isonova.cli.log import logging_to
    from isonova.cli.progress import reporter

    # What is no option of planning itself is left out.
    others = ("files", "alias", "plan_file", "log_file", "dry_run", "json", "quiet")
    settings = {name: value for name, value in ctx.params.items() if name not in others}
    if alias is not None:
        _apply(alias, settings, ctx)
    task = task_files(files)
    shown = _configuration(task, settings)
    if dry_run:
        typer.echo(_json(shown))
        return
    for path in (plan_file, log_file):
        if path is not None:
            check_writable(path)
    if memory_limit is not None and 0 < memory_limit < 2**40:
        cap(memory_limit)
    with logging_to(log_file) as log:
        log.write(f"isonova {_json(shown)}")
        with reporter(not (json or quiet), time_limit, memory_limit, log) as progress:
            try:
                result = find_plan(*task, **settings, progress=progress, on_warning=_warn(not (json or quiet), log))
            except InvalidPlanError as error:
                typer.echo(error, err=True)
                raise typer.Exit(INTERNAL_ERROR) from None
        log.write(result.summary())
    written = plan_file is None or not result.solved or _write(plan_file, result.plan_text())
    _show(result, json, quiet)
    raise typer.Exit(result.exit_code if written else INTERNAL_ERROR)


def _apply(alias: str, settings: dict[str, Any], ctx: typer.Context) -> None:
    """The alias decides what was not said on the command line."""
    from isonova.api.configurations import configuration

    for name, value in configuration(alias).items():
        source = ctx.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            settings[name] = value


def _configuration(task: tuple[str, str], settings: dict[str, Any]) -> dict[str, Any]:
    """What is about to be run, checked, and with the settings of novelty spelled out."""
    from isonova.api.novelty import Chosen, novelty_options
    from isonova.api.options import check, limits, plan_options

    search = ("heuristic", "engine", "cost_type", "tie_break", "max_expansions", "max_evaluations")
    options = plan_options(**{name: settings[name] for name in search})
    limits(settings["time_limit"], settings["memory_limit"])
    of_novelty = [name for name in settings if name.startswith(("wl_", "at_"))]
    novelty = novelty_options(
        Chosen(settings["novelty"], settings["novelty_kind"]),
        profile=settings["profile"],
        **{name: settings[name] for name in of_novelty},
    )
    options.novelty = novelty
    check(options)
    kept = {name: value for name, value in settings.items() if name not in of_novelty}
    spelled = None if settings["novelty"] == "none" else novelty.settings(settings["engine"] != "lifted")
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


def _write(path: str, text: str) -> bool:
    """Writes beside and renames, so that an old file is whole until the new one is."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.urandom(8).hex()}")
    try:
        with draft.open("x") as file:
            file.write(text)
        draft.replace(target)
    except OSError as error:
        typer.echo(f"error: cannot write {path}: {error.strerror}; the plan is printed only", err=True)
        draft.unlink(missing_ok=True)
        return False
    return True


def _show(result: Result, json: bool, quiet: bool) -> None:
    if json:
        typer.echo(result.to_json())
        return
    if result.solved:
        typer.echo(result.plan_text(), nl=False)
    if not quiet:
        sys.stdout.flush()
        typer.echo("\n".join(f"; {line}" for line in result.summary().splitlines()), err=True)
