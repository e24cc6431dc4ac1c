"""Which goals a search reached, and which of them together: where a run without a plan got stuck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from isonova._core import ConditionSyntax
    from isonova.api.task import Task

MOST_NAMED = 5  # goals in a line of the summary


@dataclass(frozen=True, slots=True)
class GoalStatistics:
    """Goals of all states that the searches of a run generated. Goals are texts in PDDL."""

    total: int
    """How many the task has, without those that are static."""
    goals: tuple[str, ...]
    """Those looked at: the first 64."""
    never: tuple[str, ...]
    """True in no state."""
    most: int
    """How many were true at once in the best state."""
    missing: tuple[str, ...]
    """Those that were not true in that state."""
    never_together: tuple[tuple[str, str], ...]
    """Pairs of goals that were each true in some state, but never in the same one."""

    @classmethod
    def of(cls, found: tuple[int, int, list[int]], names: Sequence[str]) -> GoalStatistics:
        """From what the core recorded, where sets are bits."""
        count, best, together = found
        goals = range(count)
        reached = [goal for goal in goals if together[goal]]
        return cls(
            total=len(names),
            goals=tuple(names[:count]),
            never=tuple(names[goal] for goal in goals if not together[goal]),
            most=best.bit_count(),
            missing=tuple(names[goal] for goal in goals if not best >> goal & 1),
            never_together=tuple(
                (names[a], names[b])
                for a, b in combinations(reached, 2)
                if not together[a] >> b & 1 and not together[b] >> a & 1
            ),
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> GoalStatistics:
        lists = {name: tuple(data[name]) for name in ("goals", "never", "missing")}
        return cls(**{**data, **lists, "never_together": tuple((a, b) for a, b in data["never_together"])})

    @property
    def of_all(self) -> str:
        """How many goals this is about, in words."""
        count = len(self.goals)
        return f"{count} goals" if count == self.total else f"the first {count} of {self.total} goals"

    def words(self) -> str:
        words = f"at most {self.most} of {self.of_all} true at once"
        if self.never:
            words += f"; never true: {some(self.never)}"
        elif self.never_together:
            pairs = [f"{a} with {b}" for a, b in self.never_together]
            words += f"; never true together: {some(pairs)}"
        return words


def some(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """The first ones, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def goal_names(task: Task) -> list[str]:
    """A name for each goal of the normalised task. Parts of the goal that are no literals became derived atoms."""
    from isonova.validator.blame import render

    invented = {predicate.name for predicate in task.predicates if predicate.invented}
    written = [render(part, {}) for part in _formulas([task._tree.problem.goal])]
    made = [part for part in task.goal if part.predicate in invented]
    known = [f"formula {at} of the goal" for at in range(1, len(made) + 1)]
    if len(written) == len(made) == 1:  # otherwise quantifiers may have been expanded
        known = written
    formulas = iter(known)
    return [next(formulas) if part.predicate in invented else str(part) for part in task.goal]


def _formulas(conditions: Iterable[ConditionSyntax]) -> Iterator[ConditionSyntax]:
    """Parts of a conjunction that are no literals."""
    for each in conditions:
        if each.kind == "and":
            yield from _formulas(each.children)
        elif each.kind != "atom" and not (each.kind == "not" and each.children[0].kind == "atom"):
            yield each
