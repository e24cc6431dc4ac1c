"""`isonova examples` and its commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.program import SMALL, isonova
from typer.testing import CliRunner

from isonova.cli import app
from isonova.examples import NAMES, files, generate, options


@pytest.mark.parametrize("arguments", [[], ["list"]])
def test_examples_are_listed(arguments: list[str]) -> None:
    done = isonova("examples", *arguments)
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(NAMES)


@pytest.mark.parametrize("arguments", [["parcels"], ["files", "parcels"]])
def test_an_example_says_where_it_is(arguments: list[str]) -> None:
    assert isonova("examples", *arguments).stdout.split() == list(map(str, files("parcels")))


def test_what_is_shown_is_the_domain_and_its_sizes(tmp_path: Path) -> None:
    shown = isonova("examples", "show", "sokoban").stdout
    assert shown.startswith(files("sokoban")[0].read_text())
    for option in options("sokoban"):
        assert f";   {option.flag}" in shown
    (tmp_path / "domain.pddl").write_text(shown)  # what is added is comment
    assert isonova("check", tmp_path / "domain.pddl", files("sokoban")[1]).returncode == 0


def test_an_example_is_copied_but_never_over_a_file(tmp_path: Path) -> None:
    target = tmp_path / "new" / "folder"
    done = isonova("examples", "copy", "parcels", target)
    assert (done.returncode, done.stderr) == (0, "")
    assert [Path(line).read_text() for line in done.stdout.split()] == [path.read_text() for path in files("parcels")]
    (target / "domain.pddl").unlink()
    again = isonova("examples", "copy", "parcels", target)
    assert again.returncode == 36
    assert "exists already" in again.stderr
    assert not (target / "domain.pddl").exists()


def test_a_copy_goes_to_a_folder_named_like_the_example(tmp_path: Path) -> None:
    assert isonova("examples", "copy", "ferry", cwd=tmp_path).stdout.split() == [
        str(Path("ferry", name)) for name in ("domain.pddl", "problem.pddl")
    ]


def test_a_generated_problem_is_printed() -> None:
    done = isonova("examples", "generate", "blocks", "--blocks", "4", "--seed", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == generate("blocks", blocks=4, seed=2)[1]


def test_generated_problems_share_the_domain_beside_them(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        done = isonova(
            "examples", "generate", "ferry", "--unsolvable", "--seed", seed, "-o", f"f/{seed}.pddl", cwd=tmp_path
        )
        assert done.stdout.split() == [str(Path("f", name)) for name in ("domain.pddl", f"{seed}.pddl")]
    assert (tmp_path / "f" / "2.pddl").read_text() == generate("ferry", unsolvable=True, seed=2)[1]
    assert isonova("plan", tmp_path / "f" / "1.pddl").returncode == 10
    for name, said in (("1.pddl", "exists already"), ("domain.pddl", "is where the domain goes")):
        done = isonova("examples", "generate", "ferry", "-o", f"f/{name}", cwd=tmp_path)
        assert done.returncode == 36
        assert said in done.stderr
    done = isonova("examples", "generate", "blocks", "-o", "f/3.pddl", cwd=tmp_path)
    assert "is another domain; write to another folder" in done.stderr
    assert len(list((tmp_path / "f").iterdir())) == 3


@pytest.mark.parametrize("name", NAMES)
def test_help_of_a_generator_lists_its_sizes(name: str) -> None:
    done = CliRunner().invoke(app, ["examples", "generate", name, "--help"])
    assert done.exit_code == 0
    assert f"isonova examples generate {name}" in done.stdout.split("Examples:")[1]
    for option in options(name):
        assert option.flag in done.stdout
        assert option.is_flag or f"[default: {option.default}]" in " ".join(done.stdout.split())


@pytest.mark.parametrize("command", [[], ["generate"]])
def test_help_has_examples(command: list[str]) -> None:
    done = isonova("examples", *command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "isonova examples" in done.stdout.split("Examples:")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["parcles"], "unknown example 'parcles'; did you mean parcels? Known: banquet"),
        (["lst"], "did you mean list?"),
        (["show", "parcles"], "did you mean parcels?"),
        (["copy", "parcels", SMALL[0]], "cannot write to"),
        (["generate", "blcks"], "unknown example 'blcks'; did you mean blocks?"),
        (["generate", "blocks", "--blocks", "0"], "blocks must be between 2 and 2000, not 0"),
        (["generate", "blocks", "--blocks", "-3", "-o", "x/p.pddl"], "not -3"),
        (["generate", "blocks", "--blocks", "many"], "--blocks"),
        (["generate", "blocks", "--bocks", "3"], "--blocks"),
        (["generate", "blocks", "-o", str(Path(SMALL[0], "p.pddl"))], "cannot write to"),
        (["generate", "tray_towers", "--colours", "9"], "at least two more than colours"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = isonova("examples", *arguments, cwd=tmp_path)
    assert done.returncode == 36
    assert said in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []
