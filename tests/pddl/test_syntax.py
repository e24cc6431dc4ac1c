"""What the benchmarks do to PDDL, each in a small text of our own, and the Python face of the tree."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from isonova import _core

DOMAIN = """
(define (domain ferry)
  (:requirements :strips)
  (:types car place - object boat)
  (:constants quay - place)
  (:predicates (at ?c - (either car boat) ?p - place) (on ?c - car) (car ?c - car) (empty) (stuck))
  (:functions (total-cost) - number (toll ?p - place) - number (fee))
  (:derived (stuck) (not (exists (?c - car) (or (on ?c) (forall (?p - place) (imply (at ?c ?p) (= ?p quay)))))))
  (:action board
    :parameters (?c - car ?p - place)
    :precondition (and (at ?c ?p) (empty) (not (= ?p quay)))
    :effect (and (on ?c) (not (at ?c ?p)) (not (empty)) (increase (total-cost) (toll ?p))))
  (:action land
    :parameters (?c - car)
    :effect (and (forall (?p - place) (when (and (on ?c) (= ?p quay)) (at ?c ?p))) (increase (total-cost) 3)))
  (:action rest :precondition () :effect (increase (total-cost) fee))
  (:action wait :parameters () :effect (and)))
"""
PROBLEM = """
(define (problem one-car)
  (:domain ferry)
  (:objects beetle - car pier - place thing)
  (:init (at beetle pier) (empty) (at beetle pier) (= (toll pier) 2) (= (fee) 1.0))
  (:goal (and (at beetle quay) (not (on beetle))))
  (:metric minimize (total-cost)))
