"""Tables of the studies in benchmarks/*.toml: runs one (what its folder has is not run again) and compares its sides.

Not part of a quick run: a study takes from half an hour to several hours. POWERLIFTED names the folder that
hard_to_ground.toml needs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.measure import geometric_mean
from benchmarks.part import Part
from benchmarks.table import ROOT, Cell
from isonova.experiments.compare import Comparison, Ratios, Row, compare_studies
from isonova.experiments.definition import load

MEASURES = ["cpp/isonova"]
WORDS = {"seconds": "wall-clock time", "peak_memory_mb": "memory", "cost": "plan cost"}
LAMA = ["--only", "isonova", "--only", "lama-first", "--per-domain", "1", "--seed", "11"]


def study(part: Part, file: str, *options: str, name: str = "") -> str:
    """Its folder, after it has run."""
    folder = ROOT / "build" / "bench" / (name or Path(file).stem)
    words = ["isonova", "experiment", "run", str(ROOT / "benchmarks" / file), "--benchmarks", str(part.suite("."))]
    subprocess.run([sys.executable, "-m", *words, "--out", str(folder), "--jobs", "1", *options], check=True)
    return str(folder)


def sides(folder: str, a: str, b: str) -> Comparison:
    [found] = compare_studies(f"{folder}:{a}", f":{b}", "wall")
    return found


def scores(part: Part, name: str, found: Comparison) -> None:
    """What each side solved. The scores of plans are against the better of the two."""
    solved = sum(row.a.solved for row in found.rows), sum(row.b.solved for row in found.rows)
    pairs: dict[str, tuple[float, float]] = {
        f"solved, of {len(found.rows)} tasks": solved,
        "solved by this one only": (len(found.only_a), len(found.only_b)),
        "agile score": found.agile(),
        "satisficing score": found.satisficing(),
    }
    rows: list[list[Cell]] = [[word, a, b, b / a if a else None] for word, (a, b) in pairs.items()]
    part.table(name, ["", found.a.configuration, found.b.configuration, "ratio"], rows, measures=MEASURES)


def at(row: Row, ratios: Ratios) -> str:
    return f"{row.ratio(ratios.measure):.2g} ({row.domain} {row.problem})"


def ratios(part: Part, name: str, found: Comparison) -> None:
    rows: list[list[Cell]] = []
    for measure in ("seconds", "expansions", "peak_memory_mb", "cost"):
        each = found.ratios(measure)
        if each:
            word = WORDS.get(measure, measure)
            rows.append([word, each.tasks, each.mean, each.median, at(each.best, each), at(each.worst, each)])
    head = [f"{found.b.configuration} / {found.a.configuration}", "tasks", "geometric mean", "median", "best", "worst"]
    part.table(name, head, rows, measures=MEASURES)


def families(part: Part, name: str, found: Comparison) -> None:
    groups = sorted(found.domains, key=lambda each: each.domain)
    rows: list[list[Cell]] = [[each.domain, each.tasks, each.a, each.b, each.seconds] for each in groups]
    rows.append(["**all**", *(sum(int(row[i] or 0) for row in rows) for i in (1, 2, 3)), None])
    head = ["family", "tasks", found.a.configuration, found.b.configuration, "time where both solve, ratio"]
    part.table(name, head, rows, measures=MEASURES)


def settings(part: Part, name: str, folder: str, names: list[str], base: str) -> None:
    """Each setting beside one of them: solved, evaluations where all solve, and what only one of the two solves."""
    found = {each: sides(folder, base, each) for each in names if each != base}
    columns = {base: next(iter(found.values())).a.outcomes} | {each: found[each].b.outcomes for each in found}
    common = [task for task in columns[base] if all(task in c and c[task].solved for c in columns.values())]
    rows: list[list[Cell]] = []
    for each, outcomes in columns.items():
        evaluations = [outcomes[task].evaluations or 1 for task in common]
        only = [len(found[each].only_b), len(found[each].only_a)] if each in found else [None, None]
        solved = sum(outcome.solved for outcome in outcomes.values())
        rows.append([each, len(outcomes), solved, geometric_mean(evaluations) if evaluations else None, *only])
    head = ["setting", "tasks", "solved", "evaluations where all solve", f"not by {base}", f"only by {base}"]
    part.table(name, head, rows, measures=MEASURES)


def default_planner(part: Part) -> None:
    found = sides(study(part, "default_planner.toml", *LAMA), "lama-first", "isonova")
    scores(part, "default-planner", found)
    ratios(part, "default-planner-ratios", found)


def default_planner_60(part: Part) -> None:
    folder = study(part, "default_planner.toml", *LAMA, "--time-limit", "60", name="default_planner_60")
    scores(part, "default-planner-60", sides(folder, "lama-first", "isonova"))


def hard_to_ground(part: Part) -> None:
    families(part, "hard-to-ground", sides(study(part, "hard_to_ground.toml"), "powerlifted", "isonova"))


def queues(part: Part) -> None:
    folder = study(part, "queues.toml")
    rows: list[list[Cell]] = []
    for a, b in (("eager-ff", "eager-all"), ("lazy-one-lane", "lazy"), ("lazy-one-lane", "lazy-pop")):
        each = sides(folder, a, b).ratios("rate")
        if each:
            rows.append([b, a, each.tasks, each.mean, at(each.worst, each), at(each.best, each)])
    head = ["configuration", "beside", "tasks", "evaluations per second, ratio", "worst", "best"]
    part.table("queues", head, rows, measures=MEASURES)


def anytime(part: Part) -> None:
    scores(part, "anytime", sides(study(part, "anytime.toml"), "lama", "isonova"))


def engines(part: Part) -> None:
    settings(part, "engines", study(part, "engines.toml"), ["auto", "grounded", "lifted"], "auto")


def novelty_options(part: Part) -> None:
    names = [each.name for each in load(str(ROOT / "benchmarks" / "novelty_options.toml")).configurations]
    settings(part, "novelty-options", study(part, "novelty_options.toml"), names, "wl")
