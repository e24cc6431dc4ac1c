"""Which domain file belongs to which problem."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.source


@pytest.fixture(scope="module")
def suites() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "suites.py"
    spec = importlib.util.spec_from_file_location("suites", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["suites"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("files", "pairs"),
    [
        (["domain", "p01", "p02"], [("domain", "p01"), ("domain", "p02")]),
        (["domain", "orig-domain", "domain-nosplit", "p01"], [("domain", "p01")]),
        (["p01-domain", "p02-domain", "p01-s2-n1", "p02"], [("p01-domain", "p01-s2-n1"), ("p02-domain", "p02")]),
        (["domain_p01", "domain_p02", "p01", "p02"], [("domain_p01", "p01"), ("domain_p02", "p02")]),
        (["domain-x", "domain", "x", "y"], [("domain-x", "x"), ("domain", "y")]),
        (["domain01", "task01"], [("domain01", "task01")]),
        (["domain_p01", "p02"], []),
    ],
)
def test_layouts(suites: ModuleType, tmp_path: Path, files: list[str], pairs: list[tuple[str, str]]) -> None:
    folder = tmp_path / "outer" / "inner"
    folder.mkdir(parents=True)
    for file in files:
        (folder / f"{file}.pddl").touch()
    (folder / "README.md").touch()
    assert [(pair.domain.stem, pair.problem.stem) for pair in suites.find_tasks(tmp_path)] == pairs


def test_a_problem_without_a_domain_is_an_orphan(suites: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "p01.pddl").touch()
    assert suites.scan(tmp_path).orphans == [tmp_path / "p01.pddl"]
