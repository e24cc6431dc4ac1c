"""`isonova check`: its warnings, its summary, its exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import isonova
from isonova.api.check import check

TASKS = Path(__file__).parent.parent / "tasks"

DOMAIN = """(define (domain yard)
  (:requirements :strips :teleport)
  (:types crate empty-thing)
  (:predicates (stored ?c - crate) (rusty ?c - crate) (spare) (loose ?c - crate) (sealed ?c - crate))
  (:action store :parameters (?c - crate)
    :precondition (and (loose ?c) (or (not (stored ?c)) (= ?c ?c)))
    :effect (and (stored ?c) (when (loose ?c) (not (loose ?c)))))
  (:action fetch :parameters (?e - empty-thing) :effect (spare)))"""


def problem(goal: str) -> str:
    return f"""(define (problem p) (:domain yard) (:objects a b unused - crate)
      (:init (loose a) (loose b) (rusty a)) (:goal {goal}))"""


def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from isonova.cli import main; main()", "check", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True)


def test_warnings() -> None:
    warnings = check(isonova.load(DOMAIN, problem("(and (stored a) (sealed b))"))).warnings
    text = "\n".join(warnings)
    assert "requirement ':teleport' is unknown" in text
    for requirement in (":typing", ":equality", ":negative-preconditions", ":disjunctive-preconditions"):
        assert f"'{requirement}' is not declared" in text
    assert "'when' in an effect used, but the requirement ':conditional-effects' is not declared" in text
    assert "predicate 'rusty' occurs only in the initial state" in text
    assert "object 'unused' is never used" in text
    assert "type 'empty-thing' has no objects" in text
    assert "action 'fetch' can never be applied" in text
    assert "the goal is impossible" in text


def test_goal_warnings() -> None:
    assert any("goal is empty" in w for w in check(isonova.load(DOMAIN, problem("(and)"))).warnings)
    assert any("true in the initial state" in w for w in check(isonova.load(DOMAIN, problem("(loose a)"))).warnings)
    solvable = check(isonova.load(DOMAIN, problem("(and (stored a) (stored b) (not (loose unused)))"))).warnings
    assert not any("goal" in w for w in solvable)


def test_declared_requirements_are_enough() -> None:
    domain = DOMAIN.replace(":strips :teleport", ":adl")
    warnings = check(isonova.load(domain, problem("(stored a)"))).warnings
    assert not any("requirement" in w for w in warnings)


def test_summary_and_exit_codes(tmp_path: Path) -> None:
    folder = TASKS / "derived-strata"
    done = run(folder / "domain.pddl", folder / "problem.pddl", "--json")
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert report["objects_per_type"]["node"] == {"own": 5, "with_subtypes": 5}
    assert report["predicates"]["derived"] == ["live/1", "dead/1", "danger/0", "stable/0"]
    assert report["actions"]["close"] == {"arity": 2, "schemata": 2}

    table = run(folder / "domain.pddl", folder / "problem.pddl")
    assert table.returncode == 0
    assert "grid-power" in table.stdout

    swapped = run(folder / "problem.pddl", folder / "domain.pddl")
    assert swapped.returncode == 31
    assert "swapped" in swapped.stderr
    assert swapped.stdout == ""

    numeric = tmp_path / "numeric.pddl"
    numeric.write_text("(define (domain d) (:durative-action a :parameters ()))")
    assert run(numeric, folder / "problem.pddl").returncode in (31, 34)
    assert run("missing.pddl", folder / "problem.pddl").returncode == 36
    assert run(folder / "domain.pddl").returncode == 36


def test_objects_are_counted_by_their_own_type_and_with_subtypes(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(
        "(define (domain d) (:types car tram - vehicle tram2 - tram vehicle place) (:predicates (p)))"
    )
    (tmp_path / "problem.pddl").write_text(
        "(define (problem q) (:domain d) (:objects c1 c2 - car t - tram2 v - vehicle x) (:init) (:goal (p)))"
    )
    files = (tmp_path / "domain.pddl", tmp_path / "problem.pddl")
    report = json.loads(run(*files, "--json").stdout)
    counts = report["objects_per_type"]
    assert sum(count["own"] for count in counts.values()) == report["objects"] == 5
    assert counts["vehicle"] == {"own": 1, "with_subtypes": 4}
    assert counts["object"] == {"own": 1, "with_subtypes": 5}
    table = run(*files).stdout
    assert "5: 1 object, 2 car, 1 vehicle, 0 tram, 1 tram2, 0 place" in table
    assert "4 vehicle, 1 tram" in next(line for line in table.splitlines() if "with subtypes" in line)
