"""The report as a LaTeX document: tables through pandas' Styler, plots as PDF files beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd

from isonova.experiments.report.document import Document, Point
from isonova.experiments.report.plots import write_plots
from isonova.experiments.report.tables import BEST, BETTER, LEADS, WORSE, Table

COLOURS = {BEST: "blue!25", BETTER: "green!25", WORSE: "red!20"}
SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "Σ": r"$\Sigma$"}
SPECIAL |= {"<": r"\textless{}", ">": r"\textgreater{}"} | {character: rf"\{character}" for character in "&%$#_{}"}
LONG_TEXT = 40


def escape(text: str) -> str:
    """Characters that mean something to LaTeX, and those that its plain fonts lack."""
    return re.sub(r"[^\w\s.,;:!?()\[\]'`/*+=|@\"-]|[_]|[^\x00-\x7f]", lambda match: SPECIAL.get(match[0], "?"), text)


def write(document: Document, file: Path) -> list[Path]:
    plots = write_plots(document.study, file.parent, file.stem)
    parts = [
        r"\documentclass{article}",
        r"\usepackage[margin=1.5cm,landscape]{geometry}",
        r"\usepackage{booktabs,longtable,graphicx}\usepackage[table]{xcolor}",
        r"\setlength{\tabcolsep}{3pt}\setlength{\LTcapwidth}{0.8\linewidth}",
        rf"\title{{{escape(document.title)}}}\date{{}}",
        r"\begin{document}\maketitle",
        r"\begin{description}",
        *(rf"\item[{escape(label)}] {escape(value)}" for label, value in document.facts),
        r"\end{description}",
        *(rf"\paragraph{{Note}} {escape(warning)}" for warning in document.warnings),
    ]
    for section in document.sections:
        parts.append(rf"\section{{{escape(section.title)}}}")
        parts += [escape(paragraph) + "\n" for paragraph in section.paragraphs]
        if section.points:
            parts += [r"\begin{itemize}", *map(_point, section.points), r"\end{itemize}"]
        parts += [latex_table(table) for table in section.tables if not table.bulk]
        if section.note:
            parts.append(escape(section.note) + "\n")
        if section.plots:
            for name, caption in plots:
                width = "0.6" if "cactus" in name else "0.8"
                parts.append(
                    rf"\begin{{figure}}[htbp]\centering\includegraphics[width={width}\linewidth]{{{name}}}"
                    rf"\caption{{{escape(caption)}}}\end{{figure}}"
                )
            parts.append(r"\clearpage")
    parts.append(r"\end{document}")
    file.write_text("\n".join(parts) + "\n", encoding="utf-8")
    return [file, *(file.parent / name for name, _ in plots)]


def _point(point: Point) -> str:
    lead = rf"\textbf{{{escape(point.lead)}}} " if point.lead else ""
    verdict = rf"\emph{{{escape(point.verdict.capitalize())}.}} " if point.verdict else ""
    return rf"\item {lead}{verdict}{escape(point.text)}"


def latex_table(table: Table) -> str:
    frame = table.frame if table.totals is None else pd.concat([table.frame, table.totals], ignore_index=True)
    shown = pd.DataFrame(
        [
            [escape(table.format(column, row[at])) for at, column in enumerate(frame.columns)]
            for row in frame.to_numpy()
        ],
        columns=frame.columns,
        dtype=object,
    )
    styles = pd.DataFrame("", index=shown.index, columns=shown.columns)
    marked = [marks for marks in (table.marks, table.total_marks) if marks is not None]
    if marked:
        marks = pd.concat(marked, ignore_index=True)
        styles.update(marks.map(_style))
    text = [column for column in shown if frame[column].map(lambda value: isinstance(value, str)).any()]
    long = [column for column in text if shown[column].str.len().max() > LONG_TEXT]
    shown.columns = _headings(table, frame)
    styles.columns = shown.columns
    kinds = ["p{9cm}" if column in long else "l" if column in text else "r" for column in frame.columns]
    styler = shown.style.hide(axis="index").apply(lambda _: styles, axis=None)
    caption = escape(f"{table.title}. {table.note}")
    body = styler.to_latex(
        column_format="".join(kinds), environment="longtable", hrules=True, caption=caption, multicol_align="c"
    )
    if table.totals is not None:
        lines = body.splitlines()
        end = max(at for at, line in enumerate(lines) if line.startswith(r"\end{longtable}"))
        rows = [at for at in range(end) if lines[at].rstrip().endswith(r"\\")]
        lines.insert(rows[-len(table.totals)], r"\midrule")
        body = "\n".join(lines)
    return f"{{\\footnotesize\n{body}}}\n"


def _headings(table: Table, frame: pd.DataFrame) -> pd.Index:
    names = [escape(table.headings.get(column, column)) for column in frame.columns]
    if not table.groups:
        return pd.Index(_distinct(names))
    above = [""] * table.labels + [escape(label) for label, count in table.groups for _ in range(count)]
    above += [""] * (len(names) - len(above))
    return pd.MultiIndex.from_arrays([above, _distinct(names, above)])


def _distinct(names: list[str], above: list[str] | None = None) -> list[str]:
    """A Styler wants different columns: a name that occurs again gets invisible braces."""
    seen: set[tuple[str, str]] = set()
    found = []
    for at, name in enumerate(names):
        group = above[at] if above else ""
        while (group, name) in seen:
            name += "{}"
        seen.add((group, name))
        found.append(name)
    return found


def _style(marks: str) -> str:
    """As LaTeX commands for the Styler."""
    words = marks.split()
    styles = [f"cellcolor:{{{COLOURS[word]}}}" for word in (BEST, BETTER, WORSE) if word in words][:1]
    if LEADS in words:
        styles.append("textbf:--rwrap")
    return "; ".join(styles)
