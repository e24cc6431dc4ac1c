"""The report as one HTML file that needs nothing else: DataTables for the tables, Plotly for the plots, both inside it.

Logs are packed (zlib, base64) and unpacked by the browser for the run that the reader opens.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from isonova.experiments.report.document import Document
from isonova.experiments.report.plots import scatter_pairs
from isonova.experiments.report.study import TASK, Study
from isonova.experiments.report.tables import Table
from isonova.pages import PAGE_STYLE, THEME_SCRIPT

PAGED_ROWS = 100
"""A longer table is shown in pages."""
RUN_COLUMNS = {
    "cpu_seconds": 3,
    "wall_seconds": 3,
    "peak_memory_mb": 1,
    "expansions": 0,
    "evaluations": 0,
    "generated": 0,
    "rate": 0,
    "initial_h": 2,
    "cost": 2,
    "length": 0,
    "load_before": 2,
    "load_after": 2,
    "others_share": 3,
    "switches": 0,
    "exit_code": 0,
}
"""Numbers of a run that the page has, with their digits."""


def write(document: Document, file: Path) -> list[Path]:
    environment = Environment(
        loader=PackageLoader("isonova.experiments.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    page = environment.get_template("report.html").render(
        document=document,
        rows=table_rows,
        paged=lambda table: len(table.frame) > PAGED_ROWS,
        heading_groups=heading_groups,
        domains=list(domain_facts(document.study)),
        style=PAGE_STYLE + _asset("report.css"),
        theme=THEME_SCRIPT,
        script=_asset("report.js"),
        plotly=_packaged("plotly", "package_data", "plotly.min.js"),
        datatables=_packaged("itables", "html", "dt_bundle.js"),
        datatables_style=_packaged("itables", "html", "dt_bundle.css"),
        data=_script_json(page_data(document.study)),
        logs=b64encode(zlib.compress(json.dumps(document.study.logs).encode(), 6)).decode(),
    )
    file.write_text(page, encoding="utf-8")
    return [file]


def _asset(name: str) -> str:
    return (Path(__file__).parent / "templates" / name).read_text(encoding="utf-8")


def _packaged(package: str, *path: str) -> str:
    text = files(package).joinpath(*path).read_text(encoding="utf-8")
    return text.replace("</script", "<\\/script")


def _script_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def table_rows(table: Table, totals: bool = False) -> Iterator[Markup]:
    """The cells of each row. A long table has too many for a template."""
    frame, marks = (table.totals, table.total_marks) if totals else (table.frame, table.marks)
    if frame is None:
        return
    columns = list(frame.columns)
    numeric = [kind.kind in "ifu" for kind in table.frame.dtypes]
    words = None if marks is None else marks.to_numpy()
    for number, row in enumerate(frame.to_numpy()):
        cells = []
        for at, column in enumerate(columns):
            mark = "" if words is None else words[number, at]
            classes = f"number {mark}" if numeric[at] else mark
            attributes = f' class="{classes}"' if classes or totals else ""
            if numeric[at] and not totals:  # sorted by its value; else by its text
                attributes += f' data-order="{_order(row[at])}"'
            start, end = ("td", "td") if at else ("th scope=row", "th")
            cells.append(f"<{start}{attributes}>{escape(table.format(column, row[at]))}</{end}>")
        yield Markup("".join(cells))


def _order(value: object) -> str:
    return "-1e99" if value is None or value != value else str(value)


def heading_groups(table: Table) -> list[tuple[str, int]]:
    """Headings above the columns, those over the labels included; empty without groups."""
    if not table.groups:
        return []
    left = len(table.frame.columns) - table.labels - sum(count for _, count in table.groups)
    return [("", table.labels), *table.groups, *([("", left)] if left else [])]


def page_data(study: Study) -> dict[str, Any]:
    """All runs by column; names as numbers into lists."""
    runs = study.runs
    tasks = runs[TASK].drop_duplicates().reset_index(drop=True)
    numbers = {row: at for at, row in enumerate(tasks.itertuples(index=False, name=None))}
    configurations = {name: at for at, name in enumerate(study.names)}
    statuses, versions = sorted(runs["status"].unique()), sorted(runs["version"].dropna().unique())
    methods = {name: method for method, name in study.methods.items()}
    columns: dict[str, list[Any]] = {
        "id": runs["id"].tolist(),
        "task": [numbers[row] for row in zip(*(runs[column].tolist() for column in TASK), strict=True)],
        "configuration": [configurations[name] for name in runs["algorithm"].tolist()],
        "status": [statuses.index(status) for status in runs["status"].tolist()],
        "version": [versions.index(value) if value in versions else None for value in runs["version"].tolist()],
        "killed": [value if isinstance(value, str) else None for value in runs["killed"].tolist()],
    }
    for column, digits in RUN_COLUMNS.items():
        columns[column] = _numbers(runs[column], digits)
    pairs = scatter_pairs(study)
    return {
        "tasks": tasks.to_dict("list"),
        "configurations": study.names,
        "methods": [methods.get(name) for name in study.names],
        "statuses": statuses,
        "versions": versions,
        "runs": columns,
        "pair": list(pairs[-1]) if pairs else None,
        "errors": {str(error.run): f"{error.kind}: {error.detail}" for error in study.errors},
    }


def _numbers(column: pd.Series, digits: int) -> list[float | int | None]:
    values = pd.to_numeric(column, errors="coerce").round(digits)
    return [
        None if value != value or abs(value) == float("inf") else (int(value) if digits == 0 else value)
        for value in values.tolist()
    ]


def domain_facts(study: Study) -> Iterator[dict[str, Any]]:
    runs = study.runs.groupby(["suite", "domain"], sort=False)
    counts = runs.agg(runs=("id", "size"), solved=("solved", "sum"))
    for suite, domain, tasks in study.domains.itertuples(index=False):
        known = (suite, domain) in counts.index
        done, solved = counts.loc[(suite, domain)] if known else (0, 0)
        yield {"suite": suite, "domain": domain, "tasks": int(tasks), "runs": int(done), "solved": int(solved)}
