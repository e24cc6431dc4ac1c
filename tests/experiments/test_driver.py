"""Stopping and resuming: nothing recorded is lost or run again, nothing runs on, and a change re-runs only itself."""

from __future__ import annotations

import random
import signal
import sys
import time
from pathlib import Path

import pytest
from experiments.fakes import Study, alive, started

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="whole process trees are killed on Linux only"),
]
TABLE = "algorithm, suite, domain, problem, status, expansions, exit_code, signal, killed"


def count(study: Study) -> int:
    try:
        return len(study.rows("id", table="runs"))
    except Exception:  # not created yet
        return 0


def test_killed_at_three_random_moments_the_table_is_that_of_an_undisturbed_run(tmp_path: Path) -> None:
    tasks: dict[str, dict[str, object]] = {
        f"p{number:02}": {"sleep": 0.02 * (number % 4), "expansions": number, "exit": (0, 11, 23, 99)[number % 4]}
        for number in range(24)
    }
    tasks["crash"] = {"signal": 6}
    study = Study(tmp_path, tasks, variants=("a", "bb", "ccc"))
    undisturbed = tmp_path / "undisturbed"
    assert study.run(out=undisturbed).returncode == 1  # there are errors among them
    seed = random.randrange(10**6)
    moments = random.Random(seed)
    print(f"seed {seed}")
    recorded = 0
    for part in range(1, 4):
        with started(study.command("--jobs", "2")) as driver:
            goal = min(recorded + moments.randint(1, 24), 20 * part)
            while driver.poll() is None and count(study) < goal:
                time.sleep(0.01)
            time.sleep(moments.uniform(0, 0.1))
            assert driver.poll() is None
            driver.kill()
        before = study.rows("id, configuration, task, started_at", table="runs")
        assert len(before) >= recorded
        recorded = len(before)
    assert study.run().returncode == 1
    after = study.rows("id, configuration, task, started_at", table="runs")
    assert set(before) <= set(after)  # nothing that was recorded was run again
    assert study.rows(TABLE) == study.rows(TABLE, out=undisturbed)
    assert len(study.rows(TABLE)) == 3 * len(tasks)
    errors = "algorithm, problem, kind, detail"
    joined = "errors JOIN results ON results.id = errors.run"
    assert study.rows(errors, table=joined) == study.rows(errors, out=undisturbed, table=joined)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_nothing_outlives_the_driver(tmp_path: Path, how: signal.Signals) -> None:
    pids = tmp_path / "pids"
    study = Study(tmp_path, {"p1": {"pids": str(pids), "sleep": 300}, "p2": {"pids": str(pids), "sleep": 300}}, ("a",))
    with started(study.command("--jobs", "2")) as driver:
        end = time.monotonic() + 60
        while not pids.exists() or len(pids.read_text().split()) < 4:
            assert time.monotonic() < end
            assert driver.poll() is None
            time.sleep(0.02)
        driver.send_signal(how)
        _, said = driver.communicate(timeout=30)
    if how == signal.SIGINT:
        assert driver.returncode == 130
        assert "the same command goes on" in said
    left = [int(word) for word in pids.read_text().split()]
    end = time.monotonic() + 20
    while any(map(alive, left)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(alive, left))
    assert count(study) == 0


def test_a_changed_configuration_runs_only_itself_again(tmp_path: Path) -> None:
    study = Study(tmp_path, {"p1": {}, "p2": {"expansions": 100}}, ("a", "bb"))
    assert study.run().returncode == 0
    first = dict(study.rows("configuration || task, started_at", table="runs"))
    text = study.file.read_text()
    study.file.write_text(
        text.replace('bb = { planner = "fake", variant = "bb" }', 'bb = { planner = "fake", variant = "dddd" }')
    )
    assert study.run().returncode == 0
    second = dict(study.rows("configuration || task, started_at", table="runs"))
    assert first.items() <= second.items()
    assert len(second) == 6
    assert study.rows("algorithm, problem, expansions") == [
        ("a", "p1", 8),
        ("a", "p2", 101),
        ("bb", "p1", 11),
        ("bb", "p2", 104),
    ]
    study.file.write_text(text)  # and back: nothing is run
    assert "0 to do" in study.run().stderr
    assert ("bb", "p1", 9) in study.rows("algorithm, problem, expansions")


def test_a_renamed_configuration_is_not_run_again(tmp_path: Path) -> None:
    study = Study(tmp_path, {"p1": {}}, ("a",))
    assert study.run().returncode == 0
    study.file.write_text(study.file.read_text().replace("a = {", "better = {"))
    assert "0 to do" in study.run().stderr
    assert study.rows("algorithm") == [("better",)]


