"""The terminal pictures in docs/images show what the commands print, and the pages show the pictures."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.source


@pytest.fixture(scope="module")
def tool(project: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("terminal_pictures", project / "tools" / "terminal_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plan", "check", "stuck"])
def test_a_picture_fits_what_is_printed(tool: ModuleType, name: str) -> None:
    shown = tool.says(tool.path(name).read_text(encoding="utf-8"))
    assert shown == tool.says(tool.picture(name)), "make pictures"


def test_only_times_may_differ(tool: ModuleType) -> None:
    svg = tool.path("plan").read_text(encoding="utf-8")
    _, text = tool.says(svg)
    assert "$ isonova plan $(isonova examples tray_towers)" in text.replace("<r1>", "").replace("<r2>", "")
    assert "plan of 8 steps, cost 8, valid" in text
    assert tool.says(svg.replace("8&#160;steps", "9&#160;steps")) != tool.says(svg)
    assert tool.says(svg.replace("font-weight: bold", "")) != tool.says(svg)
    assert tool.says(re.sub(r"search&#160;\d\.\d+", "search&#160;7.125", svg)) == tool.says(svg)


def test_pages_show_the_commands_and_the_pictures(project: Path, tool: ModuleType) -> None:
    tutorial = (project / "docs" / "tutorial" / "first-plan.md").read_text(encoding="utf-8")
    for name, command in tool.PICTURES.items():
        assert f"$ {command}\n" in tutorial
        assert re.search(rf"!\[[^\]]+\]\(\.\./images/terminal-{name}\.svg\)", tutorial)
    assert set((project / "docs" / "images").glob("terminal-*")) == {tool.path(name) for name in tool.PICTURES}


def test_nothing_from_the_network(project: Path) -> None:
    pictures = list((project / "docs" / "images").glob("terminal-*.svg"))
    assert pictures
    for picture in pictures:
        links = re.findall(r"https?://[^\s\"<]+", picture.read_text(encoding="utf-8"))
        assert set(links) == {"http://www.w3.org/2000/svg"}
