"""Formulas compiled to Python functions that join over the true atoms.

A conjunction with open variables becomes nested loops: whatever is fully bound is tested at once, then the literal (or
equality, disjunction, or as a last resort the type of one variable) with the smallest estimate binds the next variables
through an index. `forall` is the absence of a counterexample, so `(forall (?x ?y) (imply (p ?x ?y) ...))` runs over the
rows of p and never over all pairs of objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from isonova.validator.formula import (
    And,
    Equality,
    Exists,
    Formula,
    Literal,
    Or,
    Variable,
    is_variable,
    negate,
)
from isonova.validator.relation import Relation, Row

Test = Callable[..., bool]
Solutions = Callable[..., Iterator[Row]]

_MAX_LOOPS = 12  # CPython nests at most 20 loops in one function
_MAX_COPIES = 32  # of the code behind disjunctions that bind variables
_UNKNOWN_SIZE = 1000  # rows assumed for a derived predicate


class Relations(Protocol):
    def relation(self, predicate: str) -> Relation: ...

    def is_derived(self, predicate: str) -> bool: ...


def local(term: str) -> str:
    """A term as a Python expression."""
    return "v" + term[1:] if is_variable(term) else repr(term)


def row(terms: Iterable[str]) -> str:
    return "(" + "".join(local(term) + ", " for term in terms).rstrip(" ") + ")"


class QueryCompiler:
    def __init__(self, relations: Relations, objects: frozenset[str]) -> None:
        self._relations = relations
        self._objects = objects
        self.names: dict[str, Any] = {}
        self._known: dict[int, str] = {}

    def test(self, formula: Formula, bound: Sequence[Variable]) -> Test:
        """A function of the bound variables: does the formula hold?"""
        builder = _Function(self, None)
        return self.define(builder.finish([variable.name for variable in bound], [formula], {}))

    def solutions(
        self, formula: Formula, bound: Sequence[Variable], wanted: Sequence[Variable], seed: Literal | None = None
    ) -> Solutions:
        """A function of the bound variables that yields values for the wanted ones, each combination at least once.
        With a seed, the function instead takes the rows that this literal, joined to the formula, ranges over."""
        builder = _Function(self, [variable.name for variable in wanted])
        names = [variable.name for variable in bound]
        return self.define(builder.finish(names, [formula], {v.name: v.domain for v in wanted}, seed))

    def call_solutions(self, formula: Formula, variables: Sequence[Variable], wanted: Sequence[Variable]) -> str:
        """A Python expression that iterates over the wanted ones of the variables; the others need only exist."""
        free = sorted(formula.free - {variable.name for variable in variables})
        builder = _Function(self, [variable.name for variable in wanted])
        self.define(builder.finish(free, [formula], {v.name: v.domain for v in variables}))
        return f"{builder.name}({', '.join(map(local, free))})"

    def define(self, source: tuple[str, str]) -> Callable[..., Any]:
        name, text = source
        exec(compile(text, f"<query {name}>", "exec"), self.names)
        function: Callable[..., Any] = self.names[name]
        return function

    def name_of(self, value: object, prefix: str) -> str:
        """A global name for a relation's rows, an index or a set of objects; the value is kept alive by `names`."""
        name = self._known.get(id(value))
        if name is None:
            name = f"{prefix}{len(self.names)}"
            self._known[id(value)] = name
            self.names[name] = value
        return name

    def fresh(self, prefix: str) -> str:
        name = f"{prefix}{len(self.names)}"
        self.names[name] = None
        return name

    def expression(self, formula: Formula) -> str:
        """A Python expression for a formula all of whose free variables are local names."""
        if isinstance(formula, Literal):
            rows = self.name_of(self._relations.relation(formula.predicate).rows, "R")
            return f"{row(formula.args)} {'in' if formula.positive else 'not in'} {rows}"
        if isinstance(formula, Equality):
            return f"{local(formula.left)} {'==' if formula.positive else '!='} {local(formula.right)}"
        if isinstance(formula, And):
            return f"({' and '.join(map(self.expression, _cheap_first(formula.parts))) or 'True'})"
        if isinstance(formula, Or):
            return f"({' or '.join(map(self.expression, _cheap_first(formula.parts))) or 'False'})"
        if isinstance(formula, Exists):
            return self.call_test([formula.body], formula.variables)
        return "not " + self.call_test([negate(formula.body)], formula.variables)

    def call_test(self, goals: Sequence[Formula], variables: Sequence[Variable]) -> str:
        opened = {variable.name: variable.domain for variable in variables}
        free = sorted(frozenset().union(*(goal.free for goal in goals)) - opened.keys())
        builder = _Function(self, None)
        self.define(builder.finish(free, goals, opened))
        return f"{builder.name}({', '.join(map(local, free))})"

    def size(self, literal: Literal) -> int:
        if self._relations.is_derived(literal.predicate):
            return _UNKNOWN_SIZE
        return len(self._relations.relation(literal.predicate).rows) + 1

    def rows(self, literal: Literal, bound_positions: tuple[int, ...]) -> str:
        relation = self._relations.relation(literal.predicate)
        if not bound_positions:
            return self.name_of(relation.rows, "R")
        index = self.name_of(relation.index(bound_positions), "I")
        key = [literal.args[position] for position in bound_positions]
        return f"{index}.get({local(key[0]) if len(key) == 1 else row(key)}, ())"

    def domain(self, domain: frozenset[str]) -> str:
        return self.name_of(domain, "T")

    def is_everything(self, domain: frozenset[str]) -> bool:
        return len(domain) == len(self._objects)


