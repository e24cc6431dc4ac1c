"""What can be said of a task before planning: warnings, and a summary of its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from isonova._core import ConditionSyntax, EffectSyntax, SyntaxTree, TypedNameSyntax
from isonova.api.task import Task

# What each requirement stands for besides itself.
_IMPLIED = {
    ":adl": [
        ":strips",
        ":typing",
        ":negative-preconditions",
        ":disjunctive-preconditions",
        ":equality",
        ":quantified-preconditions",
        ":conditional-effects",
    ],
    ":ucpop": [":adl"],
    ":quantified-preconditions": [":existential-preconditions", ":universal-preconditions"],
    ":domain-axioms": [":derived-predicates"],
    ":fluents": [":action-costs"],
    ":numeric-fluents": [":action-costs"],
}
_KNOWN = {
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":existential-preconditions",
    ":universal-preconditions",
    ":conditional-effects",
    ":derived-predicates",
    ":action-costs",
    *_IMPLIED,
}


@dataclass(frozen=True, slots=True)
class Report:
    """Warnings, and the summary as plain data."""

    warnings: tuple[str, ...]
    summary: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        return {"status": "ok", "warnings": list(self.warnings), **self.summary}


def check(task: Task) -> Report:
    """Look a task over. It has been parsed and normalised, so what remains is advice."""
    tree = task._tree
    warnings = [str(warning) for warning in tree.warnings]
    for advice in (_requirements(tree), _unused(task, tree), _goal(task)):
        warnings += [f"warning: {text}" for text in advice]
    return Report(tuple(warnings), _summary(task))


def possible_causes(task: Task) -> tuple[str, ...]:
    """Warnings that may be why an unsolvable task is unsolvable: what may not mean what its author thinks."""
    suspicious = [str(warning) for warning in task.warnings if warning.suspicious]
    return (*suspicious, *(f"warning: {text}" for text in (*_never_applied(task), *_impossible_goals(task))))


def _summary(task: Task) -> dict[str, Any]:
    own = Counter(item.type for item in task.objects)
    types = {kind.name: {"own": own[kind.name], "with_subtypes": len(kind.objects)} for kind in task.types}
    predicates: dict[str, list[str]] = {"static": [], "fluent": [], "derived": []}
    for predicate in task.predicates:
        if not predicate.invented:
            predicates[predicate.kind].append(f"{predicate.name}/{predicate.arity}")
    schemata: dict[str, dict[str, int]] = {}
    for action in task.actions:
        schemata[action.name] = {"arity": len(action.parameters), "schemata": 0}
    for schema in task.schemata:
        schemata[schema.action]["schemata"] += 1
    return {
        "domain": task.domain_name,
        "problem": task.name,
        "objects": len(task.objects),
        "objects_per_type": types,
        "predicates": predicates,
        "actions": schemata,
        "schemata": len(task.schemata),
        "axioms": len(task.axioms),
        "invented_predicates": sum(predicate.invented for predicate in task.predicates),
        "init": len(task.init),
        "goal": len(task.goal),
        "has_metric": task.has_metric,
    }


# --- requirements


def _parameters(parameters: Iterable[TypedNameSyntax], found: dict[str, str]) -> None:
    if any(parameter.types for parameter in parameters):
        found.setdefault(":typing", "types")


def _condition(condition: ConditionSyntax, found: dict[str, str]) -> None:
    kind = condition.kind
    if kind == "not":
        inner = condition.children[0].kind
        found.setdefault(*(":equality", "'='") if inner == "=" else (":negative-preconditions", "'not'"))
    elif kind in ("or", "imply"):
        found.setdefault(":disjunctive-preconditions", f"'{kind}'")
    elif kind == "exists":
        found.setdefault(":existential-preconditions", "'exists'")
    elif kind == "forall":
        found.setdefault(":universal-preconditions", "'forall'")
    elif kind == "=":
        found.setdefault(":equality", "'='")
    if kind in ("exists", "forall"):
        _parameters(condition.parameters, found)
    for child in condition.children:
        _condition(child, found)


def _effect(effect: EffectSyntax, found: dict[str, str]) -> None:
    if effect.kind in ("when", "forall"):
        found.setdefault(":conditional-effects", f"'{effect.kind}' in an effect")
    if effect.kind == "when":
        _condition(effect.condition, found)
    if effect.kind == "forall":
        _parameters(effect.parameters, found)
    if effect.kind == "increase":
        found.setdefault(":action-costs", "'increase'")
    for child in effect.children:
        _effect(child, found)


def _requirements(tree: SyntaxTree) -> Iterator[str]:
    domain, problem = tree.domain, tree.problem
    declared = {":strips", *domain.requirements, *problem.requirements}
    for name in sorted(declared - _KNOWN):
        yield f"requirement '{name}' is unknown"
    size = -1
    while size != len(declared):
        size = len(declared)
        declared |= {implied for name in declared for implied in _IMPLIED.get(name, [])}
    found: dict[str, str] = {}
    if domain.types:
        found[":typing"] = "types"
    for action in domain.actions:
        _parameters(action.parameters, found)
        _condition(action.precondition, found)
        _effect(action.effect, found)
    for rule in domain.derived:
        found.setdefault(":derived-predicates", "':derived'")
        _parameters(rule.parameters, found)
        _condition(rule.body, found)
    _condition(problem.goal, found)
    for requirement, use in sorted(found.items()):
        if requirement not in declared:
            yield f"{use} used, but the requirement '{requirement}' is not declared"


# --- things never used


def _atoms_of_condition(condition: ConditionSyntax) -> Iterator[tuple[str, list[str]]]:
    if condition.kind == "atom":
        yield condition.predicate, condition.args
    elif condition.kind == "=":
        yield "=", condition.args
    for child in condition.children:
        yield from _atoms_of_condition(child)


def _atoms_of_effect(effect: EffectSyntax) -> Iterator[tuple[str, list[str]]]:
    if effect.kind in ("add", "delete"):
        yield effect.predicate, effect.args
    elif effect.kind == "when":
        yield from _atoms_of_condition(effect.condition)
    elif effect.kind == "increase":
        yield "=", effect.args
    for child in effect.children:
        yield from _atoms_of_effect(child)


def _unused(task: Task, tree: SyntaxTree) -> Iterator[str]:
    domain, problem = tree.domain, tree.problem
    predicates: set[str] = set()
    objects: set[str] = set()

    def use(atoms: Iterable[tuple[str, list[str]]]) -> None:
        for predicate, args in atoms:
            predicates.add(predicate)
            objects.update(args)

    for action in domain.actions:
        use(_atoms_of_condition(action.precondition))
        use(_atoms_of_effect(action.effect))
    for rule in domain.derived:
        predicates.add(rule.name)
        use(_atoms_of_condition(rule.body))
    use(_atoms_of_condition(problem.goal))
    initial = {atom[0] for atom in task.init}
    for predicate in domain.predicates:
        if predicate.name not in predicates:
            where = "occurs only in the initial state" if predicate.name in initial else "is never used"
            yield f"predicate '{predicate.name}' {where}"

    for atom in task.init:
        objects.update(atom[1:])
    for term in task.function_values:
        objects.update(term[1:])
    unused = [item.name for item in task.objects if item.name not in objects]
    if unused:
        yield _some("object", unused, "is never used", "are never used")

    empty = [kind.name for kind in task.types if not kind.objects and kind.parent is not None]
    if empty:
        yield _some("type", empty, "has no objects", "have no objects")
    yield from _never_applied(task)


def _never_applied(task: Task) -> Iterator[str]:
    applicable = {schema.action for schema in task.schemata}
    for declared in task.actions:
        if declared.name not in applicable:
            yield f"action '{declared.name}' can never be applied: static facts or empty types rule it out"


def _some(what: str, names: list[str], one: str, several: str) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:5])
    if len(names) == 1:
        return f"{what} {shown} {one}"
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return f"{len(names)} {what}s ({shown}{more}) {several}"


# --- the goal


def _goal(task: Task) -> Iterator[str]:
    if not task.goal_is_impossible and not task.goal:
        yield "the goal is empty: the empty plan solves this task"
    elif not task.goal_is_impossible:
        kinds = {predicate.name: predicate.kind for predicate in task.predicates}
        if all(
            kinds[part.predicate] != "derived" and ((part.predicate, *part.args) in task.init) != part.negated
            for part in task.goal
        ):
            yield "the goal is true in the initial state: the empty plan solves this task"
    yield from _impossible_goals(task)


def _impossible_goals(task: Task) -> Iterator[str]:
    if task.goal_is_impossible:
        yield "the goal is impossible: it contradicts itself or the static facts"
        return
    kinds = {predicate.name: predicate.kind for predicate in task.predicates}
    added = {
        effect.literal.predicate for schema in task.schemata for effect in schema.effects if not effect.literal.negated
    }
    for part in task.goal:
        if (
            kinds[part.predicate] == "fluent"
            and not part.negated
            and part.predicate not in added
            and (part.predicate, *part.args) not in task.init
        ):
            yield f"the goal {part} is impossible: no action adds '{part.predicate}'"
