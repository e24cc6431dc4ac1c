"""Input that nobody should write ends in a clear error or a correct parse, in bounded time and memory."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isonova import _core

FOLDER = Path(__file__).parent
DOMAIN = (FOLDER / "lamps-domain.pddl").read_bytes()
PROBLEM = (FOLDER / "lamps-problem.pddl").read_bytes()
MILLION = 1_000_000


def parse(domain: bytes = DOMAIN, problem: bytes = PROBLEM) -> _core.SyntaxTree:
    return _core.parse(_core.Source.from_text(domain, "d.pddl"), _core.Source.from_text(problem, "p.pddl"))


def complaint(domain: bytes = DOMAIN, problem: bytes = PROBLEM) -> str:
    with pytest.raises(_core.PDDLError) as caught:
        parse(domain, problem)
    assert 1 <= len(caught.value.diagnostics) <= 20
    text = str(caught.value)
    assert len(text) < 20_000
    return text


@pytest.mark.parametrize("place", [b"(bright hall)", b"(in desk hall)", b"(total-cost)", b"desk - lamp", b"lamps"])
def test_a_million_parentheses(place: bytes) -> None:
    nested = b"(" * MILLION + b")" * MILLION
    assert "error" in complaint(problem=PROBLEM.replace(place, nested))
    complaint(problem=PROBLEM.replace(place, b"(not " * MILLION + b")" * MILLION))
    assert "never closed" in complaint(problem=b"(" * MILLION)
    assert "closes nothing" in complaint(problem=b")" * MILLION)


def test_nesting_up_to_the_limit_needs_little_stack() -> None:
    problem = PROBLEM.replace(b"(bright hall)", b"(not " * 998 + b"(bright hall)" + b")" * 998)
    results: list[_core.SyntaxTree] = []
    before = threading.stack_size(2 << 20)
    try:
        thread = threading.Thread(target=lambda: results.append(parse(problem=problem)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert results[0].problem.goal.kind == "not"


def test_every_truncation_is_an_error() -> None:
    for text in (DOMAIN, PROBLEM):
        for end in range(len(text.rstrip())):
            if text is DOMAIN:
                complaint(domain=text[:end])
            else:
                complaint(problem=text[:end])


def test_long_symbols_are_cut_in_messages() -> None:
    long = b"x" * (10 * MILLION)
    for place in (b"desk hall", b" lamp)", b"bright", b":goal", b"minimize", b"lamps"):
        assert "xxx..." in complaint(problem=PROBLEM.replace(place, place[:1] + long + place[-1:], 1))
    for place in (b":types", b"?l - lamp", b":effect", b"(lit", b"exists"):
        complaint(domain=DOMAIN.replace(place, long))


def test_bytes_that_are_no_text() -> None:
    assert "NUL byte" in complaint(problem=PROBLEM.replace(b"desk", b"de\x00sk"))
    assert "control byte 0x07" in complaint(problem=PROBLEM.replace(b"desk", b"\x07desk"))
    assert "byte 0xc3" in complaint(problem=PROBLEM.replace(b"desk", "k\u00f6ln".encode()))
    complaint(problem=random.Random(1).randbytes(MILLION))
    complaint(problem=b"\x00" * MILLION)


@pytest.mark.parametrize(
    "text", [b"", b" \r\n", b"\xef\xbb\xbf", b";", b"()", b"(())", b"(define)", b"(define ())", b"?", b"-"]
)
def test_next_to_nothing(text: bytes) -> None:
    complaint(domain=text)
    complaint(problem=text)


def test_many_parameters() -> None:
    count = 100_000
    names = [f"?v{i}" for i in range(count)]
    action = (
        f"(:action wide :parameters ({' '.join(names)} - lamp) :effect (and {' '.join(f'(lit {v})' for v in names)}))"
    )
    tree = parse(domain=DOMAIN.rstrip().removesuffix(b")") + action.encode() + b")")
    assert len(tree.domain.actions[1].parameters) == count
    assert "declared twice" in complaint(
        domain=DOMAIN.replace(b"(?l - lamp)\n    :pre", b"(" + b"?l " * count + b")\n :pre")
    )


def test_many_types() -> None:
    count = 100_000
    flat = "".join(f" t{i}" for i in range(count))
    chain = "".join(f" t{i} - t{i + 1}" for i in range(count))
    parse(domain=DOMAIN.replace(b"lamp room - object", b"lamp room - object" + flat.encode()))
    assert "levels deep" in complaint(
        domain=DOMAIN.replace(b"lamp room - object", b"lamp room - object" + chain.encode())
    )
    ring = chain + f" t{count} - t0"
    assert "cycle" in complaint(domain=DOMAIN.replace(b"lamp room - object", b"lamp room - object" + ring.encode()))


def test_many_facts() -> None:
    count = 200_000
    tree = parse(problem=PROBLEM.replace(b"(in desk hall)", b"(in desk hall)" * count))
    assert len(tree.problem.init()) == count
    complaint(problem=PROBLEM.replace(b"(in desk hall)", b"(in desk)" * count))


def test_numbers() -> None:
    for number in (b"99999999999999999999", b"1e9", b"--1", b"1.2.3", b"0x10", b"+", b"."):
        complaint(problem=PROBLEM.replace(b" 2)", b" " + number + b")"))
    assert parse(problem=PROBLEM.replace(b" 2)", b" +9223372036854775807)")).problem.init_functions()[1][2] == 2**63 - 1


TOKENS = ["(", ")", "?x", "-", ":action", ":goal", "and", "not", "forall", "when", "=", "increase", "1", "x", ";"]


@settings(max_examples=300, deadline=None)
@given(
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 12), st.sampled_from(TOKENS)), min_size=1, max_size=4),
)
def test_random_edits_never_crash(in_domain: bool, edits: list[tuple[int, int, str]]) -> None:
    text = DOMAIN if in_domain else PROBLEM
    for at, removed, token in edits:
        text = text[:at] + f" {token} ".encode() + text[at + removed :]
    try:
        tree = parse(domain=text) if in_domain else parse(problem=text)
    except _core.PDDLError as error:
        found = len(error.diagnostics)
    else:
        found = len(tree.problem.init())
    assert found > 0
