"""The command line. Commands import what they need when they run, so that `isonova --help` stays quick."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from isonova.cli.check import check
from isonova.cli.examples import examples
from isonova.cli.experiment import experiment
from isonova.cli.explain import explain
from isonova.cli.features import features
from isonova.cli.graph import graph
from isonova.cli.plan import plan
from isonova.cli.usage import INTERNAL_ERROR, WRONG_USAGE
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


def main() -> None:
    try:
        app(prog_name="isonova")
        sys.stdout.flush()
    except SystemExit as stop:
        # The command-line library ends with 2 on wrong usage; planners document 36 for it.
        sys.exit(WRONG_USAGE if stop.code == 2 else stop.code)
    except ValueError as error:
        sys.exit(_report(error))
    except OSError as error:  # files are looked at before and reported by name; what is left is the output itself
        sys.exit(_lost_output(error))


def _lost_output(error: OSError) -> int:
    """Standard output can be a full disk. What is still buffered for it must not fail a second time on exit."""
    if error.filename is not None:
        raise error
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    print(f"error: cannot write to standard output: {error.strerror}", file=sys.stderr)
    return INTERNAL_ERROR


def _report(error: ValueError) -> int:
    """Prints an error of the input and returns its exit code; errors that are not the input's are raised again."""
    from isonova.api.errors import OptionError, PDDLError, UnsupportedError
    from isonova.api.states import StateError
    from isonova.validator import NegativeCycleError, PlanError

    if isinstance(error, OptionError):
        print(f"error: {error}", file=sys.stderr)
        return WRONG_USAGE
    if isinstance(error, UnsupportedError):
        code = 34
    elif isinstance(error, (PDDLError, PlanError, StateError, NegativeCycleError)):
        code = 31
    else:
        raise error
    print(error, file=sys.stderr)
    return code
