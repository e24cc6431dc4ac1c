"""Plots on paper: cactus and scatter plots as PDF, through matplotlib. The page draws its own from the same runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from isonova.experiments.report.study import Study

UNSOLVED_FACTOR = 2.0
"""Unsolved tasks are drawn on a line so many times above the highest value."""


def write_plots(study: Study, folder: Path, stem: str) -> list[tuple[str, str]]:
    """Writes PDF files; file name and caption of each."""
    import matplotlib as mpl

    mpl.use("pdf")
    from matplotlib import pyplot as plt

    written = []
    with plt.rc_context({"font.size": 8, "axes.grid": True, "grid.alpha": 0.3, "pdf.fonttype": 42}):
        for column, label in (("cpu_seconds", "CPU time (s)"), ("expansions", "expansions")):
            figure, axes = plt.subplots(figsize=(5.5, 3.4), layout="constrained")
            cactus(axes, study, column)
            axes.set(xlabel="tasks solved", ylabel=label)
            name = f"{stem}-cactus-{column.removesuffix('_seconds')}.pdf"
            figure.savefig(folder / name, metadata={"CreationDate": None})
            plt.close(figure)
            written.append((name, f"Tasks solved within a bound on {label.replace(' (s)', ' in seconds')}."))
        for first, second in scatter_pairs(study):
            for column, label in (("expansions", "expansions"), ("cpu_seconds", "CPU time in seconds")):
                figure, axes = plt.subplots(figsize=(3.4, 3.4), layout="constrained")
                scatter(axes, study, column, first, second)
                slug = f"{column.removesuffix('_seconds')}-{first}-{second}".replace("+", "-")
                name = f"{stem}-scatter-{slug}.pdf"
                figure.savefig(folder / name, metadata={"CreationDate": None})
                plt.close(figure)
                caption = (
                    f"{label[0].upper()}{label[1:]} of {first} and {second}; unsolved tasks are on the outer lines."
                )
                written.append((name, caption))
    return written


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
    if study.names:
        axes.legend(fontsize=6, ncols=2)


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
