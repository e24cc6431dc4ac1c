"""Planners that configurations can name: Isonova itself, and others by a command template."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from isonova.experiments.errors import ExperimentError
from isonova.experiments.grouping import DATA
from isonova.experiments.reading import Table, read
from isonova.experiments.suggest import known

Setting = str | int | float | bool
STATUSES = ("solved", "unsolvable", "exhausted", "limit_reached", "out_of_time", "out_of_memory", "unsupported")
"""How a run may end when nothing is wrong. Anything else is the status `error`."""

ISONOVA = "isonova"
PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
# fmt: off
ISONOVA_COMMAND = ("{python}", "-m", "isonova", "plan", "{domain}", "{problem}", "--json",
                   "--time-limit", "{time_limit}", "--memory-limit", "{memory_limit}")
# fmt: on
OF_THE_MACHINE = ("package:", "env:")
GIVEN = ("domain", "problem", "time_limit", "memory_limit", "python")


@dataclass(frozen=True, slots=True)
class Planner:
    name: str
    command: tuple[str, ...]
    exit_codes: Mapping[str, tuple[int, ...]]
    version: tuple[str, ...] = ()
    plan: str | None = None
    figures: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Setting] = field(default_factory=dict)
    needs: str = ""
    json: bool = False
    """Reports as `isonova plan --json` does; figures and the plan are taken from there."""

    def tells(self, limit: str) -> bool:
        """Whether the planner is told this limit and may be left a little time to report that it is over."""
        return any(f"{{{limit}}}" in word for word in self.command)

    def placeholders(self) -> set[str]:
        words = (*self.command, *self.version)
        return {name for word in words for name in PLACEHOLDER.findall(word) if not name.startswith(OF_THE_MACHINE)}


@cache
def isonova() -> Planner:
    return Planner(
        ISONOVA,
        ISONOVA_COMMAND,
        {
            "solved": (0,),
            "unsolvable": (10, 11),
            "exhausted": (12,),
            "limit_reached": (12,),
            "out_of_memory": (20, 22),
            "out_of_time": (21, 23),
            "unsupported": (34,),
        },
        json=True,
    )


@cache
def built_in() -> dict[str, Planner]:
    file = read(DATA / "planners.toml", "planners.toml")
    return {ISONOVA: isonova()} | read_planners(file.table("planners"))


def read_planners(table: Table) -> dict[str, Planner]:
    return {name: _read(name, below) for name, below in table.subtables().items()}


def _read(name: str, table: Table) -> Planner:
    if name == ISONOVA:
        raise table.error("", "Isonova is always there and cannot be described again; choose another name")
    command = table.strings("command")
    if not command:
        raise table.error("command", "missing; expected a list of words, the program first")
    codes = table.table("exit_codes")
    exit_codes = {status: _codes(codes, status) for status in STATUSES if codes.has(status)}
    codes.finish()
    figures = {figure: _pattern(below, figure) for below in [table.table("figures")] for figure in below.content}
    planner = Planner(
        name,
        command,
        exit_codes or {"solved": (0,)},
        table.strings("version"),
        table.take("plan", str, "") or None,
        figures,
        table.table("parameters").scalars(),
        table.take("needs", str, ""),
    )
    table.finish()
    return planner


def _codes(table: Table, status: str) -> tuple[int, ...]:
    codes = table.take(status, list)
    for code in codes:
        if not isinstance(code, int) or not 0 <= code <= 255:
            raise table.error(status, f"expected exit codes from 0 to 255, not {code!r}")
    return tuple(codes)


def _pattern(table: Table, figure: str) -> str:
    pattern = table.take(figure, str)
    try:
        groups = re.compile(pattern).groups
    except re.error as error:
        raise table.error(figure, f"not a regular expression: {error}") from None
    if groups != 1:
        raise table.error(figure, f"expected one group in parentheses around the number, not {groups}")
    return pattern


def choose(name: str, planners: Mapping[str, Planner], table: Table) -> Planner:
    if name not in planners:
        raise table.error("planner", f"there is no planner '{name}'; {known(name, planners)}")
    return planners[name]


def fill(word: str, values: Mapping[str, Setting]) -> str:
    """Fills placeholders in, within parameters too; those that only the machine of the run knows stay."""

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name == "python" or name.startswith(OF_THE_MACHINE):
            return match[0]
        if name not in values:
            raise ExperimentError(f"nothing is given for {{{name}}}; {known(name, [*GIVEN, *values])}")
        if name in GIVEN:  # a path may have braces of its own
            return str(values[name])
        return fill(str(values[name]), {key: other for key, other in values.items() if key != name})

    return PLACEHOLDER.sub(value, word)
