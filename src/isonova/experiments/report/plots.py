"""Plots on paper: cactus and scatter plots as PDF, through matplotlib. The page draws its own from the same runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from isonova.experiments.report.study import Study

UNSOLVED_FACTOR = 2.0
"""Unsolved tasks are drawn on a line so many times above the highest value."""


def write_plots(study: Study, folder: Path, stem: str) -> list[tuple[str, str]]:
    """Writes PDF files; file name and caption of each."""
    from matplotlib import rc_context

    written = []
    with rc_context({"font.size": 8, "axes.grid": True, "grid.alpha": 0.3, "pdf.fonttype": 42}):
        for column, label in (("cpu_seconds", "CPU time (s)"), ("expansions", "expansions")):
            figure, [axes] = _figure(5.5, 3.4, 1)
            cactus(axes, study, column)
            axes.set(xlabel="tasks solved", ylabel=label)
            name = f"{stem}-cactus-{column.removesuffix('_seconds')}.pdf"
            figure.savefig(folder / name, metadata={"CreationDate": None})
            written.append((name, f"Tasks solved within a bound on {label.replace(' (s)', ' in seconds')}."))
        for first, second in scatter_pairs(study):
            figure, panels = _figure(7.0, 3.4, 2)
            for axes, column in zip(panels, ("expansions", "cpu_seconds"), strict=True):
                scatter(axes, study, column, first, second)
            name = f"{stem}-scatter-{first}-{second}.pdf".replace("+", "-")
            figure.savefig(folder / name, metadata={"CreationDate": None})
            caption = (
                f"Expansions (left) and CPU time in seconds (right) of {first} and {second}. Unsolved tasks lie on the "
            )
            written.append((name, f"{caption}dotted lines."))
    return written


def _figure(width: float, height: float, panels: int) -> tuple[Any, list[Any]]:
    """With margins that are known, since finding them takes longer than drawing."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    left, bottom = 0.8 / width, 0.42 / height
    share = 1 / panels
    return figure, [
        figure.add_axes((at * share + left, bottom, share - left - 0.02, 0.97 - bottom)) for at in range(panels)
    ]


def _logarithmic(*axes: Any) -> None:
    """Ticks and plain labels at powers of ten only: a quarter of the time to draw them."""
    from matplotlib.ticker import FuncFormatter, NullLocator

    for each in axes:
        each.set_minor_locator(NullLocator())
        each.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))


def scatter_pairs(study: Study) -> list[tuple[str, str]]:
    """Each heuristic without novelty and with at+wl; else the first two configurations."""
    methods = study.methods
    pairs = [
        (methods[heuristic, "none"], methods[heuristic, "at+wl"])
        for heuristic in dict.fromkeys(heuristic for heuristic, _ in methods)
        if {(heuristic, "none"), (heuristic, "at+wl")} <= methods.keys()
    ]
    return pairs or ([(study.names[0], study.names[1])] if len(study.names) > 1 else [])


def cactus(axes: Any, study: Study, column: str) -> None:
    solved = study.runs[study.runs["solved"]]
    styles = ["-", "--", ":", "-."]
    for at, name in enumerate(study.names):
        values = solved[solved["algorithm"] == name][column].dropna().sort_values().clip(lower=0.01)
        axes.step(range(1, len(values) + 1), values, styles[at % 4], label=name, linewidth=1, where="post")
    axes.set_yscale("log")
    _logarithmic(axes.yaxis)
    axes.legend(fontsize=6, ncols=2, loc="upper left")


def scatter(axes: Any, study: Study, column: str, first: str, second: str) -> None:
    solved, values = study.matrix("solved")[[first, second]], study.matrix(column)[[first, second]].astype(float)
    values = values.clip(lower=0.01 if column == "cpu_seconds" else 1).where(solved == True)  # noqa: E712
    values = values[solved.notna().all(axis=1) & values.notna().any(axis=1)]
    edge = UNSOLVED_FACTOR * float(values.max().max()) if len(values) else 1.0
    shown = values.fillna(edge)
    axes.scatter(shown[first], shown[second], s=6, alpha=0.5, linewidths=0)
    low = float(shown.min().min()) if len(shown) else 0.1
    axes.plot([low, edge], [low, edge], color="0.5", linewidth=0.8)
    for line in (axes.axhline, axes.axvline):
        line(edge, color="0.7", linewidth=0.8, linestyle=":")
    axes.set(xscale="log", yscale="log", xlabel=first, ylabel=second)
    _logarithmic(axes.xaxis, axes.yaxis)
