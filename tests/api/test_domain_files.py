"""The one finder of domain files, by itself and through every command that takes a problem alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli.program import SMALL, isonova

from isonova.api.domain_files import choose_domain, domain_names, find_domain
from isonova.experiments.pairing import scan


def test_names_are_tried_from_the_most_special_to_domain() -> None:
    assert domain_names("p05-airport2-p1.pddl") == [
        "p05-airport2-p1-domain.pddl",
        "p05-airport2-p1_domain.pddl",
        "p05-airport2-domain.pddl",
        "p05-airport2_domain.pddl",
        "p05-domain.pddl",
        "p05_domain.pddl",
        "domain-p05-airport2-p1.pddl",
        "domain_p05-airport2-p1.pddl",
        "domain.pddl",
    ]
    assert domain_names("task01.pddl")[-2:] == ["domain01.pddl", "domain.pddl"]
    assert "domain.pddl" not in domain_names("domain.pddl")
    assert domain_names("p1.strips")[-2:] == ["domain.strips", "domain.pddl"]


def test_the_problems_own_file_comes_first() -> None:
    files = {"domain.pddl", "p05-domain.pddl", "orig-domain.pddl"}
    assert choose_domain("p05-airport2-p1.pddl", files) == "p05-domain.pddl"
    assert choose_domain("p06-airport2-p1.pddl", files) == "domain.pddl"
    assert choose_domain("p06.pddl", {"orig-domain.pddl", "p05-domain.pddl"}) is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(SMALL[0], tmp_path / "p05-domain.pddl")
    shutil.copy(SMALL[1], tmp_path / "p05-airport2-p1.pddl")
    (tmp_path / "domain.pddl").write_text("(define (domain other))")
    return tmp_path


def test_every_command_takes_the_problem_alone(folder: Path) -> None:
    problem = "p05-airport2-p1.pddl"
    assert find_domain(folder / problem) == folder / "p05-domain.pddl"
    planned = isonova("plan", problem, "--plan-file", "plan", cwd=folder)
    assert planned.returncode == 0, planned.stderr
    for command in (
        ("check", problem),
        ("validate", problem, "plan"),
        ("features", problem, "--after", "plan"),
        ("graph", problem, "-o", "graph.dot"),
    ):
        done = isonova(*command, cwd=folder)
        assert done.returncode == 0, done.stderr


def test_the_message_lists_the_names_tried(folder: Path) -> None:
    (folder / "p05-domain.pddl").unlink()
    (folder / "domain.pddl").unlink()
    (folder / "plan").write_text("; nothing\n")
    problem = "p05-airport2-p1.pddl"
    for command in (
        ("plan", problem),
        ("check", problem),
        ("validate", problem, "plan"),
        ("features", problem),
        ("graph", problem, "-o", "graph.dot"),
    ):
        done = isonova(*command, cwd=folder)
        assert done.returncode == 36
        assert f"no domain file beside {problem}: looked for {', '.join(domain_names(problem))}" in done.stderr


def test_validate_says_which_file_is_missing() -> None:
    done = isonova("validate", *SMALL)
    assert done.returncode == 36
    assert "the problem or the plan is missing" in done.stderr
    assert isonova("validate", SMALL[1]).returncode == 36
    assert isonova("validate", *SMALL, "a", "b").returncode == 36


def test_all_problems_of_the_suites_find_the_domain_that_studies_take(benchmarks: Path) -> None:
    suite = scan(benchmarks)
    assert len(suite.pairs) > 5000
    assert [pair.problem for pair in suite.pairs if find_domain(pair.problem) != pair.domain] == []
    for orphan in suite.orphans:
        with pytest.raises(FileNotFoundError, match="no domain file beside"):
            find_domain(orphan)
