"""Landmarks of the relaxed graph on benchmark tasks against those of the ground actions; needs the suites."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from scripts import load_script

pytestmark = pytest.mark.source

PARTS = 6  # so that processes share the work
LARGEST = 200_000  # bytes of PDDL
SECONDS = 300  # far more than any of them takes


@pytest.mark.parametrize("part", range(PARTS))
def test_the_smallest_task_of_every_folder(benchmarks: Path, landmarks_program: Path, part: int) -> None:
    landmarks = 0
    for name, pair in list(load_script("suites").smallest_tasks(benchmarks / "ipc", 1, LARGEST))[part::PARTS]:
        command = [str(landmarks_program), str(pair.domain), str(pair.problem), "compare"]
        found = json.loads(subprocess.run(command, capture_output=True, timeout=SECONDS, check=True).stdout)
        assert found["found"], name
        if not found["compared"]:
            continue
        assert found["unsound"] == found["unsound_orders"] == 0, name
        if found["dropped_inequalities"] == 0:
            assert found["missing"] == found["missing_orders"] == 0, name
        landmarks += found["landmarks"]
    assert landmarks > 300
