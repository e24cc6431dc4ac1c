"""What the pages show is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

pytestmark = pytest.mark.source


@pytest.mark.parametrize("page", ["reference/api.md", "reference/options.md", "reference/examples.md"])
def test_examples_of_a_page(project: Path, page: str) -> None:
    failed, tried = doctest.testfile(str(project / "docs" / page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0
