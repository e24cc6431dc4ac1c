"""The verdict on a plan."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from isonova.validator.action import UndefinedCostError
from isonova.validator.blame import blame, nearest
from isonova.validator.costs import Cost, Exact, as_cost, cost_text
from isonova.validator.machine import Machine
from isonova.validator.plan_file import Plan, PlanLike, Step, as_plan

if TYPE_CHECKING:
    from isonova._core import ConditionSyntax, SyntaxTree


@dataclass(frozen=True, slots=True)
class Validation:
    valid: bool
    cost: Cost | None
    """Of the whole plan if every step applies, whether or not the goal holds at its end."""
    length: int
    failed_step: int | None = None
    """The first step that does not apply, from 1; None with an invalid plan: the goal does not hold at its end."""
    action: str | None = None
    """The failed step as PDDL."""
    reason: str | None = None
    condition: str | None = None
    """The part of the precondition or goal that is false, as written."""
    instance: str | None = None
    """That part with its bindings put in."""
    bindings: dict[str, str] = field(default_factory=dict)
    nearest: tuple[tuple[str, ...], ...] = ()
    """If one atom should have been true: true ones that come closest to it."""
    notes: tuple[str, ...] = ()

    def explain(self) -> str:
        lines: list[str] = []
        if self.valid:
            lines.append(f"valid plan: {_count(self.length)}, cost {self._cost}")
        elif self.failed_step is not None:
            lines.append(f"invalid plan: step {self.failed_step} of {self.length} does not apply: {self.action}")
        else:
            lines.append(f"invalid plan: the goal does not hold after its {_count(self.length)} (cost {self._cost})")
        if self.condition is not None:
            lines.append(f"  false: {self.condition}")
            if self.bindings:
                pairs = ", ".join(f"{name} = {value}" for name, value in self.bindings.items())
                lines.append(f"  with:  {pairs}")
                lines.append(f"  so:    {self.instance}")
        if self.reason is not None:
            lines.append(f"  why:   {self.reason}")
        if self.nearest:
            lines.append("  true atoms nearest to it:")
            lines.extend(f"    ({' '.join(atom)})" for atom in self.nearest)
        lines.extend(f"note: {note}" for note in self.notes)
        return "\n".join(lines)

    @property
    def _cost(self) -> str:
        return "unknown" if self.cost is None else cost_text(self.cost)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def validate(tree: SyntaxTree, plan: PlanLike) -> Validation:
    """Runs the plan from the initial state and judges it. Raises PlanError if the plan cannot be read."""
    parsed = as_plan(plan)
    machine = Machine(tree)
    total: Exact = 0
    for number, step in enumerate(parsed.steps, start=1):
        if why := _refused(machine, step):
            return _failed_step(parsed, number, **why)
        try:
            total += machine.apply(machine.action(step.action), step.args)
        except UndefinedCostError as error:
            return _failed_step(parsed, number, reason=f"the cost {error} has no value in the initial state")
    notes = parsed.notes
    cost = as_cost(total)
    if parsed.cost is not None and parsed.cost != total:
        claimed = cost_text(as_cost(parsed.cost))
        notes += (f"the plan file claims cost {claimed}, but the plan costs {cost_text(cost)}",)
    if machine.is_goal():
        return Validation(True, cost, len(parsed.steps), notes=notes)
    return Validation(False, cost, len(parsed.steps), notes=notes, **_blamed(machine, tree.problem.goal, {}))


def why_not(machine: Machine, step: Step) -> str:
    """Why a step does not apply in the machine's state, in a few lines."""
    why = _refused(machine, step) or {"reason": "its cost has no value in the initial state"}
    return _failed_step(Plan((step,)), 1, **why).explain().partition("\n")[2]


def _refused(machine: Machine, step: Step) -> dict[str, Any] | None:
    """The fields of a Validation that say why the precondition does not hold, if it does not."""
    reason = _misfit(machine, step)
    if reason is not None:
        return {"reason": reason}
    action = machine.action(step.action)
    if machine.holds(action, step.args):
        return None
    scope = dict(zip((parameter.name for parameter in action.syntax.parameters), step.args, strict=True))
    return _blamed(machine, action.syntax.precondition, scope)


def _misfit(machine: Machine, step: Step) -> str | None:
    if step.action in machine.schemata:
        return machine.misfit(step.action, step.args)
    from difflib import get_close_matches

    close = get_close_matches(step.action, machine.schemata, n=1)
    return f"the domain has no action '{step.action}'" + (f"; did you mean '{close[0]}'?" if close else "")


def _blamed(machine: Machine, condition: ConditionSyntax, scope: dict[str, str]) -> dict[str, Any]:
    """The fields of a Validation that say what is false."""
    found = blame(machine, condition, scope)
    return {
        "reason": found.reason,
        "condition": found.condition,
        "instance": found.instance,
        "bindings": found.bindings,
        "nearest": tuple(nearest(machine, found.atom)) if found.atom is not None else (),
    }


def _failed_step(plan: Plan, number: int, **why: Any) -> Validation:
    action = str(plan.steps[number - 1])
    return Validation(False, None, len(plan.steps), failed_step=number, action=action, notes=plan.notes, **why)


def _count(length: int) -> str:
    return "1 step" if length == 1 else f"{length} steps"
