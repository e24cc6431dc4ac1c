import importlib.util
from pathlib import Path

import pytest

pytestmark = pytest.mark.source
GIB = 1 << 30


@pytest.mark.parametrize(
    ("cores", "free_gib", "expected"),
    [(2, 23, 2), (64, 6, 4), (64, 0.2, 1), (8, 7.4, 4), (1, float("inf"), 1), (16, float("inf"), 16)],
)
def test_one_compiler_per_core_and_gigabyte_and_a_half(
    project: Path, cores: int, free_gib: float, expected: int
) -> None:
    spec = importlib.util.spec_from_file_location("jobs", project / "tools" / "jobs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.jobs(cores, free_gib * GIB) == expected
