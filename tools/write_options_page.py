"""Writes docs/reference/options.md from the dataclasses of options and the core's names: `make options-page`."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from isonova.api.configurations import alias_table
from isonova.api.keywords import Option, flat, options_of
from isonova.api.names import ProfileName, described
from isonova.api.novelty_options import NoveltyOptions
from isonova.api.options import Limits, PlanOptions

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "options.md"
NAMED = ("heuristic", "engine", "novelty", "novelty_kind", "cost_type", "tie_break", "profile")

OPENING = """# Options

<!-- Written by `make options-page` from src/isonova/api/options.py and novelty_options.py; do not edit. -->

An option has the same name everywhere: `--wl-iterations 3` on the command line, `wl_iterations=3` as a keyword of
`isonova.plan`, `wl_iterations = 3` in the file of an experiment. In Python, related options are also dataclasses:
`PlanOptions`, with `NoveltyOptions`, `WLOptions` and `Limits` inside. An option that cannot have an effect beside the
others is reported in a warning.

```python
>>> import isonova
>>> from isonova.examples import files
>>> novelty = isonova.NoveltyOptions("at+wl", wl=isonova.WLOptions(iterations=1))
>>> isonova.plan(*files("parcels"), novelty=novelty, limits=isonova.Limits(time_limit="5m", memory_limit="4G")).solved
True
>>> isonova.plan(*files("parcels"), novelty="at+wl", wl_iterations=1, time_limit="5m", memory_limit="4G").solved
True

```
"""


def _row(option: Option) -> str:
    names = ", ".join(f"`{name}`" for name in option.choices)
    values = names or ("a switch" if option.kind is bool else option.metavar)
    default = "by profile" if option.keyword.startswith(("wl_", "at_")) and option.default is None else option.default
    shown = "" if default in (None, False) else default if default == "by profile" else f"`{default}`"
    flags = f"`{option.flag}`" if option.no_flag is None else f"`{option.flag}`, `{option.no_flag}`"
    return f"| {flags} | {values} | {shown} | {option.about} |"


def _table(kind: type, but: tuple[type, ...] = ()) -> list[str]:
    left_out = {option.keyword for inner in but for option in options_of(inner)}
    rows = [_row(option) for option in options_of(kind) if option.keyword not in left_out]
    return ["| option | values | default | what it does |", "|---|---|---|---|", *rows, ""]


def _profiles() -> list[str]:
    profiles: tuple[ProfileName, ...] = get_args(ProfileName)
    columns = [f"`{profile}`" for profile in profiles]
    lines = [f"| option | {' | '.join(columns)} |", "|---|" + "---|" * len(columns)]
    found = [
        [flat(NoveltyOptions("at+wl", profile=profile).settings(grounded=grounded)) for grounded in (True, False)]
        for profile in profiles
    ]
    for keyword in found[0][0]:
        cells = []
        for grounded, lifted in found:
            same = grounded[keyword] == lifted[keyword]
            cells.append(str(grounded[keyword]) if same else f"{grounded[keyword]}; lifted: {lifted[keyword]}")
        lines.append(f"| `--{keyword.replace('_', '-')}` | {' | '.join(cells)} |")
    return [*lines, ""]


def page() -> str:
    lines = [OPENING, "## Search", "", *_table(PlanOptions, (NoveltyOptions, Limits))]
    lines += ["## Novelty and features", "", *_table(NoveltyOptions)]
    lines += ["## Limits", "", *_table(Limits)]
    lines += ["## What the names stand for", "", "| option | name | meaning |", "|---|---|---|"]
    lines += [f"| `{keyword}` | `{name}` | {about} |" for keyword in NAMED for name, about in described(keyword)]
    lines += ["", "## What the profiles come to", "", *_profiles()]
    lines += [
        "## The paper's twelve configurations",
        "",
        "By `--alias`, or `isonova.configuration(name)` in Python:",
        "",
    ]
    lines += [alias_table("    "), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page())
