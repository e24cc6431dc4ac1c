"""The report as Markdown, through tabulate."""

from __future__ import annotations

from pathlib import Path

from isonova.experiments.report.document import Document, Point
from isonova.experiments.report.tables import BEST, BETTER, LEADS, WORSE, Table

SIGNS = {BETTER: "↑", WORSE: "↓"}


def write(document: Document, file: Path) -> list[Path]:
    parts = [f"# {document.title}", "\n".join(f"- {label}: {value}" for label, value in document.facts)]
    parts += [f"**Note:** {warning}" for warning in document.warnings]
    for section in document.sections:
        parts += [f"## {section.title}", *section.paragraphs]
        if section.points:
            parts.append("\n".join(map(_point, section.points)))
        for table in section.tables:
            if table.bulk:
                continue
            parts += [f"### {table.title}", table.note, markdown_table(table)]
        if section.note:
            parts.append(section.note)
    parts.append(
        "**Bold**: best of its heuristic or pair. ★: best in the row. ↑ ↓: better or worse than without novelty."
    )
    file.write_text("\n\n".join(part for part in parts if part) + "\n", encoding="utf-8")
    return [file]


def _point(point: Point) -> str:
    lead = f"**{point.lead}** " if point.lead else ""
    verdict = f"*{point.verdict.capitalize()}.* " if point.verdict else ""
    return f"- {lead}{verdict}{point.text}"


def markdown_table(table: Table) -> str:
    from tabulate import tabulate

    frame = table.frame
    groups = [label for label, count in table.groups for _ in range(count)]
    headings = []
    for at, column in enumerate(frame.columns):
        group = groups[at - table.labels] if table.labels <= at < table.labels + len(groups) else ""
        name = table.headings.get(column, column)
        headings.append(f"{group} {name}".strip())
    rows = []
    for block, marks in ((frame, table.marks), (table.totals, table.total_marks)):
        if block is None:
            continue
        for number, row in enumerate(block.to_numpy()):
            cells = [table.format(column, row[at]).replace("|", "\\|") for at, column in enumerate(frame.columns)]
            if marks is not None:
                cells = [_marked(cell, marks.iat[number, at]) for at, cell in enumerate(cells)]
            rows.append(cells)
    numeric = ["right" if frame.dtypes.iloc[at].kind in "ifu" else "left" for at in range(len(frame.columns))]
    return str(tabulate(rows, headings, tablefmt="pipe", colalign=numeric if rows else None, disable_numparse=True))


def _marked(cell: str, marks: str) -> str:
    words = marks.split()
    if LEADS in words:
        cell = f"**{cell}**"
    if BEST in words:
        cell += " ★"
    return cell + "".join(f" {sign}" for mark, sign in SIGNS.items() if mark in words)
