"""All commands, for the command-line library. They import what they need when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from isonova.cli.check import check
from isonova.cli.examples import examples
from isonova.cli.experiment import experiment
from isonova.cli.explain import explain
from isonova.cli.features import features
from isonova.cli.graph import graph
from isonova.cli.plan import plan
from isonova.cli.validate import validate

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(plan)
app.command()(check)
app.command()(validate)
app.command()(explain)
app.command()(features)
app.command()(graph)
app.add_typer(examples, name="examples")
app.add_typer(experiment, name="experiment")


def _version(asked: bool) -> None:
    if asked:
        import isonova

        typer.echo(f"isonova {isonova.__version__}")
        raise typer.Exit


@app.callback()
def isonova(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A classical planner guided by novelty up to symmetry.

    \b
    Start here:
      isonova plan domain.pddl problem.pddl
      isonova plan $(isonova examples parcels)
      isonova COMMAND --help
    """
