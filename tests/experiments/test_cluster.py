"""Clusters for real: a Dask scheduler and worker processes that die, come late, or outlive their driver."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from experiments.fakes import Study, alive, started

pytest.importorskip("distributed", reason="Dask is not installed (make test-peers)")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="whole process trees are killed on Linux only"),
]
TABLE = "algorithm, problem, status, expansions"


class Dask:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(folder / "scheduler.json"))
        self.workers: list[subprocess.Popen[bytes]] = []
        until(lambda: bool(self._contact()))

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{kind}.log").open("ab")
        words = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *options]
        with log:
            return subprocess.Popen(words, stdout=log, stderr=log, cwd=self.folder, start_new_session=True)

    def _contact(self) -> str:
        file = self.folder / "scheduler.json"
        return file.read_text() if file.exists() else ""

    @property
    def address(self) -> str:
        found: str = json.loads(self._contact())["address"]
        return found

    def add_worker(self) -> subprocess.Popen[bytes]:
        worker = self._start("worker", self.address, "--nthreads", "1", "--no-nanny")
        self.workers.append(worker)
        return worker

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    (tmp_path / "dask").mkdir()
    dask = Dask(tmp_path / "dask")
    yield dask
    dask.close()


def until(holds: Callable[[], bool], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def recorded(study: Study) -> int:
    try:
        return len(study.rows("id", table="runs"))
    except Exception:  # not created yet
        return 0


def written(pids: Path) -> list[int]:
    return [int(word) for word in pids.read_text().split()] if pids.exists() else []


def test_workers_that_die_and_come_late(tmp_path: Path, dask: Dask) -> None:
    pids = tmp_path / "pids"
    tasks = {f"p{number:02}": {"sleep": 0.4, "expansions": number, "pids": str(pids)} for number in range(15)}
    study = Study(tmp_path, tasks, ("a", "bb"))
    first = [dask.add_worker() for _ in range(3)]
    with started(study.command("--cluster", dask.address)) as driver:
        until(lambda: recorded(study) >= 4 and any(map(alive, written(pids))))
        for worker in first[:2]:  # two of three at once
            worker.send_signal(signal.SIGKILL)
            worker.wait()
        dask.add_worker()
        _, said = driver.communicate(timeout=120)
    assert driver.returncode == 0, said
    expected = [(name, f"p{number:02}", "solved", number + len(name)) for name in ("a", "bb") for number in range(15)]
    assert study.rows(TABLE) == sorted(expected, key=repr)
    assert study.rows("kind", table="errors") == []
    until(lambda: not any(map(alive, written(pids))), 20)


def test_a_run_dies_with_its_worker(tmp_path: Path, dask: Dask) -> None:
    pids = tmp_path / "pids"
    study = Study(tmp_path, {"p1": {"sleep": 300, "pids": str(pids)}}, ("a",), time=300)
    worker = dask.add_worker()
    with started(study.command("--cluster", dask.address)):
        until(lambda: len(written(pids)) == 2)
        worker.kill()
        worker.wait()
        until(lambda: not any(map(alive, written(pids))), 20)
        assert recorded(study) == 0


DRIVER = """
import sys
from pathlib import Path
from distributed import Client
from isonova.experiments.cluster import DaskBackend
from isonova.experiments.definition import load
from isonova.experiments.job import make_job
from isonova.experiments.matrix import build

backend = DaskBackend(Client(sys.argv[1]), "the test", patience=4.0)
[cell] = build(load(sys.argv[2]), [Path(sys.argv[3])]).cells
while not backend.room():
    backend.wait(0.1)
backend.submit(1, make_job(cell))
while True:
    assert not backend.wait(0.1)
"""


def test_a_run_dies_with_its_driver_although_the_worker_lives(tmp_path: Path, dask: Dask) -> None:
    pids = tmp_path / "pids"
    study = Study(tmp_path, {"p1": {"sleep": 300, "pids": str(pids)}}, ("a",), time=300)
    worker = dask.add_worker()
    words = [sys.executable, "-c", DRIVER, dask.address, str(study.file), str(study.benchmarks)]
    with started(words) as driver:
        until(lambda: len(written(pids)) == 2)
        time.sleep(6)  # longer than the patience: beats are heard
        assert all(map(alive, written(pids)))
        assert driver.poll() is None
        driver.kill()
    until(lambda: not any(map(alive, written(pids))), 60)
    assert worker.poll() is None


def test_a_lost_scheduler_loses_nothing_recorded(tmp_path: Path, dask: Dask) -> None:
    study = Study(tmp_path, {f"p{number}": {"sleep": 0.5} for number in range(12)}, ("a",))
    dask.add_worker()
    with started(study.command("--cluster", dask.address)) as driver:
        until(lambda: recorded(study) >= 2)
        dask.scheduler.kill()
        _, said = driver.communicate(timeout=120)
    assert driver.returncode == 1
    assert "is lost" in said
    assert "the same command goes on" in said
    before = study.rows("id, task, started_at", table="runs")
    assert 2 <= len(before) < 12
    assert study.run().returncode == 0  # here, without a cluster
    after = study.rows("id, task, started_at", table="runs")
    assert set(before) <= set(after)
    assert len(after) == 12
    assert study.rows("kind", table="errors") == []


def test_local_workers(tmp_path: Path) -> None:
    study = Study(tmp_path, {f"p{number}": {"expansions": number} for number in range(4)}, ("a",))
    done = study.run("--cluster", "local", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert "running on 2 local Dask workers" in done.stderr
    assert study.rows("problem, expansions") == [(f"p{number}", number + 1) for number in range(4)]


def test_a_scheduler_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from isonova.experiments import cluster
    from isonova.experiments.definition import load
    from isonova.experiments.errors import ExperimentError

    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    study = load(str(Study(tmp_path, {"p1": {}}).file))
    with pytest.raises(ExperimentError, match="no Dask scheduler answers at tcp:"):
        cluster.connect("tcp://127.0.0.1:1", study, None)
    with pytest.raises(ExperimentError, match="takes local, slurm or the address"):
        cluster.connect("lokal", study, None)
    with pytest.raises(ExperimentError, match="needs --jobs N"):
        cluster.connect("slurm", study, None)


@pytest.mark.skipif(
    not os.environ.get("ISONOVA_SLURM"),
    reason="no Slurm: .ci/slurm starts one as root and runs this test (ISONOVA_SLURM)",
)
def test_slurm(tmp_path: Path) -> None:
    """Jobs that are cancelled midway are submitted again; every run is recorded once."""
    pytest.importorskip("dask_jobqueue", reason="dask-jobqueue is not installed")
    tasks = {f"p{number:02}": {"sleep": 1.0, "expansions": number} for number in range(12)}
    study = Study(tmp_path, tasks, ("a", "bb"), memory=300)
    with started(study.command("--cluster", "slurm", "--jobs", "2"), cwd=tmp_path) as driver:
        until(lambda: recorded(study) >= 3, 180)
        jobs = subprocess.run(["squeue", "-h", "-o", "%i"], capture_output=True, text=True, check=True).stdout.split()
        assert jobs
        subprocess.run(["scancel", "--signal=KILL", "--full", jobs[0]], check=True)
        _, said = driver.communicate(timeout=300)
    assert driver.returncode == 0, said
    expected = [(name, f"p{number:02}", "solved", number + len(name)) for name in ("a", "bb") for number in range(12)]
    assert study.rows(TABLE) == sorted(expected, key=repr)
    assert study.rows("kind", table="errors") == []
