"""A headless Chromium for tests of pages; tests skip without one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
T = TypeVar("T")
READY = "html[data-ready=true]"


@contextmanager
def chromium() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright (make study-smoke)")
    program = next(filter(None, [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]), None)
    if program is None:
        pytest.skip("no Chromium: install one, or name it in CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Any, file: Path, width: int = 1400, height: int = 900, scheme: str = "light") -> Iterator[Any]:
    """A page, ready; fails on what its console complained of."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, offline=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector(READY, state="attached", timeout=120_000)
    yield page
    assert complaints == []
    context.close()


def eventually(page: Any, read: Callable[[], T], holds: Callable[[T], bool], seconds: float = 30) -> T:
    """What `read` gives once it is as it should be: pages answer a key or a click when they get to it."""
    for _ in range(round(seconds * 20)):
        if holds(found := read()):
            return found
        page.wait_for_timeout(50)
    raise AssertionError(f"after {seconds} s it is still {read()}")
