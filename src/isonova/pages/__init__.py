"""The look and the frame that all HTML pages share, and small charts. Imports nothing of the package."""

from collections.abc import Iterable
from html import escape
from pathlib import Path

PAGE_STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
THEME_SCRIPT = 'document.documentElement.classList.toggle("dark", matchMedia("(prefers-color-scheme: dark)").matches);'
"""For the head of a page: dark where the reader's system is."""
READY_SCRIPT = """
document.getElementById("theme").addEventListener("click", () => document.documentElement.classList.toggle("dark"));
document.documentElement.dataset.ready = "true";
"""


def page(title: str, head: str, sections: Iterable[tuple[str, str, str]], *, skip: str, folder: Path) -> str:
    """A page that needs nothing else. Sections are given by id, heading and HTML; the page's own style and script are
    `page.css` and `page.js` in `folder`."""
    listed = list(sections)
    links = "".join(f'<a href="#{name}">{heading}</a>' for name, heading, _ in listed)
    body = "".join(f'<section id="{name}"><h2>{heading}</h2>{inside}</section>\n' for name, heading, inside in listed)
    style, script = ((folder / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>{PAGE_STYLE}{style}</style>
<script>{THEME_SCRIPT}</script>
</head>
<body>
<a class="skip" href="#main">{skip}</a>
<header>
<div class="title"><h1>{escape(title)}</h1>
<button type="button" id="theme" aria-label="Change between dark and light">◐</button></div>
{head}
</header>
<nav aria-label="Sections">{links}</nav>
<main id="main">
{body}</main>
<script>{script}{READY_SCRIPT}</script>
</body>
</html>
"""


def facts(items: Iterable[tuple[str, str]]) -> str:
    inside = "".join(f"<div><dt>{label}</dt><dd>{escape(value)}</dd></div>" for label, value in items)
    return f'<dl class="facts">{inside}</dl>'


def bar(part: float) -> str:
    """A cell of a table with a share of the whole, from 0 to 1."""
    return f'<td class="bar"><i style="width:{100 * part:.1f}%"></i><span>{part:.0%}</span></td>'
