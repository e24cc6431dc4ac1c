"""The queries against the definition of PDDL's semantics, written out as slowly and plainly as possible."""

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from isonova._core import ConditionSyntax, EffectSyntax, Source, SyntaxTree, TypedNameSyntax, parse
from isonova.validator import Atom, Simulator, State, reachable
from isonova.validator.costs import as_cost

TASKS = sorted(folder.name for folder in (Path(__file__).parents[1] / "tasks").iterdir() if folder.is_dir())


class Reference:
    def __init__(self, tree: SyntaxTree) -> None:
        self.tree = tree
        self.actions = {action.name: action for action in tree.domain.actions}
        self.values = {(name, *args): value for name, args, value in tree.problem.init_functions()}
        self.types: dict[str, set[str]] = {}
        for entry in [*tree.domain.constants, *tree.problem.objects]:
            self.types.setdefault(entry.name, set()).update(entry.types)
        changed = True
        while changed:
            changed = False
            for kinds in self.types.values():
                for entry in tree.domain.types:
                    if entry.name in kinds and not kinds.issuperset(entry.types):
                        kinds.update(entry.types)
                        changed = True

    def domain(self, parameter: TypedNameSyntax) -> list[str]:
        if not parameter.types or "object" in parameter.types:
            return sorted(self.types)
        return sorted(name for name, kinds in self.types.items() if kinds & set(parameter.types))

    def scopes(self, parameters: Sequence[TypedNameSyntax], scope: Mapping[str, str]) -> Iterator[dict[str, str]]:
        for values in product(*map(self.domain, parameters)):
            yield {**scope, **dict(zip((p.name for p in parameters), values, strict=True))}

    def holds(self, c: ConditionSyntax, scope: Mapping[str, str], state: State) -> bool:
        args = [scope.get(arg, arg) for arg in c.args]
        if c.kind == "atom":
            return (c.predicate, *args) in state
        if c.kind == "=":
            return args[0] == args[1]
        if c.kind == "not":
            return not self.holds(c.children[0], scope, state)
        if c.kind == "and":
            return all(self.holds(child, scope, state) for child in c.children)
        if c.kind == "or":
            return any(self.holds(child, scope, state) for child in c.children)
        if c.kind == "imply":
            return not self.holds(c.children[0], scope, state) or self.holds(c.children[1], scope, state)
        assert c.kind in ("exists", "forall")
        results = (self.holds(c.children[0], inner, state) for inner in self.scopes(c.parameters, scope))
        return any(results) if c.kind == "exists" else all(results)

    def levels(self) -> dict[str, int]:
        """Strata by Ullman's method: not below what is used, above what is used negatively."""
        level = {rule.name: 0 for rule in self.tree.domain.derived}
        for _ in range(len(level) + 1):
            for rule in self.tree.domain.derived:
                for predicate, positive in signs(rule.body, True):
                    if predicate in level:
                        level[rule.name] = max(level[rule.name], level[predicate] + (not positive))
        assert max(level.values(), default=0) <= len(level), "negative cycle"
        return level

    def with_derived(self, state: State) -> State:
        full = set(state)
        level = self.levels()
        for stratum in sorted(set(level.values())):
            rules = [rule for rule in self.tree.domain.derived if level[rule.name] == stratum]
            size = -1
            while size != len(full):
                size = len(full)
                now = frozenset(full)
                for rule in rules:
                    for scope in self.scopes(rule.parameters, {}):
                        if self.holds(rule.body, scope, now):
                            full.add((rule.name, *(scope[p.name] for p in rule.parameters)))
        return frozenset(full)

    def successor(self, full: State, name: str, args: Sequence[str]) -> tuple[State, float] | None:
        """The atoms after the action (of a state with its derived atoms) without derived ones, and the cost."""
        action = self.actions[name]
        scope = dict(zip((p.name for p in action.parameters), args, strict=True))
        if not self.holds(action.precondition, scope, full):
            return None
        added: set[Atom] = set()
        deleted: set[Atom] = set()
        costs: list[int | Fraction | None] = []
        self.effects(action.effect, scope, full, added, deleted, costs)
        derived = {rule.name for rule in self.tree.domain.derived}
        after = frozenset(atom for atom in (full - deleted) | added if atom[0] not in derived)
        if not self.tree.problem.minimises_cost:
            return after, 1
        known = [cost for cost in costs if cost is not None]
        return (after, as_cost(sum(known, Fraction()))) if len(known) == len(costs) else None

    def effects(
        self,
        e: EffectSyntax,
        scope: Mapping[str, str],
        full: State,
        added: set[Atom],
        deleted: set[Atom],
        costs: list[int | Fraction | None],
    ) -> None:
        args = tuple(scope.get(arg, arg) for arg in e.args)
        if e.kind == "add":
            added.add((e.predicate, *args))
        elif e.kind == "delete":
            deleted.add((e.predicate, *args))
        elif e.kind == "increase":
            costs.append(self.values.get((e.function, *args)) if e.function else e.amount)
        elif e.kind != "when" or self.holds(e.condition, scope, full):
            for inner in self.scopes(e.parameters, scope):
                for child in e.children:
                    self.effects(child, inner, full, added, deleted, costs)


def signs(c: ConditionSyntax, positive: bool) -> Iterator[tuple[str, bool]]:
    if c.kind == "atom":
        yield c.predicate, positive
    for i, child in enumerate(c.children):
        yield from signs(child, positive != (c.kind == "not" or (c.kind == "imply" and i == 0)))


