"""Limits, interrupts and wrong usage of `isonova plan`, from outside.

How promptly a limit is kept is measured by `python -m benchmarks commands`. Here a run only has to end long before it
would by itself: the tasks are endless, and other processes may hold up any single run.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cli.large import rows, switches

pytestmark = pytest.mark.slow

TASKS = Path(__file__).parent.parent / "tasks"
SMALL = (str(TASKS / "strips" / "domain.pddl"), str(TASKS / "strips" / "problem.pddl"))
COMMAND = [sys.executable, "-c", "from isonova.cli import main; main()", "plan"]
PROMPT = 5.0


def run(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *map(str, args)], capture_output=True, text=True, timeout=100, cwd=cwd)


def report(*args: str | Path, code: int) -> dict[str, Any]:
    done = run(*args, "--json")
    assert done.returncode == code, done.stderr
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def endless_search(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return write(tmp_path_factory.mktemp("switches"), switches(60))


@pytest.fixture(scope="module")
def endless_grounding(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return write(tmp_path_factory.mktemp("rows"), rows(60, 6))


def write(folder: Path, texts: tuple[str, str]) -> tuple[Path, Path]:
    domain, problem = folder / "domain.pddl", folder / "problem.pddl"
    domain.write_text(texts[0])
    problem.write_text(texts[1])
    return domain, problem


# --- time


@pytest.mark.parametrize("heuristic", ["blind", "gc", "add", "ff"])
def test_out_of_time_in_search(endless_search: tuple[Path, Path], heuristic: str) -> None:
    found = report(*endless_search, "--heuristic", heuristic, "--time-limit", "1", code=23)
    assert (found["status"], found["phase"], found["plan"]) == ("out_of_time", "search", None)
    assert found["expansions"] > 0
    assert found["evaluations"] > found["expansions"]
    assert found["generated"] > 0
    assert found["initial_h"] == (0 if heuristic == "blind" else 60)
    assert found["task"] == {"atoms": 120, "actions": 120, "axioms": 0}
    assert 1 <= found["seconds"]["total"] <= 1 + PROMPT


def test_out_of_time_before_search(endless_grounding: tuple[Path, Path]) -> None:
    found = report(*endless_grounding, "--engine", "grounded", "--time-limit", "0.4", code=21)
    assert (found["status"], found["phase"]) == ("out_of_time", "ground")
    assert found["initial_h"] is None
    assert found["task"] is None
    assert 0.4 <= found["seconds"]["total"] <= 0.4 + PROMPT


# --- memory


def test_out_of_memory_in_search(endless_search: tuple[Path, Path]) -> None:
    found = report(*endless_search, "--heuristic", "blind", "--memory-limit", "80", "--time-limit", "90", code=22)
    assert (found["status"], found["phase"]) == ("out_of_memory", "search")
    assert 0.9 * 80 < found["peak_memory_mb"] <= 1.02 * 80
    assert found["expansions"] > 1000
    assert 0 < found["bytes_per_state"] < 200


def test_lifted_search_keeps_the_memory_limit(endless_grounding: tuple[Path, Path]) -> None:
    """Within one expansion, of more successors than memory holds."""
    limits = ["--memory-limit", "150", "--time-limit", "90"]
    found = report(*endless_grounding, "--engine", "lifted", "--heuristic", "gc", *limits, code=22)
    assert (found["status"], found["engine"]) == ("out_of_memory", "lifted")


def test_auto_turns_to_the_lifted_engine(endless_grounding: tuple[Path, Path]) -> None:
    limits = ["--memory-limit", "700", "--time-limit", "90"]
    found = report(*endless_grounding, "--heuristic", "gc", *limits, code=22)
    assert found["engine"] == "lifted"
    assert found["engine_reason"].startswith("grounding needs more than ")


def test_out_of_memory_before_search(endless_grounding: tuple[Path, Path]) -> None:
    found = report(*endless_grounding, "--engine", "grounded", "--memory-limit", "100", "--time-limit", "90", code=20)
    assert (found["status"], found["phase"]) == ("out_of_memory", "ground")
    if sys.platform == "linux":
        assert found["peak_memory_mb"] <= 1.02 * 100


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system cannot tell")
def test_memory_of_the_process_that_started_it_is_not_counted() -> None:
    words = [*COMMAND, *SMALL, "--json"]
    large = f"import subprocess; block = bytearray(b'x' * (400 << 20)); subprocess.run({words!r}, check=True)"
    done = subprocess.run([sys.executable, "-c", large], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["peak_memory_mb"] < 300


def test_a_limit_below_what_the_program_needs(endless_search: tuple[Path, Path]) -> None:
    found = report(*endless_search, "--memory-limit", "5", code=20)
    assert found["status"] == "out_of_memory"


# --- counts


def test_limits_on_counts(endless_search: tuple[Path, Path]) -> None:
    found = report(*endless_search, "--max-expansions", "7", code=12)
    assert (found["status"], found["expansions"]) == ("limit_reached", 7)
    single = ("--heuristic", "ff")
    found = report(*endless_search, *single, "--max-expansions", "0", code=12)
    assert (found["expansions"], found["evaluations"], found["initial_h"]) == (0, 1, 60)
    found = report(*endless_search, *single, "--max-evaluations", "100", code=12)
    assert found["status"] == "limit_reached"
    assert 100 <= found["evaluations"] < 100 + 120  # an expansion is never cut in half
    found = report(*SMALL, "--max-expansions", "99999999999999999999999", code=0)
    assert found["status"] == "solved"


# --- Ctrl-C


def wait_until_at_work(pid: int) -> None:
    """Until the process has used more processor time than it takes to start."""
    stat = Path(f"/proc/{pid}/stat")
    for _ in range(600):
        time.sleep(0.05 if stat.exists() else 3)
        if not stat.exists():
            return
        ticks = sum(int(word) for word in stat.read_text().rpartition(")")[2].split()[11:13])
        if ticks / os.sysconf("SC_CLK_TCK") > 0.8:
            return
    pytest.fail("the process does not get to work")


def interrupt(task: tuple[Path, Path], *options: str, phase: str) -> float:
    """Starts a run, interrupts it once it is at work, and returns the seconds until it ended."""
    command = [*COMMAND, *map(str, task), "--json", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until_at_work(process.pid)
    start = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=30)
    seconds = time.perf_counter() - start
    out, err = process.communicate()
    assert process.returncode == 130, err
    assert err == ""
    found = json.loads(out)
    assert (found["status"], found["phase"], found["plan"]) == ("interrupted", phase, None)
    assert found["seconds"]["total"] > 0
    if phase == "search":
        assert found["expansions"] > 0
    return seconds


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interrupt_in_search(endless_search: tuple[Path, Path]) -> None:
    assert interrupt(endless_search, "--heuristic", "gc", phase="search") <= PROMPT


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interrupt_before_search(endless_grounding: tuple[Path, Path]) -> None:
    assert interrupt(endless_grounding, "--engine", "grounded", phase="ground") <= PROMPT


# --- wrong usage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*SMALL, "--nonsense"], "No such option: --nonsense"),
        ([*SMALL, "--heuristic", "fff"], "unknown heuristic 'fff'; did you mean ff? Known: blind, gc, add, ff"),
        ([*SMALL, "--heuristic", "FF"], "unknown heuristic 'FF'; did you mean ff?"),
        ([*SMALL, "--heuristic", "zzzz"], "unknown heuristic 'zzzz'. Known: blind, gc, add, ff"),
        ([*SMALL, "--cost-type", "nomal"], "unknown cost type 'nomal'; did you mean normal?"),
        ([*SMALL, "--tie-break", "fife"], "unknown tie break 'fife'; did you mean fifo?"),
        ([*SMALL, "--engine", "grounder"], "unknown engine 'grounder'; did you mean grounded?"),
        ([*SMALL, "--novelty", "nine"], "unknown novelty 'nine'"),
        ([*SMALL, "--time-limit", "0"], "time_limit must be above 0, but is 0"),
        ([*SMALL, "--time-limit", "-3"], "time_limit must be above 0, but is -3"),
        ([*SMALL, "--time-limit", "nan"], "time_limit must be above 0, but is nan"),
        ([*SMALL, "--time-limit", "soon"], "time_limit is a number of seconds or a text such as"),
        ([*SMALL, "--memory-limit", "0"], "memory_limit must be above 0, but is 0"),
        ([*SMALL, "--memory-limit", "4Q"], "memory_limit is a number of MB or a text such as '500M' or '4G', not '4Q'"),
        ([*SMALL, "--max-expansions", "-1"], "max_expansions must not be negative, but is -1"),
        ([*SMALL, "--max-evaluations", "many"], "Invalid value for '--max-evaluations'"),
        ([*SMALL, "third.pddl"], "two files at most, DOMAIN and PROBLEM, not 3"),
        ([], "Missing argument '[DOMAIN] PROBLEM'"),
        (["missing.pddl"], "there is no file missing.pddl"),
        ([SMALL[0], "missing.pddl"], "there is no file missing.pddl"),
        (["lockdown"], "there is no file lockdown; the bundled task: $(isonova examples lockdown)"),
        (["", ""], "there is no file with an empty name"),
        ([str(TASKS), SMALL[1]], "is a folder, not a file"),
        ([SMALL[0], str(TASKS)], "is a folder, not a file"),
        ([*SMALL, "--plan-file", str(TASKS)], "it is a folder, not a file"),
        ([*SMALL, "--plan-file", ""], "it is a folder, not a file"),
        ([*SMALL, "--plan-file", "no/such/folder/plan"], "its folder does not exist or is not writable"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 36
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_no_domain_beside_the_problem(tmp_path: Path) -> None:
    (tmp_path / "p.pddl").write_text(Path(SMALL[1]).read_text())
    done = run("p.pddl", cwd=tmp_path)
    assert done.returncode == 36
    assert "no domain file beside p.pddl" in done.stderr


def test_limits_without_end_are_no_limits() -> None:
    for limit in ("inf", "1e30"):
        assert report(*SMALL, "--time-limit", limit, "--memory-limit", limit, code=0)["status"] == "solved"


# --- where the plan goes


def test_plan_file(tmp_path: Path) -> None:
    target = tmp_path / "plan"
    target.write_text("old")
    done = run(*SMALL, "--plan-file", target, "--quiet")
    assert done.returncode == 0
    assert target.read_text() == done.stdout
    assert done.stdout.endswith("; cost = 9 (unit cost)\n")
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == [target]  # nothing left beside it


def test_plan_file_is_kept_where_there_is_no_plan(tmp_path: Path) -> None:
    target = tmp_path / "plan"
    target.write_text("old")
    folder = TASKS / "unsolvable"
    done = run(folder / "domain.pddl", folder / "problem.pddl", "--plan-file", target)
    assert done.returncode in (10, 11)
    assert target.read_text() == "old"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="every folder is writable for this user")
def test_unwritable_folder_is_refused_before_search(tmp_path: Path, endless_search: tuple[Path, Path]) -> None:
    tmp_path.chmod(0o500)
    done = run(*endless_search, "--plan-file", tmp_path / "plan")
    assert done.returncode == 36
    assert "not writable" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes")
def test_stdout_closed_early() -> None:
    """As in `isonova plan ... | head -1`, at the worst moment: nobody ever reads."""
    read, write_end = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [*COMMAND, *SMALL, "--quiet"], stdout=write_end, stderr=subprocess.PIPE, text=True, timeout=100
        )
    finally:
        os.close(write_end)
    assert done.stderr == ""
    assert done.returncode != 0
