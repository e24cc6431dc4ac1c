"""Evaluations per second of greedy search against Fast Downward's eager_greedy, on the same tasks, in turns.

    python benchmarks/search_vs_fd.py BUILD_FOLDER SUITE_FOLDER [--tasks FILE] [--heuristics gc add ff]
        [--seconds 3] [--repeats 3] [--json results.json]

BUILD_FOLDER is a CMake build with -DISONOVA_BENCHMARKS=ON; Fast Downward comes from the package up-fast-downward. Both
search for so many seconds; a task counts for a heuristic where Fast Downward does not solve it before. Rates are of CPU
time from the first state on, the best of the repeats on either side. Bytes per state are the growth of memory during
search over the states stored. Prints a Markdown table per heuristic and, where gc is among them, one of the heuristic
alone: the time of an evaluation less that of one with gc, on either side.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.measure import geometric_mean, run
from benchmarks.suites import find_tasks

EVALUATORS = {"gc": "goalcount()", "add": "add()", "ff": "ff()"}
GRACE = 120.0  # seconds of wall-clock time beyond those of the search: a loaded machine, translating, grounding


@dataclass(frozen=True)
class Searched:
    solved: bool
    evaluations: int
    expansions: int
    cpu: float
    bytes_per_state: float

    @property
    def rate(self) -> float:
        return self.evaluations / max(self.cpu, 1e-3)


@dataclass(frozen=True)
class Row:
    task: str
    heuristic: str
    ours: Searched
    theirs: Searched

    @property
    def ratio(self) -> float:
        return self.ours.rate / max(self.theirs.rate, 1e-9)

    @property
    def counts(self) -> bool:
        return not self.theirs.solved and self.theirs.evaluations > 0 and self.ours.evaluations > 0


def fast_downward() -> list[str]:
    spec = importlib.util.find_spec("up_fast_downward")
    if spec is None or spec.origin is None:
        raise SystemExit("the package up-fast-downward is not installed")
    return [sys.executable, str(Path(spec.origin).parent / "downward" / "fast-downward.py")]


def number(pattern: str, text: str) -> float:
    found = re.findall(pattern, text)
    return float(found[-1]) if found else 0.0


def translate(domain: Path, problem: Path, sas: Path) -> bool:
    command = [*fast_downward(), "--sas-file", str(sas), "--translate", str(domain), str(problem)]
    return run(command, GRACE).status == 0 and sas.exists()


def search_theirs(sas: Path, heuristic: str, seconds: float) -> Searched:
    def once(limit: float) -> str:
        search = f"eager_greedy([{EVALUATORS[heuristic]}],max_time={limit})"
        return run([*fast_downward(), str(sas), "--search", search], limit + GRACE).output

    before = number(r"Peak memory: (\d+) KB", once(0))
    output = once(seconds)
    states = number(r"Number of registered states: (\d+)", output)
    growth = (number(r"Peak memory: (\d+) KB", output) - before) * 1024
    return Searched(
        solved="Solution found" in output or "Completely explored" in output,
        evaluations=int(number(r"Evaluated (\d+) state", output)),
        expansions=int(number(r"Expanded (\d+) state", output)),
        cpu=number(r"Actual search time: ([\d.e-]+)s", output),
        bytes_per_state=growth / max(states, 1),
    )


def search_ours(program: Path, domain: Path, problem: Path, heuristic: str, seconds: float) -> Searched:
    # The program's limit counts from its start: what grounding takes is found out first.
    def once(limit: float, evaluations: int) -> dict[str, float | str]:
        command = [str(program), str(domain), str(problem), heuristic, str(limit), str(evaluations)]
        output = run(command, limit + GRACE).output
        result: dict[str, float | str] = json.loads(output.splitlines()[-1])
        return result

    ground = float(once(GRACE, 1)["ground"])
    result = once(seconds + ground, 2**62)
    return Searched(
        solved=result["status"] != "out_of_time",
        evaluations=int(result["evaluations"]),
        expansions=int(result["expansions"]),
        cpu=float(result["search_cpu"]),
        bytes_per_state=float(result["bytes_per_state"]),
    )


def print_table(heuristic: str, rows: list[Row]) -> None:
    print(f"\n## {heuristic}\n")
    print("| task | evaluations/s | FD evaluations/s | ratio | expansions | FD expansions | B/state | FD B/state |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        ratio = f"{row.ratio:.2f}" if row.counts else "solved" if row.theirs.solved else ""
        rates = f"{row.ours.rate:.0f} | {row.theirs.rate:.0f} | {ratio}"
        memory = f"{row.ours.bytes_per_state:.0f} | {row.theirs.bytes_per_state:.0f}"
        print(f"| {row.task} | {rates} | {row.ours.expansions} | {row.theirs.expansions} | {memory} |")
    counted = [row for row in rows if row.counts]
    if counted:
        ratios = [row.ratio for row in counted]
        folders = len({row.task.split("/")[0] for row in counted})
        mean = f"geometric mean {geometric_mean(ratios):.2f}"
        print(f"\n{len(counted)} tasks in {folders} folders: ratio {min(ratios):.2f} to {max(ratios):.2f}, {mean}")


def print_alone(heuristic: str, rows: list[Row]) -> None:
    """The heuristic without the search around it, which is taken to cost what an evaluation with gc costs."""
    base = {row.task: row for row in rows if row.heuristic == "gc" and row.ours.evaluations and row.theirs.evaluations}
    found: list[tuple[str, float, float]] = []
    for row in rows:
        if row.heuristic != heuristic or not row.counts or row.task not in base:
            continue
        outside = 1 / base[row.task].ours.rate
        ours = 1 / row.ours.rate - outside
        theirs = 1 / row.theirs.rate - 1 / base[row.task].theirs.rate
        if ours > 0 < theirs:
            found.append((row.task, theirs / ours, outside * row.ours.rate))
    if not found:
        return
    print(f"\n## {heuristic} alone\n\n| task | ratio | share of our time outside it |\n|---|---:|---:|")
    for task, ratio, share in found:
        print(f"| {task} | {ratio:.1f} | {share:.2f} |")
    print(f"\n{len(found)} tasks: geometric mean {geometric_mean([each[1] for each in found]):.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--tasks", type=Path, default=Path(__file__).with_name("search_tasks.txt"))
    parser.add_argument("--only", nargs="*", default=[], help="tasks whose path contains one of these")
    parser.add_argument("--heuristics", nargs="+", default=list(EVALUATORS), choices=list(EVALUATORS))
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    program = (arguments.build / "benchmarks" / "isonova_search_task").resolve()
    wanted = [
        name
        for name in arguments.tasks.read_text().split()
        if not arguments.only or any(part in name for part in arguments.only)
    ]
    rows: list[Row] = []
    for name in wanted:
        problem = (arguments.suite / name).resolve()
        domain = next(pair.domain for pair in find_tasks(problem.parent) if pair.problem == problem)
        with tempfile.TemporaryDirectory() as folder:
            sas = Path(folder, "output.sas")
            if not translate(domain, problem, sas):
                print(f"{name}: the translator does not finish", file=sys.stderr)
                continue
            for heuristic in arguments.heuristics:
                pairs = [
                    (
                        search_ours(program, domain, problem, heuristic, arguments.seconds),
                        search_theirs(sas, heuristic, arguments.seconds),
                    )
                    for _ in range(arguments.repeats)
                ]
                ours = max((pair[0] for pair in pairs), key=lambda each: each.rate)
                theirs = max((pair[1] for pair in pairs), key=lambda each: each.rate)
                rows.append(Row(name, heuristic, ours, theirs))
                print(f"{name} {heuristic}: {rows[-1].ratio:.2f}", file=sys.stderr, flush=True)
                if arguments.json:
                    arguments.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    for heuristic in arguments.heuristics:
        print_table(heuristic, [row for row in rows if row.heuristic == heuristic])
        print_alone(heuristic, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
