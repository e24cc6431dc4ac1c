"""Pictures of tables, as SVG beside them."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt

from benchmarks.measure import geometric_mean
from benchmarks.table import Table

mpl.rcParams["svg.hashsalt"] = "isonova"  # equal figures give equal files


def save(table: Table, folder: Path) -> None:
    plt.savefig(folder / f"{table.name}.svg", metadata={"Date": None}, bbox_inches="tight")
    plt.close()


def strips(table: Table, folder: Path) -> None:
    """The ratios of each column as dots on a line, with a bar at their geometric mean."""
    columns = {head: values for head in table.ratios if (values := list(table.column(head).values()))}
    _, axes = plt.subplots(figsize=(7, 0.5 + 0.4 * max(1, len(columns))))
    for height, (_, values) in enumerate(reversed(columns.items())):
        axes.plot(values, [height] * len(values), "o", alpha=0.4, markersize=5, color="tab:blue")
        axes.plot([geometric_mean(values)] * 2, [height - 0.3, height + 0.3], color="black")
    axes.axvline(1, color="grey", linewidth=0.8)
    axes.set(xscale="log", yticks=range(len(columns)), yticklabels=list(reversed(columns)))
    axes.set_xlabel("times as many, ours over theirs")
    save(table, folder)


def lines(table: Table, folder: Path, figures: dict[str, dict[int, dict[str, float]]], panels: dict[str, str]) -> None:
    """Seconds against size, a panel for each step and a line for each family."""
    _, all_axes = plt.subplots(1, len(panels), figsize=(3 * len(panels), 3), sharex=True, layout="constrained")
    for axes, (step, words) in zip(all_axes, panels.items(), strict=True):
        for name, times in figures.items():
            axes.plot(list(times), [each[step] for each in times.values()], "o-", markersize=3, label=name)
        axes.set(xscale="log", yscale="log", title=words.replace("`", ""), xlabel="size")
    all_axes[0].set_ylabel("s")
    all_axes[-1].legend(fontsize=7)
    save(table, folder)
