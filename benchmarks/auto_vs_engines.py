"""What `--engine auto` loses against either engine alone, over a sample of both suites.

    python benchmarks/auto_vs_engines.py BUILD_FOLDER SUITES [--per-folder 1] [--per-family 5] [--heuristic ff]
        [--seconds 300] [--memory 4096] [--only NAME ...] [--json FILE]

BUILD_FOLDER is a CMake build with -DISONOVA_BENCHMARKS=ON, SUITES has the folders `ipc` and `htg`. Tasks are spread
evenly over each IPC folder and each Hard-To-Ground family, by size of file. Each is run with `auto`, `grounded` and
`lifted` under a limit of CPU time (from PDDL to plan) and of address space, and once more with `auto`, blind, for the
decision alone: which engine, why, and how much CPU time had gone by when the search began, most of it the grounding
that was given up where the engine is the lifted one. Prints Markdown: tasks solved, tasks that an engine solves and
`auto` does not, what the decision costs. Runs that the file of --json has are not made again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.lifted_vs_powerlifted import FAMILIES, Limit, failure, spread, tasks_of
from benchmarks.suites import Pair, find_tasks

ENGINES = ["auto", "grounded", "lifted"]
Runs = dict[str, dict[str, Any]]


def sample(suites: Path, per_folder: int, per_family: int) -> Iterator[tuple[str, Pair]]:
    for folder in sorted(path for path in (suites / "ipc").iterdir() if path.is_dir()):
        for pair in spread(find_tasks(folder), per_folder):
            yield str(pair.problem.relative_to(suites).with_suffix("")), pair
    for folders in FAMILIES.values():
        for pair in tasks_of(suites / "htg", folders, per_family):
            yield str(pair.problem.relative_to(suites).with_suffix("")), pair


def search(program: Path, pair: Pair, heuristic: str, engine: str, limit: Limit, evaluations: int) -> dict[str, Any]:
    command = [str(program), str(pair.domain), str(pair.problem), heuristic, str(limit.inner), str(evaluations)]
    done = limit.run([*command, "none", "isonova", engine])
    try:
        found = json.loads(done.output.strip().splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        found = {"status": failure(done)}
    kept = {key: found.get(key) for key in ("status", "engine", "reason", "evaluations")}
    return {**kept, "solved": found["status"] == "solved" and done.cpu <= limit.seconds, "cpu": done.cpu}


def measure(program: Path, pair: Pair, heuristic: str, limit: Limit, known: Runs) -> Runs:
    runs = dict(known)
    if "decision" not in runs:
        runs["decision"] = search(program, pair, "blind", "auto", limit, 1)
    for engine in ENGINES:
        if engine not in runs:
            runs[engine] = search(program, pair, heuristic, engine, limit, 2**63)
    return runs


def solved_table(rows: dict[str, Runs]) -> Iterator[str]:
    yield "\n| suite | tasks | auto | grounded | lifted | either engine | auto turns to lifted |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for suite in ("ipc", "htg"):
        mine = [runs for name, runs in rows.items() if name.startswith(f"{suite}/")]
        counts = [sum(runs[engine]["solved"] for runs in mine) for engine in ENGINES]
        either = sum(runs["grounded"]["solved"] or runs["lifted"]["solved"] for runs in mine)
        lifted = sum(runs["decision"]["engine"] == "lifted" for runs in mine)
        yield f"| {suite} | {len(mine)} | {' | '.join(map(str, counts))} | {either} | {lifted} |"


def differences(rows: dict[str, Runs], limit: Limit) -> Iterator[str]:
    yield "\n| task | auto took | auto | grounded | lifted | CPU s of the decision | |\n|---|---|---|---|---|---:|---|"
    for name, runs in rows.items():
        if len({runs[engine]["solved"] for engine in ENGINES}) == 1:
            continue
        words = [f"{runs[engine]['status']}, {runs[engine]['cpu']:.1f} s" for engine in ENGINES]
        decision = runs["decision"]
        best = min((runs[engine]["cpu"] for engine in ENGINES[1:] if runs[engine]["solved"]), default=None)
        remark = ""
        if not runs["auto"]["solved"]:
            within = best is not None and best + decision["cpu"] > limit.seconds
            remark = "lost: the budget's cost" if within else "**lost**"
        yield f"| {name} | {decision['engine'] or '?'} | {' | '.join(words)} | {decision['cpu']:.2f} | {remark} |"


def cost_of_the_budget(rows: dict[str, Runs]) -> Iterator[str]:
    turned = {name: runs["decision"] for name, runs in rows.items() if runs["decision"]["engine"] == "lifted"}
    if not turned:
        yield "\nauto grounds every task of the sample."
        return
    costs = sorted((decision["cpu"], name) for name, decision in turned.items())
    middle, (most, where) = costs[len(costs) // 2][0], costs[-1]
    yield f"\nCPU seconds until auto turns to the lifted engine, {len(costs)} tasks: "
    yield f"median {middle:.2f}, most {most:.2f} ({where}). Because"
    reasons = sorted({str(decision["reason"]) for decision in turned.values()})
    for reason in reasons:
        yield f"- {reason}: {sum(decision['reason'] == reason for decision in turned.values())}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("suites", type=Path)
    parser.add_argument("--per-folder", type=int, default=1)
    parser.add_argument("--per-family", type=int, default=5)
    parser.add_argument("--heuristic", default="ff", choices=["gc", "add", "ff"])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--memory", type=int, default=4096, help="MB of address space of every process")
    parser.add_argument("--only", nargs="*", default=[], help="tasks whose name contains one of these")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    program = next(options.build.resolve().rglob("isonova_search_task"), None)
    if program is None:
        raise SystemExit(f"no isonova_search_task below {options.build}: configure with -DISONOVA_BENCHMARKS=ON")
    limit = Limit(options.seconds, options.memory, True)
    setting = {"heuristic": options.heuristic, "seconds": options.seconds, "memory_mb": options.memory}
    rows: dict[str, Runs] = {}
    if options.json and options.json.exists():
        earlier = json.loads(options.json.read_text())
        if earlier["setting"] != setting:
            raise SystemExit(f"{options.json} was made with {earlier['setting']}, not {setting}")
        rows = earlier["rows"]
    chosen: dict[str, Runs] = {}
    for name, pair in sample(options.suites.resolve(), options.per_folder, options.per_family):
        if options.only and not any(part in name for part in options.only):
            continue
        rows[name] = chosen[name] = measure(program, pair, options.heuristic, limit, rows.get(name, {}))
        print(name, *(f"{engine} {rows[name][engine]['status']}" for engine in ENGINES), file=sys.stderr, flush=True)
        if options.json:
            options.json.write_text(json.dumps({"setting": setting, "rows": rows}, indent=1))
    print(f"{options.heuristic}, {options.seconds:g} CPU seconds, {options.memory} MB")
    for part in (solved_table(chosen), differences(chosen, limit), cost_of_the_budget(chosen)):
        print("\n".join(part))
    lost = [
        name for name, runs in chosen.items() if not runs["auto"]["solved"] and any(runs[e]["solved"] for e in ENGINES)
    ]
    print(f"\nLost by auto: {len(lost)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
