"""The command line. Commands import what they need when they run, so that `isonova --help` stays quick."""

from __future__ import annotations

import sys

import typer

from isonova.cli.check import check
from isonova.cli.features import features
from isonova.cli.graph import graph
from isonova.cli.plan import plan
from isonova.cli.usage import WRONG_USAGE
from isonova.cli.validate import validate

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
app.command()(plan)
app.command()(check)
app.command()(validate)
app.command()(features)
app.command()(graph)


@app.callback()
def isonova() -> None:
    """A classical planner guided by novelty up to symmetry."""


def main() -> None:
    try:
        app(prog_name="isonova")
    except SystemExit as stop:
        # The command-line library ends with 2 on wrong usage; planners document 36 for it.
        sys.exit(WRONG_USAGE if stop.code == 2 else stop.code)
    except ValueError as error:
        sys.exit(_report(error))


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
