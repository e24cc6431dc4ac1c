"""`isonova experiment`: run configurations over many tasks, look at how far they are, hand the results on."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isonova.cli.experiment_compare import compare
from isonova.cli.experiment_report import report
from isonova.cli.usage import fail
from isonova.experiments.names import BUILT_IN

if TYPE_CHECKING:
    from isonova.experiments.backend import Backend
    from isonova.experiments.definition import Experiment
    from isonova.experiments.driver import Driver
    from isonova.experiments.matrix import Matrix
    from isonova.experiments.results import Coverage

INTERRUPTED = 130
LIMITS = {"wall": "wall-clock time", "cpu": "CPU time", "memory": "memory"}
TOLERABLE_SHARE = 0.1  # of its core that something else takes while a run is timed
experiment = typer.Typer(no_args_is_help=True, help="Run configurations over many tasks; stop and resume at will.")
experiment.command()(report)
experiment.command()(compare)


@experiment.command()
def run(
    name: Annotated[
        str, typer.Argument(metavar="NAME|FILE.toml", help=f"{', '.join(BUILT_IN)}, or a file of your own.")
    ],
    benchmarks: Annotated[
        list[str] | None,
        typer.Option(help="Folder with a folder per domain; may be repeated. Else DOWNWARD_BENCHMARKS.", metavar="DIR"),
    ] = None,
    out: Annotated[
        str | None, typer.Option(help="Where results go, and are taken up again.", show_default="isonova-NAME")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(help="Runs at a time.", min=1, show_default="a core each, as far as memory goes"),
    ] = None,
    time_limit: Annotated[str | None, typer.Option(help="Time per run: seconds, or 5m.", metavar="TIME")] = None,
    cpu_limit: Annotated[
        str | None, typer.Option(help="CPU time per run and thread.", metavar="TIME", show_default="as time")
    ] = None,
    memory_limit: Annotated[str | None, typer.Option(help="Memory per run: MB, or 4G.", metavar="SIZE")] = None,
    size: Annotated[int | None, typer.Option(help="Draw a sample of so many tasks over all domains.", min=1)] = None,
    per_domain: Annotated[int | None, typer.Option(help="Draw a sample of so many tasks per domain.", min=1)] = None,
    positions: Annotated[
        str | None,
        typer.Option(help="Only the tasks at these places of each folder, in per cent: 30,60,90.", metavar="P,P,..."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the sample.")] = None,
    select: Annotated[str | None, typer.Option(help="Which folders: paper (those of its tables) or all.")] = None,
    domain: Annotated[
        list[str] | None, typer.Option(help="Only these domains, of a sample too (* matches anything).")
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only these configurations (* matches anything).")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of `isonova plan` for all its configurations.", metavar="NAME=VALUE"),
    ] = None,
    redo: Annotated[
        list[str] | None, typer.Option(help="Run again: errors, or outdated (recorded by another version).")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(help="local, tcp://HOST:PORT (a Dask scheduler) or slurm. Needs isonova[cluster].")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress.")] = False,
) -> None:
    """Run an experiment, or what is left of it: what the database in the output folder has is not run again.

    \b
    Examples:
      isonova experiment run smoke
      isonova experiment run sample --benchmarks ~/benchmarks --size 200 --time-limit 60
      isonova experiment run paper --benchmarks ~/benchmarks --out paper

    Ends with 0 when all runs are recorded and none is an error, 1 if some are or the cluster was lost, 130 if stopped.
    """
    from sqlite3 import Error as SQLiteError

    from isonova.experiments.database import Database
    from isonova.experiments.definition import adjusted, check, load
    from isonova.experiments.driver import REDO, Driver
    from isonova.experiments.errors import ExperimentError, StoppedError
    from isonova.experiments.matrix import build

    try:
        for what in redo or []:
            if what not in REDO:
                fail(f"--redo takes {' or '.join(REDO)}, not '{what}'")
        study = adjusted(
            load(name),
            time_limit=time_limit,
            cpu_limit=cpu_limit,
            memory_limit=memory_limit,
            size=size,
            per_domain=per_domain,
            positions=_positions(positions),
            seed=seed,
            select=select,
            domains=tuple(domain or ()),
            only=tuple(only or ()),
            options=_options(option),
        )
        matrix = build(study, _roots(benchmarks) if study.needs_benchmarks else [])
        check(study, matrix.configurations)
        folder = Path(out or f"isonova-{study.name}")
        versions = _versions(matrix, strict=cluster is None)
        with Database(folder, study.name) as database:
            driver = Driver(matrix, database, versions)
            if redo:
                typer.echo(f"{driver.forget(redo)} runs are done again", err=True)
            if not quiet:
                _announce(study, matrix, driver.left())
            if driver.left():
                _drive(driver, _backend(study, cluster, jobs), quiet)
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on where it was", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except StoppedError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from None
    except SQLiteError as error:
        typer.echo(f"error: the database in {folder} cannot be written: {error}; what is recorded stays", err=True)
        raise typer.Exit(1) from None
    except ExperimentError as error:
        fail(str(error))
    raise typer.Exit(_summary(folder, errors=False))


@experiment.command()
def status(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The output folder of an experiment.")],
    errors: Annotated[bool, typer.Option("--errors", help="Show every error with the end of its log.")] = False,
) -> None:
    """Say how far an experiment is: what each configuration solved, and what went wrong. It may be running."""
    from isonova.experiments.errors import ExperimentError

    try:
        _summary(Path(folder), errors)
    except ExperimentError as error:
        fail(str(error))


@experiment.command("list")
def list_experiments() -> None:
    """List the experiments and planners that are built in."""
    from isonova.experiments.definition import built_in_file
    from isonova.experiments.planner import built_in
    from isonova.experiments.reading import read

    for name in BUILT_IN:
        typer.echo(f"{name:14} {read(built_in_file(name)).take('description', str)}")
    for planner in built_in().values():
        if planner.needs:
            typer.echo(f"{planner.name:14} planner for configurations of your own; needs {planner.needs}")


@experiment.command()
def show(
    name: Annotated[str, typer.Argument(help=f"{', '.join(BUILT_IN)}; planners for the planners.")],
) -> None:
    """Print the file of a built-in experiment, to begin one of your own with."""
    from isonova.experiments.definition import built_in_file
    from isonova.experiments.suggest import known

    names = (*BUILT_IN, "planners")
    if name not in names:
        fail(f"nothing built in is called '{name}'; {known(name, names)}")
    typer.echo(built_in_file(name).read_text(encoding="utf-8"), nl=False)


@experiment.command()
def export(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The output folder of an experiment, or its database.")],
    to: Annotated[
        str, typer.Argument(metavar="FILE.xz|DIR-eval", help="A packed database, or a folder for downward-lab.")
    ],
    plans: Annotated[bool, typer.Option("--plans/--no-plans", help="Whether a packed database has the plans.")] = True,
) -> None:
    """Write the results as one packed file, or as a properties file that the reports of downward-lab read.

    \b
    Examples:
      isonova experiment export isonova-study results.db.xz
      isonova experiment report results.db.xz --out report.html
      isonova experiment export isonova-study isonova-study-eval

    A packed file is a compressed database, without paths of this machine. Commands that read a study take it as well.
    """
    from isonova.experiments.archive import write_archive
    from isonova.experiments.errors import ExperimentError
    from isonova.experiments.lab import write_properties
    from isonova.experiments.results import PACKED, open_results

    try:
        with open_results(folder) as results:
            if Path(to).suffix == PACKED:
                size = write_archive(results, Path(to), plans)
                typer.echo(f"{results.recorded} runs written to {to} ({size / 1e6:.2f} MB)")
            else:
                count = write_properties(results, Path(to))
                typer.echo(f"{count} runs written to {Path(to) / 'properties'}")
    except ExperimentError as error:
        fail(str(error))
    except OSError as error:
        fail(f"cannot write to {to}: {error.strerror}")


def _options(words: list[str] | None) -> dict[str, str | int | float | bool]:
    """Given as NAME=VALUE; names as in the file, so that the same options make the same configuration."""
    found: dict[str, str | int | float | bool] = {}
    for word in words or []:
        name, given, value = word.partition("=")
        if not given or not name:
            fail(f"--option takes NAME=VALUE, not '{word}'")
        found[name.replace("-", "_")] = int(value) if value.isdigit() else value
    return found


def _positions(text: str | None) -> tuple[float, ...]:
    try:
        found = tuple(float(part) for part in text.split(",")) if text is not None else ()
    except ValueError:
        found = (-1.0,)
    if not all(0 <= position <= 100 for position in found):
        fail(f"--positions takes per cent from 0 to 100, as in 30,60,90, not '{text}'")
    return found


def _roots(benchmarks: list[str] | None) -> list[Path]:
    given = benchmarks or list(filter(None, [os.environ.get("DOWNWARD_BENCHMARKS")]))
    return [Path(path).expanduser() for path in given]


def _versions(matrix: Matrix, strict: bool) -> dict[str, str | None]:
    """Asks each planner once. On a cluster the driver's machine need not have them."""
    from isonova.experiments.errors import ExperimentError
    from isonova.experiments.version import version_of

    asked: dict[tuple[str, ...], str | None] = {}
    versions = {}
    for configuration in matrix.configurations:
        key = (configuration.planner.name, *configuration.version_command())
        if key not in asked:
            try:
                asked[key] = version_of(configuration)
            except ExperimentError:
                if strict:
                    raise
                asked[key] = None
        versions[configuration.hash] = asked[key]
    return versions


