"""The cells of docs/explanation/method-in-pictures.md, run in order. Jupyter runs them for the site."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.source, pytest.mark.slow]


def run(cell: str, names: dict[str, Any]) -> Any:
    """Runs a cell; its last line, if that is an expression, is what a notebook shows."""
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def test_the_cells(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("networkx")
    text = (project / "docs" / "explanation" / "method-in-pictures.md").read_text(encoding="utf-8")
    cells = re.findall(r"^```\{code-cell\} python\n(?::tags:[^\n]*\n)?(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(cells) == text.count("{code-cell}") > 10
    names: dict[str, Any] = {}
    shown = [run(cell, names) for cell in cells]
    pages = [each._repr_html_() for each in shown if hasattr(each, "_repr_html_")]
    assert sum("data:image/svg" in page for page in pages) == 3
    assert sum("wl-rounds" in page for page in pages) == 1
    assert "equal WL features: True" in capsys.readouterr().out
    # What the prose says of the numbers.
    (_, _, *start), (_, _, *first), (_, _, *second) = names["rows"]
    assert all(key < 0 for key in (*start, *first))
    assert second[0] == first[0]
    assert second[1] >= 0
    assert all(wl < 500 for wl, _ in names["counts"]["wl"])
    assert not any(solved for kind in ("none", "at") for _, solved in names["counts"][kind][-3:])
