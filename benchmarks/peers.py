"""Other planners. Those of the package index are in an environment of their own, build/peers, which `make bench` makes.
A variable names the folder of each of the others: POWERLIFTED, and NOVELTY_DOWNWARD for a Fast Downward with novelty.

Each planner searches one task with one heuristic for so many seconds and says how many states it evaluated in how many
seconds of CPU time, from the first state on.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import site
import sys
import tempfile
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Protocol

from benchmarks.measure import Run, run
from benchmarks.suites import Pair
from benchmarks.table import ROOT, git

PLACE = ROOT / "build" / "peers"
PACKAGES = PLACE / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
GRACE = 120.0  # seconds of wall-clock time beyond those of the search: a loaded machine, translating, grounding
PYPERPLAN_GRACE = 10.0  # it parses and grounds in Python
MEMORY = 4096  # MB of address space

MIMIR = """
import json, sys, time
import pymimir
from pymimir.advanced import search
domain, path, mode, heuristic, seconds = sys.argv[1:]
problem = pymimir.Problem(pymimir.Domain(domain), path, mode=mode)
h = {"add": pymimir.AddHeuristic, "ff": pymimir.FFHeuristic}[heuristic](problem)
options = search.GBFSEagerOptions()
options.max_time_in_ms = int(float(seconds) * 1000)
options.event_handler = search.DefaultGBFSEagerEventHandler(problem._advanced_problem, True)
start = time.process_time()
result = search.find_solution_gbfs_eager(problem._search_context, h._advanced_heuristic, options)
states = problem._search_context.get_state_repository().get_state_count()
print(json.dumps({"solved": result.status.name.lower() == "solved", "evaluations": states,
                  "cpu": time.process_time() - start}))
"""

PYPERPLAN = """
import json, logging, sys, time
from pyperplan import grounding
from pyperplan.heuristics import relaxation
from pyperplan.pddl.parser import Parser
from pyperplan.search import greedy_best_first_search
domain, path, heuristic, seconds = sys.argv[1:]
parser = Parser(domain, path)
task = grounding.ground(parser.parse_problem(parser.parse_domain()))
class Stop(Exception): pass
class Counted({"add": relaxation.hAddHeuristic, "ff": relaxation.hFFHeuristic}[heuristic]):
    evaluations = 0
    def __call__(self, node):
        if time.process_time() - start > float(seconds): raise Stop
        self.evaluations += 1
        return super().__call__(node)
