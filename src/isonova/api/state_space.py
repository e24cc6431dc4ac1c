"""The parts of the planner by themselves: a state space to walk in, and heuristics to ask about its states."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from isonova import _core
from isonova.api.keywords import OptionError, option_errors
from isonova.api.names import CostTypeName, EngineName, HeuristicName
from isonova.api.options import CompiledHeuristic
from isonova.api.task import Atom, Task
from isonova.validator import Simulator
from isonova.validator.costs import Cost
from isonova.validator.plan_file import as_plan


@dataclass(frozen=True, slots=True)
class Action:
    """An action with objects for its declared parameters, and what it costs."""

    name: str
    args: tuple[str, ...]
    cost: Cost

    def __str__(self) -> str:
        return "(" + " ".join((self.name, *self.args)) + ")"


class State:
    """A state: the fluent and derived atoms true in it.

    Static atoms, which no action changes, are left out, and so are predicates that normalisation invented. States are
    values: equal if their atoms are, whichever space they come from, and they can be pickled.
    """

    __slots__ = ("_atoms", "_id", "_space")

    def __init__(self, atoms: Iterable[Iterable[str]]) -> None:
        self._atoms: frozenset[Atom] | None = frozenset(tuple(atom) for atom in atoms)
        self._space: StateSpace | None = None
        self._id = -1

    @classmethod
    def _of(cls, space: StateSpace, number: int) -> State:
        state = cls.__new__(cls)
        state._atoms, state._space, state._id = None, space, number
        return state

    @property
    def space(self) -> StateSpace:
        """Where it comes from. A state that was pickled or made of atoms belongs to no space."""
        if self._space is None:
            raise ValueError("this state belongs to no space; space.state(state) gives one that does")
        return self._space

    @property
    def atoms(self) -> frozenset[Atom]:
        if self._atoms is None:
            assert self._space is not None
            self._atoms = self._space._atoms(self._id)
        return self._atoms

    def __contains__(self, atom: Iterable[str]) -> bool:
        return tuple(atom) in self.atoms

    def __iter__(self) -> Iterator[Atom]:
        return iter(sorted(self.atoms))

    def __len__(self) -> int:
        return len(self.atoms)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self._space is not None and self._space is other._space:
            return self._id == other._id
        return self.atoms == other.atoms

    def __hash__(self) -> int:
        return hash(self.atoms)

    def __reduce__(self) -> tuple[type[State], tuple[frozenset[Atom]]]:
        return State, (self.atoms,)

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

    def __init__(self, task: Task, *, engine: EngineName = "grounded") -> None:
        if not isinstance(task, Task):
            raise TypeError(f"a state space is made of a Task, not of {type(task).__name__}; isonova.load reads one")
        self._task = task
        with option_errors():
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
        return State._of(self, self._core.initial())

    def is_goal(self, state: State) -> bool:
        return self._core.is_goal(self._number(state))

    def successors(self, state: State) -> list[tuple[Action, State]]:
        """Every applicable action with the state it leads to, in the order in which search sees them: actions as the
        domain declares them, then by arguments, as the problem declares objects."""
        result: dict[tuple[str, ...], tuple[Action, State]] = {}
        for label, number, cost in self._core.successors(self._number(state)):
            # An action with a disjunctive precondition has a schema per way to apply it: one of them is enough.
            if label not in result:
                result[label] = Action(label[0], label[1:], self._task._written(cost)), State._of(self, number)
        return list(result.values())

    def state(self, atoms: Iterable[Iterable[str]]) -> State:
        """The state in which these atoms are true and no other fluent atom is.

        Derived atoms follow from the others and need not be given. Raises ValueError for a derived atom that does not
        follow and, where the task is grounded, for an atom that is true in no reachable state.
        """
        given = [tuple(atom) for atom in atoms]
        state = State._of(self, self._core.state(given))
        derived = [atom for atom in given if atom and atom[0] in self._derived]
        if derived:
            true = state.atoms
            for atom in derived:
                if atom not in true:
                    raise ValueError(f"the derived atom ({' '.join(atom)}) does not follow from the other atoms")
        return state

    def apply(self, state: State, action: Action | str | Sequence[str]) -> State:
        """The state after an action: an :class:`Action`, a text such as ``(drive red depot mill)``, or the name and
        the arguments. Raises ValueError, with the reason, where the action does not apply.

        >>> import isonova
        >>> from isonova.examples import files
        >>> task = isonova.load(*files("parcels"))
        >>> space = isonova.StateSpace(task)
        >>> state = space.initial()
        >>> for action in isonova.plan(task).actions:
        ...     state = space.apply(state, action)
        >>> space.is_goal(state)
        True
        """
        steps = as_plan(action if isinstance(action, str) else [str(action) if isinstance(action, Action) else action])
        if len(steps.steps) != 1:
            raise ValueError(f"one action can be applied at a time, not {len(steps.steps)}")
        step = steps.steps[0]
        self._number(state)  # refuses what is no state of this space
        true = self._static | {atom for atom in state.atoms if atom[0] not in self._derived}
        after = self._simulator.successor(true, step.action, step.args)
        if after is None:
            raise ValueError(f"{step} does not apply:\n{self._simulator.why_not(true, step.action, step.args)}")
        return self.state(after - self._static)

    @cached_property
    def _simulator(self) -> Simulator:
        return Simulator(self._task._tree)

    @cached_property
    def _static(self) -> frozenset[Atom]:
        fluent = {predicate.name for predicate in self._task.predicates if predicate.kind == "fluent"}
        return frozenset(atom for atom in self._simulator.initial() if atom[0] not in fluent)

    def _atoms(self, number: int) -> frozenset[Atom]:
        return frozenset(atom for atom in self._core.atoms(number) if atom[0] not in self._invented)

    def _number(self, state: State) -> int:
        if not isinstance(state, State):
            raise TypeError(f"a State is expected, not {type(state).__name__}; space.state(atoms) makes one of atoms")
        return state._id if state._space is self else self.state(state)._id

    def __repr__(self) -> str:
        core = self._core
        actions = f"{core.action_count} actions" if core.is_grounded else "lifted"
        return f"<StateSpace of {self._task.name!r}: {core.atom_count} atoms, {actions}>"


class Heuristic:
    """A heuristic by its name (``ff``, ``add``, ``hmax``, ``gc`` or ``blind``) or a :class:`isonova.LinearHeuristic`,
    to be called on states of a space.

    A state from which the heuristic knows no way to the goal has the value ``math.inf``, so that values can be compared
    and sorted; all others are integers. Where grounding has proved the goal unreachable, that holds for every state and
    every heuristic. ``cost_type`` is what an action counts: ``normal``, ``one`` or ``plusone``.

    >>> import isonova
    >>> from isonova.examples import files
    >>> space = isonova.StateSpace(isonova.load(*files("parcels")))
    >>> isonova.Heuristic(space, "gc")(space.initial())
    5
    """

    def __init__(
        self,
        space: StateSpace,
        name: HeuristicName | CompiledHeuristic = "ff",
        *,
        cost_type: CostTypeName = "normal",
    ) -> None:
        self._space = space
        with option_errors():
            if isinstance(name, str):
                self._core = _core.SpaceHeuristic(space._core, name, cost_type)
            elif isinstance(name, CompiledHeuristic):
                self._core = _core.SpaceHeuristic(space._core, name.core)
            else:
                raise OptionError(f"a heuristic of states is a name or a LinearHeuristic, not {name!r}")
        self.name = name if isinstance(name, str) else "linear"
        self.cost_type = cost_type

    def __call__(self, state: State) -> int | float:
        value = self._core(self._space._number(state))
        return math.inf if value is None else value

    def __repr__(self) -> str:
        return f"<Heuristic {self.name!r} with cost type {self.cost_type!r} of {self._space._task.name!r}>"
