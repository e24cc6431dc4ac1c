"""What the programs that compare planners rely on: limits alike for all, results of one side kept for later."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from scripts import load_script

pytestmark = pytest.mark.source


def test_a_limit_counts_cpu_seconds() -> None:
    script = load_script("lifted_vs_powerlifted")
    limit = script.Limit(seconds=1.0, memory_mb=2048, coverage=True)
    busy = limit.run([sys.executable, "-c", "while True: pass"])
    assert script.failure(busy) == "out of time"
    assert 0.5 < busy.cpu < 3
    asleep = limit.run([sys.executable, "-c", "import time; time.sleep(1.5)"])
    assert asleep.status == 0
    assert asleep.cpu < 1


def test_memory_is_limited() -> None:
    limit = load_script("lifted_vs_powerlifted").Limit(seconds=20.0, memory_mb=512, coverage=False)
    assert limit.run([sys.executable, "-c", "bytearray(10 << 20)"]).status == 0
    assert limit.run([sys.executable, "-c", "bytearray(1 << 30)"]).status == 1


def test_one_side_is_kept_for_later(tmp_path: Path) -> None:
    script = load_script("lifted_vs_powerlifted")
    limit = script.Limit(60.0, 4096, True)
    theirs = script.Searched(solved=True, evaluations=5, cpu=1.5)
    row = script.Row("genome", "genome/d-1", "ff", limit, None, theirs)
    (tmp_path / "peer.json").write_text(json.dumps([asdict(row)]))
    known = script.read_rows(tmp_path / "peer.json")
    assert known == {("genome/d-1", "ff", limit): (None, theirs)}
    assert ("genome/d-1", "ff", script.Limit(30.0, 4096, True)) not in known
    assert script.solved([theirs, script.Searched()]) == "1"
    assert script.solved([theirs, None]) == "1 of 1"


def test_what_counts_as_a_difference() -> None:
    faults = load_script("compare_plain").faults
    search = {"plain_alike": True, "lifted_alike": True}
    fine: dict[str, Any] = {"add_differs": 0, "ff_differs": 3, "ff_above_add": 0, "ff_dead_differs": 0}
    alike = {"gc": search, "add": search, "ff": {**search, "plain_alike": False}}
    assert faults({**fine, "searches": alike}) == []
    assert faults({"failure": "exit code 22"}) == ["exit code 22"]
    assert faults({**fine, "add_differs": 2, "searches": {}}) == ["add_differs: 2"]
    other = {"add": {**search, "plain_alike": False}, "ff": {**search, "lifted_alike": False}}
    assert faults({**fine, "searches": other}) == [
        "add: the plain heuristic expands other states",
        "ff: the lifted engine expands other states",
    ]


def test_what_auto_loses() -> None:
    script = load_script("auto_vs_engines")
    solved, failed = {"status": "solved", "solved": True, "cpu": 9.0}, {"status": "?", "solved": False, "cpu": 10.0}
    decision = {"engine": "lifted", "reason": "too large", "cpu": 2.0}
    rows = {
        "htg/a": {"decision": decision, "auto": failed, "grounded": failed, "lifted": solved},
        "htg/b": {"decision": decision, "auto": failed, "grounded": failed, "lifted": {**solved, "cpu": 1.0}},
        "ipc/c": {"decision": decision, "auto": solved, "grounded": solved, "lifted": solved},
    }
    lines = list(script.differences(rows, script.Limit(10.0, 4096, True)))
    assert [line.split("|")[-2].strip() for line in lines[-2:]] == ["lost: the budget's cost", "**lost**"]
    assert "| ipc | 1 | 1 | 1 | 1 | 1 | 1 |" in list(script.solved_table(rows))