def _rank(formula: Formula) -> int:
    if isinstance(formula, (Literal, Equality)):
        return 0
    return 1 if isinstance(formula, (And, Or)) else 2


def _cheap_first(formulas: Iterable[Formula]) -> list[Formula]:
    return sorted(formulas, key=_rank)


class _Function:
    """Writes one function: a test (`wanted` is None) or a generator of the wanted variables."""

    def __init__(self, compiler: QueryCompiler, wanted: Sequence[str] | None) -> None:
        self._compiler = compiler
        self._wanted = wanted
        self._lines: list[str] = []
        self._copies = 1
        self.name = compiler.fresh("q" if wanted is None else "g")

    def finish(
        self,
        parameters: Sequence[str],
        goals: Sequence[Formula],
        opened: dict[str, frozenset[str]],
        seed: Literal | None = None,
    ) -> tuple[str, str]:
        names = ["rows"] if seed is not None else [local(parameter) for parameter in parameters]
        self._lines = [f"def {self.name}({', '.join(names)}):"]
        if seed is None:
            self._solve(goals, dict(opened), 1, 0)
        else:
            opened = dict(opened)
            flat = _flatten(goals, opened)
            self._loop_rows(seed, "rows", flat, opened, 1, 0)
        self._lines.append("    return False" if self._wanted is None else "    return; yield")
        return self.name, "\n".join(self._lines)

    def _emit(self, indent: int, text: str) -> None:
        self._lines.append("    " * indent + text)

    def _solve(self, goals: Sequence[Formula], opened: dict[str, frozenset[str]], indent: int, loops: int) -> None:
        flat = _flatten(goals, opened)
        ready = [goal for goal in flat if goal.free.isdisjoint(opened)]
        waiting = [goal for goal in flat if not goal.free.isdisjoint(opened)]
        tests = [self._compiler.expression(goal) for goal in _cheap_first(ready)]
        wanted = set() if self._wanted is None else opened.keys() & set(self._wanted)
        parts = _components(waiting, opened.keys())
        if len(parts) > 1 or (self._wanted is not None and not wanted):
            for part in parts:
                inside = frozenset().union(*(goal.free for goal in part)) & opened.keys()
                if inside.isdisjoint(wanted):
                    variables = [Variable(name, opened.pop(name)) for name in sorted(inside)]
                    tests.append(self._compiler.call_test(part, variables))
                    waiting = [goal for goal in waiting if goal not in part]
        if tests:
            self._emit(indent, f"if {' and '.join(tests)}:")
            indent += 1
        if loops >= _MAX_LOOPS and waiting:
            self._continue_elsewhere(waiting, opened, indent)
        elif waiting:
            self._bind(waiting, opened, indent, loops)
        else:
            self._leaf(opened, indent, loops)

    def _leaf(self, opened: dict[str, frozenset[str]], indent: int, loops: int) -> None:
        wanted = self._wanted or ()
        if any(not domain for name, domain in opened.items() if name not in wanted):
            self._emit(indent, "pass")
            return
        for name in wanted:
            if name in opened:
                if loops >= _MAX_LOOPS:
                    self._continue_elsewhere([], opened, indent)
                    return
                self._emit(indent, f"for {local(name)} in {self._compiler.domain(opened.pop(name))}:")
                indent += 1
                loops += 1
        self._emit(indent, "return True" if self._wanted is None else f"yield {row(wanted)}")

    def _continue_elsewhere(self, goals: Sequence[Formula], opened: dict[str, frozenset[str]], indent: int) -> None:
        needed = frozenset(self._wanted or ()).union(*(goal.free for goal in goals))
        bound = sorted(needed - opened.keys())
        rest = _Function(self._compiler, self._wanted)
        self._compiler.define(rest.finish(bound, goals, opened))
        call = f"{rest.name}({', '.join(map(local, bound))})"
        if self._wanted is None:
            self._emit(indent, f"if {call}:")
            self._emit(indent + 1, "return True")
        else:
            self._emit(indent, f"yield from {call}")

    def _bind(self, goals: list[Formula], opened: dict[str, frozenset[str]], indent: int, loops: int) -> None:
        best = min(goals, key=lambda goal: self._estimate(goal, opened.keys()))
        estimate = self._estimate(best, opened.keys())
        relevant = frozenset().union(*(goal.free for goal in goals))
        name = min((n for n in opened if n in relevant), key=lambda n: (len(opened[n]), n))
        if 2 * len(opened[name]) < estimate:
            self._emit(indent, f"for {local(name)} in {self._compiler.domain(opened[name])}:")
            rest = {other: domain for other, domain in opened.items() if other != name}
            self._solve(goals, rest, indent + 1, loops + 1)
            return
        others = [goal for goal in goals if goal is not best]
        if isinstance(best, Or):
            self._copies *= len(best.parts)
            for part in best.parts:
                self._solve([part, *others], dict(opened), indent, loops)
        elif isinstance(best, Equality):
            target, value = (best.left, best.right) if best.left in opened else (best.right, best.left)
            self._emit(indent, f"{local(target)} = {local(value)}")
            domain = opened.pop(target)
            if not self._compiler.is_everything(domain):
                self._emit(indent, f"if {local(target)} in {self._compiler.domain(domain)}:")
                indent += 1
            self._solve(others, opened, indent, loops)
        else:
            assert isinstance(best, Literal)
            bound = tuple(i for i, arg in enumerate(best.args) if arg not in opened)
            self._loop_rows(best, self._compiler.rows(best, bound), others, opened, indent, loops, bound)

    def _loop_rows(
        self,
        literal: Literal,
        rows: str,
        others: Sequence[Formula],
        opened: dict[str, frozenset[str]],
        indent: int,
        loops: int,
        bound: tuple[int, ...] = (),
    ) -> None:
        targets: list[str] = []
        tests: list[str] = []
        for position, arg in enumerate(literal.args):
            if position in bound:
                targets.append("_")
            elif arg in opened:
                targets.append(local(arg))
                domain = opened.pop(arg)
                if not self._compiler.is_everything(domain):
                    tests.append(f"{local(arg)} in {self._compiler.domain(domain)}")
            else:
                targets.append(f"w{position}")
                tests.append(f"w{position} == {local(arg)}")
        self._emit(indent, f"for {''.join(t + ', ' for t in targets) if targets else '_'} in {rows}:")
        indent += 1
        if tests:
            self._emit(indent, f"if {' and '.join(tests)}:")
            indent += 1
        self._solve(others, opened, indent, loops + 1)

    def _estimate(self, goal: Formula, opened: Iterable[str]) -> float:
        """Rows a goal would bring if it bound its open variables now; infinite if it cannot bind them."""
        names = set(opened)
        if isinstance(goal, Literal) and goal.positive:
            free = sum(1 for arg in goal.args if arg in names)
            return float(self._compiler.size(goal) ** (free / len(goal.args))) if free else float("inf")
        if isinstance(goal, Equality) and goal.positive:
            return 0.0 if len({goal.left, goal.right} & names) == 1 and goal.left != goal.right else float("inf")
        if isinstance(goal, Or) and self._copies * len(goal.parts) <= _MAX_COPIES:
            return sum(self._estimate_part(part, names) for part in goal.parts)
        return float("inf")

    def _estimate_part(self, part: Formula, opened: set[str]) -> float:
        inner: dict[str, frozenset[str]] = {}
        flat = _flatten([part], inner)
        return min(
            (self._estimate(goal, opened | inner.keys()) for goal in flat if goal.free & opened), default=float("inf")
        )


def _flatten(goals: Sequence[Formula], opened: dict[str, frozenset[str]]) -> list[Formula]:
    """The conjuncts of the goals; the variables of existential ones are added to the open ones."""
    flat: list[Formula] = []
    todo = list(reversed(goals))
    while todo:
        goal = todo.pop()
        if isinstance(goal, And):
            todo.extend(reversed(goal.parts))
        elif isinstance(goal, Exists):
            opened.update((variable.name, variable.domain) for variable in goal.variables)
            todo.append(goal.body)
        else:
            flat.append(goal)
    return flat


def _components(goals: Sequence[Formula], opened: Iterable[str]) -> list[list[Formula]]:
    """Groups of goals that share no open variable."""
    names = set(opened)
    parts: list[tuple[set[str], list[Formula]]] = []
    for goal in goals:
        shared = set(goal.free & names)
        members = [goal]
        for part in [part for part in parts if not part[0].isdisjoint(shared)]:
            parts.remove(part)
            shared |= part[0]
            members = part[1] + members
        parts.append((shared, members))
    return [members for _, members in parts]
