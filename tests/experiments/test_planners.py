"""Other planners as configurations, for real."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from isonova.experiments.results import open_results

pytestmark = pytest.mark.slow

STUDY = """
[limits]
time = 30
memory = 1000
[[tasks]]
source = "examples"
domains = ["lockdown", "parcels", "tray_towers"]
[configurations]
fd-ff = { planner = "fast-downward" }
fd-add = { planner = "fast-downward", search = "eager_greedy([add()])" }
lama = { planner = "lama" }
"""


@pytest.mark.skipif(find_spec("up_fast_downward") is None, reason="up-fast-downward is not installed (make test-peers)")
@pytest.mark.skipif(sys.platform != "linux", reason="needs the guard")
def test_fast_downward(tmp_path: Path) -> None:
    (tmp_path / "fd.toml").write_text(STUDY)
    words = [sys.executable, "-m", "isonova", "experiment", "run", "fd.toml", "--out", "out"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with open_results(tmp_path / "out") as results:
        runs = list(results.runs())
        assert len(runs) == 9
        for run in runs:
            assert run.status == "solved"
            assert run.version is not None
            assert run.version.startswith("Fast Downward")
            wanted = {"cost", "length", "expansions", "evaluations", "generated", "initial_h", "dead_ends"}
            assert wanted | {"seconds.search", "seconds.total"} <= run.figures.keys()
            plan = results.plan(run.id)
            assert plan is not None
            assert plan.count("(") >= run.figures["length"]


def test_a_planner_that_is_not_there(tmp_path: Path) -> None:
    study = STUDY.replace('"fast-downward" }', '"fast-downward", driver = "/nowhere/fast-downward.py" }')
    (tmp_path / "fd.toml").write_text(study)
    words = [sys.executable, "-m", "isonova", "experiment", "run", "fd.toml", "--out", "out", "--only", "fd-ff"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 36
    assert "fd-ff: fast-downward cannot be run" in done.stderr
    assert "it needs the Python package up-fast-downward" in done.stderr


def test_powerlifted_needs_its_folder(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(STUDY.split("fd-ff")[0] + 'p = { planner = "powerlifted" }')
    words = [sys.executable, "-m", "isonova", "experiment", "run", "p.toml", "--out", "out", "--quiet"]
    environment = {key: value for key, value in os.environ.items() if key != "POWERLIFTED"}
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 1
    with open_results(tmp_path / "out") as results:
        assert {error.detail for error in results.errors()} == {
            "the variable POWERLIFTED is not set in the environment"
        }
