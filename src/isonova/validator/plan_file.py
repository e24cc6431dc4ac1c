"""Plan files as planners and their users write them: one `(action arg ...)` per line, in any case, with comments,
time stamps (`0:`, `0.000:`), durations (`[1]`) and a cost comment (`; cost = 12 (unit cost)`) all optional."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, Union

from isonova.validator.costs import Exact


class PlanError(ValueError):
    """A plan that cannot be read; the message says where, what was found and what was expected."""

    def __init__(self, message: str, name: str = "<plan>", line: int = 0, column: int = 0) -> None:
        place = f"{name}:{line}:{column}: " if line else f"{name}: "
        super().__init__(f"{place}error: {message}")
        self.message = message
        self.name = name
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Step:
    action: str
    args: tuple[str, ...]
    line: int = 0

    def __str__(self) -> str:
        return f"({' '.join((self.action, *self.args))})"


@dataclass(frozen=True, slots=True)
class Plan:
    steps: tuple[Step, ...]
    cost: Exact | None = None
    """The cost the file claims, if it does."""
    notes: tuple[str, ...] = ()


PlanLike: TypeAlias = Union[Plan, str, "os.PathLike[str]", Iterable[Step | str | Sequence[str]]]

_COST = re.compile(r";\s*cost\s*=\s*(\S+)", re.IGNORECASE)
_NUMBER = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\Z")
_STAMP = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*:")
_ACTION = re.compile(r"\s*\(([^();]*)\)\s*(?:\[[^\]]*\])?")
_NAME = re.compile(r"[^\s()\[\]:;\"']+\Z")


def read_plan(path: str | os.PathLike[str]) -> Plan:
    from pathlib import Path

    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise PlanError(f"cannot read the plan: {error.strerror}", os.fspath(path)) from error
    return parse_plan(data.decode("utf-8-sig", errors="replace"), os.fspath(path))


def parse_plan(text: str, name: str = "<plan>") -> Plan:
    steps: list[Step] = []
    stamps: list[float] = []
    notes: list[str] = []
    cost: Exact | None = None
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        body, semicolon, comment = line.partition(";")
        if claimed := _COST.match(semicolon + comment):
            value = _NUMBER.match(claimed[1])
            if value is None:
                notes.append(f"line {number}: the cost '{claimed[1]}' is not a number")
            else:
                from fractions import Fraction

                cost = Fraction(value[1])
        at = 0
        while body[at:].strip():
            if stamp := _STAMP.match(body, at):
                stamps.append(float(stamp[1]))
                if len(stamps) > 1 and stamps[-1] < stamps[-2]:
                    raise PlanError(
                        f"time {stamp[1]} comes before the time of the step above", name, number, stamp.start(1) + 1
                    )
                if len(stamps) > 1 and stamps[-1] == stamps[-2]:
                    notes.append(f"line {number}: same time as the step before; steps are taken in the order written")
                at = stamp.end()
            action = _ACTION.match(body, at)
            if action is None:
                raise _unreadable(body, at, name, number)
            steps.append(_step(action[1], name, number, action.start(1)))
            at = action.end()
    return Plan(tuple(steps), cost, tuple(notes))


def as_plan(plan: PlanLike) -> Plan:
    """A plan from a parsed plan, the text of one, a path to one, or a sequence of steps."""
    if isinstance(plan, Plan):
        return plan
    if isinstance(plan, str):
        return parse_plan(plan)
    if isinstance(plan, os.PathLike):
        return read_plan(plan)
    steps: list[Step] = []
    for step in plan:
        if isinstance(step, Step):
            steps.append(step)
        elif isinstance(step, str):
            steps.extend(parse_plan(step).steps)
        else:
            if not step:
                raise PlanError("a step without an action name")
            steps.append(Step(step[0].lower(), tuple(arg.lower() for arg in step[1:])))
    return Plan(tuple(steps))


def _step(inside: str, name: str, line: int, at: int) -> Step:
    words = inside.lower().split()
    if not words:
        raise PlanError("expected an action name after '('", name, line, at + 1)
    for word in words:
        if not _NAME.match(word):
            raise PlanError(f"'{word}' is not a name", name, line, at + inside.lower().index(word) + 1)
    return Step(words[0], tuple(words[1:]), line)


def _unreadable(body: str, at: int, name: str, line: int) -> PlanError:
    rest = body[at:]
    column = at + len(rest) - len(rest.lstrip()) + 1
    found = rest.strip()
    if found.startswith("(") and "(" in found[1:].partition(")")[0]:
        return PlanError("a second '(' inside a step; expected one step as (action argument ...)", name, line, column)
    if found.startswith("("):
        return PlanError(f"missing ')' after '{found}'", name, line, column + len(found))
    return PlanError(f"found '{found}', expected a step as (action argument ...)", name, line, column)
