"""The committed stub is what the compiled extension gives; `make stubs` renews it."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.source


def test_the_stub_has_not_drifted(project: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "--module", "isonova._core"]
    command += ["--pattern-file", str(project / "cpp" / "bindings" / "stub_patterns.txt"), "--output-file", str(fresh)]
    subprocess.run(command, check=True, cwd=tmp_path)
    committed = project / "src" / "isonova" / "_core.pyi"
    assert fresh.read_text(encoding="utf-8") == committed.read_text(encoding="utf-8"), "run `make stubs`"
