"""From PDDL to the ground task: parsing and grounding against Fast Downward's translator, grounding against clingo.

Parsing: the translator's pddl_parser and normalize, in this process, in turns, the best of the repeats. Grounding: the
whole way from the first byte, the translator's to its output file, a process each. clingo gets the normalised task as
an answer-set program: facts for the initial state and every object set, a rule per schema with its inequalities and
negated static literals, rules from the actions to the atoms they add, and the axioms. For clingo only the call that
grounds counts. Ours are two figures: the same rules (reachable atoms, and the bindings of every schema and axiom), and
the whole way, conditions and effects in arrays included, which clingo does not make. CPU seconds.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks import peers
from benchmarks.measure import run
from benchmarks.part import Part
from benchmarks.suites import Pair, find_tasks, folders, size
from benchmarks.table import Cell
from isonova import _core
from isonova.api.description import Condition, Literal, Parameter
from isonova.api.task import Task, load

SECONDS = 300
FRONT = ["cpp/isonova/pddl", "cpp/isonova/task"]
BACK = ["cpp/isonova/datalog", "cpp/isonova/ground"]
CLINGO_TASKS = [
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


class Program:
    """A task as an answer-set program."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.objects = {o.name: i for i, o in enumerate(task.objects)}
        self.predicates = {p.name: i for i, p in enumerate(task.predicates)}
        self.fixed = {p.name for p in task.predicates if p.kind == "static"}
        self.sets: dict[tuple[str, ...], int] = {}

    def text(self) -> str:
        lines = [f"{self.atom(predicate, args, {})}." for predicate, *args in self.task.init]
        for number, schema in enumerate(self.task.schemata):
            names = {p.name: f"X{i}" for i, p in enumerate(schema.parameters)}
            action = f"a{number}({','.join(names.values())})" if names else f"a{number}"
            body = [*self.domains(schema.parameters, names), *self.body(schema.precondition, names)]
            lines.append(self.rule(action, body))
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


def clingo_seconds(task: Task) -> float:
    from clingo import Control

    control = Control(["--warn=none"])
    with tempfile.NamedTemporaryFile("w", suffix=".lp") as file:
        file.write(Program(task).text())
        file.flush()
        control.load(file.name)
    start = time.process_time()
    control.ground([("base", [])])
    return time.process_time() - start


def against_clingo(part: Part) -> None:
    rows: list[list[Cell]] = []
    for name, pair in part.tasks("ipc", part.some(CLINGO_TASKS, 2)):
        theirs = clingo_seconds(load(pair.domain, pair.problem))
        rules = part.report("ground_task", "--instantiate", pair.domain, pair.problem)
        whole = run([part.program("ground_task"), str(pair.domain), str(pair.problem)], SECONDS)
        if rules and whole.status == 0:
            same = max(rules["cpu"], 1e-3)
            rows.append([name, rules["instances"], theirs, same, theirs / same, whole.cpu, theirs / whole.cpu])
    ratios = ["ratio, same rules", "ratio, whole way"]
    head = ["task", "instances", "clingo s", "same rules s", ratios[0], "whole way s", ratios[1]]
    part.table("grounding-clingo", head, rows, measures=BACK, ratios=ratios, packages=["clingo"])


def against_translator(part: Part) -> None:
    names = part.some(Path(__file__).with_name("tasks.txt").read_text().split(), 4)
    rows: list[list[Cell]] = []
    for name, pair in part.tasks("ipc", names):
        files = [str(pair.domain), str(pair.problem)]
        ours = run([part.program("ground_task"), *files], SECONDS)
        theirs = run([str(peers.PLACE / "bin" / "python"), "-m", "fast_downward.translate", *files], SECONDS)
        figures: list[Cell] = [f"exit code {ours.status}", f"exit code {theirs.status}", None]
        if ours.status == theirs.status == 0:
            figures = [ours.cpu, theirs.cpu, theirs.cpu / max(ours.cpu, 1e-3)]
        rows.append([name, *figures, round(ours.peak_mb), round(theirs.peak_mb)])
        print(*rows[-1], file=sys.stderr, flush=True)
    head = ["task", "Isonova s", "translator s", "ratio", "Isonova MB", "translator MB"]
    packages = ["fast-downward.translate"]
    part.table("grounding-translator", head, rows, measures=[*FRONT, *BACK], ratios=["ratio"], packages=packages)


def parse_ours(pair: Pair) -> None:
    _core.normalise(_core.parse(_core.Source.from_file(str(pair.domain)), _core.Source.from_file(str(pair.problem))))


def parse_theirs(pair: Pair) -> None:
    from fast_downward.translate import normalize, options, pddl_parser

    options.set_options([str(pair.domain), str(pair.problem)])
    with contextlib.redirect_stdout(io.StringIO()):
        task = pddl_parser.open(domain_filename=str(pair.domain), problem_filename=str(pair.problem))
        normalize.normalize(task)


def parsing(part: Part) -> None:
    """The largest task of each of the domain folders with the largest ones."""
    suites = [part.suite(name) for name in ("ipc", "htg")]
    largest = [max(pairs, key=size) for suite in suites for folder in folders(suite) if (pairs := find_tasks(folder))]
    count = 2 if part.quick else 10
    rows: list[list[Cell]] = []
    for pair in sorted(largest, key=size, reverse=True)[:count]:
        times: dict[str, list[float]] = {"ours": [], "theirs": []}
        for _ in range(1 if part.quick else 3):
            for name, parse in (("ours", parse_ours), ("theirs", parse_theirs)):
                start = time.process_time()
                parse(pair)
                times[name].append(time.process_time() - start)
        ours, theirs = min(times["ours"]), min(times["theirs"])
        name = "/".join(pair.problem.with_suffix("").parts[-2:])
        rows.append([name, size(pair) / 1e6, ours, theirs, theirs / ours])
    head = ["task", "MB", "Isonova s", "translator s", "ratio"]
    part.table("parsing", head, rows, measures=FRONT, ratios=["ratio"], packages=["fast-downward.translate"])


def main(part: Part) -> None:
    peers.use()
    parsing(part)
    against_translator(part)
    against_clingo(part)
