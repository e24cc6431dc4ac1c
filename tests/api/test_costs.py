"""Costs with decimals and costs by another name: scaled exactly for the search, shown as written everywhere."""

from __future__ import annotations

import json
import pickle
from decimal import Decimal
from pathlib import Path

import pytest
from cli.program import isonova as program

import isonova
from isonova.api.names import EngineName
from isonova.validator.costs import cost_text

DOMAIN = """(define (domain roads)
  (:requirements :typing :action-costs)
  (:types town)
  (:predicates (at ?t - town) (road ?a ?b - town) (paid))
  (:functions (COST) (length ?a ?b - town) (joy) - number)
  (:action drive :parameters (?a ?b - town)
    :precondition (and (at ?a) (road ?a ?b))
    :effect (and (at ?b) (not (at ?a)) (increase (COST) (length ?a ?b)) (increase (COST) 0.5)))
  (:action pay :parameters () :precondition (not (paid)) :effect (and (paid) (increase (COST) 0.003))))"""

PROBLEM = """(define (problem trip) (:domain roads)
  (:objects a b c - town)
  (:init (at a) (road a b) (road b c) (road a c) (= (COST) 0)
    (= (length a b) 16.53) (= (length b c) 4) (= (length a c) 100.10) (= (joy) -0.123456789012))
  (:goal (and (at c) (paid)))
  (:metric minimize (COST)))"""


def texts(name: str) -> tuple[str, str]:
    return DOMAIN.replace("COST", name), PROBLEM.replace("COST", name)


@pytest.mark.parametrize("name", ["total-cost", "fuel-cost"])
@pytest.mark.parametrize("engine", ["grounded", "lifted"])
def test_costs_are_exact_and_shown_as_written(name: str, engine: EngineName) -> None:
    found = isonova.plan(*texts(name), engine=engine, heuristic="add")
    assert found.plan is not None
    assert found.cost_scale == 1000
    step_costs = {"(drive a b)": "17.03", "(drive b c)": "4.5", "(drive a c)": "100.6", "(pay)": "0.003"}
    total = sum(Decimal(step_costs[step]) for step in found.plan)
    assert found.cost == float(total)
    assert f"cost {total}, valid" in found.summary()
    assert found.plan_text().splitlines()[-1] == f"; cost = {total} (general cost)"
    assert json.loads(found.to_json())["cost"] == float(total)
    assert isonova.Result.from_dict(json.loads(found.to_json())) == found
    verdict = isonova.validate(*texts(name), found.plan_text())
    assert (verdict.valid, verdict.cost, verdict.notes) == (True, found.cost, ())
    assert f"cost {total}" in verdict.explain()


def test_the_validator_notes_a_wrong_claim() -> None:
    plan = "(drive a c)\n(pay)\n; cost = {} (general cost)"
    right = isonova.validate(*texts("total-cost"), plan.format("100.603"))
    wrong = isonova.validate(*texts("total-cost"), plan.format("100.6"))
    assert right.notes == ()
    assert wrong.notes == ("the plan file claims cost 100.6, but the plan costs 100.603",)


def test_task_and_state_space_show_costs_as_written() -> None:
    task = isonova.load(*texts("total-cost"))
    assert task.function_values == {("length", "a", "b"): 16.53, ("length", "b", "c"): 4, ("length", "a", "c"): 100.1}
    assert [action.cost.constant for action in task.actions] == [0.5, 0.003]
    space = isonova.StateSpace(task)
    costs = {str(action): action.cost for action, _ in space.successors(space.initial())}
    assert costs == {"(drive a b)": 17.03, "(drive a c)": 100.6, "(pay)": 0.003}


def test_the_way_through_text_and_pickle_keeps_costs() -> None:
    task = isonova.load(*texts("fuel-cost"))
    for again in (isonova.load(*task.to_pddl()), pickle.loads(pickle.dumps(task))):
        assert again.function_values == task.function_values
        assert [action.cost.constant for action in again.actions] == [0.5, 0.003]
    assert "0.003" in task.to_pddl()[0]