def _backend(study: Experiment, cluster: str | None, jobs: int | None) -> Backend:
    if cluster is None:
        from isonova.experiments.pool import Pool, default_size

        return Pool(jobs or default_size(study.limits.memory))
    from isonova.experiments.cluster import connect

    return connect(cluster, study, jobs)


def _announce(study: Experiment, matrix: Matrix, left: int) -> None:
    for note in matrix.notes:
        typer.echo(f"note: {note}", err=True)
    limits = study.limits
    names = {configuration.name for configuration in matrix.configurations}
    typer.echo(
        f"{study.name}: {len(names)} configurations x {len(matrix.tasks)} tasks = {len(matrix.cells)} runs of at most "
        f"{limits.time:g} s and {limits.memory:g} MB, {left} to do",
        err=True,
    )


def _drive(driver: Driver, backend: Backend, quiet: bool) -> None:
    from isonova.cli.experiment_progress import ExperimentProgress

    try:
        if not quiet:
            typer.echo(f"running {backend.describe()}", err=True)
        with ExperimentProgress(show=not quiet) as progress:
            driver.run(backend, progress)
    finally:
        backend.close()


def _summary(folder: Path, errors: bool) -> int:
    """Prints how far an experiment is; 1 if runs ended in an error."""
    from isonova.experiments.results import open_results

    with open_results(folder) as results:
        coverage = results.coverage()
        wrong = results.errors()
        _table(results.name, coverage)
        left = sum(each.planned - each.done for each in coverage)
        if left:
            typer.echo(f"{left} runs are left; `isonova experiment run` with the same output folder goes on")
        for limit, count in results.killed().items():
            typer.echo(f"{count} {'run was' if count == 1 else 'runs were'} killed at the limit on {LIMITS[limit]}")
        shared = results.disturbance()
        if shared is not None and shared > TOLERABLE_SHARE:
            typer.echo(
                f"times mean little: half of the runs shared their core with others {shared:.0%} of the time or more"
            )
        kinds: dict[str, int] = {}
        for error in wrong:
            kinds[error.kind] = kinds.get(error.kind, 0) + 1
        for kind, count in kinds.items():
            typer.echo(f"{count} x {kind}" + ("" if errors else f" (isonova experiment status {folder} --errors)"))
        if errors:
            for error in wrong:
                typer.echo(f"\n{error.kind}: {error.algorithm} on {error.folder}/{error.problem}: {error.detail}")
                if error.log:
                    typer.echo("".join(f"    {line}\n" for line in error.log.strip().splitlines()[-20:]), nl=False)
    return 1 if wrong else 0


def _table(name: str, coverage: list[Coverage]) -> None:
    from rich.console import Console
    from rich.table import Table

    done, planned = sum(each.done for each in coverage), sum(each.planned for each in coverage)
    table = Table(title=f"{name}: {done} of {planned} runs", title_justify="left")
    table.add_column("configuration")
    statuses = list(dict.fromkeys(status for each in coverage for status in sorted(each.statuses)))
    others = [status for status in statuses if status != "solved"]
    for heading in ("solved", "done", "of", *others):
        table.add_column(heading.replace("_", " "), justify="right")
    for each in coverage:
        cells = [each.solved, each.done, each.planned, *(each.statuses.get(status, 0) for status in others)]
        table.add_row(each.algorithm, *map(str, cells))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
