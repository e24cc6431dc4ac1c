"""The semantics of PDDL as functions of explicit states: an oracle for tests and tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from isonova.validator.action import UndefinedCostError
from isonova.validator.costs import Cost, as_cost
from isonova.validator.machine import Machine
from isonova.validator.plan_file import Step
from isonova.validator.validation import why_not

if TYPE_CHECKING:
    from isonova._core import SyntaxTree

Atom = tuple[str, ...]
"""A predicate followed by its arguments."""

State = frozenset[Atom]
"""The true atoms of the predicates that are not derived, static ones included."""


class Simulator:
    def __init__(self, tree: SyntaxTree) -> None:
        self._machine = Machine(tree)
        self._initial: State = self._read()
        self._current: State = self._initial

    def initial(self) -> State:
        return self._initial

    def derived(self, state: Iterable[Atom]) -> State:
        """The derived atoms that hold in the state."""
        self._load(state)
        names = self._machine.derived.names
        self._machine.derived.update(names)
        return frozenset((name, *row) for name in names for row in self._machine.relation(name).rows)

    def is_goal(self, state: Iterable[Atom]) -> bool:
        self._load(state)
        return self._machine.is_goal()

    def applicable(self, state: Iterable[Atom]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Action names in the order of the domain, arguments sorted."""
        self._load(state)
        found: list[tuple[str, tuple[str, ...]]] = []
        for name in self._machine.schemata:
            action = self._machine.action(name)
            self._machine.update_derived(action.reads)
            for args in action.solutions():
                try:
                    action.effects(args)
                except UndefinedCostError:
                    continue
                found.append((name, args))
        return iter(found)

    def successor(self, state: Iterable[Atom], action: str, args: Sequence[str]) -> State | None:
        """The state after the action, or None if it is not applicable there."""
        if not self._fits(state, action, args):
            return None
        try:
            self._machine.apply(self._machine.action(action), tuple(args))
        except UndefinedCostError:
            return None
        self._current = self._read()
        return self._current

    def cost(self, state: Iterable[Atom], action: str, args: Sequence[str]) -> Cost | None:
        """What the action costs in the state, or None if it is not applicable there."""
        if not self._fits(state, action, args):
            return None
        if not self._machine.with_costs:
            return 1
        try:
            return as_cost(self._machine.action(action).effects(tuple(args))[2])
        except UndefinedCostError:
            return None

    def why_not(self, state: Iterable[Atom], action: str, args: Sequence[str]) -> str:
        """Why the action is not applicable in the state, in a few lines."""
        self._load(state)
        return why_not(self._machine, Step(action, tuple(args)))

    def _fits(self, state: Iterable[Atom], action: str, args: Sequence[str]) -> bool:
        if action not in self._machine.schemata or self._machine.misfit(action, tuple(args)) is not None:
            return False
        self._load(state)
        return self._machine.holds(self._machine.action(action), tuple(args))

    def _read(self) -> State:
        machine = self._machine
        return frozenset(
            (relation.predicate, *row)
            for relation in machine.relations
            if not machine.is_derived(relation.predicate)
            for row in relation.rows
        )

    def _load(self, state: Iterable[Atom]) -> None:
        wanted = state if isinstance(state, frozenset) else frozenset(state)
        if wanted is self._current:
            return
        for atom in self._current - wanted:
            self._machine.relation(atom[0]).discard(atom[1:])
        for atom in wanted - self._current:
            self._machine.relation(atom[0]).add(atom[1:])
        self._current = wanted


class TooManyStatesError(ValueError):
    """More states are reachable than the caller allowed."""


def reachable(tree: SyntaxTree, limit: int) -> set[State]:
    """All states reachable from the initial state, which is one of them; raises if there are more than `limit`."""
    simulator = Simulator(tree)
    seen = {simulator.initial()}
    layer = [simulator.initial()]
    while layer:
        following: list[State] = []
        for state in layer:
            for action, args in simulator.applicable(state):
                successor = simulator.successor(state, action, args)
                if successor is not None and successor not in seen:
                    if len(seen) == limit:
                        raise TooManyStatesError(f"more than {limit} states are reachable")
                    seen.add(successor)
                    following.append(successor)
        layer = following
    return seen
