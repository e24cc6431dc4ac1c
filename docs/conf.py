"""The site: `make docs` builds it into build/docs. Warnings are errors, broken links among them."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path

from sphinx.application import Sphinx

sys.path.append(str(Path(__file__).parent.parent))
from benchmarks.table import with_notes

project = "Isonova"
author = "The Isonova developers"
copyright = "the Isonova developers"  # noqa: A001
version = release = version_of("isonova")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]
source_suffix = {".md": "myst-nb"}
nb_execution_mode = "force"  # a page that is a notebook runs
nb_execution_raise_on_error = True
nb_execution_timeout = 300
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_use_type_comments = False

html_theme = "furo"
html_title = "Isonova"
html_static_path = ["_static"]
html_css_files = ["isonova.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}


def add_notes(_: Sphinx, __: str, source: list[str]) -> None:
    """A table of measurements that is older than the code it measures says so."""
    source[0] = with_notes(source[0])


def close_gaps(_: Sphinx, __: str, source: list[str]) -> None:
    """A doctest ends with an empty line, which would show as a gap at the end of its block."""
    source[0] = re.sub(r"\n\n```$", "\n```", source[0], flags=re.MULTILINE)


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_notes)
    app.connect("source-read", close_gaps)
