"""A normalised task written back as PDDL.

Schemata that came from one action become one action again, so that plans keep their meaning: its precondition is the
disjunction of theirs, its effects each theirs under their condition. Object sets that are no type of the hierarchy
become static unary predicates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from isonova.api.description import Action, Axiom, Condition, Effect, Parameter, Schema
from isonova.api.task import Atom, Task
from isonova.validator.costs import Cost, cost_text


def write_pddl(task: Task) -> tuple[str, str]:
    writer = _Writer(task)
    domain = writer.domain()
    return domain, writer.problem()


def _conjunction(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else "(and" + "".join(f" {part}" for part in parts) + ")"


def _disjunction(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else "(or" + "".join(f" {part}" for part in parts) + ")"


class _Writer:
    def __init__(self, task: Task) -> None:
        self._task = task
        self._taken = {predicate.name for predicate in task.predicates}
        self._set_predicates: dict[tuple[str, ...], str] = {}
        self._never = self._fresh("never") if task.goal_is_impossible else ""
        below: dict[str, list[str]] = {kind.name: [] for kind in task.types}
        parents = {kind.name: kind.parent for kind in task.types}
        for item in task.objects:
            kind: str | None = item.type
            while kind is not None:
                below[kind].append(item.name)
                kind = parents[kind]
        self._type_of_set = {tuple(below[kind.name]): kind.name for kind in reversed(task.types)}

    # --- the two files

    def domain(self) -> str:
        task = self._task
        derived = [self._derived(axiom) for axiom in task.axioms]
        actions = [self._action(action) for action in task.actions]
        lines = [f"(define (domain {task.domain_name})", f"  (:requirements {' '.join(self._requirements())})"]
        types = [f"{kind.name} - {kind.parent}" for kind in task.types if kind.parent is not None]
        if types:
            lines.append(f"  (:types {' '.join(types)})")
        constants = [f"{item.name} - {item.type}" for item in task.objects if item.name in self._constants]
        if constants:
            lines.append(f"  (:constants {' '.join(constants)})")
        lines.append("  (:predicates")
        for predicate in task.predicates:
            parameters = "".join(f" ?x{i + 1} - {kind}" for i, kind in enumerate(predicate.parameter_types))
            lines.append(f"    ({predicate.name}{parameters})")
        lines += [f"    ({name} ?x - object)" for name in self._set_predicates.values()]
        if self._never:
            lines.append(f"    ({self._never})")
        lines[-1] += ")"
        if task.has_metric:
            functions = {name: len(args) for name, *args in task.function_values}
            functions |= {name: len(args) for action in task.actions for name, args in action.cost.terms}
            functions.pop("total-cost", None)
            lines.append("  (:functions (total-cost) - number")
            for name, arity in functions.items():
                lines.append(f"    ({name}{''.join(f' ?x{i + 1} - object' for i in range(arity))}) - number")
            lines[-1] += ")"
        return "\n".join([*lines, *derived, *(action for action in actions if action)]) + ")\n"

    def problem(self) -> str:
        task = self._task
        lines = [f"(define (problem {task.name})", f"  (:domain {task.domain_name})", "  (:objects"]
        lines += [f"    {item.name} - {item.type}" for item in task.objects if item.name not in self._constants]
        lines[-1] += ")"
        lines.append("  (:init")
        lines += [f"    ({' '.join(atom)})" for atom in sorted(task.init)]
        lines += [f"    ({name} {item})" for objects, name in self._set_predicates.items() for item in objects]
        if task.has_metric:
            values: dict[Atom, Cost] = {("total-cost",): 0} | task.function_values
            lines += [f"    (= ({' '.join(term)}) {cost_text(value)})" for term, value in values.items()]
        lines[-1] += ")"
        goal = [f"({self._never})"] if self._never else [str(literal) for literal in (*task.goal, *task.static_goal)]
        lines.append(f"  (:goal {_conjunction(goal)})")
        if task.has_metric:
            lines.append("  (:metric minimize (total-cost))")
        return "\n".join(lines) + ")\n"

    # --- parts

    @property
    def _constants(self) -> set[str]:
        task = self._task
        names = {item.name for item in task.objects if item.is_constant}
        mentioned: set[str] = set()
        for schema in task.schemata:
            mentioned.update(schema.declared, _terms(schema.precondition))
            for effect in schema.effects:
                mentioned.update(effect.literal.args, _terms(effect.condition))
        for axiom in task.axioms:
            mentioned.update(axiom.head.args, _terms(axiom.body))
        for action in task.actions:
            mentioned.update(arg for _, args in action.cost.terms for arg in args)
        return names | {term for term in mentioned if not term.startswith("?")}

    def _requirements(self) -> list[str]:
        task = self._task
        found = [":typing", ":negative-preconditions", ":equality", ":disjunctive-preconditions"]
        found += [":existential-preconditions", ":conditional-effects"]
        if task.axioms:
            found.append(":derived-predicates")
        if task.has_metric:
            found.append(":action-costs")
        return found

    def _fresh(self, wish: str) -> str:
        name, count = wish, 1
        while name in self._taken:
            count += 1
            name = f"{wish}-{count}"
        self._taken.add(name)
        return name

    def _declare(self, parameter: Parameter, name: str, guards: list[str]) -> str:
        """``?x - type``, or ``?x - object`` with a guard that names the set."""
        kind = self._type_of_set.get(parameter.objects)
        if kind is None:
            guards.append(self._member(parameter, name))
            kind = "object"
        return f"{name} - {kind}"

    def _member(self, parameter: Parameter, term: str) -> str:
        if parameter.objects not in self._set_predicates:
            self._set_predicates[parameter.objects] = self._fresh(f"set-{len(self._set_predicates) + 1}")
        return f"({self._set_predicates[parameter.objects]} {term})"

    def _condition(self, condition: Condition, names: Mapping[str, str]) -> list[str]:
        parts = []
        for literal in condition.literals:
            atom = f"({' '.join([literal.predicate, *(names.get(a, a) for a in literal.args)])})"
            parts.append(f"(not {atom})" if literal.negated else atom)
        for constraint in condition.constraints:
            lhs, rhs = names.get(constraint.lhs, constraint.lhs), names.get(constraint.rhs, constraint.rhs)
            parts.append(f"(= {lhs} {rhs})" if constraint.equal else f"(not (= {lhs} {rhs}))")
        return parts

    def _derived(self, axiom: Axiom) -> str:
        # PDDL wants distinct variables in a head; ours may hold objects and repeat variables.
        heads = [f"?h{i + 1}" for i in range(len(axiom.head.args))]
        names: dict[str, str] = {}
        parts: list[str] = []
        parameters = {parameter.name: parameter for parameter in axiom.parameters}
        declared = []
        for head, arg in zip(heads, axiom.head.args, strict=True):
            if arg in parameters and arg not in names:
                names[arg] = head
                declared.append(self._declare(parameters[arg], head, parts))
            else:
                parts.append(f"(= {head} {names.get(arg, arg)})")
                declared.append(f"{head} - object")
        body = self._exists([p for p in axiom.parameters if p.name not in names], names, parts, axiom.body)
        return f"  (:derived ({' '.join([axiom.head.predicate, *declared])})\n    {body})"

    def _exists(self, extra: Sequence[Parameter], names: dict[str, str], parts: list[str], condition: Condition) -> str:
        declared = []
        for i, parameter in enumerate(extra):
            names[parameter.name] = f"?v{i + 1}"
            declared.append(self._declare(parameter, f"?v{i + 1}", parts))
        body = _conjunction([*parts, *self._condition(condition, names)])
        return f"(exists ({' '.join(declared)}) {body})" if declared else body

    def _action(self, action: Action) -> str:
        schemata = [schema for schema in self._task.schemata if schema.action == action.name]
        if not schemata:
            return ""
        guards: list[str] = []
        names = [f"?p{i + 1}" for i in range(len(action.parameters))]
        parameters = [self._declare(p, name, guards) for p, name in zip(action.parameters, names, strict=True)]
        ways = [self._way(action, schema, names) for schema in schemata]
        precondition = _conjunction([*guards, _disjunction([condition for condition, _ in ways])])
        plain = {self._effects(schema, renamed) for schema, (_, renamed) in zip(schemata, ways, strict=True)}
        if len(plain) == 1:
            effects = list(plain.pop())
        else:
            effects = []
            for schema, (condition, renamed) in zip(schemata, ways, strict=True):
                effects += self._effects(schema, renamed, [condition])
        if self._task.has_metric:
            effects += self._increases(action, names)
        head = f"  (:action {action.name}\n    :parameters ({' '.join(parameters)})\n"
        effect = "(and" + "".join(f"\n      {part}" for part in effects) + ")"
        return f"{head}    :precondition {precondition}\n    :effect {effect})"

    def _way(self, action: Action, schema: Schema, names: Sequence[str]) -> tuple[str, dict[str, str]]:
        """When ``schema`` applies, over the declared parameters, and how its variables are named."""
        renamed: dict[str, str] = {}
        parts: list[str] = []
        own = {parameter.name: parameter for parameter in schema.parameters}
        for declared, name, term in zip(action.parameters, names, schema.declared, strict=True):
            if term in own and term not in renamed:
                renamed[term] = name
                if own[term].objects != declared.objects:
                    parts.append(self._member(own[term], name))
            else:
                parts.append(f"(= {name} {renamed.get(term, term)})")
        extra = [parameter for parameter in schema.parameters if parameter.name not in renamed]
        return self._exists(extra, renamed, parts, schema.precondition), renamed

    def _effects(self, schema: Schema, names: Mapping[str, str], under: Sequence[str] = ()) -> tuple[str, ...]:
        return tuple(self._effect(effect, dict(names), under) for effect in schema.effects)

    def _effect(self, effect: Effect, names: dict[str, str], under: Sequence[str]) -> str:
        conditions = list(under)
        declared = []
        for i, parameter in enumerate(effect.parameters):
            names[parameter.name] = f"?w{i + 1}"
            declared.append(self._declare(parameter, f"?w{i + 1}", conditions))
        conditions += self._condition(effect.condition, names)
        text = self._condition(Condition((effect.literal,)), names)[0]
        if conditions:
            text = f"(when {_conjunction(conditions)} {text})"
        return f"(forall ({' '.join(declared)}) {text})" if declared else text

    def _increases(self, action: Action, names: Sequence[str]) -> list[str]:
        renamed = {parameter.name: name for parameter, name in zip(action.parameters, names, strict=True)}
        amounts = [cost_text(action.cost.constant)] if action.cost.constant or not action.cost.terms else []
        for function, args in action.cost.terms:
            amounts.append(f"({' '.join([function, *(renamed.get(a, a) for a in args)])})")
        return [f"(increase (total-cost) {amount})" for amount in amounts]


def _terms(condition: Condition) -> Iterable[str]:
    for literal in condition.literals:
        yield from literal.args
    for constraint in condition.constraints:
        yield from (constraint.lhs, constraint.rhs)
