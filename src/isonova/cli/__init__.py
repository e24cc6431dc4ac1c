"""The command line. The command-line library is loaded only for what `quick` does not understand."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

from isonova.cli.quick import quick_plan
from isonova.cli.usage import INTERNAL_ERROR, WRONG_USAGE

if TYPE_CHECKING:
    from isonova.cli.commands import app as app


def __getattr__(name: str) -> Any:
    if name == "app":
        from isonova.cli.commands import app

        return app
    raise AttributeError(f"module 'isonova.cli' has no attribute {name!r}")


def main() -> None:
    gc.disable()  # until all is imported: modules are not garbage
    try:
        code = quick_plan(sys.argv[1:])
        if code is None:
            from isonova.cli.commands import app

            gc.enable()
            app(prog_name="isonova")
        sys.stdout.flush()
        sys.exit(code)
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
