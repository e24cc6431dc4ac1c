"""A partial order of a plan's steps, all of whose linearisations are valid plans.

Each fact that a step reads has a producer: the step that last made it so, or the initial state. The producer comes
before the reader, and a step that would undo the fact comes before the producer or after the reader, as it does in the
plan. (Kambhampati and Kedar, "A unified framework for explanation-based generalization of partially ordered and
partially instantiated plans", 1994.) In every linearisation a step then reads what it read in the plan, so it applies
and has the same effects.

Steps are numbered from 1; 0 is the initial state. Sets of steps are bits of a number.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from isonova.explanation.reading import Atom, Fact

Reason: TypeAlias = Literal["gives", "undoes", "makes again"]
"""Why a step comes before another: it gives the other a fact, the other undoes a fact that it needs, or the other makes
a fact that it undoes."""


@dataclass(frozen=True, slots=True)
class Order:
    """A step that has to come before another one."""

    before: int
    after: int
    reason: Reason
    fact: Fact
    """One of those that are the reason."""


@dataclass(frozen=True, slots=True)
class PartialOrder:
    before: tuple[tuple[int, ...], ...]
    """For each step, the steps directly before it: what follows from others is left out."""
    layers: tuple[tuple[int, ...], ...]
    """Each step in the first layer that comes after all its predecessors'."""
    chain: tuple[int, ...]
    """A longest chain: one step of each layer, each before the next."""


def producers(reads: Sequence[Collection[Fact]], changes: Sequence[Collection[Fact]]) -> list[dict[Fact, int]]:
    """For each step the producer of each fact that it reads. `reads` has one entry more, that of the goal."""
    maker: dict[Atom, int] = {}
    found: list[dict[Fact, int]] = []
    for number, (facts, changed) in enumerate(zip(reads, [*changes, ()], strict=True), start=1):
        found.append({fact: maker.get(fact.atom, 0) for fact in facts})
        maker.update((fact.atom, number) for fact in changed)
    return found


def partial_order(made_by: Sequence[Mapping[Fact, int]], writes: Sequence[Mapping[Atom, bool]]) -> PartialOrder:
    """`made_by` are the producers of the facts that each step reads, then of those that the goal reads."""
    count = len(writes)
    writers: dict[Fact, int] = {}
    for number, written in enumerate(writes, start=1):
        for atom, value in written.items():
            writers[Fact(atom, value)] = writers.get(Fact(atom, value), 0) | 1 << number
    earlier = [0] * (count + 2)
    for reader, facts in enumerate(made_by, start=1):
        for fact, producer in facts.items():
            earlier[reader] |= 1 << producer
            threats = writers.get(Fact(fact.atom, not fact.value), 0)
            earlier[producer] |= threats & ((1 << producer) - 1)
            for threat in _members(threats >> (reader + 1)):
                earlier[threat + reader + 1] |= 1 << reader
    return _reduced(earlier[1 : count + 1])


def reasons(
    order: PartialOrder, made_by: Sequence[Mapping[Fact, int]], writes: Sequence[Mapping[Atom, bool]]
) -> list[Order]:
    """Each pair of steps of which one is directly before the other."""
    given: dict[int, list[Fact]] = {}
    for facts in made_by:
        for fact, producer in facts.items():
            given.setdefault(producer, []).append(fact)

    def undone(facts: Collection[Fact], step: int) -> list[Fact]:
        return [fact for fact in facts if writes[step - 1].get(fact.atom) == (not fact.value)]

    found = []
    for after, earlier in enumerate(order.before, start=1):
        for before in earlier:
            why: dict[Reason, list[Fact]] = {
                "gives": [fact for fact, producer in made_by[after - 1].items() if producer == before],
                "undoes": undone(made_by[before - 1], after),
                "makes again": undone(given.get(after, []), before),
            }
            found.append(next(Order(before, after, reason, reads[0]) for reason, reads in why.items() if reads))
    return found


def _reduced(earlier: Sequence[int]) -> PartialOrder:
    count = len(earlier)
    closure = [0] * (count + 1)
    layer = [0] * (count + 1)
    before: list[tuple[int, ...]] = []
    for number, direct in enumerate(earlier, start=1):
        left, kept = direct & ~1, []
        while left:
            last = left.bit_length() - 1  # the order of the plan is one of the linearisations
            kept.append(last)
            closure[number] |= closure[last] | 1 << last
            left &= ~closure[number]
        before.append(tuple(reversed(kept)))
        layer[number] = 1 + max((layer[each] for each in kept), default=0)
    layers: list[list[int]] = [[] for _ in range(max(layer))]
    for number in range(1, count + 1):
        layers[layer[number] - 1].append(number)
    chain = layers[-1][:1] if layers else []
    while chain and layer[chain[-1]] > 1:
        last = chain[-1]
        chain.append(next(each for each in before[last - 1] if layer[each] == layer[last] - 1))
    return PartialOrder(tuple(before), tuple(map(tuple, layers)), tuple(reversed(chain)))


def _members(bits: int) -> list[int]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