"""


def parse(domain: str | bytes = DOMAIN, problem: str | bytes = PROBLEM) -> _core.SyntaxTree:
    return _core.parse(_core.Source.from_text(domain, "d.pddl"), _core.Source.from_text(problem, "p.pddl"))


def test_domain() -> None:
    domain = parse().domain
    assert domain.name == "ferry"
    assert domain.requirements == [":strips"]
    assert [(entry.name, entry.types) for entry in domain.types] == [
        ("car", ["object"]),
        ("place", ["object"]),
        ("boat", []),
    ]
    assert [(entry.name, entry.types) for entry in domain.constants] == [("quay", ["place"])]
    at = domain.predicates[0]
    assert (at.name, [parameter.types for parameter in at.parameters]) == ("at", [["car", "boat"], ["place"]])
    assert [function.name for function in domain.functions] == ["total-cost", "toll", "fee"]
    assert [action.name for action in domain.actions] == ["board", "land", "rest", "wait"]
    assert (domain.derived[0].name, domain.derived[0].parameters, domain.derived[0].body.kind) == ("stuck", [], "not")


def test_conditions() -> None:
    board = parse().domain.actions[0]
    assert [child.kind for child in board.precondition.children] == ["atom", "atom", "not"]
    at = board.precondition.children[0]
    assert (at.predicate, at.args, at.line, at.column) == ("at", ["?c", "?p"], 11, 24)
    equality = board.precondition.children[2].children[0]
    assert (equality.kind, equality.args) == ("=", ["?p", "quay"])
    quantified = parse().domain.derived[0].body.children[0]
    assert (quantified.kind, quantified.parameters[0].name, quantified.parameters[0].types) == ("exists", "?c", ["car"])


def test_effects() -> None:
    board, land, rest, wait = parse().domain.actions
    assert [child.kind for child in board.effect.children] == ["add", "delete", "delete", "increase"]
    toll = board.effect.children[3]
    assert (toll.amount, toll.function, toll.args) == (None, "toll", ["?p"])
    forall, three = land.effect.children
    when = forall.children[0]
    assert (forall.kind, when.kind, when.condition.kind, when.children[0].kind) == ("forall", "when", "and", "add")
    assert (three.amount, three.function) == (3, "")
    assert (rest.effect.function, rest.effect.args, rest.parameters) == ("fee", [], [])
    assert (rest.precondition.kind, rest.precondition.children) == ("and", [])
    assert (wait.effect.kind, wait.effect.children, wait.precondition.children) == ("and", [], [])


def test_problem() -> None:
    problem = parse().problem
    assert (problem.name, problem.domain_name, problem.minimises_cost) == ("one-car", "ferry", True)
    assert [(entry.name, entry.types) for entry in problem.objects] == [
        ("beetle", ["car"]),
        ("pier", ["place"]),
        ("thing", []),
    ]
    assert problem.init() == [("at", ("beetle", "pier")), ("empty", ()), ("at", ("beetle", "pier"))]
    assert problem.init_functions() == [("toll", ("pier",), 2), ("fee", (), 1)]
    assert problem.init()[0][1][0] is problem.init()[2][1][0]
    assert [child.kind for child in problem.goal.children] == ["atom", "not"]


def test_nodes_keep_the_tree_alive() -> None:
    effect = parse().domain.actions[0].effect.children[0]
    gc.collect()
    assert (effect.predicate, effect.args, effect.line) == ("on", ["?c"], 12)


def test_case_does_not_matter() -> None:
    tree = parse(DOMAIN.upper(), PROBLEM.title())
    assert tree.domain.actions[0].precondition.children[0].args == ["?c", "?p"]
    assert tree.problem.init()[0] == ("at", ("beetle", "pier"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\n", b"\r\n"),
        (b"(define", b"\xef\xbb\xbf(define"),
        (b"\n(define", b"; K\xc3\xb6ln in UTF-8, K\xf6ln in Latin-1, \x00 and \x1b\n(define"),
        (b"(:requirements :strips)", b""),
        (b"(:requirements :strips)", b"(:requirements :typing :fluents :made-up)"),
        (b" - number", b""),
        (b"(increase (total-cost) 3)", b"(increase total-cost 3.00)"),
    ],
)
def test_spellings_that_change_nothing(old: bytes, new: bytes) -> None:
    text = DOMAIN.strip().encode() if new.startswith(b"\xef") else DOMAIN.encode()
    assert old in text
    tree = parse(text.replace(old, new))
    assert tree.warnings == []
    assert [action.name for action in tree.domain.actions] == ["board", "land", "rest", "wait"]
    assert tree.domain.actions[1].effect.children[1].amount == 3


def test_sections_in_any_order() -> None:
    sections = DOMAIN.strip().split("\n  (:")
    head, rest = sections[0], ["\n  (:" + section for section in sections[1:]]
    rest[-1] = rest[-1].removesuffix(")")
    tree = parse(head + "".join(reversed(rest)) + ")")
    assert [action.name for action in tree.domain.actions] == ["wait", "rest", "land", "board"]


def test_a_metric_of_another_kind_is_a_warning() -> None:
    tree = parse(problem=PROBLEM.replace("minimize (total-cost)", "minimize (total-time)"))
    assert not tree.problem.minimises_cost
    assert [warning.severity for warning in tree.warnings] == ["warning"]


def test_negative_literals_in_init_say_nothing() -> None:
    tree = parse(problem=PROBLEM.replace("(empty)", "(not (empty))"))
    assert [fact[0] for fact in tree.problem.init()] == ["at", "at"]


def test_diagnostics() -> None:
    with pytest.raises(_core.PDDLError) as caught:
        parse(problem=PROBLEM.replace("at beetle quay", "at beetel quay"))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.severity, diagnostic.file, diagnostic.line, diagnostic.column) == ("error", "p.pddl", 6, 19)
    assert diagnostic.message == "unknown object 'beetel'"
    assert diagnostic.hint == "did you mean 'beetle'?"
    assert str(caught.value) == str(diagnostic) == diagnostic.render()
    assert isinstance(caught.value, ValueError)


def test_unsupported_is_told_apart() -> None:
    with pytest.raises(_core.UnsupportedError):
        parse(problem=PROBLEM.replace("minimize", "maximize"))
    with pytest.raises(_core.PDDLError) as caught:
        parse(problem=PROBLEM.replace("minimize", "maximize").replace("(empty)", "empty"))
    assert type(caught.value) is _core.PDDLError
    assert [diagnostic.severity for diagnostic in caught.value.diagnostics] == ["error", "unsupported"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, reason in [(tmp_path / "none.pddl", "No such file or directory"), (tmp_path, "it is a directory")]:
        with pytest.raises(_core.PDDLError, match=reason) as caught:
            _core.Source.from_file(str(path))
        assert caught.value.diagnostics[0].line == 0


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "k\u00f6ln.pddl"
    path.write_bytes(b"(define\r\n")
    source = _core.Source.from_file(str(path))
    assert (source.name, source.text) == (str(path), b"(define\r\n")
    assert _core.Source.from_text("\u00e4").text == b"\xc3\xa4"
    assert _core.Source.from_text(b"").name == "<string>"
    with pytest.raises(TypeError):
        _core.Source.from_text(3)  # type: ignore[arg-type]
