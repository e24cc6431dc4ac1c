"""The parts of the planner by themselves: a state space to walk in, and heuristics to ask about its states."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from isonova import _core
from isonova.api.task import Atom, Task


@dataclass(frozen=True, slots=True)
class Action:
    """An action with objects for its declared parameters, and what it costs."""

    name: str
    args: tuple[str, ...]
    cost: int

    def __str__(self) -> str:
        return "(" + " ".join((self.name, *self.args)) + ")"


class State:
    """A state of one :class:`StateSpace`: the fluent and derived atoms true in it.

    Static atoms, which no action changes, are left out, and so are predicates that normalisation invented. States are
    equal if they belong to the same space and the same fluent atoms are true in them.
    """

    __slots__ = ("_id", "_space")

    def __init__(self, space: StateSpace, number: int) -> None:
        self._space = space
        self._id = number

    @property
    def atoms(self) -> frozenset[Atom]:
        return frozenset(atom for atom in self._space._core.atoms(self._id) if atom[0] not in self._space._invented)

    def __contains__(self, atom: Iterable[str]) -> bool:
        return tuple(atom) in self.atoms

    def __iter__(self) -> Iterator[Atom]:
        return iter(sorted(self.atoms))

    def __len__(self) -> int:
        return len(self.atoms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._space is other._space and self._id == other._id

    def __hash__(self) -> int:
        return hash((id(self._space), self._id))

    def __str__(self) -> str:
        return "{" + " ".join("(" + " ".join(atom) + ")" for atom in self) + "}"

    def __repr__(self) -> str:
        return f"<State {self}>"


class StateSpace:
    """The states and transitions of a task.

    ``engine`` is ``grounded`` (the task is grounded when this is made), ``lifted`` (it never is) or ``auto`` (grounded
    within the budget of :func:`isonova.plan`). All have the same states and the same successors in the same order.

    >>> import isonova
    >>> from isonova.examples import files
    >>> space = isonova.StateSpace(isonova.load(*files("parcels")))
    >>> state = space.initial()
    >>> ("at", "red", "depot") in state, space.is_goal(state)
    (True, False)
    >>> for action, successor in space.successors(state)[:2]:
    ...     print(action, action.cost)
    (drive red depot mill) 4
    (drive red depot north-quay) 3
    """

    def __init__(self, task: Task, *, engine: str = "grounded") -> None:
        self._task = task
        self._core = _core.Space(task._core, engine)
        self._invented = frozenset(predicate.name for predicate in task.predicates if predicate.invented)
        self._derived = frozenset(predicate.name for predicate in task.predicates if predicate.kind == "derived")

    @property
    def task(self) -> Task:
        return self._task

    @property
    def goal_is_unreachable(self) -> bool:
        """Whether grounding has proved that there is no plan. If not, there may still be none."""
        return self._core.goal_is_unreachable

    def initial(self) -> State:
        return State(self, self._core.initial())

    def is_goal(self, state: State) -> bool:
        return self._core.is_goal(self._number(state))

    def successors(self, state: State) -> list[tuple[Action, State]]:
        """Every applicable action with the state it leads to, in the order in which search sees them: actions as the
        domain declares them, then by arguments, as the problem declares objects."""
        result: dict[tuple[str, ...], tuple[Action, State]] = {}
        for label, number, cost in self._core.successors(self._number(state)):
            # An action with a disjunctive precondition has a schema per way to apply it: one of them is enough.
            if label not in result:
                result[label] = Action(label[0], label[1:], cost), State(self, number)
        return list(result.values())

    def state(self, atoms: Iterable[Iterable[str]]) -> State:
        """The state in which these atoms are true and no other fluent atom is.

        Derived atoms follow from the others and need not be given. Raises ValueError for a derived atom that does not
        follow and, where the task is grounded, for an atom that is true in no reachable state.
        """
        given = [tuple(atom) for atom in atoms]
        state = State(self, self._core.state(given))
        derived = [atom for atom in given if atom and atom[0] in self._derived]
        if derived:
            true = state.atoms
            for atom in derived:
                if atom not in true:
                    raise ValueError(f"the derived atom ({' '.join(atom)}) does not follow from the other atoms")
        return state

    def _number(self, state: State) -> int:
        if state._space is not self:
            raise ValueError("this state belongs to another state space")
        return state._id

    def __repr__(self) -> str:
        core = self._core
        actions = f"{core.action_count} actions" if core.is_grounded else "lifted"
        return f"<StateSpace of {self._task.name!r}: {core.atom_count} atoms, {actions}>"


class Heuristic:
    """A heuristic by its name (``ff``, ``add``, ``gc`` or ``blind``), to be called on states of a space.

    A state from which the heuristic knows no way to the goal has the value ``math.inf``, so that values can be compared
    and sorted; all others are integers. Where grounding has proved the goal unreachable, that holds for every state and
    every heuristic. ``cost_type`` is what an action counts: ``normal``, ``one`` or ``plusone``.

    >>> import isonova
    >>> from isonova.examples import files
    >>> space = isonova.StateSpace(isonova.load(*files("parcels")))
    >>> isonova.Heuristic(space, "gc")(space.initial())
    5
    """

    def __init__(self, space: StateSpace, name: str = "ff", *, cost_type: str = "normal") -> None:
        self._space = space
        self._core = _core.SpaceHeuristic(space._core, name, cost_type)
        self.name = name
        self.cost_type = cost_type

    def __call__(self, state: State) -> int | float:
        value = self._core(self._space._number(state))
        return math.inf if value is None else value

    def __repr__(self) -> str:
        return f"<Heuristic {self.name!r} with cost type {self.cost_type!r} of {self._space._task.name!r}>"
