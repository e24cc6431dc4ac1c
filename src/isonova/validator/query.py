"""Formulas interpreted over the true atoms.

A formula without open variables is looked up. To bind open variables, a `Query` is planned once: an order of steps,
each of which ranges over the rows of a literal, over the objects of a type, or over the parts of a disjunction. What is
fully bound is tested at once. Then the goal with the smallest estimate binds the next variables, a literal through an
index.

`forall` is the absence of a counterexample, so `(forall (?x ?y) (imply (p ?x ?y) ...))` runs over the rows of p and
never over all pairs of objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from isonova.validator.formula import And, Equality, Exists, Forall, Formula, Literal, Or, Variable, negate, rank
from isonova.validator.relation import Relation, Row

Binding: TypeAlias = dict[str, str]
"""Values of the variables bound so far. A query extends it in place and takes back what it added."""

Open: TypeAlias = dict[str, frozenset[str]]
"""The variables to be bound, each with its objects."""

_MAX_COPIES = 32  # of the steps behind disjunctions that bind variables
_UNKNOWN_SIZE = 1000  # rows assumed for a derived predicate


def instance(terms: Sequence[str], binding: Mapping[str, str]) -> Row:
    """The objects that the terms stand for."""
    return tuple([binding.get(term, term) for term in terms])


class Relations(Protocol):
    def relation(self, predicate: str) -> Relation: ...

    def is_derived(self, predicate: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Step:
    """`tests` are fully bound here; `ways` bind more variables. Without ways, the binding is a solution."""

    tests: tuple[Formula, ...]
    ways: tuple[_OverRows | _OverObjects | _Same | _Step, ...] = ()


@dataclass(frozen=True, slots=True)
class _OverRows:
    """Ranges over the rows of a literal that agree with the bound arguments."""

    relation: Relation
    args: tuple[str, ...]
    bound: tuple[int, ...]
    new: tuple[tuple[int, str, frozenset[str] | None], ...]
    """Position, variable and its objects; None stands for all objects."""
    repeated: tuple[tuple[int, int], ...]
    """Positions that must hold the same object as an earlier one."""
    then: _Step


@dataclass(frozen=True, slots=True)
class _OverObjects:
    variable: str
    objects: frozenset[str]
    then: _Step


@dataclass(frozen=True, slots=True)
class _Same:
    """Binds a variable to the value of a term."""

    variable: str
    term: str
    objects: frozenset[str]
    then: _Step


@dataclass(frozen=True, slots=True)
class Query:
    """What makes a formula true, as rows of values of the `wanted` variables."""

    wanted: tuple[str, ...]
    start: _Step


class Interpreter:
    def __init__(self, relations: Relations, objects: frozenset[str]) -> None:
        self._relations = relations
        self._objects = objects
        self._tests: dict[Exists | Forall, Query] = {}  # what must (exists) or must not (forall) have a solution

    def holds(self, formula: Formula, binding: Binding) -> bool:
        """Whether a formula holds whose free variables are all bound."""
        if isinstance(formula, Literal):
            rows = self._relations.relation(formula.predicate).rows
            return (instance(formula.args, binding) in rows) == formula.positive
        if isinstance(formula, And):
            return all(self.holds(part, binding) for part in formula.parts)
        if isinstance(formula, Or):
            return any(self.holds(part, binding) for part in formula.parts)
        if isinstance(formula, Equality):
            left, right = (binding.get(term, term) for term in (formula.left, formula.right))
            return (left == right) == formula.positive
        query = self._tests.get(formula)
        if query is None:
            body = formula.body if isinstance(formula, Exists) else negate(formula.body)
            query = self._tests[formula] = Query((), _Planner(self, None).plan([body], dict(formula.variables)))
        found = any(True for _ in self._run(query.start, binding))
        return found == isinstance(formula, Exists)

    def query(self, formula: Formula, variables: Sequence[Variable], wanted: Sequence[Variable]) -> Query:
        """Asks for values of the wanted ones of the variables; the others need only exist."""
        names = tuple(variable.name for variable in wanted)
        return Query(names, _Planner(self, names).plan([formula], dict(variables)))

    def seeded_query(self, seed: Literal, formula: Formula, wanted: Sequence[Variable]) -> Query:
        """As `query`, but the first step ranges over rows of the seed, joined to the formula, that `solutions` is
        given."""
        names = tuple(variable.name for variable in wanted)
        return Query(names, _Planner(self, names).plan_seeded(seed, formula, dict(wanted)))

    def solutions(
        self, query: Query, binding: Mapping[str, str] | None = None, seed: Iterable[Row] | None = None
    ) -> Iterator[Row]:
        """The values of the wanted variables, each combination at least once."""
        current = dict(binding or {})
        steps = self._run(query.start, current) if seed is None else self._over_seed(query.start, seed, current)
        for _ in steps:
            yield tuple([current[name] for name in query.wanted])

    # --- steps

    def _run(self, step: _Step, binding: Binding) -> Iterator[None]:
        """Yields once for every way to bind the variables; the binding holds it until the next one is asked for."""
        for test in step.tests:
            if not self.holds(test, binding):
                return
        if not step.ways:
            yield
        for way in step.ways:
            if isinstance(way, _OverRows):
                yield from self._over_rows(way, self._matching(way, binding), binding)
            elif isinstance(way, _OverObjects):
                for value in way.objects:
                    binding[way.variable] = value
                    yield from self._run(way.then, binding)
            elif isinstance(way, _Same):
                value = binding.get(way.term, way.term)
                if value in way.objects:
                    binding[way.variable] = value
                    yield from self._run(way.then, binding)
            else:
                yield from self._run(way, binding)

    @staticmethod
    def _matching(way: _OverRows, binding: Binding) -> Iterable[Row]:
        if not way.bound:
            return way.relation.rows
        key = instance([way.args[position] for position in way.bound], binding)
        return way.relation.index(way.bound).get(key[0] if len(key) == 1 else key, ())

    def _over_seed(self, step: _Step, seed: Iterable[Row], binding: Binding) -> Iterator[None]:
        (way,) = step.ways
        assert isinstance(way, _OverRows)
        fixed = [(position, way.args[position]) for position in way.bound]
        rows = [row for row in seed if all(row[position] == arg for position, arg in fixed)]
        return self._over_rows(way, rows, binding)

    def _over_rows(self, way: _OverRows, rows: Iterable[Row], binding: Binding) -> Iterator[None]:
        for row in rows:
            if any(row[a] != row[b] for a, b in way.repeated):
                continue
            for position, name, objects in way.new:
                value = row[position]
                if objects is not None and value not in objects:
                    break
                binding[name] = value
            else:
                yield from self._run(way.then, binding)

    # --- what planning asks

    def size(self, literal: Literal) -> int:
        if self._relations.is_derived(literal.predicate):
            return _UNKNOWN_SIZE
        return len(self._relations.relation(literal.predicate).rows) + 1

    def relation(self, literal: Literal) -> Relation:
        return self._relations.relation(literal.predicate)

    def is_everything(self, objects: frozenset[str]) -> bool:
        return len(objects) == len(self._objects)


class _Planner:
    """Orders the goals of one query. `wanted` is None if it is only asked whether there is a solution."""

    def __init__(self, interpreter: Interpreter, wanted: Sequence[str] | None) -> None:
        self._interpreter = interpreter
        self._wanted = wanted
        self._copies = 1

    def plan(self, goals: Sequence[Formula], opened: Open) -> _Step:
        opened = dict(opened)
        flat = _flatten(goals, opened)
        tests = [goal for goal in flat if goal.free.isdisjoint(opened)]
        waiting = [goal for goal in flat if not goal.free.isdisjoint(opened)]
        wanted = opened.keys() & set(self._wanted or ())
        parts = _components(waiting, opened.keys())
        if len(parts) > 1 or (self._wanted is not None and not wanted):
            for part in parts:
                inside = frozenset().union(*(goal.free for goal in part)) & opened.keys()
                if inside.isdisjoint(wanted):  # it need only exist, whatever the others are
                    variables = tuple(Variable(name, opened.pop(name)) for name in sorted(inside))
                    tests.append(Exists(variables, And(tuple(part))))
                    waiting = [goal for goal in waiting if goal not in part]
        tests.sort(key=rank)
        if waiting:
            return _Step(tuple(tests), self._bind(waiting, opened))
        if any(not objects for name, objects in opened.items() if name not in wanted):
            return _Step((*tests, Or(())))  # a quantifier over no objects
        last = _Step(())
        for name in reversed(self._wanted or ()):
            if name in opened:
                last = _Step((), (_OverObjects(name, opened[name], last),))
        return _Step(tuple(tests), last.ways)

    def plan_seeded(self, seed: Literal, formula: Formula, opened: Open) -> _Step:
        opened = dict(opened)
        return _Step((), (self._over_rows(seed, _flatten([formula], opened), opened),))

    def _bind(self, goals: list[Formula], opened: Open) -> tuple[_OverRows | _OverObjects | _Same | _Step, ...]:
        best = min(goals, key=lambda goal: self._estimate(goal, opened.keys()))
        relevant = frozenset().union(*(goal.free for goal in goals))
        name = min((n for n in opened if n in relevant), key=lambda n: (len(opened[n]), n))
        if 2 * len(opened[name]) < self._estimate(best, opened.keys()):
            rest = {other: objects for other, objects in opened.items() if other != name}
            return (_OverObjects(name, opened[name], self.plan(goals, rest)),)
        others = [goal for goal in goals if goal is not best]
        if isinstance(best, Or):
            self._copies *= len(best.parts)
            return tuple(self.plan([part, *others], opened) for part in best.parts)
        if isinstance(best, Equality):
            target, term = (best.left, best.right) if best.left in opened else (best.right, best.left)
            rest = {other: objects for other, objects in opened.items() if other != target}
            return (_Same(target, term, opened[target], self.plan(others, rest)),)
        assert isinstance(best, Literal)
        return (self._over_rows(best, others, opened),)

    def _over_rows(self, literal: Literal, others: Sequence[Formula], opened: Open) -> _OverRows:
        new: dict[str, tuple[int, str, frozenset[str] | None]] = {}
        repeated = []
        bound = []
        for position, arg in enumerate(literal.args):
            if arg in new:
                repeated.append((new[arg][0], position))
            elif arg in opened:
                objects = opened[arg]
                new[arg] = (position, arg, None if self._interpreter.is_everything(objects) else objects)
            else:
                bound.append(position)
        rest = {name: objects for name, objects in opened.items() if name not in new}
        return _OverRows(
            self._interpreter.relation(literal),
            literal.args,
            tuple(bound),
            tuple(new.values()),
            tuple(repeated),
            self.plan(others, rest),
        )

    def _estimate(self, goal: Formula, opened: Iterable[str]) -> float:
        """Rows a goal would bring if it bound its open variables now; infinite if it cannot bind them."""
        names = set(opened)
        if isinstance(goal, Literal) and goal.positive:
            free = sum(1 for arg in goal.args if arg in names)
            return float(self._interpreter.size(goal) ** (free / len(goal.args))) if free else float("inf")
        if isinstance(goal, Equality) and goal.positive:
            return 0.0 if len({goal.left, goal.right} & names) == 1 and goal.left != goal.right else float("inf")
        if isinstance(goal, Or) and self._copies * len(goal.parts) <= _MAX_COPIES:
            return sum(self._estimate_part(part, names) for part in goal.parts)
        return float("inf")

    def _estimate_part(self, part: Formula, opened: set[str]) -> float:
        inner: Open = {}
        flat = _flatten([part], inner)
        return min(
            (self._estimate(goal, opened | inner.keys()) for goal in flat if goal.free & opened), default=float("inf")
        )


def _flatten(goals: Sequence[Formula], opened: Open) -> list[Formula]:
    """The conjuncts of the goals; the variables of existential ones are added to the open ones."""
    flat: list[Formula] = []
    todo = list(reversed(goals))
    while todo:
        goal = todo.pop()
        if isinstance(goal, And):
            todo.extend(reversed(goal.parts))
        elif isinstance(goal, Exists):
            opened.update(goal.variables)
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
