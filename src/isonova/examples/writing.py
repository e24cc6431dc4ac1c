"""Problem files as text, laid out the same way for every generator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

WIDTH = 110


def problem(
    domain: str,
    *,
    objects: Mapping[str, Sequence[str]],
    init: Iterable[str],
    goal: Iterable[str],
    cost: bool = False,
) -> str:
    """A problem in PDDL. ``objects`` are those of each type; ``init`` and ``goal`` are atoms as PDDL writes them."""
    lines = [f"(define (problem generated-{domain})", f"  (:domain {domain})", "  (:objects"]
    for kind, names in objects.items():
        if names:
            lines += _filled([*names, f"- {kind}"])
    lines[-1] += ")"
    lines += ["  (:init", *_filled(["(= (total-cost) 0)"] * cost + list(init))]
    lines[-1] += ")"
    lines += ["  (:goal (and", *_filled(goal)]
    lines[-1] += "))" + ("" if cost else ")")
    if cost:
        lines.append("  (:metric minimize (total-cost)))")
    return "\n".join(lines) + "\n"


def _filled(words: Iterable[str]) -> list[str]:
    lines = ["   "]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > WIDTH and lines[-1].strip():
            lines.append("   ")
        lines[-1] += " " + word
    return lines


def numbered(word: str, count: int) -> list[str]:
    return [f"{word}{i}" for i in range(1, count + 1)]


def connected(random: Random, nodes: Sequence[str], extra: int) -> list[tuple[str, str]]:
    """Edges of a random tree over the nodes, and up to ``extra`` edges besides. Each edge is listed once."""
    edges = [(nodes[random.randrange(i)], nodes[i]) for i in range(1, len(nodes))]
    known = set(edges)
    for _ in range(extra if len(nodes) > 2 else 0):
        a, b = sorted(random.sample(range(len(nodes)), 2))
        if (nodes[a], nodes[b]) not in known:
            known.add((nodes[a], nodes[b]))
            edges.append((nodes[a], nodes[b]))
    return edges


def both_ways(predicate: str, edges: Iterable[tuple[str, str]]) -> list[str]:
    return [f"({predicate} {a} {b})" for edge in edges for a, b in (edge, edge[::-1])]


def elsewhere(random: Random, places: Sequence[str], here: str) -> str:
    """Another of at least two places."""
    return random.choice([place for place in places if place != here])
