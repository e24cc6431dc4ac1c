"""Clusters, through Dask distributed: workers carry out jobs with a guard each, the driver records.

Dask may run a task again whose worker was lost, and workers come and go; nothing depends on it, because a result counts
only when the driver records it, once. Two things Dask does not do are done here. A run must end when its driver dies,
although the worker lives on: the driver beats in a shared variable, and a worker that hears nothing for long enough
kills the run. And workers must have the planner that the driver has: each new one is asked.
"""

from __future__ import annotations

import json
import logging
import select
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from isonova.experiments.errors import ExperimentError, StoppedError
from isonova.experiments.job import Facts, Job
from isonova.experiments.pool import GuardedSlot, default_size
from isonova.experiments.version import isonova_version

if TYPE_CHECKING:
    from isonova.experiments.definition import Experiment

EXTRA = "clusters need the extra packages of isonova[cluster]: pip install 'isonova[cluster]'"
BEAT_SECONDS = 5.0
PATIENCE_SECONDS = 60.0
"""How long a worker goes on with a run after the last beat of its driver."""
CONNECT_SECONDS = 30.0
RESCALE_SECONDS = 30.0
AHEAD = 2  # jobs per thread of a worker, so that none waits for the driver


def _extra(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ExperimentError(EXTRA) from None


def _dask() -> Any:
    return _extra("distributed")


class DriverLostError(Exception):
    pass


def run_job(job: Job, driver: str, patience: float) -> Facts:
    """On a worker: carries the job out, unless the driver falls silent."""
    distributed = _dask()
    beats = distributed.Variable(driver, client=distributed.get_client(timeout=CONNECT_SECONDS))
    pause = min(BEAT_SECONDS, patience / 4)
    last: Any = None
    heard = time.monotonic()
    slot = GuardedSlot()
    try:
        assert slot.guard.stdout is not None
        slot.send(0, job)
        while True:
            if select.select([slot.guard.stdout], [], [], pause)[0]:
                if (facts := slot.read()) is not None:
                    return facts
                continue
            beat = None
            with suppress(Exception):  # a scheduler that does not answer is a driver that is not heard
                beat = beats.get(timeout=pause)
            if beat is not None and beat != last:
                last, heard = beat, time.monotonic()
            elif time.monotonic() - heard > patience:
                raise DriverLostError(f"no sign of the driver for {patience:g} s")
    finally:
        slot.close()


class DaskBackend:
    def __init__(self, client: Any, where: str, cluster: Any = None, patience: float = PATIENCE_SECONDS) -> None:
        self._client = client
        self._cluster = cluster
        self._where = where
        self._patience = patience
        self._driver = f"isonova-{uuid4().hex}"
        self._beats = _dask().Variable(self._driver, client=client)
        self._beat_due = 0.0
        self._futures: dict[int, Any] = {}
        self._ended: SimpleQueue[int] = SimpleQueue()
        self._checked: set[str] = set()
        self._threads = 0
        self._look_due = 0.0

    def room(self) -> int:
        if time.monotonic() >= self._look_due:
            self._threads = self._look()
            self._look_due = time.monotonic() + 1.0
        return max(0, AHEAD * self._threads - len(self._futures))

    def _look(self) -> int:
        """How many threads all workers have that were found to have the same planner as the driver."""
        try:
            threads: dict[str, int] = self._client.nthreads()
        except Exception as error:
            raise self._gone(error) from None
        if new := [address for address in threads if address not in self._checked]:
            for address, answer in self._client.run(isonova_version, workers=new, on_error="return").items():
                if isinstance(answer, OSError):
                    continue  # gone again already
                if answer != isonova_version():
                    raise ExperimentError(
                        f"the worker {address} has isonova {answer!r}, the driver {isonova_version()!r}: "
                        "both must be the same"
                    )
                self._checked.add(address)
        return sum(count for address, count in threads.items() if address in self._checked)

    def submit(self, ticket: int, job: Job) -> None:
        key = f"{self._driver}-{ticket}"
        future = self._client.submit(run_job, job, self._driver, self._patience, key=key, pure=False)
        self._futures[ticket] = future
        future.add_done_callback(lambda _: self._ended.put(ticket))

    def wait(self, seconds: float) -> Sequence[tuple[int, Facts]]:
        self._beat()
        ended = []
        try:
            ended.append(self._take(self._ended.get(timeout=seconds)))
            while True:
                ended.append(self._take(self._ended.get_nowait()))
        except Empty:
            return ended

    def _take(self, ticket: int) -> tuple[int, Facts]:
        future = self._futures.pop(ticket)
        if future.status == "cancelled":
            raise self._gone(None)
        if future.status == "error":
            error = future.exception()
            return ticket, {"lost": f"{type(error).__name__}: {error}"}
        facts: Facts = json.loads(
            json.dumps(future.result())
        )  # nothing of Dask stays referenced, so it forgets the task
        return ticket, facts

    def _beat(self) -> None:
        now = time.monotonic()
        if now < self._beat_due:
            return
        self._beat_due = now + min(BEAT_SECONDS, self._patience / 4)
        try:
            self._beats.set(now)
        except Exception as error:
            raise self._gone(error) from None

    def _gone(self, error: Exception | None) -> StoppedError:
        detail = f" ({error})" if error else ""
        return StoppedError(
            f"the connection to {self._where} is lost{detail}; what is recorded stays, the same command goes on"
        )

    def describe(self) -> str:
        return f"on {self._where}"

    def close(self) -> None:
        with suppress(Exception):
            self._beats.delete()
        with suppress(Exception):
            self._client.cancel(list(self._futures.values()))
        with suppress(Exception):
            self._client.close()
        if self._cluster is not None:
            with suppress(Exception):
                self._cluster.close()


class SlurmBackend(DaskBackend):
    """Keeps up the number of Slurm jobs: one that ended, at its wall time for instance, is submitted again."""

    def __init__(self, client: Any, where: str, cluster: Any, jobs: int) -> None:
        super().__init__(client, where, cluster)
        self._jobs = jobs
        self._scale_due = 0.0

    def room(self) -> int:
        if time.monotonic() >= self._scale_due:
            self._scale_due = time.monotonic() + RESCALE_SECONDS
            self._cluster.scale(jobs=self._jobs)
        return super().room()


def connect(address: str, experiment: Experiment, jobs: int | None) -> DaskBackend:
    distributed = _dask()
    if address == "local":
        size = jobs or default_size(experiment.limits.memory)
        cluster = distributed.LocalCluster(
            n_workers=size, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=logging.ERROR
        )
        return DaskBackend(distributed.Client(cluster), f"{size} local Dask workers", cluster)
    if address == "slurm":
        return _slurm(experiment, jobs)
    if "://" not in address:
        raise ExperimentError(f"--cluster takes local, slurm or the address of a Dask scheduler, not '{address}'")
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ExperimentError(f"no Dask scheduler answers at {address}: {error}") from None
    return DaskBackend(client, f"the Dask cluster at {address}")


def _slurm(experiment: Experiment, jobs: int | None) -> SlurmBackend:
    distributed, jobqueue = _dask(), _extra("dask_jobqueue")
    if jobs is None:
        raise ExperimentError("--cluster slurm needs --jobs N: how many Slurm jobs, each of one core")
    limits = experiment.limits
    memory = int(1.1 * limits.memory + 1024)  # the worker and the guard live there too
    hours = max(4, -(-20 * int(limits.time + limits.grace) // 3600))
    settings: dict[str, Any] = {
        "cores": 1,
        "processes": 1,
        "memory": f"{memory}MB",
        "walltime": f"{hours}:00:00",
        "scheduler_options": {"dashboard_address": None},
        **experiment.slurm,
    }
    try:
        cluster = jobqueue.SLURMCluster(**settings)
    except (TypeError, ValueError) as error:
        raise ExperimentError(f"slurm: {error}") from None
    client = distributed.Client(cluster, set_as_default=False)
    return SlurmBackend(client, f"{jobs} Slurm jobs", cluster, jobs)
