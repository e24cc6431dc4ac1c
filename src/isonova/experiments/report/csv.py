"""The report as a folder of CSV files, one per table, and one with all runs."""

from __future__ import annotations

from pathlib import Path

from isonova.experiments.report.document import Document


def write(document: Document, folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for table in document.tables:
        file = folder / f"{table.name}.csv"
        table.frame.to_csv(file, index=False)
        written.append(file)
    file = folder / "runs.csv"
    document.study.runs.rename(columns={"algorithm": "configuration"}).to_csv(file, index=False)
    return [*written, file]
