"""The report of a study: the paper's tables and more, beside the published figures, with what can be concluded.

    study -> tables, published, statistics -> document -> html, latex, markdown or csv

Needs the packages of `isonova[report]`; nothing else in Isonova imports this folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from isonova.experiments.errors import ExperimentError

if TYPE_CHECKING:
    from isonova.experiments.results import Results

FORMATS = {"html": "report.html", "latex": "report.tex", "csv": "report-csv", "md": "report.md"}
"""And what a report is called in the folder of its study. CSV is a folder of files."""
NEEDS = "a report needs more packages: pip install 'isonova[report]'"


def write_report(results: Results, kind: str = "html", out: Path | None = None) -> list[Path]:
    """Writes a report; the files written, the report itself first."""
    try:
        from isonova.experiments.report import csv, document, html, latex, markdown, study
    except ImportError as error:
        raise ExperimentError(f"{NEEDS} ({error.name} is missing)") from None
    writers = {"html": html.write, "latex": latex.write, "csv": csv.write, "md": markdown.write}
    loaded = study.load(results)
    if loaded.runs.empty:
        raise ExperimentError(f"nothing is recorded yet in {results.folder}: {loaded.planned} runs are to be done")
    return writers[kind](document.build(loaded), out or results.folder / FORMATS[kind])