@pytest.mark.parametrize("name", TASKS)
def test_all_steps_of_small_tasks(name: str) -> None:
    folder = Path(__file__).parents[1] / "tasks" / name
    tree = parse(Source.from_file(folder / "domain.pddl"), Source.from_file(folder / "problem.pddl"))
    reference = Reference(tree)
    simulator = Simulator(tree)
    generator = random.Random(name)
    states = sorted(reachable(tree, 5000), key=sorted)
    for state in generator.sample(states, min(25, len(states))):
        full = reference.with_derived(state)
        assert simulator.derived(state) == full - state
        assert simulator.is_goal(state) == reference.holds(tree.problem.goal, {}, full)
        applicable = set(simulator.applicable(state))
        instances = set(applicable)
        for action in tree.domain.actions:
            domains = [reference.domain(parameter) for parameter in action.parameters]
            if prod(map(len, domains)) <= 200:
                instances.update((action.name, args) for args in product(*domains))
            else:
                instances.update((action.name, tuple(map(generator.choice, domains))) for _ in range(200))
        for action_name, args in sorted(instances):
            expected = reference.successor(full, action_name, args)
            assert ((action_name, args) in applicable) == (expected is not None), (action_name, args)
            found = simulator.successor(state, action_name, args)
            cost = simulator.cost(state, action_name, args)
            assert (found, cost) == (expected or (None, None)), (action_name, args)


OBJECTS = {"a1": "a", "a2": "a", "b1": "b", "b2": "b", "c1": "c"}  # c is a kind of a
TYPES = ["object", "a", "b", "c", "(either b c)", "empty"]
BASE = {"z": 0, "p": 1, "q": 2, "r": 2, "s": 3}
DERIVED = {"d": 1, "e": 2}


@st.composite
def conditions(
    draw: st.DrawFn, depth: int, scope: tuple[str, ...], positive: bool = True, derived: str = "both"
) -> str:
    """PDDL text. `derived`: where derived predicates may occur: nowhere, only positively, or anywhere ("both")."""
    kind = draw(
        st.sampled_from(["atom", "atom", "="] + ["and", "or", "not", "imply", "exists", "forall"] * (depth > 0))
    )
    terms = st.sampled_from([*scope, *scope, *OBJECTS] if scope else list(OBJECTS))
    if kind == "=":
        return f"(= {draw(terms)} {draw(terms)})"
    if kind == "atom":
        allowed = derived == "both" or (derived == "positive" and positive)
        name, arity = draw(st.sampled_from(sorted((BASE | DERIVED if allowed else BASE).items())))
        return f"({' '.join([name, *(draw(terms) for _ in range(arity))])})"
    if kind in ("exists", "forall"):
        names = draw(st.lists(st.sampled_from(["?x", "?y", "?w"]), min_size=1, max_size=2, unique=True))
        parameters = " ".join(f"{name} - {draw(st.sampled_from(TYPES))}" for name in names)
        body = draw(conditions(depth - 1, tuple({*scope, *names}), positive, derived))
        return f"({kind} ({parameters}) {body})"
    if kind == "not":
        return f"(not {draw(conditions(depth - 1, scope, not positive, derived))})"
    if kind == "imply":
        premise = draw(conditions(depth - 1, scope, not positive, derived))
        return f"(imply {premise} {draw(conditions(depth - 1, scope, positive, derived))})"
    parts = draw(st.lists(conditions(depth - 1, scope, positive, derived), max_size=3))
    return f"({' '.join([kind, *parts])})"


@st.composite
def random_tasks(draw: st.DrawFn) -> str:
    """A domain and a problem, split by a line of dashes: base facts, two recursive derived predicates, one action."""
    xy = ("?x", "?y")
    rules = "\n".join(
        f"(:derived ({' '.join([name, *xy[:arity]])}) {draw(conditions(3, xy[:arity], True, 'positive'))})"
        for name, arity in DERIVED.items()
        for _ in range(draw(st.integers(1, 2)))
    )
    effects = " ".join(
        f"(forall (?w - {draw(st.sampled_from(TYPES))}) (when {draw(conditions(2, ('?x', '?w')))} {effect}))"
        for effect in draw(st.lists(st.sampled_from(["(p ?w)", "(not (p ?w))", "(q ?x ?w)", "(not (q ?w ?x))", "(z)"])))
    )
    names = ["?x", "?y", "?z"]
    predicates = " ".join(f"({' '.join([name, *names[:arity]])})" for name, arity in (BASE | DERIVED).items())
    atoms = [(name, *args) for name, arity in BASE.items() for args in product(OBJECTS, repeat=arity)]
    init = draw(st.lists(st.sampled_from(atoms), max_size=25))
    return f"""(define (domain random)
      (:requirements :adl :derived-predicates) (:types a b empty - object c - a)
      (:predicates {predicates})
      {rules}
      (:action act :parameters (?x - a) :precondition {draw(conditions(3, ("?x",)))} :effect (and {effects})))
    ----
    (define (problem random-1) (:domain random)
      (:objects {" ".join(f"{name} - {kind}" for name, kind in OBJECTS.items())})
      (:init {" ".join(f"({' '.join(atom)})" for atom in init)})
      (:goal {draw(conditions(4, ()))}))"""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(random_tasks())
def test_random_tasks(text: str) -> None:
    domain, problem = text.split("----")
    tree = parse(Source.from_text(domain), Source.from_text(problem))
    reference = Reference(tree)
    simulator = Simulator(tree)
    state = simulator.initial()
    full = reference.with_derived(state)
    assert simulator.derived(state) == full - state
    assert simulator.is_goal(state) == reference.holds(tree.problem.goal, {}, full)
    expected = {obj: reference.successor(full, "act", (obj,)) for obj in OBJECTS if OBJECTS[obj] in ("a", "c")}
    assert {args[0] for _, args in simulator.applicable(state)} == {obj for obj, result in expected.items() if result}
    for obj, result in expected.items():
        assert simulator.successor(state, "act", (obj,)) == (result[0] if result else None)