def scaled(text: str) -> str:
    """The same task with all costs times 1000, written as integers."""
    for number in ("16.53", "100.10", "0.5)", "0.003", " 4)"):
        plain = number.rstrip(")")
        text = text.replace(number, f" {int(Decimal(plain.strip()) * 1000)}" + ")" * (plain != number))
    return text


@pytest.mark.filterwarnings("ignore::isonova.OptionWarning")  # gc sees no costs
@pytest.mark.parametrize("cost_type", ["normal", "one"])
@pytest.mark.parametrize("heuristic", ["ff", "add", "gc"])
def test_the_search_is_that_of_the_same_task_with_integers(heuristic: str, cost_type: str) -> None:
    decimals = texts("total-cost")
    integers = (scaled(decimals[0]), scaled(decimals[1]))
    assert "16530" in integers[1]
    settings = {"heuristic": heuristic, "cost_type": cost_type, "novelty": "at+wl"}
    one, two = (isonova.plan(*pair, **settings) for pair in (decimals, integers))  # type: ignore[arg-type]
    assert two.cost_scale == 1
    assert one.plan == two.plan
    assert one.cost is not None
    assert two.cost == round(one.cost * 1000)
    for key in ("initial_h", "best_h", "expansions", "evaluations", "generated", "initial_key"):
        assert getattr(one, key) == getattr(two, key), key


def test_plusone_adds_one_as_written() -> None:
    domain = "(define (domain d) (:predicates (p)) (:functions (total-cost)) "
    domain += "(:action a :parameters () :effect (and (p) (increase (total-cost) 2.25))))"
    problem = "(define (problem q) (:domain d) (:init) (:goal (p)) (:metric minimize (total-cost)))"
    found = isonova.plan(domain, problem, heuristic="add", cost_type="plusone")
    assert (found.initial_h, found.cost_scale) == (325, 100)
    unit = isonova.plan(domain.replace("2.25", "1.0"), problem, heuristic="add", cost_type="plusone")
    assert (unit.initial_h, unit.cost_scale, unit.cost) == (1, 1, 1)


def test_whole_costs_stay_whole_numbers() -> None:
    domain, problem = texts("total-cost")
    verdict = isonova.validate(domain.replace("0.003", "0.5"), problem.replace("100.10", "16.0"), "(drive a c) (pay)")
    assert verdict.cost == 17
    assert isinstance(verdict.cost, int)
    assert cost_text(0.00001) == "0.00001"
    assert cost_text(12) == "12"


def test_a_cost_too_large_for_the_scale_is_refused() -> None:
    domain, problem = texts("total-cost")
    with pytest.raises(isonova.UnsupportedError, match="does not fit 64 bits once all costs are scaled"):
        isonova.load(domain, problem.replace("100.10", "0.000000000000000001"))
    large = "90000000000000000) (increase (total-cost) 90000000000000000"
    with pytest.raises(isonova.UnsupportedError, match="cost of this action does not fit 64 bits"):
        isonova.load(domain.replace("0.003", large), problem)


def test_without_the_metric_every_action_costs_1() -> None:
    domain, problem = texts("fuel-cost")
    problem = problem.replace("(:metric minimize (fuel-cost))", "")
    found = isonova.plan(domain, problem)
    assert (found.cost, found.unit_cost, found.cost_scale) == (found.length, True, 1)
    assert any("'fuel-cost' increases, but nothing reads it" in warning for warning in found.warnings)


def test_plan_file_of_the_program(tmp_path: Path) -> None:
    for name, text in zip(("domain.pddl", "problem.pddl"), texts("fuel-cost"), strict=True):
        (tmp_path / name).write_text(text)
    done = program("plan", "problem.pddl", "--plan-file", "plan", cwd=tmp_path)
    assert done.returncode == 0
    cost = (tmp_path / "plan").read_text().split("; cost = ")[1].split()[0]
    assert "." in cost
    assert f"cost {cost}, valid" in done.stderr
    judged = program("validate", "domain.pddl", "problem.pddl", "plan", cwd=tmp_path)
    assert judged.stdout == f"valid plan: {done.stdout.count('(') - 1} steps, cost {cost}\n"
