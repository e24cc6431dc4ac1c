"""`isonova plan`: find a plan."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isonova.cli.memory import cap
from isonova.cli.usage import INTERNAL_ERROR, TaskFiles, check_writable, task_files

if TYPE_CHECKING:
    from isonova.api.plan import Result


def plan(
    files: TaskFiles,
    heuristic: Annotated[str, typer.Option(help="ff, add, gc (unsatisfied goals) or blind.")] = "ff",
    engine: Annotated[
        str, typer.Option(help="How states are made: grounded, lifted, or auto (lifted past a budget).")
    ] = "auto",
    novelty: Annotated[
        str, typer.Option(help="Features whose novelty guides the search over the heuristic: none, at, wl or at+wl.")
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
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the plan and nothing else.")] = False,
) -> None:
    """Find a plan by greedy best-first search; print it once the independent validator has accepted it.

    \b
    Examples:
      isonova plan domain.pddl problem.pddl
      isonova plan problem.pddl --heuristic add --time-limit 300 --memory-limit 4096
      isonova plan problem.pddl --json

    Ends with 0 if a plan was found; 10 or 11 if there is none (found out before or in search); 12 if the search ended
    without proof; 20 or 22 out of memory and 21 or 23 out of time (before or in search); 31 wrong PDDL; 34 PDDL outside
    classical planning; 36 wrong usage; 130 interrupted.
    """
    from isonova.api.plan import InvalidPlanError
    from isonova.api.plan import plan as find_plan
    from isonova.cli.progress import reporter

    task = task_files(files)
    if plan_file is not None:
        check_writable(plan_file)
    if memory_limit is not None and 0 < memory_limit < 2**40:
        cap(memory_limit)
    with reporter(show=not (json or quiet), time_limit=time_limit, memory_limit=memory_limit) as progress:
        try:
            result = find_plan(
                *task,
                heuristic=heuristic,
                engine=engine,
                novelty=novelty,
                novelty_kind=novelty_kind,
                profile=profile,
                wl_iterations=wl_iterations,
                wl_statics=wl_statics,
                wl_types=wl_types,
                wl_constants=wl_constants,
                wl_counts=wl_counts,
                wl_objects=wl_objects,
                wl_exact=wl_exact,
                at_statics=at_statics,
                cost_type=cost_type,
                tie_break=tie_break,
                time_limit=time_limit,
                memory_limit=memory_limit,
                max_expansions=max_expansions,
                max_evaluations=max_evaluations,
                progress=progress,
            )
        except InvalidPlanError as error:
            typer.echo(error, err=True)
            raise typer.Exit(INTERNAL_ERROR) from None
    written = plan_file is None or not result.solved or _write(plan_file, result.plan_text())
    _show(result, json, quiet)
    raise typer.Exit(result.exit_code if written else INTERNAL_ERROR)


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
        from json import dumps

        typer.echo(dumps(result.to_dict()))
        return
    if result.solved:
        typer.echo(result.plan_text(), nl=False)
    if not quiet:
        sys.stdout.flush()
        typer.echo("\n".join(f"; {line}" for line in result.summary().splitlines()), err=True)