h = Counted(task)
start = time.process_time()
try: solved = greedy_best_first_search(task, h) is not None
except Stop: solved = False
print(json.dumps({"solved": solved, "evaluations": h.evaluations, "cpu": time.process_time() - start}))
"""


def use() -> None:
    """Packages of build/peers can be imported after this; those of this environment come first."""
    if PACKAGES.is_dir():
        site.addsitedir(str(PACKAGES))


def version(package: str) -> str:
    use()
    try:
        return version_of(package)
    except PackageNotFoundError:
        return ""


@dataclass(frozen=True)
class Searched:
    evaluations: int = 0
    cpu: float = 0.0
    """Of the search."""
    wall: float = 0.0
    """Of the whole process."""
    peak_mb: float = 0.0
    bytes_per_state: float | None = None
    solved: bool = False
    note: str = ""

    @property
    def rate(self) -> float:
        return self.evaluations / max(self.cpu, 1e-3)


class Planner(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def heuristics(self) -> tuple[str, ...]: ...

    def versions(self) -> dict[str, str]: ...

    def search(self, pair: Pair, heuristic: str, seconds: float) -> Searched: ...


def number(pattern: str, text: str) -> float:
    found = re.findall(pattern, text)
    return float(found[-1]) if found else 0.0


def last_object(done: Run) -> Searched:
    """Of a program that ends with a JSON object of evaluations, cpu and solved."""
    lines = done.output.strip().splitlines()
    if not lines or not lines[-1].startswith("{"):
        return Searched(wall=done.wall, peak_mb=done.peak_mb, note=f"failed ({done.status})")
    return Searched(wall=done.wall, peak_mb=done.peak_mb, **json.loads(lines[-1]))


@dataclass(frozen=True)
class Isonova:
    program: str
    """isonova_search_task."""
    engine: str = "grounded"
    name: str = "Isonova"
    heuristics: tuple[str, ...] = ("gc", "add", "ff")

    def versions(self) -> dict[str, str]:
        return {}

    def search(self, pair: Pair, heuristic: str, seconds: float) -> Searched:
        """`heuristic` may name a novelty, too: "gc wl". The limit counts from the start of the program: what comes
        before the search is found out first."""
        base, _, novelty = heuristic.partition(" ")

        def once(limit: float, evaluations: int) -> tuple[Run, dict[str, float | str]]:
            words = [self.program, pair.domain, pair.problem, base, limit, evaluations, novelty or "none", "isonova"]
            done = run([*map(str, words), self.engine], limit + GRACE, megabytes=MEMORY)
            lines = done.output.strip().splitlines()
            return done, json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}

        done, first = once(GRACE, 1)
        if first.get("evaluations"):
            before = done.wall - float(first["search"])
            done, found = once(seconds + before, 2**62)
        else:
            found = first
        if not found:
            return Searched(wall=done.wall, peak_mb=done.peak_mb, note=f"failed ({done.status})")
        return Searched(
            int(found["evaluations"]),
            float(found["search_cpu"]),
            done.wall,
            done.peak_mb,
            float(found["bytes_per_state"]),
            found["status"] != "out_of_time",
            f"{found['edges']:,} edges" if found["graph"] else "no graph",
        )


@dataclass(frozen=True)
class FastDownward:
    driver: Path = PACKAGES / "up_fast_downward" / "downward" / "fast-downward.py"
    name: str = "Fast Downward"
    evaluators: dict[str, str] = field(
        default_factory=lambda: {"gc": "goalcount()", "add": "add()", "ff": "ff()"}, hash=False
    )
    _files: dict[Path, Path | None] = field(default_factory=dict, hash=False)

    @property
    def heuristics(self) -> tuple[str, ...]:
        return tuple(self.evaluators)

    def versions(self) -> dict[str, str]:
        if PACKAGES in self.driver.parents:
            return {"up-fast-downward": version("up-fast-downward")}
        return {self.name: git("describe", "--always", root=self.driver.parent)}

    def _translated(self, pair: Pair) -> Path | None:
        if pair.problem not in self._files:
            file = Path(tempfile.mkdtemp(), "output.sas")
            command = [sys.executable, self.driver, "--sas-file", file, "--translate", pair.domain, pair.problem]
            done = run(list(map(str, command)), GRACE)
            self._files[pair.problem] = file if done.status == 0 and file.exists() else None
        return self._files[pair.problem]

    def search(self, pair: Pair, heuristic: str, seconds: float) -> Searched:
        file = self._translated(pair)
        if file is None:
            return Searched(note="not translated")

        def once(limit: float) -> Run:
            search = f"eager_greedy([{self.evaluators[heuristic]}],max_time={limit})"
            return run([sys.executable, str(self.driver), str(file), "--search", search], limit + GRACE)

        before = number(r"Peak memory: (\d+) KB", once(0).output)
        done = once(seconds)
        states = number(r"Number of registered states: (\d+)", done.output)
        growth = (number(r"Peak memory: (\d+) KB", done.output) - before) * 1024
        return Searched(
            int(number(r"Evaluated (\d+) state", done.output)),
            number(r"Actual search time: ([\d.e-]+)s", done.output),
            done.wall,
            done.peak_mb,
            growth / max(states, 1),
            "Solution found" in done.output or "Completely explored" in done.output,
        )


@dataclass(frozen=True)
class Powerlifted:
    """It prints counts only when it solves a task or meets a lower h. Where it was stopped, the last line counts, and
    where there is none, its first evaluation (marked *)."""

    folder: Path
    name: str = "Powerlifted"
    heuristics: tuple[str, ...] = ("add", "ff")

    def versions(self) -> dict[str, str]:
        return {self.name: git("log", "-1", "--format=of %cs", root=self.folder)}

    def search(self, pair: Pair, heuristic: str, seconds: float) -> Searched:
        build = self.folder / "builds" / "release"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "output.lifted")
            translator = [sys.executable, build / "translator" / "translate.py", pair.domain, pair.problem]
            translated = run([*map(str, translator), "--output-file", str(file)], GRACE, megabytes=MEMORY)
            if translated.status != 0 or not file.exists():
                return Searched(note=f"translator failed ({translated.status})")
            search = [str(build / "search" / "search"), "-f", str(file), "-s", "gbfs", "-e", heuristic]
            search += ["-g", "yannakakis", "--seed", "1", "--plan-file", str(Path(folder, "plan"))]
            line_by_line = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
            done = run([*line_by_line, *search], seconds, megabytes=MEMORY)
        return self.read(done)

    @staticmethod
    def read(done: Run) -> Searched:
        text = done.output
        steps = re.findall(r"evaluations: (\d+), generations: \d+, time: ([\d.e+-]+)\]", text)
        total, count = number(r"Total time: ([\d.e+-]+)", text), number(r"Evaluations: (\d+)", text)
        first = number(r"Time to evaluate initial state: ([\d.e+-]+)", text)
        evaluations, seconds, note = (int(count), total, "") if total and count else (0, 0.0, "no evaluation")
        if not evaluations and steps and float(steps[-1][1]) > 0:
            evaluations, seconds, note = int(steps[-1][0]), float(steps[-1][1]), ""
        elif not evaluations and first:
            evaluations, seconds, note = 1, first, "*"
        return Searched(evaluations, seconds, done.wall, done.peak_mb, None, "Solution found" in text, note)


@dataclass(frozen=True)
class Mimir:
    mode: str = "grounded"
    name: str = "pymimir"
    heuristics: tuple[str, ...] = ("add", "ff")

    def versions(self) -> dict[str, str]:
        return {self.name: version(self.name)}

    def search(self, pair: Pair, heuristic: str, seconds: float) -> Searched:
        words = [PLACE / "bin" / "python", "-c", MIMIR, pair.domain, pair.problem, self.mode, heuristic, seconds]
        return last_object(run(list(map(str, words)), seconds + GRACE, megabytes=MEMORY))


@dataclass(frozen=True)
class Pyperplan:
    name: str = "pyperplan"
    heuristics: tuple[str, ...] = ("add", "ff")

    def versions(self) -> dict[str, str]:
        return {self.name: version(self.name)}

    def search(self, pair: Pair, heuristic: str, seconds: float) -> Searched:
        words = [PLACE / "bin" / "python", "-c", PYPERPLAN, pair.domain, pair.problem, heuristic, seconds]
        return last_object(run(list(map(str, words)), seconds + PYPERPLAN_GRACE, megabytes=MEMORY))


def grounded() -> list[Planner]:
    """Those at hand that ground. NOVELTY_SEARCH is the evaluator of NOVELTY_DOWNWARD with `{h}` for the heuristic."""
    found: list[Planner] = [FastDownward(), Mimir(), Pyperplan()] if PACKAGES.is_dir() else []
    if folder := os.environ.get("NOVELTY_DOWNWARD"):
        text = os.environ.get("NOVELTY_SEARCH", "novelty({h})")
        evaluators = {
            f"{name} wl": text.replace("{h}", h)
            for name, h in (("gc", "goalcount()"), ("add", "add()"), ("ff", "ff()"))
        }
        found.append(FastDownward(Path(folder) / "fast-downward.py", "Fast Downward with novelty", evaluators))
    return found


def lifted() -> list[Planner]:
    """Powerlifted where its folder is known; else pymimir's lifted mode."""
    if folder := os.environ.get("POWERLIFTED"):
        return [Powerlifted(Path(folder).resolve())]
    return [Mimir("lifted")] if PACKAGES.is_dir() else []
