"""Small random tasks as PDDL text, with every feature of the language mixed.

`write_task` asks a function `choose` for every decision, so that hypothesis can shrink what it drew (`tasks`) and a
long run by hand can draw from a plain random generator. Choice 0 is always the simplest one. Derived predicates are
stratified by construction: a rule of level n sees lower levels freely and its own level only where no negation is
around it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
Choose = Callable[[int], int]
"""A number from 0 to n - 1."""

# Names that normalisation and the writer would like to use themselves are taken on purpose.
VARIABLES = ("?x", "?y", "?v1", "?p1", "?e1", "?h1", "?w1", "?x-2", "?z", "?u")
STATIC = ("linked", "set-1", "marked", "never")
FLUENT = ("at", "axiom-1", "on", "done")
DERIVED = ("reach", "axiom-2", "safe", "object")
FUNCTIONS = ("price", "toll")


class _Writer:
    def __init__(self, choose: Choose) -> None:
        self.choose = choose
        self.types = ["object"]
        self.objects: list[str] = []
        self.constants: list[str] = []
        self.arity: dict[str, int] = {}
        self.static: list[str] = []
        self.fluent: list[str] = []
        self.derived: list[str] = []  # the place is the level
        self.functions: dict[str, int] = {}

    def pick(self, options: Sequence[T]) -> T:
        return options[self.choose(len(options))]

    def chance(self, one_in: int) -> bool:
        return self.choose(one_in) == one_in - 1

    # --- declarations

    def type_suffix(self) -> str:
        kind = self.choose(6)
        if kind == 0 or len(self.types) == 1:
            return self.pick(["", " - object"])
        if kind == 5:
            return f" - (either {self.pick(self.types)} {self.pick(self.types)})"
        return f" - {self.pick(self.types)}"

    def declare_types(self) -> str:
        lines = []
        for i in range(self.choose(5)):
            name = f"t{i}"
            kind = self.choose(4)
            if kind == 3:
                parents = f" - (either {self.pick(self.types)} {self.pick(self.types)})"
            else:
                parents = f" - {self.pick(self.types)}"
            lines.append(name + parents)
            self.types.append(name)
        return f"  (:types {' '.join(lines)})\n" if lines else ""

    def declare_objects(self) -> tuple[str, str]:
        declared: tuple[list[str], list[str]] = ([], [])
        for i in range(1 + self.choose(4)):
            constant = self.chance(3)
            name = f"{'c' if constant else 'o'}{i}"
            self.objects.append(name)
            if constant:
                self.constants.append(name)
            declared[constant].append(name + (self.type_suffix() or " - object"))
        constants = f"  (:constants {' '.join(declared[1])})\n" if declared[1] else ""
        return constants, f"  (:objects {' '.join(declared[0])})\n"

    def parameters(self, count: int, taken: Sequence[str] = ()) -> tuple[str, list[str]]:
        """A typed list of so many variables; now and then one of them hides a variable that is `taken`."""
        free = [name for name in VARIABLES if name not in taken or self.chance(8)]
        names = free[:count]
        parts = [name + (self.type_suffix() or " - object") for name in names]
        if parts and self.chance(4):
            parts[-1] = names[-1]
        return " ".join(parts), names

    def declare_predicates(self) -> str:
        self.static = list(STATIC[: self.choose(4)])
        self.fluent = list(FLUENT[: 1 + self.choose(4)])
        self.derived = list(DERIVED[: self.choose(4)])
        text = ""
        for name in (*self.static, *self.fluent, *self.derived):
            self.arity[name] = self.pick([1, 0, 2, 1, 2])
            text += f" ({' '.join([name, *self.parameters(self.arity[name])[:1]])})"
        return f"  (:predicates{text})\n"

    def declare_functions(self) -> str:
        for name in FUNCTIONS[: self.choose(3)]:
            self.functions[name] = self.choose(3)
        text = "".join(f" ({' '.join([name, *self.parameters(n)[:1]])}) - number" for name, n in self.functions.items())
        return f"  (:functions (total-cost) - number{text})\n"

    # --- conditions

    def terms(self, count: int, scope: Sequence[str]) -> list[str]:
        options = [*scope, *self.constants]
        return [self.pick(options) for _ in range(count)]

    def atom(self, predicates: Sequence[str], scope: Sequence[str]) -> str | None:
        usable = [name for name in predicates if self.arity[name] == 0 or scope or self.constants]
        if not usable:
            return None
        name = self.pick(usable)
        return f"({' '.join([name, *self.terms(self.arity[name], scope)])})"

    def condition(self, depth: int, scope: Sequence[str], level: int, positive: bool = True) -> str:
        kind = self.choose(13 if depth > 0 else 6)
        if kind < 4:
            visible = [*self.fluent, *self.static, *self.derived[:level]]
            negated = kind == 3
            if level < len(self.derived) and positive != negated:
                visible.append(self.derived[level])
            atom = self.atom(visible, scope)
            if atom is None:
                return "(and)"
            return f"(not {atom})" if negated else atom
        if kind < 6:
            if not scope and not self.constants:
                return self.pick(["(and)", "(or)"])
            equality = f"(= {' '.join(self.terms(2, scope))})"
            return equality if kind == 4 else f"(not {equality})"
        if kind == 6:
            return f"(not {self.condition(depth - 1, scope, level, not positive)})"
        if kind == 7:
            premise = self.condition(depth - 1, scope, level, not positive)
            return f"(imply {premise} {self.condition(depth - 1, scope, level, positive)})"
        if kind < 11:
            parts = [self.condition(depth - 1, scope, level, positive) for _ in range(self.choose(4))]
            return f"({'or' if kind == 10 else 'and'}{''.join(f' {part}' for part in parts)})"
        text, names = self.parameters(1 + self.choose(2), scope)
        inner = self.condition(depth - 1, [*dict.fromkeys([*scope, *names])], level, positive)
        return f"({'exists' if kind == 11 else 'forall'} ({text}) {inner})"

    # --- effects

    def effect(self, depth: int, scope: Sequence[str]) -> str:
        kind = self.choose(8 if depth > 0 else 4)
        if kind < 4:
            atom = self.atom(self.fluent, scope)
            if atom is None:
                return "(and)"
            return f"(not {atom})" if kind > 1 else atom
        if kind == 4:
            return f"(and{''.join(' ' + self.effect(depth - 1, scope) for _ in range(self.choose(4)))})"
        if kind < 7:
            return f"(when {self.condition(2, scope, len(self.derived))} {self.effect(depth - 1, scope)})"
        text, names = self.parameters(1 + self.choose(2), scope)
        return f"(forall ({text}) {self.effect(depth - 1, [*dict.fromkeys([*scope, *names])])})"

    def increases(self, scope: Sequence[str]) -> str:
        text = ""
        for _ in range(self.choose(3)):
            name = self.pick(["", *self.functions])
            if name == "":
                text += f" (increase (total-cost) {self.choose(4)})"
            elif self.functions[name] == 0 or scope or self.constants:
                text += f" (increase (total-cost) ({' '.join([name, *self.terms(self.functions[name], scope)])}))"
        return text

    # --- the two files

    def domain(self) -> str:
        text = self.declare_predicates() + self.declare_functions()
        for level, name in enumerate(self.derived):
            for _ in range(1 + self.choose(2)):
                parameters, scope = self.parameters(self.arity[name])
                text += f"  (:derived ({name} {parameters})\n    {self.condition(3, scope, level)})\n"
        for i in range(1 + self.choose(3)):
            parameters, scope = self.parameters(self.choose(4))
            text += f"  (:action act{i}\n    :parameters ({parameters})\n"
            if not self.chance(6):
                text += f"    :precondition {self.condition(3, scope, len(self.derived))}\n"
            effects = "".join(f" {self.effect(3, scope)}" for _ in range(1 + self.choose(3)))
            text += f"    :effect (and{effects}{self.increases(scope)}))\n"
        return text

    def problem(self) -> str:
        facts = []
        for name in (*self.static, *self.fluent):
            rows = [self.objects_of(self.arity[name]) for _ in range(self.choose(5))]
            facts += [f"({' '.join([name, *row])})" for row in rows]
        values = {}
        for name, arity in self.functions.items():
            for _ in range(self.choose(4)):
                values[name, tuple(self.objects_of(arity))] = self.choose(4)
        facts += [f"(= ({' '.join((name, *args))}) {value})" for (name, args), value in values.items()]
        text = f"  (:init{''.join(f' {fact}' for fact in facts)})\n"
        self.constants = self.objects  # the goal may speak of all of them
        text += f"  (:goal {self.condition(3, [], len(self.derived))})\n"
        return text + self.pick(["", "  (:metric minimize (total-cost))\n"])

    def objects_of(self, count: int) -> list[str]:
        return [self.pick(self.objects) for _ in range(count)]


def write_task(choose: Choose) -> tuple[str, str]:
    """Domain and problem text."""
    writer = _Writer(choose)
    types = writer.declare_types()
    constants, objects = writer.declare_objects()
    domain = f"(define (domain d)\n{types}{constants}{writer.domain()})\n"
    return domain, f"(define (problem p)\n  (:domain d)\n{objects}{writer.problem()})\n"


@st.composite
def _tasks(draw: st.DrawFn) -> tuple[str, str]:
    return write_task(lambda count: draw(_numbers(count)))


def _numbers(count: int) -> st.SearchStrategy[int]:
    if count not in _STRATEGIES:
        _STRATEGIES[count] = st.integers(0, count - 1)
    return _STRATEGIES[count]


_STRATEGIES: dict[int, st.SearchStrategy[int]] = {}


def tasks() -> st.SearchStrategy[tuple[str, str]]:
    """(domain text, problem text); the parser takes every one of them without an error."""
    return _tasks()
