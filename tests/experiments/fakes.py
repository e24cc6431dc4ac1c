"""A planner that does what its problem file says, and studies made of it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PLANNER = textwrap.dedent("""
    import json, os, signal, subprocess, sys, time

    told = json.loads(open(sys.argv[2]).readline().lstrip("; "))
    print("Expanded %d states" % (told.get("expansions", 7) + len(sys.argv[3])), flush=True)
    if "pids" in told:  # leaves a process behind in a session of its own, which does not listen to SIGTERM
        code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
        child = subprocess.Popen([sys.executable, "-S", "-c", code], start_new_session=True)
        with open(told["pids"], "a") as file:
            file.write("%d %d " % (os.getpid(), child.pid))
    if "megabytes" in told:
        block = bytearray(b"x" * (told["megabytes"] << 20))
    if "burn" in told:
        end = time.process_time() + told["burn"]
        while time.process_time() < end:
            pass
    time.sleep(told.get("sleep", 0))
    if "plan" in told:
        open("plan", "w").write(told["plan"])
    if "stderr" in told:
        sys.stderr.write(told["stderr"])
        sys.stderr.flush()
    if "signal" in told:
        os.kill(os.getpid(), told["signal"])
    sys.exit(told.get("exit", 0))
""")
DOMAIN = "(define (domain fake) (:predicates (done)) (:action finish :effect (done)))"
PROBLEM = "(define (problem fake) (:domain fake) (:init) (:goal (done)))"


class Study:
    """A folder with benchmarks and a TOML file."""

    def __init__(
        self,
        folder: Path,
        tasks: Mapping[str, Mapping[str, Any]],
        variants: Sequence[str] = ("a", "bb"),
        time: float = 20,
        memory: float = 2000,
        planner: str = "",
    ) -> None:
        self.folder = folder
        self.out = folder / "out"
        self.benchmarks = folder / "benchmarks"
        self.file = folder / "study.toml"
        (folder / "fake.py").write_text(PLANNER)
        for name, told in tasks.items():
            problem = self.benchmarks / "fake" / f"{name}.pddl"
            problem.parent.mkdir(parents=True, exist_ok=True)
            problem.write_text(f"; {json.dumps(told)}\n{PROBLEM}\n")
        (self.benchmarks / "fake" / "domain.pddl").write_text(DOMAIN)
        self.write(variants, time, memory, planner)

    def write(self, variants: Sequence[str], time: float = 20, memory: float = 2000, planner: str = "") -> None:
        configurations = "\n".join(f'{name} = {{ planner = "fake", variant = "{name}" }}' for name in variants)
        self.file.write_text(
            textwrap.dedent(f"""
                [limits]
                time = {time}
                memory = {memory}
                [planners.fake]
                command = ["{{python}}", "-S", "{self.folder}/fake.py", "{{domain}}", "{{problem}}", "{{variant}}"]
                {planner}
                [planners.fake.exit_codes]
                solved = [0]
                unsolvable = [11]
                out_of_time = [23]
                [planners.fake.figures]
                expansions = 'Expanded (\\d+) states'
                [configurations]
            """)
            + configurations
        )

    def command(self, *options: str, out: Path | None = None) -> list[str]:
        return [
            *(sys.executable, "-m", "isonova", "experiment", "run", str(self.file)),
            *("--benchmarks", str(self.benchmarks), "--out", str(out or self.out), *options),
        ]

    def run(self, *options: str, out: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(*options, out=out), capture_output=True, text=True, timeout=120, check=False)

    def rows(self, columns: str, out: Path | None = None, table: str = "results") -> list[tuple[Any, ...]]:
        db = sqlite3.connect((out or self.out) / "results.db")
        try:
            return sorted(db.execute(f"SELECT {columns} FROM {table}"), key=repr)
        finally:
            db.close()


@contextmanager
def started(words: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A process that is gone when the block ends, whatever happened in it; what it says on stderr can be read."""
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, **options)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def alive(pid: int) -> bool:
    """Whether a process still runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
