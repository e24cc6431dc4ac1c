"""Links between the pages lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.source

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


def test_links_lead_to_files(project: Path) -> None:
    pages = [*project.glob("*.md"), *project.glob("docs/*.md")]
    links = [
        (page, link)
        for page in pages
        for link, _ in LINK.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL))
        if "://" not in link
    ]
    assert len(links) > 20
    assert not [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()]
