"""Edges of the input of `isonova plan`, each by its name: a clear message and the right exit code, or a right plan."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.program import SMALL, isonova

DOMAIN = """(define (domain d) (:requirements :adl) (:types room box)
  (:predicates (in ?b - box ?r - room) (door ?a ?b - room) (sealed))
  (:action move :parameters (?b - box ?from ?to - room)
    :precondition (and (in ?b ?from) (door ?from ?to)) :effect (and (not (in ?b ?from)) (in ?b ?to))))
"""
PROBLEM = """(define (problem p) (:domain d) (:objects r1 r2 - room a - box)
  (:init (in a r1) (door r1 r2)) (:goal (in a r2)))
"""
NO_ACTIONS = "(define (domain d) (:predicates (p)))"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "problem.pddl").write_text(PROBLEM)
    return tmp_path


def plan(folder: Path, *options: str, domain: str | None = None, problem: str | None = None) -> tuple[int, str, str]:
    if domain is not None:
        (folder / "domain.pddl").write_text(domain)
    if problem is not None:
        (folder / "problem.pddl").write_text(problem)
    done = isonova("plan", "domain.pddl", "problem.pddl", *options, cwd=folder)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def test_the_task_itself_is_fine(folder: Path) -> None:
    assert plan(folder, "--quiet") == (0, "(move a r1 r2)\n; cost = 1 (unit cost)\n", "")


# --- files


def test_missing_file(folder: Path) -> None:
    done = isonova("plan", "domain.pddl", "p1.pddl", cwd=folder)
    assert (done.returncode, done.stdout) == (36, "")
    assert "there is no file p1.pddl" in done.stderr


def test_directory_for_a_file(folder: Path) -> None:
    done = isonova("plan", "domain.pddl", ".", cwd=folder)
    assert (done.returncode, done.stdout) == (36, "")
    assert ". is a folder, not a file" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="a file that nobody can read")
def test_unreadable_file(folder: Path) -> None:
    done = isonova("plan", "domain.pddl", "/proc/self/mem", cwd=folder)
    assert (done.returncode, done.stdout) == (31, "")
    assert "/proc/self/mem" in done.stderr
    assert "Traceback" not in done.stderr


def test_problem_of_another_domain(folder: Path) -> None:
    code, out, err = plan(folder, problem=PROBLEM.replace("(:domain d)", "(:domain warehouse)"))
    assert (code, out) == (31, "")
    assert "the problem is for the domain 'warehouse'" in err


def test_domain_and_problem_swapped(folder: Path) -> None:
    done = isonova("plan", "problem.pddl", "domain.pddl", cwd=folder)
    assert (done.returncode, done.stdout) == (31, "")
    assert "swapped" in done.stderr


def test_a_domain_alone(folder: Path) -> None:
    (folder / "domain.pddl").unlink()
    for name in ("domain.pddl", "rooms.pddl"):
        (folder / name).write_text("; the domain\n\n(Define (DOMAIN d))")
        done = isonova("plan", name, cwd=folder)
        (folder / name).unlink()
        assert (done.returncode, done.stdout) == (36, "")
        assert f"{name} is a domain; the problem is missing" in done.stderr


# --- tasks


def test_empty_goal(folder: Path) -> None:
    found = plan(folder, "--quiet", problem=PROBLEM.replace("(:goal (in a r2))", "(:goal (and))"))
    assert found == (0, "; cost = 0 (unit cost)\n", "")


def test_goal_already_true(folder: Path) -> None:
    found = plan(folder, "--json", problem=PROBLEM.replace("(:goal (in a r2))", "(:goal (in a r1))"))
    report = json.loads(found[1])
    assert (found[0], report["plan"], report["length"], report["cost"]) == (0, [], 0, 0)


def test_unreachable_goal(folder: Path) -> None:
    code, out, err = plan(folder, problem=PROBLEM.replace("(:goal (in a r2))", "(:goal (sealed))"))
    assert (code, out) == (10, "")
    assert "no plan exists" in err


def test_goal_unreachable_only_by_search(folder: Path) -> None:
    back = DOMAIN.replace("(door ?from ?to))", "(door ?from ?to) (not (sealed)))").replace(
        "(in ?b ?to))", "(in ?b ?to) (sealed))"
    )
    code, out, err = plan(
        folder,
        domain=back,
        problem=PROBLEM.replace("(door r1 r2)", "(door r1 r2) (door r2 r1)").replace(
            "(in a r2)", "(and (in a r1) (sealed))"
        ),
    )
    assert (code, out) == (11, "")
    assert "no plan exists" in err


def test_no_actions(folder: Path) -> None:
    problem = "(define (problem p) (:domain d) (:init) (:goal (p)))"
    assert plan(folder, domain=NO_ACTIONS, problem=problem)[0] == 10
    assert plan(folder, problem=problem.replace("(:init)", "(:init (p))"))[:2] == (0, "; cost = 0 (unit cost)\n")


def test_no_objects(folder: Path) -> None:
    problem = "(define (problem p) (:domain d) (:init) (:goal (forall (?b - box) (in ?b ?b))))"
    code, out, _ = plan(folder, "--quiet", problem=problem)
    assert (code, out) == (0, "; cost = 0 (unit cost)\n")
    assert plan(folder, problem=problem.replace("forall", "exists"))[0] == 10


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(:action", "(:action move :parameters () :effect (sealed)) (:action", "'move' is declared twice"),
        ("(sealed)", "(sealed) (door ?x)", "'door' is declared twice"),
    ],
)
def test_duplicate_names_in_the_domain(folder: Path, old: str, new: str, said: str) -> None:
    code, out, err = plan(folder, domain=DOMAIN.replace(old, new, 1))
    assert (code, out) == (31, "")
    assert said in err


def test_duplicate_objects(folder: Path) -> None:
    code, out, err = plan(folder, problem=PROBLEM.replace("a - box", "a r1 - box"))
    assert (code, out) == (31, "")
    assert "'r1' is declared twice" in err


# --- where the plan goes


def test_plan_file_not_writable(folder: Path) -> None:
    code, out, err = plan(folder, "--plan-file", "no/such/folder/plan")
    assert (code, out) == (36, "")
    assert "its folder does not exist or is not writable" in err


@pytest.mark.skipif(os.name == "nt", reason="limits of processes")
def test_disk_full_while_writing(folder: Path) -> None:
    """As on a full disk, writing fails half-way; the old file is whole and nothing else is left."""

    def no_room() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))

    (folder / "plan").write_text("; the old plan\n")
    before = sorted(folder.iterdir())
    done = isonova("plan", "domain.pddl", "problem.pddl", "--plan-file", "plan", cwd=folder, limit=no_room)
    assert done.returncode == 32
    assert "cannot write plan" in done.stderr
    assert "(move a r1 r2)" in done.stdout  # it is not lost
    assert (folder / "plan").read_text() == "; the old plan\n"
    assert sorted(folder.iterdir()) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk to write to")
@pytest.mark.parametrize("options", [[], ["--quiet"], ["--json"]])
def test_stdout_on_a_full_disk(options: list[str]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = isonova("plan", *SMALL, *options, stdout=full)
    finally:
        os.close(full)
    assert done.returncode == 32
    assert "cannot write to standard output: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes")
@pytest.mark.parametrize("command", ["plan", "check", "examples"])
def test_stdout_closed_early(command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = isonova(command, *(SMALL if command != "examples" else ()), stdout=write)
    finally:
        os.close(write)
    assert "Traceback" not in done.stderr
    assert "error" not in done.stderr.lower()
    assert done.returncode != 0


def test_two_runs_in_one_folder_never_meet(folder: Path) -> None:
    command = [sys.executable, "-c", "from isonova.cli import main; main()", "plan", "problem.pddl"]
    runs = [
        subprocess.Popen([*command, "--plan-file", name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for name in ("one", "two", "one", "two")
    ]
    assert [process.wait(timeout=100) for process in runs] == [0] * 4
    for process in runs:
        process.communicate()
    assert {path.name for path in folder.iterdir()} == {"domain.pddl", "problem.pddl", "one", "two"}
    assert (folder / "one").read_text() == (folder / "two").read_text() == "(move a r1 r2)\n; cost = 1 (unit cost)\n"
