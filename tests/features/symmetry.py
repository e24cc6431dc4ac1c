"""Permutations of objects that keep what a task says of them, found by plain search; for small tasks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from isonova.api.task import Atom, Task

Permutation = dict[str, str]


def moved(atoms: Iterable[Atom], permutation: Permutation) -> frozenset[Atom]:
    return frozenset((atom[0], *(permutation[name] for name in atom[1:])) for atom in atoms)


def symmetries(task: Task, statics: bool, seed: int, most: int = 40) -> list[Permutation]:
    """Permutations other than the identity that keep the goal and the types and, with `statics`, also static atoms,
    function values and constants. Not all of them if there are many."""
    facts: set[Atom] = {(f"goal {part.negated} {part.predicate}", *part.args) for part in task.goal}
    facts |= {(f"type {kind.name}", name) for kind in task.types for name in kind.objects}
    if statics:
        static = {predicate.name for predicate in task.predicates if predicate.kind == "static"}
        facts |= {atom for atom in task.init if atom[0] in static}
        facts |= {(f"value {value} {term[0]}", *term[1:]) for term, value in task.function_values.items()}
        facts |= {(f"constant {item.name}", item.name) for item in task.objects if item.is_constant}
    names = [item.name for item in task.objects]
    chosen = random.Random(seed)
    # Objects of one look at first sight: the facts they are in, by place.
    looks = {name: sorted((f[0], i) for f in facts for i, arg in enumerate(f) if i and arg == name) for name in names}
    images = {name: [other for other in names if looks[other] == looks[name]] for name in names}
    result: list[Permutation] = []
    for _ in range(4):  # from several orders of trial, so that those found are not all alike
        for others in images.values():
            chosen.shuffle(others)
        order = chosen.sample(names, len(names))
        for i, found in enumerate(_extend({}, order, images, facts)):
            if any(a != b for a, b in found.items()) and found not in result:
                result.append(dict(found))
            if i >= most // 4 or len(result) >= most:
                break
    return result


def _extend(
    partial: Permutation, rest: list[str], images: dict[str, list[str]], facts: set[Atom]
) -> Iterator[Permutation]:
    if not rest:
        yield partial
        return
    name = rest[0]
    taken = set(partial.values())
    for image in images[name]:
        if image in taken:
            continue
        partial[name] = image
        whole = [fact for fact in facts if name in fact[1:] and all(arg in partial for arg in fact[1:])]
        if moved(whole, partial) <= facts:
            yield from _extend(partial, rest[1:], images, facts)
        del partial[name]
