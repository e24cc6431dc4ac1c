"""Tasks that are too large on purpose, as PDDL text."""

from __future__ import annotations

SWITCHES = """(define (domain switches)
  (:predicates (on ?s) (off ?s) (wired ?s ?t))
  (:action press :parameters (?s ?t) :precondition (and (off ?s) (wired ?s ?t))
    :effect (and (on ?s) (not (off ?s)) (off ?t) (not (on ?t))))
  (:action reset :parameters (?s) :precondition (on ?s) :effect (and (off ?s) (not (on ?s)))))"""

ROWS = """(define (domain rows)
  (:predicates (free ?x) (row {variables}))
  (:action pick :parameters ({variables}) :precondition (and {free})
    :effect (and (row {variables}) (not (free ?v0)))))"""


def switches(count: int) -> tuple[str, str]:
    """A ring in which pressing one switch turns the next off: about 2^count states, and never all are on."""
    names = [f"s{i}" for i in range(count)]
    wired = " ".join(f"(wired {a} {b})" for a, b in zip(names, [*names[1:], names[0]], strict=True))
    off = " ".join(f"(off {name})" for name in names)
    goal = " ".join(f"(on {name})" for name in names)
    problem = f"""(define (problem p) (:domain switches) (:objects {" ".join(names)})
      (:init {off} {wired}) (:goal (and {goal})))"""
    return SWITCHES, problem


def rows(objects: int, width: int) -> tuple[str, str]:
    """An action with objects^width instances, each with an atom of its own, so that grounding does not end."""
    variables = [f"?v{i}" for i in range(width)]
    names = [f"o{i}" for i in range(objects)]
    domain = ROWS.format(variables=" ".join(variables), free=" ".join(f"(free {v})" for v in variables))
    free = " ".join(f"(free {name})" for name in names)
    goal = " ".join([names[-1]] * width)
    problem = f"""(define (problem p) (:domain rows) (:objects {" ".join(names)}) (:init {free})
      (:goal (row {goal})))"""
    return domain, problem
