"""What the benchmarks rely on: limits, what other planners print, ratios, exponents, instruction counts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from scripts import load_script

pytestmark = pytest.mark.source


def test_a_limit_counts_cpu_seconds() -> None:
    run = load_script("measure").run
    busy = run([sys.executable, "-c", "while True: pass"], 60, cpu=1.0)
    assert busy.status < 0
    assert 0.5 < busy.cpu < 3
    assert busy.wall >= 0.5
    asleep = run([sys.executable, "-c", "import time; time.sleep(1.5)"], 60, cpu=1.0)
    assert asleep.status == 0
    assert asleep.cpu < 1 < asleep.wall


def test_memory_is_limited() -> None:
    run = load_script("measure").run
    assert run([sys.executable, "-c", "bytearray(10 << 20)"], 60, megabytes=512).status == 0
    assert run([sys.executable, "-c", "bytearray(1 << 30)"], 60, megabytes=512).status == 1


def test_memory_is_the_programs_own() -> None:
    """However much this process has."""
    run = load_script("measure").run
    ballast = bytearray(300 << 20)
    program = "import time; kept = bytearray({} << 20); time.sleep(0.3)"
    small = run([sys.executable, "-c", program.format(1)], 60).peak_mb
    large = run([sys.executable, "-c", program.format(600)], 60).peak_mb
    assert len(ballast) / 1e6 > 200 > small > 3
    assert 600 < large < 900


def test_what_counts_as_a_difference() -> None:
    faults = load_script("values").faults
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


@pytest.mark.parametrize(
    ("text", "evaluations", "cpu", "note"),
    [
        ("Total time: 2.5\nEvaluations: 50", 50, 2.5, ""),
        ("[evaluations: 4, generations: 9, time: 0.5]\n[evaluations: 7, generations: 9, time: 2]", 7, 2.0, ""),
        ("Time to evaluate initial state: 0.25", 1, 0.25, "*"),
        ("", 0, 0.0, "no evaluation"),
    ],
)
def test_what_powerlifted_prints(text: str, evaluations: int, cpu: float, note: str) -> None:
    done = load_script("measure").Run(0, 1.0, 1.0, 20.0, text)
    found = load_script("peers").Powerlifted.read(done)
    assert (found.evaluations, found.cpu, found.note) == (evaluations, cpu, note)


def test_ratios_of_rates() -> None:
    speed, searched = load_script("speed"), load_script("peers").Searched
    runs = [
        speed.Run("a", "Isonova", "ff", searched(600, 2.0)),
        speed.Run("a", "Peer", "ff", searched(100, 1.0)),
        speed.Run("b", "Isonova", "ff", searched(600, 2.0)),
        speed.Run("b", "Peer", "ff", searched(100, 1.0, solved=True)),
        speed.Run("c", "Isonova", "ff", searched(600, 2.0)),
        speed.Run("c", "Peer", "ff", searched(note="failed (1)")),
    ]
    assert speed.ratios(runs) == (["ff, Peer"], [["a", 3.0], ["b", None], ["c", "failed (1)"]])


def test_the_exponent_of_a_power() -> None:
    growth = load_script("growth")
    sizes = [4, 8, 16, 32, 64]
    assert growth.exponent(sizes, [1e-6 * n**2 for n in sizes]) == pytest.approx(2)
    assert growth.exponent(sizes, [1e-3 if n < 16 else n / 16e3 for n in sizes]) == pytest.approx(1)


def test_generated_families_have_the_sizes() -> None:
    growth = load_script("growth")
    for name, family in growth.FAMILIES.items():
        assert len(family.expected) == len(growth.STEPS)
        growth.generate(name, **family.sizes(family.start))
    largest = growth.FAMILIES["visitall"].sizes(16 << 6)
    assert largest == {"rows": 32, "columns": 32, "ponds": 0}


def test_more_instructions_are_noticed() -> None:
    worse = load_script("instructions").worse
    assert worse({"a": 100, "b": 100}, {"a": 110, "b": 111, "c": 1}) == ["b", "c"]


def test_the_committed_counts_are_of_the_steps(project: Path) -> None:
    script = load_script("instructions")
    known = script.json.loads((project / "benchmarks" / "instructions.json").read_text())
    assert set(known["counts"]) == {f"{task}, {step}" for task in script.TASKS for step in script.STEPS}
    assert known["compiler"]


def test_a_quick_run_takes_some() -> None:
    part = load_script("part").Part("x", True, False, None, 0.0)
    assert part.some(list("abcdef"), 3) == ["b", "d", "f"]
    assert part.some(["a"], 3) == ["a"]
