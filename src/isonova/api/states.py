"""States that users name without a state space: the initial one, one after a plan, one from a file. Nothing is
grounded; the validator's semantics of the PDDL applies the plan and derives what follows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from isonova.api.task import Atom, Task
from isonova.validator import Simulator, Step, parse_plan, read_plan, validate
from isonova.validator.costs import Cost
from isonova.validator.universe import Universe


class StateError(ValueError):
    """A state that cannot be read or does not exist; the message says where, what was found and what was expected."""

    def __init__(self, message: str, name: str = "<state>", line: int = 0, column: int = 0) -> None:
        place = f"{name}:{line}:{column}: " if line else f"{name}: "
        super().__init__(f"{place}error: {message}")


def initial_state(task: Task) -> frozenset[Atom]:
    """The fluent and derived atoms true at first."""
    return _complete(task, Simulator(task._tree), task.init)


def state_after(task: Task, plan: str | os.PathLike[str] | Sequence[str]) -> frozenset[Atom]:
    """The fluent and derived atoms true after a plan: a file, or steps such as ``(drive red depot mill)``. It need not
    reach the goal. Raises :class:`StateError` if a step does not apply."""
    parsed = read_plan(plan) if isinstance(plan, (str, os.PathLike)) else parse_plan("\n".join(plan))
    simulator = Simulator(task._tree)
    state = simulator.initial()
    for step in parsed.steps:
        after = simulator.successor(state, step.action, step.args)
        if after is None:
            name = os.fspath(plan) if isinstance(plan, (str, os.PathLike)) else "<plan>"
            raise StateError(validate(task._tree, parsed).explain(), name)
        state = after
    return _complete(task, simulator, state)


def walk(task: Task, steps: Iterable[Step]) -> Iterator[tuple[Step, Cost, frozenset[Atom]]]:
    """Each step of a valid plan, its cost, and the fluent and derived atoms true after it."""
    simulator = Simulator(task._tree)
    state = simulator.initial()
    for step in steps:
        cost = simulator.cost(state, step.action, step.args)
        after = simulator.successor(state, step.action, step.args)
        assert cost is not None, step
        assert after is not None, step
        state = after
        yield step, cost, _complete(task, simulator, state)


def read_state(task: Task, path: str | os.PathLike[str]) -> frozenset[Atom]:
    """The fluent and derived atoms of a state from a file; :func:`parse_state` says what is in it."""
    name = os.fspath(path)
    try:
        text = Path(path).read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise StateError(f"cannot read the state: {error.strerror}", name) from error
    return parse_state(task, text, name)


def parse_state(task: Task, text: str, name: str = "<state>") -> frozenset[Atom]:
    """The fluent and derived atoms of a state from its text: atoms such as ``(at red depot)``, alone or inside ``(:init
    ...)``, which may itself be part of a problem. What is not named is false, but static atoms hold without being
    named, and derived atoms follow from the others."""
    predicates = {predicate.name: predicate.kind for predicate in task.predicates if not predicate.invented}
    true: set[Atom] = set()
    derived: list[tuple[Atom, _Token]] = []
    check = _Check(task, name)
    for expression in _atoms(_read(text, name), name):
        atom = check.atom(expression)
        if atom is None:
            continue
        kind = predicates[atom[0]]
        if kind == "derived":
            derived.append((atom, expression.at))
        elif kind == "static" and atom not in task.init:
            raise check.error(f"{_show(atom)} is static and false: no action changes '{atom[0]}'", expression.at)
        else:
            true.add(atom)
    static = {atom for atom in task.init if predicates[atom[0]] == "static"}
    state = _complete(task, Simulator(task._tree), true | static)
    for atom, at in derived:
        if atom not in state:
            raise check.error(f"the derived atom {_show(atom)} does not follow from the other atoms", at)
    return state


def _complete(task: Task, simulator: Simulator, true: frozenset[Atom] | set[Atom]) -> frozenset[Atom]:
    static = {predicate.name for predicate in task.predicates if predicate.kind == "static"}
    return simulator.derived(true) | {atom for atom in true if atom[0] not in static}


def _show(atom: Atom) -> str:
    return f"({' '.join(atom)})"


# --- text


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _List:
    at: _Token
    parts: list[_Token | _List]

    @property
    def head(self) -> str:
        first = self.parts[0] if self.parts else None
        return first.text if isinstance(first, _Token) else ""


_TOKEN = re.compile(r"[()]|[^\s();]+")


def _tokens(text: str) -> Iterator[_Token]:
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        for found in _TOKEN.finditer(line.partition(";")[0]):
            yield _Token(found[0].lower(), number, found.start() + 1)


def _read(text: str, name: str) -> list[_List]:
    """The expressions in parentheses, in order."""
    done: list[_List] = []
    stack: list[_List] = []
    for token in _tokens(text):
        if token.text == "(":
            stack.append(_List(token, []))
        elif token.text == ")":
            if not stack:
                raise StateError("')' without '('", name, token.line, token.column)
            closed = stack.pop()
            if stack:
                stack[-1].parts.append(closed)
            else:
                done.append(closed)
        elif stack:
            stack[-1].parts.append(token)
        else:
            message = f"found '{token.text}', expected an atom as (predicate object ...)"
            raise StateError(message, name, token.line, token.column)
    if stack:
        raise StateError("'(' is never closed", name, stack[0].at.line, stack[0].at.column)
    return done


def _atoms(expressions: list[_List], name: str) -> Iterator[_List]:
    for expression in expressions:
        inner = [part for part in expression.parts if isinstance(part, _List)]
        if expression.head == "define":
            sections = [section for section in inner if section.head == ":init"]
            if not sections:
                raise StateError("no (:init ...) in here", name, expression.at.line, expression.at.column)
            yield from _atoms(sections, name)
        elif expression.head == ":init":
            for part in expression.parts[1:]:
                if isinstance(part, _Token):
                    message = f"found '{part.text}', expected an atom as (predicate object ...)"
                    raise StateError(message, name, part.line, part.column)
                yield part
        else:
            yield expression


class _Check:
    def __init__(self, task: Task, name: str) -> None:
        self._name = name
        self._universe = Universe(task._tree)
        self._parameters = {
            predicate.name: [parameter.types for parameter in predicate.parameters]
            for predicate in task._tree.domain.predicates
        }

    def error(self, message: str, at: _Token) -> StateError:
        return StateError(message, self._name, at.line, at.column)

    def atom(self, expression: _List) -> Atom | None:
        """The atom, or None for what may stand in an ``:init`` and is no true atom."""
        if expression.head in ("=", "not"):
            return None
        words: list[_Token] = []
        for part in expression.parts:
            if isinstance(part, _List):
                raise self.error("'(' inside an atom; expected (predicate object ...)", part.at)
            words.append(part)
        if not words:
            raise self.error("'()' is no atom; expected (predicate object ...)", expression.at)
        predicate, args = words[0], words[1:]
        parameters = self._parameters.get(predicate.text)
        if parameters is None:
            raise self._unknown("predicate", predicate, self._parameters)
        if len(args) != len(parameters):
            number = f"{len(parameters)} argument{'s' if len(parameters) != 1 else ''}"
            raise self.error(f"'{predicate.text}' takes {number}, found {len(args)}", predicate)
        for i, (arg, types) in enumerate(zip(args, parameters, strict=True), start=1):
            if arg.text not in self._universe.objects:
                raise self._unknown("object", arg, self._universe.objects)
            if arg.text not in self._universe.of(types):
                declared = " ".join(self._universe.declared_types[arg.text])
                raise self.error(
                    f"'{arg.text}' is of type {declared}, but argument {i} of '{predicate.text}' must be of type "
                    f"{' or '.join(types)}",
                    arg,
                )
        return tuple(word.text for word in words)

    def _unknown(self, what: str, token: _Token, known: Iterable[str]) -> StateError:
        close = get_close_matches(token.text, list(known), n=1)
        return self.error(
            f"there is no {what} '{token.text}'" + (f"; did you mean '{close[0]}'?" if close else ""), token
        )
