"""docs/reference/options.md is what the options say of themselves."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

pytestmark = pytest.mark.source


def test_the_page_is_up_to_date(project: Path) -> None:
    spec = importlib.util.spec_from_file_location("write_options_page", project / "tools" / "write_options_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (project / "docs" / "reference" / "options.md").read_text() == module.page(), "make options-page"
