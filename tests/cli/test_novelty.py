"""`isonova plan` with novelty: options, profiles, what the JSON and the log say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cli.program import isonova
from typer.testing import CliRunner, Result

from isonova.cli import app
from isonova.examples import files

PARCELS = [str(path) for path in files("parcels")]


def run(*options: str) -> Result:
    return CliRunner().invoke(app, ["plan", *PARCELS, "--heuristic", "gc", *options])


def report(*options: str) -> dict[str, Any]:
    done = run("--json", *options)
    assert done.exit_code in (0, 12), done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("novelty", ["at", "wl", "at+wl", "wl+at"])
@pytest.mark.parametrize("kind", ["qb", "pn"])
def test_a_plan_is_found(novelty: str, kind: str) -> None:
    found = report("--novelty", novelty, "--novelty-kind", kind)
    assert found["status"] == "solved"
    assert (found["novelty"], found["novelty_kind"]) == (novelty, kind)


def test_nothing_is_said_of_novelty_without_it() -> None:
    found = report()
    assert found["novelty_settings"] is None
    assert found["novelty_telemetry"] is None
    assert found["initial_key"] == found["initial_h"]
    assert "features" not in run().stderr


def test_the_initial_key_counts_the_features() -> None:
    at, wl, both = (
        -report("--novelty", name, "--max-expansions", "0")["initial_key"] for name in ("at", "wl", "at+wl")
    )
    assert at == 7
    assert both == at + wl


def test_telemetry_adds_up() -> None:
    found = report("--novelty", "at+wl")
    telemetry = found["novelty_telemetry"]
    rows = {(row["map"], row["iteration"]): row["features"] for row in telemetry["features"]}
    assert list(rows) == [("at", None), ("wl", 0), ("wl", 1), ("wl", 2)]
    assert sum(rows.values()) == telemetry["distinct_features"] == telemetry["table_entries"]
    assert telemetry["states"] == found["evaluations"]
    assert 0 < telemetry["new_states"] < telemetry["states"]
    assert all(0 <= share <= 1 for share in telemetry["new_share"])
    every, shares = telemetry["new_share_every"], telemetry["new_share"]
    assert (len(shares) - 1) * every < telemetry["states"] <= len(shares) * every
    assert telemetry["bytes_per_feature"] > 4
    assert set(telemetry["seconds"]) == {"heuristic", "features", "novelty"}
    assert f"{telemetry['distinct_features']} features (at" in run("--novelty", "at+wl").stderr


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ([], {}),
        (["--wl-iterations", "0"], {"wl_iterations": 0}),
        (["--wl-iterations", "6"], {"wl_iterations": 6}),
        (["--wl-statics", "drop"], {"wl_statics": "drop"}),
        (["--wl-types", "keep"], {"wl_types": "keep"}),
        (["--wl-constants", "same"], {"wl_constants": "same"}),
        (["--wl-counts", "off"], {"wl_counts": "off"}),
        (["--at-statics", "keep"], {"at_statics": "keep"}),
        (["--wl-objects", "fluent", "--engine", "grounded"], {"wl_objects": "fluent"}),
        (["--wl-exact"], {"wl_exact": True}),
        (["--profile", "paper"], {"wl_constants": "same", "at_statics": "keep"}),
        (["--profile", "author", "--engine", "lifted"], {"wl_constants": "same", "wl_statics": "drop"}),
        (
            ["--profile", "author", "--engine", "grounded", "--wl-statics", "keep"],
            {"wl_constants": "same", "wl_objects": "fluent"},
        ),
    ],
)
def test_options_and_profiles(options: list[str], changed: dict[str, Any]) -> None:
    default = {
        "wl_iterations": 2,
        "wl_statics": "keep",
        "wl_types": "drop",
        "wl_constants": "distinct",
        "wl_counts": "on",
        "wl_objects": "all",
        "wl_exact": False,
        "at_statics": "drop",
    }
    found = report("--novelty", "at+wl", "--max-evaluations", "500", *options)
    assert found["novelty_settings"] == {**default, **changed}


def test_exact_and_hashed_colours_search_alike() -> None:
    hashed, exact = report("--novelty", "wl"), report("--novelty", "wl", "--wl-exact")
    for key in ("plan", "expansions", "evaluations", "initial_key"):
        assert hashed[key] == exact[key]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--novelty", "at+vl"], "unknown novelty 'vl'; did you mean wl or dl? Known: at, wl"),
        (["--novelty", "wl+wl"], "the novelty 'wl+wl' names a feature map twice"),
        (["--novelty", "wl", "--novelty-kind", "bfws"], "unknown kind of novelty 'bfws'"),
        (["--novelty", "wl", "--wl-statics", "kept"], "unknown treatment of static atoms 'kept'; did you mean keep?"),
        (["--novelty", "wl", "--wl-iterations", "33"], "the number of WL iterations must not be above 32, but is 33"),
        (["--novelty", "wl", "--profile", "papers"], "unknown profile 'papers'; did you mean paper?"),
        (
            ["--novelty", "wl", "--wl-objects", "fluent", "--engine", "lifted"],
            "WL over objects of fluent atoms alone needs the engine 'grounded'",
        ),
        (
            ["--novelty", "wl", "--wl-objects", "fluent", "--engine", "auto"],  # which may turn out to be lifted
            "WL over objects of fluent atoms alone needs the engine 'grounded'",
        ),
    ],
)
def test_wrong_usage(options: list[str], message: str) -> None:
    done = isonova("plan", *PARCELS, "--heuristic", "gc", *options)
    assert done.returncode == 36
    assert message in done.stderr
    assert done.stdout == ""
