"""One job: a run with all that is to be known of it afterwards."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from isonova.experiments.guard.machine import allowed_cores, busy_seconds, claim_core, machine
from isonova.experiments.guard.processes import PR_SET_CHILD_SUBREAPER, prctl
from isonova.experiments.guard.watch import Lifeline, LifelineLostError, tell, watch

LOG_LIMIT = 64 * 2**20  # what is read of an output; of a longer one, its end
TAIL = 16 * 1024


def resolve(word: str) -> str:
    """Fills in what depends on the machine: the interpreter, folders of installed packages, the environment."""

    def package(match: re.Match[str]) -> str:
        finder = (
            "import importlib.util,sys; s=importlib.util.find_spec(sys.argv[1]); print(s.submodule_search_locations[0])"
        )
        done = subprocess.run([sys.executable, "-c", finder, match[1]], capture_output=True, text=True, check=False)
        if done.returncode:
            raise FileNotFoundError(f"the Python package {match[1]} is not installed for {sys.executable}")
        return done.stdout.strip()

    def variable(match: re.Match[str]) -> str:
        if not os.environ.get(match[1]):
            raise FileNotFoundError(f"the variable {match[1]} is not set in the environment")
        return os.environ[match[1]]

    word = re.sub(r"\{env:(\w+)\}", variable, word.replace("{python}", sys.executable))
    return re.sub(r"\{package:([\w.]+)\}", package, word)


def tail(file: Path, length: int) -> bytes:
    with contextlib.suppress(OSError), file.open("rb") as stream:
        stream.seek(max(0, file.stat().st_size - length))
        return stream.read()
    return b""


def text(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")


def find_plan(folder: Path, name: str) -> Path | None:
    """The plan, or the last one of a planner that numbers its plans."""

    def number(path: Path) -> int:
        suffix = path.name[len(name) + 1 :]
        return int(suffix) if suffix.isdigit() else -1

    found = [path for path in folder.glob(f"{name}*") if path.name == name or number(path) >= 0]
    return max(found, key=number, default=None)


def figures(patterns: dict[str, str], log: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, pattern in patterns.items():
        matches = re.findall(pattern, log, re.MULTILINE)
        if matches:
            last = matches[-1] if isinstance(matches[-1], str) else matches[-1][0]
            number = float(last)
            found[name] = int(number) if number.is_integer() and "." not in last else number
    return found


def carry_out(
    job: dict[str, Any], lifeline: Lifeline, core: int | None, cores: list[int], folder: Path
) -> dict[str, Any]:
    if job["cores"] > 1:  # a planner with threads may use them all
        core = None
    watched = [core] if core is not None else cores
    facts: dict[str, Any] = {
        "machine": machine(),
        "cores": watched,
        "pinned": core is not None,
        "started_at": time.time(),
        "load_before": os.getloadavg()[0],
    }
    for file in (job["domain"], job["problem"]):
        if not os.access(file, os.R_OK):
            return facts | {"not_started": f"{file} cannot be read on {facts['machine']['host']}"}
    try:
        command = [resolve(word) for word in job["command"]]
    except FileNotFoundError as error:
        return facts | {"not_started": str(error)}
    busy = busy_seconds(watched)
    started = time.time()
    facts |= watch(lifeline, command, folder, job["limits"], core, "run")
    facts["load_after"] = os.getloadavg()[0]
    after = busy_seconds(watched)
    if busy is not None and after is not None and facts["wall_seconds"] > 0:
        others = (after - busy - facts["cpu_seconds"]) / (facts["wall_seconds"] * max(1, len(watched)))
        facts["others_share"] = min(1.0, max(0.0, others))
    out, err = tail(folder / "run.out", LOG_LIMIT), tail(folder / "run.err", LOG_LIMIT)
    if job["json"]:
        with contextlib.suppress(ValueError):
            report = json.loads(out)
            if isinstance(report, dict):
                facts["report"] = report
                out = b""
    facts["log"] = text(out[-TAIL:] + err[-TAIL:])
    try:
        facts["figures"] = figures(job["figures"], text(out + err))
    except (ValueError, IndexError) as error:
        facts["not_read"] = f"a figure is no number: {error}"
    if job["plan"] and (plan := find_plan(folder, job["plan"])) is not None:
        facts["plan"] = text(tail(plan, LOG_LIMIT))
        facts["plan_seconds"] = max(0.0, plan.stat().st_mtime - started)
        facts["validation"] = validate(job, lifeline, plan, folder)
    return facts


def validate(job: dict[str, Any], lifeline: Lifeline, plan: Path, folder: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "isonova", "validate", job["domain"], job["problem"], str(plan), "--json"]
    limits = {"wall": 600.0, "cpu": 600.0, "memory": float(16 * 2**30)}
    ended = watch(lifeline, command, folder, limits, None, "validate")
    try:
        verdict: dict[str, Any] = json.loads(tail(folder / "validate.out", LOG_LIMIT))
    except ValueError:
        said = text(tail(folder / "validate.err", 2000))
        if said.startswith(str(plan)):  # the plan cannot be read, which is the planner's fault
            return {"valid": False, "reason": said.strip()}
        how = ended["killed"] or ended["signal"] or ended["exit_code"]
        return {"valid": None, "reason": f"the validator ended with {how}: {said}"}
    return verdict


def main() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the driver, which then cuts the lifeline
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    lifeline = Lifeline()
    cores = allowed_cores()
    core, _lock = claim_core(cores)
    try:
        while (job := lifeline.next_job()) is not None:
            folder = Path(tempfile.mkdtemp(prefix="isonova-run-"))
            try:
                tell({"done": carry_out(job, lifeline, core, cores, folder)})
            except OSError as error:  # of the guard's own work: no space for a log, say
                tell({"done": {"not_started": f"the guard failed: {error}", "machine": machine()}})
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    except LifelineLostError:
        return 1
    return 0
