"""`isonova features` and `isonova graph`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from isonova.examples import files

DOMAIN, PROBLEM = files("parcels")


def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from isonova.cli import main; main()", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True)


def features(*args: str | Path) -> dict[str, Any]:
    done = run("features", DOMAIN, PROBLEM, *args, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def plans(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "first.plan", tmp_path / "second.plan"]
    for path, slot in zip(paths, ("red-1", "red-2"), strict=True):
        path.write_text(f"(load lamp {slot} red depot)\n")
    return paths


def test_json_of_one_state() -> None:
    report = features("--wl-statics", "drop")
    assert list(report) == [
        *("domain", "problem", "wl_iterations", "profile", "wl_statics", "wl_types", "wl_constants", "wl_counts"),
        *("states", "comparison"),
    ]
    assert report["comparison"] is None
    (state,) = report["states"]
    assert state["source"] == "initial state"
    assert state["features_per_iteration"] == [3, 8, 14]
    assert {"iteration", "colour", "kind", "name", "count", "nodes"} == set(state["colours"][0])


def test_text_of_one_state() -> None:
    done = run("features", DOMAIN, PROBLEM, "--wl-statics", "drop", "--wl-iterations", "1")
    assert done.returncode == 0
    assert "graph of 16 objects, 12 atoms, 24 edges; 11 features = 3 + 8 (iterations 0 to 1)" in done.stdout
    assert "iteration 1: 8 colours" in done.stdout
    assert "mill, church" in done.stdout


def test_colours_in_words(plans: list[Path]) -> None:
    state = features("--wl-statics", "drop")["states"][0]
    mill = next(row for row in state["colours"] if row["iteration"] == 1 and "mill" in row["nodes"])
    start = mill["colour"][:8]
    done = run("features", DOMAIN, PROBLEM, "--wl-statics", "drop", "--describe", start)
    words = "object with [open goal at(_, it), true at(_, it)]"
    assert done.stdout == f"{start}, iteration 1, seen {mill['count']} times: {words}\n"
    report = features("--wl-statics", "drop", "--describe", start)
    assert [row["words"] for row in report["states"][0]["colours"] if "words" in row] == [words]
    done = run(
        "features", DOMAIN, PROBLEM, "--initial", "--after", plans[0], "--wl-statics", "drop", "--describe", start
    )
    assert f"seen {mill['count']} times in initial state, {mill['count']} times after {plans[0]}: " in done.stdout
    done = run("features", DOMAIN, PROBLEM, "--describe", "nothing")
    assert (done.returncode, done.stdout) == (36, "")
    assert "no colour of this state starts with 'nothing'" in done.stderr


def test_the_graph_of_a_profile() -> None:
    assert features("--profile", "author")["states"][0]["atom_nodes"] < features()["states"][0]["atom_nodes"]


def test_two_states_compared(plans: list[Path]) -> None:
    first, second = plans
    same = run("features", DOMAIN, PROBLEM, "--after", first, "--after", second)
    assert "symmetric as far as WL can tell: all features up to iteration 2 are equal" in same.stdout
    other = run("features", DOMAIN, PROBLEM, "--initial", "--after", first)
    assert "not symmetric: features differ from iteration 0 on" in other.stdout
    assert "- (at lamp depot)" in other.stdout
    assert "+ (in lamp red-1)" in other.stdout
    report = features("--initial", "--after", first)
    assert [state["source"] for state in report["states"]] == ["initial state", f"after {first}"]
    assert report["comparison"]["first_difference"] == 0
    assert features("--after", first, "--after", first)["comparison"]["symmetric"] is True


def test_a_state_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "some.state"
    file.write_text("(at red mill)\n")
    assert features("--state", file)["states"][0]["atoms"] == 1
    file.write_text("(at red moon)\n")
    done = run("features", DOMAIN, PROBLEM, "--state", file)
    assert (done.returncode, done.stdout) == (31, "")
    assert done.stderr == f"{file}:1:9: error: there is no object 'moon'\n"


def test_wrong_usage(plans: list[Path], tmp_path: Path) -> None:
    cases: list[tuple[list[str | Path], str]] = [
        (["features", "--wl-types", "maybe"], "unknown treatment of types 'maybe'"),
        (["features", "--wl-counts", "no"], "unknown treatment of counts 'no'"),
        (["features", "--after", "nowhere.plan"], "there is no file nowhere.plan"),
        (["features", "--initial", "--after", plans[0], "--after", plans[1]], "two states at most can be compared"),
        (["graph", "-o", tmp_path / "x.gif"], "known endings: .svg .png .pdf .html .dot"),
        (["graph", "-o", tmp_path / "no" / "x.svg"], "its folder does not exist"),
        (["graph", "-o", tmp_path / "x.dot", "--after", plans[0], "--after", plans[1]], "one state at a time"),
    ]
    for args, message in cases:
        done = run(args[0], DOMAIN, PROBLEM, *args[1:])
        assert (done.returncode, done.stdout) == (36, "")
        assert message in done.stderr


def test_graph(plans: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "ilg.dot"
    done = run("graph", DOMAIN, PROBLEM, "-o", target, "--after", plans[0], "--iteration", "0")
    assert done.returncode == 0
    assert done.stderr.startswith(f"{target}: ")
    assert "(in lamp red-1)" in target.read_text()


def test_a_picture_that_could_not_be_read_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    done = run("graph", DOMAIN, PROBLEM, "-o", tmp_path / "ilg.png", "--max-nodes", "10")
    assert done.returncode == 36
    assert "nodes, more than the 10 a picture may have; leave nodes out with --wl-statics drop, or write a .dot" in (
        done.stderr
    )
    assert not (tmp_path / "ilg.png").exists()
    done = run("graph", DOMAIN, PROBLEM, "-o", tmp_path / "ilg.png", "--wl-statics", "drop")
    assert done.returncode == 0
    assert (tmp_path / "ilg.png").exists()


def test_without_matplotlib_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from isonova.cli import main; main()"
    command = [sys.executable, "-c", code, "graph", str(DOMAIN), str(PROBLEM), "-o", str(tmp_path / "ilg.svg")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 36
    assert "pip install 'isonova[graph]'" in done.stderr
