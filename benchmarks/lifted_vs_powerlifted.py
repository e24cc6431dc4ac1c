"""The lifted engine against Powerlifted on the Hard-To-Ground suite: evaluations per second, memory, tasks solved.

    python benchmarks/lifted_vs_powerlifted.py BUILD_FOLDER HTG_FOLDER [--powerlifted FOLDER] [--heuristics add ff]
        [--per-family 3] [--seconds 10] [--repeats 1] [--memory 4096] [--json FILE [--resume]]
    python benchmarks/lifted_vs_powerlifted.py BUILD_FOLDER HTG_FOLDER --coverage --per-family 10 --seconds 60
    ... --planners peer --json peer.json    and later    ... --planners ours --reuse peer.json

BUILD_FOLDER is a CMake build with -DISONOVA_BENCHMARKS=ON. Powerlifted's folder (with builds/release) is given by the
option or by POWERLIFTED in the environment; without it the script says so and compares with pymimir's lifted mode.
Tasks are spread evenly over each family, by size of file. The two planners take turns. Rates are evaluations over CPU
seconds from the first state on. Powerlifted prints its counts only when it solves a task or meets a lower h; where it
was stopped, the last line it printed counts, and where it printed none, one over the time of its first evaluation
(marked *). With --coverage, a task counts as solved if the whole run, from PDDL to plan, the peer's translator
included, takes at most so many CPU seconds. The address space of every process is limited (--memory, in MB).
--planners runs one side alone; --reuse takes the other from the JSON of an earlier run with the same limits. --resume
goes on where an interrupted run of the same command left its JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.measure import Run, geometric_mean, run
from benchmarks.suites import Pair, find_tasks

FAMILIES = {
    "blocksworld": ["blocksworld-large-simple"],
    "childsnack": ["childsnack-contents"],
    "genome": ["genome-edit-distance", "genome-edit-distance-positional", "genome-edit-distance-split"],
    "labyrinth": ["labyrinth"],
    "logistics": ["logistics-large-simple", "logistics"],
    "organic-synthesis": ["organic-synthesis-MIT", "organic-synthesis-alkene", "organic-synthesis-original"],
    "pipesworld": ["pipesworld-tankage-nosplit"],
    "rovers": ["rovers-large-simple"],
    "visitall": ["visitall-multidimensional"],
}
GRACE = 60.0  # seconds of wall-clock time beyond those of the search: a loaded machine, translating
SLOWEST = 6  # times as long as its CPU time may a run take

MIMIR = """
import json, sys, time
import pymimir
from pymimir.advanced import search
domain, path, heuristic, seconds = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
problem = pymimir.Problem(pymimir.Domain(domain), path, mode="lifted")
h = {"add": pymimir.AddHeuristic, "ff": pymimir.FFHeuristic}[heuristic](problem)
options = search.GBFSEagerOptions()
options.max_time_in_ms = int(seconds * 1000)
options.event_handler = search.DefaultGBFSEagerEventHandler(problem._advanced_problem, True)
start = time.process_time()
result = search.find_solution_gbfs_eager(problem._search_context, h._advanced_heuristic, options)
states = problem._search_context.get_state_repository().get_state_count()
print(json.dumps({"solved": result.status.name.lower() == "solved", "evaluations": states,
                  "cpu": time.process_time() - start}))
