"""Initial novelty of the author's public code, inside a lifted planner, reproduced by the profile `author`."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

import isonova
from isonova.cli import app


def test_every_initial_value(benchmarks: Path, oracles: Path) -> None:
    entries = [json.loads(line) for line in (oracles / "author-novelty.jsonl").read_text().splitlines()]
    assert len(entries) > 100
    wrong = []
    for entry in entries:
        task = isonova.load(benchmarks / entry["domain"], benchmarks / entry["task"])
        for features in ("wl", "at"):
            found = isonova.plan(
                task, engine="lifted", heuristic="gc", novelty=features, profile="author", max_expansions=0
            )
            if found.initial_key != entry[f"author_qb{features}_initial"]:
                wrong.append((entry["task"], features, found.initial_key, entry[f"author_qb{features}_initial"]))
    assert wrong == []


def test_on_the_command_line(benchmarks: Path, oracles: Path) -> None:
    entry = json.loads((oracles / "author-novelty.jsonl").read_text().splitlines()[0])
    files = [str(benchmarks / entry["domain"]), str(benchmarks / entry["task"])]
    words = ["--engine", "lifted", "--heuristic", "gc", "--novelty", "wl", "--profile", "author"]
    done = CliRunner().invoke(app, ["plan", *files, *words, "--max-expansions", "0", "--json"])
    assert json.loads(done.stdout)["initial_key"] == entry["author_qbwl_initial"]
