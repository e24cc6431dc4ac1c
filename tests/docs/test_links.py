"""Links between the pages lead somewhere, and the map names what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.source

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


def test_links_lead_to_files(project: Path) -> None:
    pages = [*project.glob("*.md"), *project.glob("docs/**/*.md")]
    links = [
        (page, link)
        for page in pages
        for link, _ in LINK.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL))
        if "://" not in link
    ]
    assert len(links) > 20
    assert not [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()]


def test_the_map_is_of_this_tree(project: Path) -> None:
    [page] = project.glob("docs/**/map.md")
    named = set(re.findall(r"`([a-z]+(?:/[\w.]+)*)`", page.read_text(encoding="utf-8")))
    paths = {name for name in named if "/" in name}
    assert not sorted(path for path in paths if not (project / path).exists())
    folders = [*project.glob("cpp/isonova/*/CMakeLists.txt"), *project.glob("src/isonova/*/__init__.py")]
    assert {str(file.parent.relative_to(project)) for file in folders} <= paths


def test_anchors_lead_to_headings(project: Path) -> None:
    """As GitHub makes them, so that links work there and on the site."""
    wrong = []
    for page in [*project.glob("*.md"), *project.glob("docs/**/*.md")]:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for link, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", text):
            headings = re.findall(r"^#+ (.*)$", (page.parent / link if link else page).read_text(), re.MULTILINE)
            if anchor not in {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}:
                wrong.append(f"{page.name}: {link}#{anchor}")
    assert not wrong