"""


@dataclass(frozen=True)
class Limit:
    seconds: float
    memory_mb: int
    coverage: bool
    """The seconds are CPU seconds of the whole run, not wall-clock seconds of the search."""

    def run(self, command: list[str], spent: float = 0.0) -> Run:
        """`spent`: CPU seconds of a program that ran before."""
        if self.coverage:
            left = max(0.1, self.seconds - spent)
            return run(command, SLOWEST * self.seconds + GRACE, left, self.memory_mb)
        return run(command, max(0.1, self.seconds - spent), None, self.memory_mb)

    @property
    def inner(self) -> float:
        """What a program that keeps a time limit of its own is told: its own reports are better than none."""
        return SLOWEST * self.seconds if self.coverage else self.seconds

    def with_grace(self) -> Limit:
        return self if self.coverage else replace(self, seconds=self.seconds + GRACE)


@dataclass(frozen=True)
class Searched:
    solved: bool = False
    evaluations: int = 0
    rate: float = 0.0
    peak_mb: float = 0.0
    initial_h: float | None = None
    note: str = ""
    cpu: float = 0.0  # of the whole run


@dataclass(frozen=True)
class Row:
    family: str
    task: str
    heuristic: str
    limit: Limit
    ours: Searched | None
    theirs: Searched | None

    @property
    def ratio(self) -> float | None:
        if self.ours is None or self.theirs is None or self.ours.rate <= 0 or self.theirs.rate <= 0:
            return None
        return self.ours.rate / self.theirs.rate


Sides = tuple[Searched | None, Searched | None]


def read_rows(path: Path) -> dict[tuple[str, str, Limit], Sides]:
    """An earlier result, by task, heuristic and limits."""

    def side(found: dict[str, Any] | None) -> Searched | None:
        return Searched(**found) if found else None

    return {
        (row["task"], row["heuristic"], Limit(**row["limit"])): (side(row["ours"]), side(row["theirs"]))
        for row in json.loads(path.read_text())
    }


def failure(done: Run) -> str:
    return "out of time" if done.status in (-signal.SIGXCPU, -signal.SIGKILL) else f"failed ({done.status})"


def spread(pairs: list[Pair], count: int) -> list[Pair]:
    """So many tasks, from the smallest file to the largest, evenly."""
    ordered = sorted(pairs, key=lambda pair: (pair.problem.stat().st_size, pair.problem))
    if len(ordered) <= count:
        return ordered
    return [ordered[round((i + 0.5) * len(ordered) / count - 0.5)] for i in range(count)]


def tasks_of(suite: Path, folders: list[str], count: int) -> list[Pair]:
    """The count is divided among the folders of a family; what one does not have the next ones make up for."""
    found = [find_tasks(suite / folder) for folder in folders if (suite / folder).is_dir()]
    found = sorted(found, key=lambda tasks: len(tasks) * len(found) >= count)
    chosen: list[Pair] = []
    for i, tasks in enumerate(found):
        chosen += spread(tasks, -((len(chosen) - count) // (len(found) - i)))
    return chosen


class Ours:
    name = "Isonova"

    def __init__(self, build: Path, engine: str) -> None:
        self._program = next(build.rglob("isonova_search_task"), None)
        self._engine = engine
        if self._program is None:
            raise SystemExit(f"no isonova_search_task below {build}: configure with -DISONOVA_BENCHMARKS=ON")

    def search(self, pair: Pair, heuristic: str, limit: Limit) -> Searched:
        options = [str(limit.inner), str(2**63), "none", "isonova", self._engine]
        command = [str(self._program), str(pair.domain), str(pair.problem), heuristic, *options]
        done = limit.with_grace().run(command)
        try:
            found = json.loads(done.output.strip().splitlines()[-1])
        except (IndexError, json.JSONDecodeError):
            return Searched(note=failure(done), peak_mb=done.peak_mb, cpu=done.cpu)
        if not found["graph"]:
            how = "no graph"
        elif found["dropped_inequalities"]:
            how = f"{found['edges']} edges, inequalities dropped"
        else:
            how = f"{found['edges']} edges"
        rate = found["evaluations"] / found["search_cpu"] if found["search_cpu"] > 0 else 0.0
        h = found["initial_h"] if found["evaluations"] else None
        return Searched(found["status"] == "solved", found["evaluations"], rate, done.peak_mb, h, how, done.cpu)


class Powerlifted:
    name = "Powerlifted"

    def __init__(self, folder: Path) -> None:
        self._build = folder / "builds" / "release"
        if not (self._build / "search" / "search").exists():
            raise SystemExit(f"no builds/release/search/search in {folder}: build Powerlifted first")

    def search(self, pair: Pair, heuristic: str, limit: Limit) -> Searched:
        with tempfile.TemporaryDirectory() as folder:
            lifted, plan = Path(folder) / "output.lifted", Path(folder) / "plan"
            translator = str(self._build / "translator" / "translate.py")
            command = [sys.executable, translator, str(pair.domain), str(pair.problem), "--output-file", str(lifted)]
            translated = limit.with_grace().run(command)
            if translated.status != 0 or not lifted.exists():
                note = f"translator failed ({translated.status})"
                return Searched(note=note, peak_mb=translated.peak_mb, cpu=translated.cpu)
            search = [str(self._build / "search" / "search"), "-f", str(lifted), "-s", "gbfs", "-e", heuristic]
            search += ["-g", "yannakakis", "--seed", "1", "--plan-file", str(plan)]
            line_by_line = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
            done = limit.run([*line_by_line, *search], translated.cpu)
        found = self._read(done.output, max(done.peak_mb, translated.peak_mb))
        return replace(found, cpu=translated.cpu + done.cpu)

    @staticmethod
    def _read(text: str, peak_mb: float) -> Searched:
        solved = "Solution found" in text
        first = re.search(r"Time to evaluate initial state: ([\d.e+-]+)", text)
        h = re.search(r"Initial heuristic value (-?\d+)", text)
        steps = re.findall(r"evaluations: (\d+), generations: \d+, time: ([\d.e+-]+)\]", text)
        total = re.search(r"Total time: ([\d.e+-]+)", text)
        evaluations = re.search(r"Evaluations: (\d+)", text)
        initial = float(h[1]) if h else None
        if total and evaluations and float(total[1]) > 0:
            return Searched(solved, int(evaluations[1]), int(evaluations[1]) / float(total[1]), peak_mb, initial)
        if steps and float(steps[-1][1]) > 0:
            return Searched(solved, int(steps[-1][0]), int(steps[-1][0]) / float(steps[-1][1]), peak_mb, initial)
        if first and float(first[1]) > 0:
            return Searched(solved, 1, 1 / float(first[1]), peak_mb, initial, "*")
        return Searched(solved, 0, 0.0, peak_mb, initial, "no evaluation")


class Mimir:
    name = "pymimir"

    def search(self, pair: Pair, heuristic: str, limit: Limit) -> Searched:
        command = [sys.executable, "-c", MIMIR, str(pair.domain), str(pair.problem), heuristic, str(limit.inner)]
        done = limit.with_grace().run(command)
        try:
            found = json.loads(done.output.strip().splitlines()[-1])
        except (IndexError, json.JSONDecodeError):
            return Searched(note=failure(done), peak_mb=done.peak_mb, cpu=done.cpu)
        rate = found["evaluations"] / max(found["cpu"], 1e-3)
        return Searched(found["solved"], found["evaluations"], rate, done.peak_mb, cpu=done.cpu)


def searched(planner: Ours | Powerlifted | Mimir, pair: Pair, heuristic: str, limit: Limit, repeats: int) -> Searched:
    found = max((planner.search(pair, heuristic, limit) for _ in range(repeats)), key=lambda each: each.rate)
    return replace(found, solved=found.solved and (not limit.coverage or found.cpu <= limit.seconds))


def rates(rows: list[Row], heuristic: str, peer: str) -> None:
    print(f"\n## {heuristic}\n")
    print(f"| task | ours | Isonova /s | {peer} /s | ratio | Isonova MB | {peer} MB |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for row in rows:
        ours, peers = row.ours or Searched(note="not run"), row.theirs or Searched(note="not run")
        ratio = f"{row.ratio:.1f}" if row.ratio else "-"
        theirs = f"{peers.rate:.1f}{peers.note}" if peers.rate else peers.note
        print(
            f"| {row.task} | {ours.note} | {ours.rate:.0f} | {theirs} | {ratio} | {ours.peak_mb:.0f} | "
            f"{peers.peak_mb:.0f} |"
        )
    for has_graph, words in ((True, "with the graph"), (False, "without")):
        values = [row.ratio for row in rows if row.ratio and row.ours and ("edges" in row.ours.note) == has_graph]
        if values:
            print(f"\nGeometric mean {words}, {len(values)} tasks: {geometric_mean(values):.1f}")


def solved(sides: Iterable[Searched | None]) -> str:
    """How many; of how many, where some were not run."""
    known = list(sides)
    ran = [side for side in known if side is not None]
    return str(sum(side.solved for side in ran)) + (f" of {len(ran)}" if len(ran) < len(known) else "")


def coverage(rows: list[Row], peer: str) -> None:
    for heuristic in dict.fromkeys(row.heuristic for row in rows):
        print(f"\n## {heuristic}: tasks solved\n\n| family | tasks | Isonova | {peer} |\n|---|---:|---:|---:|")
        mine = [row for row in rows if row.heuristic == heuristic]
        for family in [*FAMILIES, "all"]:
            part = [row for row in mine if family in (row.family, "all")]
            if part:
                ours, theirs = solved(row.ours for row in part), solved(row.theirs for row in part)
                print(f"| {family} | {len(part)} | {ours} | {theirs} |")


def peer_of(folder: Path | None) -> Powerlifted | Mimir:
    if folder is not None:
        return Powerlifted(folder.resolve())
    print("Powerlifted is not at hand (--powerlifted or POWERLIFTED): comparing with pymimir's lifted mode.")
    return Mimir()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", type=Path)
    default = os.environ.get("POWERLIFTED")
    parser.add_argument("--powerlifted", type=Path, default=Path(default) if default else None)
    parser.add_argument("--heuristics", nargs="+", default=["add", "ff"], choices=["add", "ff"])
    parser.add_argument("--families", nargs="+", default=list(FAMILIES), choices=list(FAMILIES))
    parser.add_argument("--engine", default="lifted", choices=["auto", "grounded", "lifted"])
    parser.add_argument("--per-family", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--memory", type=int, default=4096, help="MB of address space of every process")
    parser.add_argument("--planners", default="both", choices=["both", "ours", "peer"])
    parser.add_argument("--reuse", type=Path, help="JSON of an earlier run, for the side that --planners leaves out")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--resume", action="store_true", help="do not run again what the file of --json has")
    options = parser.parse_args()
    options.suite = options.suite.resolve()
    limit = Limit(options.seconds, options.memory, options.coverage)
    peer = peer_of(options.powerlifted)
    planners: list[Ours | Powerlifted | Mimir | None] = [None, None if options.planners == "ours" else peer]
    if options.planners != "peer":
        planners[0] = Ours(options.build.resolve(), options.engine)
    known = read_rows(options.reuse) if options.reuse else {}
    done = read_rows(options.json) if options.resume and options.json and options.json.exists() else {}
    rows: list[Row] = []
    for heuristic in options.heuristics:
        for family in options.families:
            for pair in tasks_of(options.suite, FAMILIES[family], options.per_family):
                name = str(pair.problem.relative_to(options.suite).with_suffix(""))
                key = (name, heuristic, limit)
                sides: list[Searched | None] = []
                for side, planner in enumerate(planners):
                    found = known.get(key, (None, None))[side] if planner is None else done.get(key, (None, None))[side]
                    if planner is not None and found is None:
                        found = searched(planner, pair, heuristic, limit, options.repeats)
                    sides.append(found)
                rows.append(Row(family, name, heuristic, limit, *sides))
                print(f"{heuristic} {name}: {rows[-1].ours} {rows[-1].theirs}", file=sys.stderr, flush=True)
                if options.json:
                    options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
        if not options.coverage:
            rates([row for row in rows if row.heuristic == heuristic], heuristic, peer.name)
    if options.coverage:
        coverage(rows, peer.name)


if __name__ == "__main__":
    main()
