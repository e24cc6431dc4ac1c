"""`isonova experiment report`: the tables and plots of a study, as a page or on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isonova.cli.usage import fail


def report(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The output folder of an experiment, or its database.")],
    kind: Annotated[
        str,
        typer.Option(
            "--format", help="html (one page), latex (with plots as PDF), csv (a folder) or md.", metavar="NAME"
        ),
    ] = "html",
    out: Annotated[
        str | None,
        typer.Option(help="Where it goes.", metavar="FILE", show_default="report.html, .tex, .md or report-csv in DIR"),
    ] = None,
) -> None:
    """Write the report of a study: the paper's tables, measured and published, plots, statistics, and every run.

    \b
    Examples:
      isonova experiment report isonova-smoke
      isonova experiment report isonova-paper --format latex --out paper.tex

    A study that still runs is reported as far as it is. Needs isonova[report].
    """
    from sqlite3 import Error as SQLiteError

    from isonova.experiments.errors import ExperimentError
    from isonova.experiments.report import FORMATS, write_report
    from isonova.experiments.results import open_results
    from isonova.experiments.suggest import known

    if kind not in FORMATS:
        fail(f"unknown format '{kind}'; {known(kind, FORMATS)}")
    if out is not None and not Path(out).absolute().parent.is_dir():
        fail(f"cannot write {out}: its folder does not exist")
    try:
        with open_results(folder) as results:
            written = write_report(results, kind, Path(out) if out else None)
    except ExperimentError as error:
        fail(str(error))
    except SQLiteError as error:
        fail(f"the database in {folder} cannot be read: {error}")
    except OSError as error:
        fail(f"cannot write {error.filename or out or folder}: {error.strerror}")
    more = f" and {len(written) - 1} more files" if len(written) > 1 else ""
    size = sum(file.stat().st_size for file in written)
    typer.echo(f"{written[0]}{more} ({size / 1e6:.2f} MB)")
