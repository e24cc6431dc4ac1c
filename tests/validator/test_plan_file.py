"""Plan files in the shapes planners and people write them."""

from pathlib import Path

import pytest

from isonova.validator import PlanError, Step, parse_plan, read_plan
from isonova.validator.plan_file import as_plan

TWO_STEPS = (Step("move", ("a", "b")), Step("drop", ("a",)))


def steps(text: str) -> list[tuple[str, ...]]:
    return [(step.action, *step.args) for step in parse_plan(text).steps]


@pytest.mark.parametrize(
    "text",
    [
        "(move a b)\n(drop a)\n",
        "(move a b)\n(drop a)\n; cost = 2 (unit cost)\n",
        "(MOVE A b)\r\n( drop   A )\r\n",
        "; found by hand\n\n(move a b) ; first\n\n(drop a);last",
        "0: (move a b)\n1: (drop a)\n",
        "0.000: (move a b) [1]\n0.001: (drop a) [1.000]\n",
        "   0.000:(move a b)[0.001]\n\t.5 :(drop a)\n",
        "(move a b) (drop a)",
        "\n(move\ta\tb)\r(drop a)",
    ],
)
def test_variants(text: str) -> None:
    assert steps(text) == [("move", "a", "b"), ("drop", "a")]


@pytest.mark.parametrize("text", ["", "\n\n", "; cost = 0 (unit cost)\n", "; nothing to do"])
def test_the_empty_plan(text: str) -> None:
    assert steps(text) == []


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("; cost = 12 (general cost)", 12),
        (";cost=3", 3),
        ("; Cost = 4.0", 4),
        ("; costs nothing", None),
        ("; cost = many", None),
    ],
)
def test_cost_line(line: str, cost: int | None) -> None:
    assert parse_plan(f"(a)\n{line}\n").cost == cost


def test_a_cost_that_is_no_number_is_noted() -> None:
    assert parse_plan("; cost = many").notes == ("line 1: the cost 'many' is not a number",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a b)\n(c d\n", "<plan>:2:5: error: missing ')' after '(c d'"),
        ("(a b)\n\n  c d\n", "<plan>:3:3: error: found 'c d', expected a step as (action argument ...)"),
        ("(a (b))", "<plan>:1:1: error: a second '(' inside a step; expected one step as (action argument ...)"),
        ("()", "<plan>:1:2: error: expected an action name after '('"),
        ("(a)\n(b) c", "<plan>:2:5: error: found 'c', expected a step as (action argument ...)"),
        ("(a 'x)", "<plan>:1:4: error: ''x' is not a name"),
        ("2: (a)\n1: (b)", "<plan>:2:1: error: time 1 comes before the time of the step above"),
        ("0: a", "<plan>:1:4: error: found 'a', expected a step as (action argument ...)"),
    ],
)
def test_errors_point(text: str, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(text)
    assert str(caught.value) == message


def test_equal_times_are_noted() -> None:
    plan = parse_plan("0: (a)\n0: (b)")
    assert len(plan.steps) == 2
    assert plan.notes == ("line 2: same time as the step before; steps are taken in the order written",)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "sas_plan"
    file.write_bytes(b"\xef\xbb\xbf(move a b)\n; caf\xe9\n(drop a)\n")
    assert [(step.action, *step.args) for step in read_plan(file).steps] == [("move", "a", "b"), ("drop", "a")]
    with pytest.raises(PlanError, match="missing: error: cannot read the plan: No such file"):
        read_plan(tmp_path / "missing")


def test_other_ways_to_give_a_plan(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("(move a b)\n(drop a)\n")
    assert as_plan(tmp_path / "p").steps[1].line == 2
    assert as_plan([("Move", "a", "B"), ("drop", "a")]).steps == TWO_STEPS
    assert [str(step) for step in as_plan(["(move a b)", TWO_STEPS[1]]).steps] == ["(move a b)", "(drop a)"]
    assert as_plan(as_plan("(drop a)")).steps == parse_plan("(drop a)").steps
    with pytest.raises(PlanError):
        as_plan([[]])
