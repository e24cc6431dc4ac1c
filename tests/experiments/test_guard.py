"""Runs under guard: hard limits, whole process trees, nothing left behind, everything noted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from experiments.fakes import PLANNER, alive

from isonova.experiments.guard.processes import listed_children, searched_children
from isonova.experiments.job import Facts
from isonova.experiments.pool import GuardedSlot, Pool

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the guard watches whole process trees on Linux only"),
]


@pytest.fixture
def pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # a guard that is killed leaves its folder
    pool = Pool(1)
    yield pool
    pool.close()


class Bench:
    """Makes jobs of the fake planner."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "fake.py").write_text(PLANNER)

    def job(self, told: str, wall: float = 30, cpu: float = 30, memory: float = 2e9, **more: Any) -> dict[str, Any]:
        problem = self.folder / "p.pddl"
        problem.write_text(f"; {told}\n")
        (self.folder / "domain.pddl").write_text("")
        return {
            "command": ["{python}", "-S", str(self.folder / "fake.py"), "-", str(problem), "x"],
            "domain": str(self.folder / "domain.pddl"),
            "problem": str(problem),
            "limits": {"wall": wall, "cpu": cpu, "memory": memory},
            "json": False,
            "cores": 1,
            "plan": None,
            "figures": {"expansions": r"Expanded (\d+) states"},
            **more,
        }


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def carry_out(pool: Pool, job: dict[str, Any]) -> Facts:
    pool.submit(1, job)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for ticket, facts in pool.wait(1):
            assert ticket == 1
            return facts
    raise AssertionError("no answer from the guard")


def test_a_run_that_ends_by_itself(pool: Pool, bench: Bench) -> None:
    facts = carry_out(pool, bench.job('{"exit": 12, "expansions": 41, "stderr": "good bye\\n"}'))
    assert (facts["exit_code"], facts["signal"], facts["killed"]) == (12, None, None)
    assert facts["figures"] == {"expansions": 42}
    assert facts["log"].endswith("good bye\n")
    assert 0 < facts["cpu_seconds"] < 10
    assert facts["peak"] > 2**20


def test_what_it_ran_on_is_noted(pool: Pool, bench: Bench) -> None:
    facts = carry_out(pool, bench.job('{"burn": 0.2}'))
    assert facts["machine"]["host"] == os.uname().nodename
    assert facts["machine"]["cores"] == os.cpu_count()
    assert facts["pinned"] in (True, False)
    assert len(facts["cores"]) == 1 or not facts["pinned"]
    assert facts["load_before"] >= 0
    assert facts["load_after"] >= 0
    assert 0 <= facts["others_share"] <= 1
    assert facts["cpu_seconds"] >= 0.2


def test_wall_clock_limit(pool: Pool, bench: Bench) -> None:
    facts = carry_out(pool, bench.job('{"sleep": 100}', wall=0.5))
    assert facts["killed"] == "wall"
    assert facts["signal"] == signal.SIGKILL
    assert 0.5 <= facts["wall_seconds"] < 30


def test_cpu_limit(pool: Pool, bench: Bench) -> None:
    facts = carry_out(pool, bench.job('{"burn": 100}', cpu=0.5))
    assert facts["killed"] == "cpu"


def test_the_system_keeps_the_cpu_limit_of_one_process(pool: Pool, bench: Bench) -> None:
    """The hard limit is there even if the guard should be late."""
    facts = carry_out(pool, bench.job("{}", cpu=7) | {"command": ["/bin/sh", "-c", "ulimit -St; ulimit -Ht"]})
    assert facts["log"].split() == ["8", "10"]


def test_memory_limit(pool: Pool, bench: Bench) -> None:
    facts = carry_out(pool, bench.job('{"megabytes": 300, "sleep": 100}', memory=100e6))
    assert facts["killed"] == "memory"
    assert facts["peak"] > 100e6


def test_memory_limit_of_the_system(pool: Pool, bench: Bench) -> None:
    job = bench.job('{"megabytes": 3000}')
    job["limits"]["AS"] = 500 * 2**20
    facts = carry_out(pool, job)
    assert facts["killed"] is None
    assert facts["exit_code"] == 1
    assert "MemoryError" in facts["log"]


@pytest.mark.parametrize("told", ['"sleep": 100', '"exit": 0', '"signal": 11'])
def test_nothing_is_left_of_a_run(pool: Pool, bench: Bench, tmp_path: Path, told: str) -> None:
    """Killed, finished or crashed: what it started, in a session of its own, goes with it."""
    carry_out(pool, bench.job(f'{{"pids": "{tmp_path}/pids", {told}}}', wall=1.0))
    pids = [int(word) for word in (tmp_path / "pids").read_text().split()]
    assert len(pids) == 2
    assert not any(map(alive, pids))


def test_a_crash(pool: Pool, bench: Bench) -> None:
    facts = carry_out(pool, bench.job('{"signal": 11}'))
    assert (facts["exit_code"], facts["signal"], facts["killed"]) == (None, 11, None)


def test_a_program_that_is_not_there(pool: Pool, bench: Bench) -> None:
    assert "no-such-program" in carry_out(pool, bench.job("{}") | {"command": ["no-such-program"]})["not_started"]
    missing = bench.job("{}") | {"command": ["{package:no_such_package}/x"]}
    assert "no_such_package is not installed" in carry_out(pool, missing)["not_started"]
    unreadable = bench.job("{}") | {"problem": "/no/such/file"}
    assert "/no/such/file cannot be read" in carry_out(pool, unreadable)["not_started"]


def test_output_that_is_no_text(pool: Pool, bench: Bench) -> None:
    job = bench.job("{}") | {"command": ["/bin/sh", "-c", r"printf 'a\000b\377c'"]}
    assert carry_out(pool, job)["log"] == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"


def test_a_figure_that_is_no_number(pool: Pool, bench: Bench) -> None:
    facts = carry_out(pool, bench.job("{}", figures={"x": r"(Expanded)"}))
    assert "Expanded" in facts["not_read"]


def test_a_lost_guard_is_replaced_and_its_run_killed(pool: Pool, bench: Bench, tmp_path: Path) -> None:
    pool.submit(7, bench.job(f'{{"pids": "{tmp_path}/pids", "sleep": 100}}'))
    until(lambda: (tmp_path / "pids").exists() and len((tmp_path / "pids").read_text().split()) == 2, pool)
    slot: GuardedSlot = pool._slots[0]
    slot.guard.kill()
    [(ticket, facts)] = pool.wait(20)
    assert ticket == 7
    assert "lost" in facts
    planner, left_behind = map(int, (tmp_path / "pids").read_text().split())
    os.kill(left_behind, signal.SIGKILL)  # nobody but its guard knew of it
    end = time.monotonic() + 20
    while alive(planner) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(planner)
    assert pool.room() == 1
    assert carry_out(pool, bench.job("{}"))["exit_code"] == 0


def until(holds: Any, pool: Pool) -> None:
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end
        assert not pool.wait(0.05)


def test_both_ways_to_find_children() -> None:
    child = subprocess.Popen(["sleep", "60"])
    try:
        assert child.pid in searched_children(os.getpid())
        if Path(f"/proc/self/task/{os.getpid()}/children").exists():
            assert sorted(listed_children(os.getpid())) == sorted(searched_children(os.getpid()))
    finally:
        child.kill()
        child.wait()