def test_changed_tasks_and_limits_are_other_runs(tmp_path: Path) -> None:
    study = Study(tmp_path, {"p1": {}, "p2": {}}, ("a",))
    assert study.run().returncode == 0
    problem = study.benchmarks / "fake" / "p1.pddl"
    problem.write_text(problem.read_text() + "; changed\n")
    assert "1 to do" in study.run().stderr
    assert len(study.rows("id")) == 2
    assert "2 to do" in study.run("--time-limit", "19").stderr
    assert "2 to do" in study.run("--memory-limit", "1999").stderr
    assert len(study.rows("id", table="runs")) == 7
    assert len(study.rows("id")) == 2


def test_errors_are_rows_of_their_own_and_can_be_done_again(tmp_path: Path) -> None:
    study = Study(
        tmp_path,
        {
            "crash": {"signal": 11, "stderr": "about to fall\n"},
            "strange": {"exit": 77},
            "fine": {},
            "slow": {"sleep": 60},
            "big": {"megabytes": 900, "sleep": 60},
        },
        ("a",),
        time=3,
        memory=400,
    )
    done = study.run()
    assert done.returncode == 1
    assert study.rows("problem, status, killed") == [
        ("big", "error", None),  # the address space is limited: Python ends with a traceback and exit code 1
        ("crash", "error", None),
        ("fine", "solved", None),
        ("slow", "out_of_time", "wall"),
        ("strange", "error", None),
    ]
    assert "1 run was killed at the limit on wall-clock time" in done.stdout
    rows = study.rows("problem, kind, detail", table="errors JOIN results ON results.id = run")
    assert [row[:2] for row in rows] == [("big", "unexplained"), ("crash", "crash"), ("strange", "unexplained")]
    assert "SIGSEGV: about to fall" in rows[1][2]
    assert "error: a on fake/crash: crash: killed by SIGSEGV" in done.stderr
    (study.benchmarks / "fake" / "domain.pddl").touch()
    assert "0 to do" in study.run().stderr
    again = study.run("--redo", "errors")
    assert "3 runs are done again" in again.stderr
    assert len(study.rows("id", table="runs")) == 5


def test_two_drivers_on_one_folder(tmp_path: Path) -> None:
    study = Study(tmp_path, {"p1": {"sleep": 300}}, ("a",))
    with started(study.command()) as first:
        end = time.monotonic() + 60
        while not (study.out / "results.db").exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        second = study.run()
        assert second.returncode == 36
        assert f"is in use by another driver (process {first.pid})" in second.stderr


def test_plans_of_other_planners_are_validated(tmp_path: Path) -> None:
    study = Study(
        tmp_path,
        {"good": {"plan": "(finish)\n"}, "bad": {"plan": "(begin)\n"}, "garbled": {"plan": "(finish\n"}, "none": {}},
        ("a",),
        planner='plan = "plan"',
    )
    assert study.run().returncode == 1
    assert study.rows("problem, status, cost, length") == [
        ("bad", "error", None, None),
        ("garbled", "error", None, None),
        ("good", "solved", 1, 1),
        ("none", "error", None, None),
    ]
    errors = study.rows("problem, kind, detail", table="errors JOIN results ON results.id = run")
    assert [row[:2] for row in errors] == [
        ("bad", "invalid_plan"),
        ("garbled", "invalid_plan"),
        ("none", "unexplained"),
    ]
    assert "no action 'begin'" in errors[0][2]


def test_planners_that_contradict_each_other(tmp_path: Path) -> None:
    study = Study(tmp_path, {"p1": {"exit": 11}}, ("a",))
    study.file.write_text(
        study.file.read_text().replace("[planners.fake]", "[planners.other]\ncommand = ['true']\n[planners.fake]", 1)
        + '\nyes = { planner = "other" }\n'
    )
    assert study.run().returncode == 1
    [(kind, detail)] = study.rows("kind, detail", table="errors")
    assert kind == "contradiction"
    assert detail in ("solved, but a says unsolvable", "unsolvable, but yes says solved")


def test_a_full_disk_ends_with_a_sentence(tmp_path: Path) -> None:
    study = Study(tmp_path, {f"p{number}": {} for number in range(10)}, ("a",))
    words = " ".join(f"'{word}'" for word in study.command())
    with started(["bash", "-c", f"ulimit -f 80; exec {words}"]) as driver:  # no file may have more than 80 KB
        _, said = driver.communicate(timeout=60)
    assert driver.returncode == 1
    assert f"error: the database in {study.out} cannot be written" in said
    assert "Traceback" not in said
    before = study.rows("id, task, started_at", table="runs")
    assert len(before) < 10
    assert study.run().returncode == 0
    assert set(before) <= set(study.rows("id, task, started_at", table="runs"))
    assert len(study.rows("id")) == 10
