"""Tables of the studies in benchmarks/*.toml: runs one (what its folder has is not run again) and compares its sides.

Not part of a quick run: a study takes from half an hour to several hours. POWERLIFTED names the folder that
hard_to_ground.toml needs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from benchmarks.measure import geometric_mean
from benchmarks.part import Part
from benchmarks.table import ROOT, Cell, shown
from isonova.experiments.compare import Comparison, Ratios, Row, compare_studies
from isonova.experiments.definition import load
from isonova.experiments.results import Results, open_results

MEASURES = ["cpp/isonova"]
WORDS = {"seconds": "wall-clock time", "peak_memory_mb": "memory", "cost": "plan cost"}
EVALUATIONS = 100_000  # of memory.toml
FIVE_MINUTES = [
    "barman-sat11-strips",
    "elevators-sat11-strips",
    "floortile-sat14-strips",
    "openstacks-sat14-strips",
    "parking-sat14-strips",
    "sokoban-sat11-strips",
    "transport-sat14-strips",
    "woodworking-sat11-strips",
]
SIDES = ["--only", "isonova", "--only", "lama-first"]
STUDY_TASKS = ["--per-domain", "3", "--seed", "1", "--time-limit", "10"]
LAMA = [*SIDES, "--per-domain", "1", "--seed", "11"]


def place_of(file: str) -> str:
    return str(ROOT / "benchmarks" / file) if file.endswith(".toml") else file


def names(file: str) -> list[str]:
    return [each.name for each in load(place_of(file)).configurations]


def study(part: Part, file: str, *options: str, name: str = "") -> str:
    """Its folder, after it has run. The study is a file of this folder or a built-in one."""
    if part.results is not None:
        return str(part.results)
    folder = ROOT / "build" / "bench" / (name or Path(file).stem)
    words = ["isonova", "experiment", "run", place_of(file), "--benchmarks", str(part.suite("."))]
    subprocess.run([sys.executable, "-m", *words, "--out", str(folder), "--jobs", "1", *options], check=True)
    return str(folder)


def sides(folder: str, a: str, b: str) -> Comparison:
    [found] = compare_studies(f"{folder}:{a}", f":{b}", "wall")
    return found


def of_suite(found: Comparison, suite: str) -> Comparison:
    return replace(found, rows=tuple(row for row in found.rows if row.suite == suite))


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
    return f"{shown(row.ratio(ratios.measure))} ({row.domain} {row.problem})"


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
    scores(part, "default-planner", of_suite(found, "ipc"))
    ratios(part, "default-planner-ratios", found)


def default_planner_positions(part: Part) -> None:
    """Three tasks of each folder, and what they say of whole domains."""
    folder = study(part, "default_planner.toml", *SIDES, "--positions", "30,60,90", name="default_planner_positions")
    found = of_suite(sides(folder, "lama-first", "isonova"), "ipc")
    scores(part, "default-planner-positions", found)
    groups: dict[int, list[str]] = {}
    for each in found.domains:
        groups.setdefault(each.difference, []).append(each.domain)
    rows: list[list[Cell]] = [
        [f"{difference:+d}" if difference else "0", len(names), ", ".join(sorted(names)) if difference else ""]
        for difference, names in sorted(groups.items())
    ]
    part.table("default-planner-domains", ["tasks more than LAMA-first", "domains", ""], rows, measures=MEASURES)


def virtual_best(part: Part) -> None:
    """The paper's configurations together, each with the whole time, beside the default planner alone: the built-in
    study, and the default planner on its tasks. Both are in --results, as the folders study and default."""
    places = (
        [str(part.results / name) for name in ("study", "default")]
        if part.results
        else [
            study(part, "study"),
            study(part, "default_planner.toml", *STUDY_TASKS, "--only", "isonova", name="default_on_study"),
        ]
    )
    solved: dict[str, dict[str, set[tuple[str, str]]]] = {}
    tasks: dict[str, set[tuple[str, str]]] = {}
    for place in places:
        for run in Results(Path(place)).runs():
            task = run.folder, run.problem
            tasks.setdefault(run.suite, set()).add(task)
            solved.setdefault(run.suite, {}).setdefault(run.algorithm, set()).update([task] * run.solved)
    rows: list[list[Cell]] = []
    for suite, each in sorted(solved.items(), reverse=True):
        default = each.pop("isonova")
        best, together = max(each, key=lambda name: len(each[name])), set.union(*each.values())
        only = len(default - together), len(together - default)
        rows.append([suite, len(tasks[suite]), len(default), len(together), *only, f"{len(each[best])} ({best})"])
    head = ["suite", "tasks", "default planner", "the twelve together", "only the default", "only the twelve"]
    part.table("virtual-best", [*head, "best of the twelve"], rows, measures=MEASURES)


def default_planner_60(part: Part) -> None:
    folder = study(part, "default_planner.toml", *LAMA, "--time-limit", "60", name="default_planner_60")
    scores(part, "default-planner-60", of_suite(sides(folder, "lama-first", "isonova"), "ipc"))


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


def better_plans(part: Part, name: str, found: Comparison) -> None:
    solved = sum(row.a.solved for row in found.rows), sum(row.b.solved for row in found.rows)
    pairs = {f"solved, of {len(found.rows)} tasks": solved, "satisficing score": found.satisficing()}
    rows: list[list[Cell]] = [[word, a, b, b / a if a else None, None] for word, (a, b) in pairs.items()]
    if costs := found.ratios("cost"):
        spread = f"{at(costs.best, costs)} to {at(costs.worst, costs)}"
        rows.append([f"cost, {costs.tasks} tasks that both solved", None, None, costs.mean, spread])
    head = ["", found.a.configuration, found.b.configuration, "ratio", "best to worst"]
    part.table(name, head, rows, measures=MEASURES)


def first_plans(part: Part, folder: str) -> None:
    """When the first plan came with --anytime, beside a run without it; and what found the better ones."""
    results = Results(Path(folder))
    alone = {(run.folder, run.problem): run.figures["seconds.total"] for run in results.runs("first") if run.solved}
    later: list[float] = []
    costs: list[float] = []
    found_by: Counter[str] = Counter()
    for run in results.runs("isonova"):
        plans = run.report["plans"] if run.solved and run.report else []
        if plans and (run.folder, run.problem) in alone:
            later.append(plans[0]["seconds"] / alone[run.folder, run.problem])
            costs.append(plans[-1]["cost"] / plans[0]["cost"])
            found_by.update("windows" if plan["found_by"] == "windows" else "searches" for plan in plans[1:])
    row: list[Cell] = [len(later), geometric_mean(later), geometric_mean(costs)]
    head = ["tasks", "time of the first plan, ratio", "cost of the last plan over the first"]
    kinds = "windows", "searches"
    head += [f"better plans by {kind}" for kind in kinds]
    part.table("anytime-first", head, [row + [found_by[kind] for kind in kinds]], measures=MEASURES)


def anytime(part: Part) -> None:
    folder = study(part, "anytime.toml")
    better_plans(part, "anytime", sides(folder, "lama", "isonova"))
    first_plans(part, folder)


def anytime_300(part: Part) -> None:
    domains = [word for domain in FIVE_MINUTES for word in ("--domain", domain)]
    options = ["--time-limit", "300", "--positions", "60", "--only", "isonova", "--only", "lama", *domains]
    folder = study(part, "anytime.toml", *options, name="anytime_300")
    better_plans(part, "anytime-300", sides(folder, "lama", "isonova"))


def memory(part: Part) -> None:
    """Of the default planner beside its searches alone, where all three evaluated as many states as they might."""
    folder = study(part, "memory.toml")
    used: dict[str, dict[str, float]] = {}
    for run in Results(Path(folder)).runs():
        if run.figures.get("evaluations", 0) >= EVALUATIONS and run.peak_memory_mb:
            used.setdefault(f"{run.folder} {run.problem}", {})[run.algorithm] = run.peak_memory_mb
    larger = {
        task: each["isonova"] / max(each["landmarks"], each["novelty"]) for task, each in used.items() if len(each) == 3
    }
    worst = max(larger, key=larger.__getitem__)
    rows: list[list[Cell]] = [[len(larger), geometric_mean(list(larger.values())), larger[worst], worst]]
    part.table("memory", ["tasks", "geometric mean", "worst", "task"], rows, measures=MEASURES)


def engines(part: Part) -> None:
    settings(part, "engines", study(part, "engines.toml"), ["auto", "grounded", "lifted"], "auto")


def novelty_options(part: Part) -> None:
    settings(part, "novelty-options", study(part, "novelty_options.toml"), names("novelty_options.toml"), "wl")


def features(part: Part) -> None:
    """What each map, kind or search does to the heuristic alone. A domain gains what its agile scores gain."""
    folder, listed = study(part, "features.toml"), names("features.toml")
    heuristics = ("add", "ff")
    maps = [name.removeprefix("add-") for name in listed if name.startswith("add-")]
    pairs = {each: [(h, f"{h}-{each}") for h in heuristics if f"{h}-{each}" in listed] for each in maps}
    pairs |= {each: [("ff", each)] for each in listed if not re.match(r"(add|ff)\b", each)}
    rows: list[list[Cell]] = []
    for each, named in pairs.items():
        found = {base: sides(folder, base, name) for base, name in named}
        if not rows:
            alone = [sum(row.a.solved for row in found[h].rows) for h in heuristics]
            rows.append(["the heuristic alone", *alone, None, None, None, None])
        gains: dict[str, float] = {}
        for domain in (domain for side in found.values() for domain in side.domains):
            place = f"{domain.suite} {domain.domain}"
            gains[place] = gains.get(place, 0) + domain.b_agile - domain.a_agile
        ends = max(gains, key=gains.__getitem__), min(gains, key=gains.__getitem__)
        solved = [sum(row.b.solved for row in found[h].rows) if h in found else None for h in heuristics]
        rates = [rate for side in found.values() for row in side.rows if (rate := row.ratio("rate"))]
        intervals = "; ".join("{:+.0f} to {:+.0f}".format(*side.intervals["solved"]) for side in found.values())
        extremes = [f"{place} ({gains[place]:+.1f})" for place in ends]
        rows.append([f"`{each}`", *solved, geometric_mean(rates), *extremes, intervals])
    head = ["", "add", "ff", "evaluations per second, ratio", "best domain", "worst domain", "gain, 95 %"]
    part.table("features", head, rows, measures=MEASURES)


def paper_study(part: Part) -> None:
    """What docs/study shows of the packed results there: solved by time, and each change of the ablation."""
    folder = ROOT / "docs" / "study"
    with open_results(folder / "study.db.xz") as results:
        times: dict[str, list[float]] = {}
        for run in results.runs():
            times.setdefault(run.algorithm, []).extend([run.cpu_seconds or 0.0] * run.solved)
    rows: list[list[Cell]] = [
        [name, len(times[name]), *(sum(time <= most for time in times[name]) for most in (3, 1))]
        for name in names("study")
    ]
    part.table("paper-study", ["configuration", "solved in 10 s", "in 3 s", "in 1 s"], rows, measures=MEASURES)
    with open_results(folder / "ablation.db.xz") as results:
        solved = Counter(run.algorithm for run in results.runs() if run.solved)
    pairs = [(name, name.replace("add", "ff", 1)) for name in names("ablation") if name.startswith("add")]
    rows = [[add.removeprefix("add").strip("-") or "none", solved[add], solved[ff]] for add, ff in pairs]
    part.table("ablation", ["change", "add", "ff"], rows, measures=MEASURES)
