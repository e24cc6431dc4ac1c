"""The look that all HTML pages share. Imports nothing of the package."""

from pathlib import Path

PAGE_STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
THEME_SCRIPT = 'document.documentElement.classList.toggle("dark", matchMedia("(prefers-color-scheme: dark)").matches);'
"""For the head of a page: dark where the reader's system is."""
