"""Grounding against clingo's, on the same relaxed reachability program with all actions instantiated.

    python benchmarks/ground_vs_clingo.py BUILD_FOLDER SUITE_FOLDER [TASK ...]

Each normalised task is written as an answer-set program: facts for the initial state and for every object set, a rule
per schema with its inequalities and negated static literals, rules from the actions to the atoms they add, and the
axioms. For clingo only the call that grounds counts, its parsing does not. For Isonova two figures: instantiating the
same rules (reachable atoms, and the bindings of every schema and axiom), and the whole way from the first byte to the
ground task with its conditions and effects in arrays, which clingo does not make. CPU seconds. Prints a table.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.measure import geometric_mean, run
from benchmarks.suites import find_tasks
from isonova.api.task import Condition, Literal, Parameter, Task, load

TASKS = [
    "satellite/p25-HC-pfile5.pddl",
    "logistics98/prob28.pddl",
    "parking-sat14-strips/p_40_3.pddl",
    "scanalyzer-sat11-strips/p20.pddl",
    "transport-sat14-strips/p20.pddl",
    "hiking-agl14-strips/testing-5-6-8.pddl",
    "tidybot-sat11-strips/p20.pddl",
    "pipesworld-tankage/p50-net5-b30-g8-t50.pddl",
    "folding-opt23-adl/p20.pddl",
    "labyrinth-opt23-adl/p20.pddl",
]

GROUND = """
import sys, time, clingo
control = clingo.Control(["--warn=none"])
control.load(sys.argv[1])
start = time.process_time()
control.ground([("base", [])])
print(time.process_time() - start)
"""


class Writer:
    """A task as an answer-set program."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.objects = {o.name: i for i, o in enumerate(task.objects)}
        self.predicates = {p.name: i for i, p in enumerate(task.predicates)}
        self.fixed = {p.name for p in task.predicates if p.kind == "static"}
        self.sets: dict[tuple[str, ...], int] = {}

    def program(self) -> str:
        lines = [f"{self.atom(predicate, args, {})}." for predicate, *args in self.task.init]
        for number, schema in enumerate(self.task.schemata):
            names = {p.name: f"X{i}" for i, p in enumerate(schema.parameters)}
            action = f"a{number}({','.join(names.values())})" if names else f"a{number}"
            lines.append(
                self.rule(action, [*self.domains(schema.parameters, names), *self.body(schema.precondition, names)])
            )
            for effect in schema.effects:
                if effect.literal.negated:
                    continue
                wider = names | {p.name: f"Y{i}" for i, p in enumerate(effect.parameters)}
                body = [action, *self.domains(effect.parameters, wider), *self.body(effect.condition, wider)]
                lines.append(self.rule(self.literal(effect.literal, wider), body))
        for axiom in self.task.axioms:
            names = {p.name: f"X{i}" for i, p in enumerate(axiom.parameters)}
            body = [*self.domains(axiom.parameters, names), *self.body(axiom.body, names)]
            lines.append(self.rule(self.literal(axiom.head, names), body))
        lines += [f"s{i}({self.objects[o]})." for objects, i in self.sets.items() for o in objects]
        return "\n".join(lines)

    @staticmethod
    def rule(head: str, body: Sequence[str]) -> str:
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def term(self, name: str, names: dict[str, str]) -> str:
        return names[name] if name in names else str(self.objects[name])

    def atom(self, predicate: str, args: Iterable[str], names: dict[str, str]) -> str:
        terms = ",".join(self.term(arg, names) for arg in args)
        return f"p{self.predicates[predicate]}({terms})" if terms else f"p{self.predicates[predicate]}"

    def literal(self, literal: Literal, names: dict[str, str]) -> str:
        return self.atom(literal.predicate, literal.args, names)

    def domains(self, parameters: Sequence[Parameter], names: dict[str, str]) -> list[str]:
        return [f"s{self.sets.setdefault(p.objects, len(self.sets))}({names[p.name]})" for p in parameters]

    def body(self, condition: Condition, names: dict[str, str]) -> list[str]:
        parts = []
        for literal in condition.literals:
            if not literal.negated:
                parts.append(self.literal(literal, names))
            elif literal.predicate in self.fixed:
                parts.append("not " + self.literal(literal, names))
        for c in condition.constraints:
            parts.append(f"{self.term(c.lhs, names)} {'=' if c.equal else '!='} {self.term(c.rhs, names)}")
        return parts


def clingo_seconds(task: Task, seconds: float) -> float | None:
    with tempfile.NamedTemporaryFile("w", suffix=".lp") as file:
        file.write(Writer(task).program())
        file.flush()
        try:
            done = subprocess.run(
                [sys.executable, "-c", GROUND, file.name], capture_output=True, text=True, timeout=seconds, check=True
            )
        except subprocess.TimeoutExpired:
            return None
        return float(done.stdout)


def instantiation(program: str, files: list[str], arguments: argparse.Namespace) -> tuple[float, int]:
    command = [program, "--instantiate", *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=arguments.seconds, check=True)
    figures = json.loads(done.stdout)
    return max(figures["cpu"], 1e-4), figures["instances"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", type=Path)
    parser.add_argument("tasks", nargs="*", default=TASKS)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=300)
    arguments = parser.parse_args()
    program = str((arguments.build / "benchmarks" / "isonova_ground_task").resolve())
    ratios: list[float] = []
    whole_ratios: list[float] = []
    print("| task | instances | clingo s | Isonova, same rules s | ratio | Isonova, whole way s | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name in arguments.tasks:
        problem = arguments.suite / name
        domain = next(pair.domain for pair in find_tasks(problem.parent) if pair.problem == problem)
        files = [str(domain.resolve()), str(problem.resolve())]
        rules, whole, theirs = instantiation(program, files, arguments), math.inf, math.inf
        for _ in range(arguments.repeats):
            whole = min(whole, run([program, *files], arguments.seconds).cpu)
            rules = min(rules, instantiation(program, files, arguments))
            theirs = min(theirs, clingo_seconds(load(domain, problem), arguments.seconds) or math.inf)
        ratios.append(theirs / rules[0])
        whole_ratios.append(theirs / whole)
        print(
            f"| {name} | {rules[1]} | {theirs:.2f} | {rules[0]:.3f} | {ratios[-1]:.1f} | {whole:.3f} | "
            f"{whole_ratios[-1]:.1f} |",
            flush=True,
        )
    means = geometric_mean(ratios), geometric_mean(whole_ratios)
    print(f"\n{len(ratios)} tasks, geometric means: same rules {means[0]:.1f}, whole way {means[1]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
