"""`isonova plan` as a person meets it: configurations by name, dry runs, progress, logs, what goes to which stream."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from cli.large import switches
from cli.program import PROGRAM, SMALL, TASKS, isonova

from isonova import _core
from isonova.api.configurations import ALIASES
from isonova.api.searches import portfolio
from isonova.cli.log import logging_to
from isonova.cli.progress import progress_line
from isonova.examples import files


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("switches")
    paths = folder / "domain.pddl", folder / "problem.pddl"
    for path, text in zip(paths, switches(60), strict=True):
        path.write_text(text)
    return paths


def dry(*options: str) -> dict[str, Any]:
    done = isonova("plan", *SMALL, "--dry-run", *options)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# --- configurations


def test_help_shows_the_twelve_configurations_and_what_to_pick() -> None:
    shown = isonova("plan", "--help").stdout
    assert len(ALIASES) == 12
    for name in ALIASES:
        assert name in shown.split()
    assert "The default planner" in shown


@pytest.mark.parametrize("name", ["paper-gc-none", "paper-add-wl", "paper-ff-at+wl"])
def test_an_alias_is_what_it_stands_for(name: str) -> None:
    found = json.loads(isonova("plan", *SMALL, "--alias", name, "--json").stdout)
    options = ALIASES[name]
    plain = [f"--{key}={value}" for key, value in options.items()]
    expected = json.loads(isonova("plan", *SMALL, *plain, "--json").stdout)
    for key in ("heuristic", "novelty", "novelty_settings", "plan", "expansions", "initial_key"):
        assert found[key] == expected[key]
    assert (found["heuristic"], found["novelty"]) == (options["heuristic"], options["novelty"])


def test_options_change_an_alias() -> None:
    found = dry("--alias", "paper-ff-at+wl", "--heuristic", "gc", "--wl-iterations", "5", "--time-limit", "7")
    assert (found["heuristic"], found["novelty"], found["profile"]) == ("gc", "at+wl", "paper")
    assert (found["novelty_settings"]["wl_iterations"], found["time_limit"]) == (5, 7)
    # also where the option is what would be the default
    assert dry("--alias", "paper-gc-at", "--heuristic", "ff")["heuristic"] == "ff"


def test_unknown_aliases_get_suggestions() -> None:
    done = isonova("plan", *SMALL, "--alias", "paper-f-wl")
    assert done.returncode == 36
    assert "unknown alias 'paper-f-wl'; did you mean paper-ff-wl" in done.stderr


def test_a_dry_run_does_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "plan"
    found = dry("--plan-file", str(target), "--log-file", str(tmp_path / "log"))
    assert list(tmp_path.iterdir()) == []
    assert (found["domain"], found["problem"]) == SMALL
    assert (found["heuristic"], found["engine"], found["novelty"], found["novelty_settings"]) == (
        None,
        "auto",
        "none",
        None,
    )
    assert found["search"] == str(portfolio("isonova"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--heuristic", "fff"], "did you mean ff?"),
        (["--novelty", "wx"], "unknown"),
        (["--time-limit", "0"], "time_limit must be above 0"),
        (["--wl-statics", "kep", "--novelty", "wl"], "keep"),
    ],
)
def test_a_dry_run_finds_mistakes(options: list[str], said: str) -> None:
    done = isonova("plan", *SMALL, "--dry-run", *options)
    assert (done.returncode, done.stdout) == (36, "")
    assert said in done.stderr


def test_a_dry_run_names_the_domain_it_found() -> None:
    done = isonova("plan", SMALL[1], "--dry-run")
    assert json.loads(done.stdout)["domain"] == SMALL[0]


def test_limits_with_units() -> None:
    found = dry("--time-limit", "5m", "--memory-limit", "4G")
    assert (found["time_limit"], found["memory_limit"]) == (300, 4096)


@pytest.mark.parametrize("more", [[], ["--quiet"], ["--json"], ["--dry-run"]])
def test_options_without_effect_are_told(more: list[str]) -> None:
    done = isonova("plan", *SMALL, "--novelty", "at", "--wl-iterations", "3", *more)
    assert done.returncode == 0
    assert done.stderr.splitlines()[0] == "warning: --wl-iterations has no effect: novelty is at, not wl"
    assert "warning" not in isonova("plan", *SMALL, "--alias", "paper-ff-none", *more).stderr


def test_a_default_that_the_planner_does_not_follow_is_told() -> None:
    """Its searches count other costs than `normal`, which is the default of a single queue."""
    done = isonova("plan", *SMALL, "--cost-type", "normal", "--tie-break", "fifo", "--dry-run")
    assert done.stderr == (
        "warning: --cost-type has no effect: the search isonova has its own; it goes with a heuristic\n"
    )
    assert isonova("plan", *SMALL, "--heuristic", "ff", "--cost-type", "normal", "--dry-run").stderr == ""


# --- what goes where


def test_streams() -> None:
    done = isonova("plan", *SMALL)
    assert all(line.startswith(("(", "; cost")) for line in done.stdout.splitlines())
    assert all(line.startswith("; ") for line in done.stderr.splitlines())
    assert isonova("plan", *SMALL, "--quiet").stdout == done.stdout
    as_json = isonova("plan", *SMALL, "--json", "--quiet")
    assert json.loads(as_json.stdout)["plan"] == done.stdout.splitlines()[:-1]
    assert as_json.stderr == ""


@pytest.mark.parametrize("options", [[], ["--quiet"], ["--json"]])
def test_errors_go_to_stderr(options: list[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.pddl"
    bad.write_text("(define (problem p)")
    done = isonova("plan", SMALL[0], bad, *options)
    assert (done.returncode, done.stdout) == (31, "")
    assert "bad.pddl" in done.stderr


def test_summary_when_time_is_out(endless: tuple[Path, Path]) -> None:
    done = isonova("plan", *endless, "--heuristic", "gc", "--novelty", "at", "--time-limit", "0.6")
    assert (done.returncode, done.stdout) == (23, "")
    assert "; out of time" in done.stderr
    assert re.search(r"; lowest h \d+, from 60, found \d+\.\d s into the search", done.stderr)
    assert re.search(r"\d+% of states new", done.stderr)
    assert "peak memory" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_summary_after_ctrl_c(endless: tuple[Path, Path], tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [*PROGRAM, "plan", *map(str, endless), "--heuristic", "gc", "--log-file", str(log)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(600):
        if log.exists() and "expanded" in log.read_text():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "; interrupted" in err
    assert "peak memory" in err
    assert "interrupted" in log.read_text()


# --- the line that moves, and the log


def test_progress_line() -> None:
    class Progress:
        expansions, seconds = 12_000, 2.0
        best_h, best_h_seconds, scored_states, new_states = 7, 1.25, 400, 100

    stands: Any = Progress()
    line = progress_line(stands, 3.4, 300.0, 4096.0)
    memory = r"\d+/4096 MB"
    assert re.fullmatch(
        rf"best h 7 \(at 1\.2 s\), 12,000 expanded \(6,000/s\), 25% new, {memory}, 3/300 s",
        line,
    )
    stands.scored_states = 0
    assert re.search(r"/s\), \d+ MB, 3 s$", progress_line(stands, 3.4, None, None))
    assert set(dir(_core.Progress)) >= {name for name in dir(Progress) if not name.startswith("_")}


def test_log_file(tmp_path: Path) -> None:
    target = tmp_path / "run.log"
    target.write_text("from another run")
    done = isonova("plan", *SMALL, "--quiet", "--log-file", target)
    assert (done.returncode, done.stderr) == (0, "")
    lines = target.read_text().splitlines()
    assert all(re.match(r" *\d+\.\d{3}  ", line) for line in lines)
    assert '"search": "landmarks: lazy(' in lines[0]
    assert "best h" in lines[1]
    assert any("plan of 9 steps, cost 9, valid" in line for line in lines)


def test_log_file_of_a_run_with_an_error(tmp_path: Path) -> None:
    bad, target = tmp_path / "bad.pddl", tmp_path / "log"
    bad.write_text("(define (problem p)")
    assert isonova("plan", SMALL[0], bad, "--log-file", target).returncode == 31
    assert "bad.pddl" in target.read_text()


def test_log_file_that_cannot_be_written() -> None:
    done = isonova("plan", *SMALL, "--log-file", TASKS)
    assert (done.returncode, done.stdout) == (36, "")
    assert "it is a folder" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk to write to")
def test_a_log_on_a_full_disk_does_not_end_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to("/dev/full") as log:
        log.write("one")
        log.write("two")
    assert capsys.readouterr().err == "warning: the log ends here: No space left on device\n"


# --- warnings about the PDDL

WRONG_TYPES = """(define (domain ferry)
  (:types thing place)
  (:predicates (at ?t - thing ?p - place))
  (:action move :parameters (?t - thing ?from ?to - place)
    :precondition (at ?from ?t) :effect (at ?t ?to)))"""
ONE_MOVE = "(define (problem p) (:domain ferry) (:objects t - thing a b - place) (:init (at t a)) (:goal (at t b)))"


@pytest.fixture
def wrong_types(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    for path, text in zip(paths, (WRONG_TYPES, ONE_MOVE), strict=True):
        path.write_text(text)
    return paths


def test_an_unsolvable_task_names_the_warnings_that_may_be_why(wrong_types: tuple[Path, Path]) -> None:
    done = isonova("plan", *wrong_types)
    assert done.returncode == 10
    assert done.stdout == ""
    place = f"{wrong_types[0]}:5:23: warning: the variable '?from' is of type 'place' where 'at' was declared"
    before, _, after = done.stderr.partition("; proved unsolvable")
    assert place in before  # shown before the search
    assert "this may be why:" in after
    assert place in after


def test_warnings_are_part_of_the_json_and_of_the_log(wrong_types: tuple[Path, Path], tmp_path: Path) -> None:
    log = tmp_path / "log"
    done = isonova("plan", *wrong_types, "--json", "--log-file", log)
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert len(found["warnings"]) == 2
    assert found["possible_causes"][:2] == found["warnings"]
    assert "where 'at' was declared with 'thing'" in log.read_text()


def test_a_solved_task_shows_its_warnings_but_no_causes(wrong_types: tuple[Path, Path]) -> None:
    domain = wrong_types[0]
    domain.write_text(WRONG_TYPES.replace("(at ?from ?t)", "(not (at ?from ?t))"))
    done = isonova("plan", *wrong_types)
    assert done.returncode == 0
    assert "warning: the variable '?from'" in done.stderr
    assert "may be why" not in done.stderr
    assert isonova("plan", *wrong_types, "--quiet").stderr == ""


def test_at_most_ten_warnings_are_shown(wrong_types: tuple[Path, Path]) -> None:
    domain = wrong_types[0]
    many = " ".join("(at ?from ?t)" for _ in range(9))
    domain.write_text(WRONG_TYPES.replace("(at ?from ?t)", f"(and {many})"))
    shown = isonova("plan", *wrong_types).stderr
    assert shown.count(": warning: the variable") == 10 + 10  # before the search, and as possible causes
    assert "there are more warnings: isonova check shows them all" in shown
    assert "and 8 more" in shown


@pytest.mark.slow
def test_shortening(tmp_path: Path) -> None:
    """On by default, off for the paper's configurations, and either way by a switch."""
    parcels = tuple(map(str, files("parcels")))
    assert dry()["shorten"]
    assert not dry("--no-shorten")["shorten"]
    for option in (("--heuristic", "ff"), ("--novelty", "at"), ("--alias", "paper-ff-none"), ("--profile", "paper")):
        assert not dry(*option)["shorten"]
        assert dry(*option, "--shorten")["shorten"]
    target = tmp_path / "plan"
    done = isonova("plan", *parcels, "--heuristic", "ff", "--shorten", "--plan-file", target)
    assert done.stderr.startswith("; plan of 28 steps, cost 132, valid; shortened from 32 steps, cost 153\n")
    assert done.stdout == target.read_text()
    assert done.stdout.endswith("; cost = 132 (general cost)\n")
    assert isonova("validate", *parcels, target).returncode == 0
    for flag, lengths in {"--shorten": [28, 32, 153], "--no-shorten": [32, None, None]}.items():
        report = json.loads(isonova("plan", *parcels, "--heuristic", "ff", flag, "--json").stdout)
        assert [report[key] for key in ("length", "found_length", "found_cost")] == lengths
