"""Input that nobody should write, through the command line: the right exit code and one clear message."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

DOMAIN = """(define (domain d) (:requirements :adl) (:types room box)
  (:predicates (in ?b - box ?r - room) (door ?a ?b - room))
  (:action move :parameters (?b - box ?from ?to - room)
    :precondition (and (in ?b ?from) (door ?from ?to)) :effect (and (not (in ?b ?from)) (in ?b ?to))))
"""
PROBLEM = """(define (problem p) (:domain d) (:objects r1 r2 - room a - box)
  (:init (in a r1) (door r1 r2)) (:goal (in a r2)))
"""
PLAN = "(move a r1 r2)\n"
SECONDS = 60  # far more than any of them needs; a hang fails
BYTES = 4 << 30


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "problem.pddl").write_text(PROBLEM)
    (tmp_path / "plan").write_text(PLAN)
    return tmp_path


def bounded() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from isonova.cli import main; main()", *args]
    limit = bounded if sys.platform == "linux" else None
    return subprocess.run(command, capture_output=True, cwd=folder, encoding="utf-8", timeout=SECONDS, preexec_fn=limit)


def check_and_validate(folder: Path, domain: str = "domain.pddl", problem: str = "problem.pddl") -> tuple[int, str]:
    """Both commands end alike; the exit code and the message."""
    checked = run(folder, "check", domain, problem)
    validated = run(folder, "validate", domain, problem, "plan")
    for done in (checked, validated):
        assert "Traceback" not in done.stderr, done.stderr[-2000:]
        assert len(done.stderr) < 20_000
    assert (checked.returncode == 0) == (validated.returncode == 0), (checked.stderr, validated.stderr)
    if checked.returncode != 0:
        assert checked.returncode == validated.returncode
        assert checked.stdout == validated.stdout == ""
        assert checked.stderr == validated.stderr
    return checked.returncode, checked.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "expected"),
        (b"(" * 1_000_000 + b")" * 1_000_000, "list of lists"),
        (PROBLEM[: len(PROBLEM) // 2].encode(), "never closed"),
        (bytes(range(256)) * 100, "byte"),
        (b"\x00" * 1000, "NUL"),
        (PROBLEM.replace("(in a r2)", f"(in {'x' * 10_000_000} r2)").encode(), "unknown object"),
        (PROBLEM.replace(":domain d", ":domain other").encode(), "the problem is for the domain 'other'"),
        (PROBLEM.encode("utf-16"), "byte"),
        (PROBLEM.replace("(:init", "(:objects r1 - box) (:init").encode(), "declared twice"),
    ],
    ids=["empty", "parentheses", "truncated", "junk", "nul", "long", "other-domain", "utf-16", "object-twice"],
)
def test_bad_problems(folder: Path, text: bytes, said: str) -> None:
    (folder / "problem.pddl").write_bytes(text)
    code, message = check_and_validate(folder)
    assert code == 31
    assert said in message
    assert "problem.pddl" in message


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("room box)", "room - box box - room)", "cycle"),
        ("(:action", "(:predicates (in ?b ?r)) (:action", "'in' is declared twice"),
        ("(door ?a ?b - room)", "(door ?a ?b - room) (door ?a)", "declared twice"),
        ("(:action", "(:action move :parameters () :effect (and)) (:action", "declared twice"),
    ],
)
def test_bad_domains(folder: Path, old: str, new: str, said: str) -> None:
    (folder / "domain.pddl").write_text(DOMAIN.replace(old, new))
    code, message = check_and_validate(folder)
    assert code == 31
    assert said in message


@pytest.mark.parametrize(
    "text",
    [
        PROBLEM.replace("\n", "\r\n").encode(),
        PROBLEM.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + PROBLEM.encode(),
        ("; Gr\u00fc\u00dfe \u2603\n" + PROBLEM).encode(),
        b"; Gr\xfc\xdfe\n" + PROBLEM.encode(),
        PROBLEM.upper().encode(),
        PROBLEM.rstrip().encode(),
    ],
    ids=["crlf", "cr", "bom", "utf-8", "latin-1", "upper", "no-newline"],
)
def test_odd_but_good_problems(folder: Path, text: bytes) -> None:
    (folder / "problem.pddl").write_bytes(text)
    assert check_and_validate(folder)[0] == 0


def test_swapped_files(folder: Path) -> None:
    code, message = check_and_validate(folder, "problem.pddl", "domain.pddl")
    assert code == 31
    assert "swapped" in message


@pytest.mark.parametrize("name", ["missing.pddl", ".", ""])
def test_no_such_file(folder: Path, name: str) -> None:
    for code, message in (check_and_validate(folder, problem=name), check_and_validate(folder, domain=name)):
        assert code == 36
        assert message
    done = run(folder, "validate", "domain.pddl", "problem.pddl", name)
    assert done.returncode == 36
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="an administrator can read every file")
def test_unreadable_file(folder: Path) -> None:
    (folder / "problem.pddl").chmod(0)
    code, message = check_and_validate(folder)
    assert code == 31
    assert "ermission" in message


@pytest.mark.parametrize(
    "text", [b"\x00\xff" * 1000, b"(" * 1_000_000, b"(move a r1 r2", "(move \u00fc)".encode("utf-16"), b"move a r1 r2"]
)
def test_bad_plans(folder: Path, text: bytes) -> None:
    (folder / "plan").write_bytes(text)
    done = run(folder, "validate", "domain.pddl", "problem.pddl", "plan")
    assert done.returncode == 31
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 20_000


# --- conditions that explode when they are written out


def action(parameters: str, condition: str) -> str:
    predicates = "(p ?x ?y) (q ?x ?y) (w ?a ?b ?c ?d ?e)"
    effect = "(and (p ?a ?a) (q ?a ?a) (w ?a ?a ?a ?a ?a))"
    return (
        f"(define (domain d) (:predicates {predicates})\n"
        f"(:action go :parameters ({parameters}) :precondition {condition} :effect {effect}))"
    )


MANY = [f"?v{i}" for i in range(10_000)]
EXPLOSIONS = {
    "disjunctions": action(
        "?a", "(and" + "".join(f"(or (p ?a o{i}) (q ?a o{i}) (p o{i} ?a) (q o{i} ?a))" for i in range(25)) + ")"
    ),
    "disjuncts-of-disjunctions": action(
        "?a",
        "(or" + "".join(f"(and (or (p ?a o{i}) (q ?a o{i})) (or (p o{i} ?a) (q o{i} ?a)))" for i in range(50)) + ")",
    ),
    "forall-of-five": action("?a", "(forall (?v ?w ?x ?y ?z) (or (w ?v ?w ?x ?y ?z) (p ?a ?v)))"),
    "forall-of-disjunctions": action("?a", "(forall (?v ?w) (or (and (p ?v ?w) (q ?v ?w)) (and (p ?w ?a) (q ?a ?w))))"),
    "nested": action(
        "?a", "(forall (?v) (exists (?w) (forall (?x) (exists (?y) (and (w ?v ?w ?x ?y ?a) (p ?w ?x))))))"
    ),
    "deeply-nested": action(
        "?a",
        "".join(f"(forall (?x{i}) (or (p ?a ?x{i}) (exists (?y{i}) (and (q ?y{i} ?x{i}) " for i in range(100))
        + "(p ?a ?a)"
        + "))))" * 100,
    ),
    "parameters": action(f"?a {' '.join(MANY)}", "(and" + "".join(f"(p ?a {v})" for v in MANY) + ")"),
    "equalities": action(f"?a {' '.join(MANY)}", "(and" + "".join(f"(= {v} {w})" for v, w in pairwise(MANY)) + ")"),
    "effects": action(f"?a {' '.join(MANY)}", "(and)").replace(
        ":effect (and", ":effect (and" + "".join(f" (p ?a {v})" for v in MANY)
    ),
    "conjuncts-and-disjunctions": action(
        f"?a {' '.join(MANY[:2000])}",
        "(and" + "".join(f"(p ?a {v})" for v in MANY[:2000]) + "(or (q ?a ?a) (q ?a o1))" * 6 + ")",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPLOSIONS)
def test_explosions_end(folder: Path, name: str) -> None:
    objects = " ".join(f"o{i}" for i in range(50))
    constants = EXPLOSIONS[name].replace("(:predicates", f"(:constants {objects}) (:predicates", 1)
    (folder / "domain.pddl").write_text(constants)
    (folder / "problem.pddl").write_text("(define (problem p) (:domain d) (:init (p o1 o2)) (:goal (p o1 o1)))")
    done = run(folder, "check", "domain.pddl", "problem.pddl")
    assert done.returncode == 0, done.stderr[-2000:]
