"""What the README shows is run."""

import doctest
from pathlib import Path

import pytest

pytestmark = pytest.mark.source


def test_examples_of_the_readme_run(project: Path) -> None:
    result = doctest.testfile(str(project / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0
