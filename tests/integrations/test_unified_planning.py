"""The engine of unified-planning, where that is installed: its own examples and test cases, judged by its validator."""

from __future__ import annotations

import doctest
import io
import itertools
import random
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
pytest.importorskip("unified_planning", reason="unified-planning is not installed")

import unified_planning.shortcuts as up  # noqa: E402
from unified_planning.engines import FailedValidationReason  # noqa: E402
from unified_planning.engines import PlanGenerationResultStatus as Status  # noqa: E402
from unified_planning.engines import ValidationResultStatus as Verdict  # noqa: E402
from unified_planning.exceptions import UPUsageError  # noqa: E402
from unified_planning.model.fluent import get_all_fluent_exp  # noqa: E402
from unified_planning.plans import ActionInstance, SequentialPlan  # noqa: E402
from unified_planning.test.examples import get_example_problems  # noqa: E402

import isonova.integrations.unified_planning  # noqa: E402, F401
from isonova._core import Source, parse  # noqa: E402
from isonova.integrations.up_problem import ConvertedProblem  # noqa: E402
from isonova.integrations.up_vocabulary import UnsupportedProblemError  # noqa: E402
from isonova.validator import parse_plan, validate  # noqa: E402

up.get_environment().credits_stream = None

# Every example with one of these is outside: numbers that change, time, hierarchies, schedules, preferences, a fluent
# without an initial value (in PDDL it would be false), integers without bounds.
EXCLUDED = {
    "INT_FLUENTS",
    "REAL_FLUENTS",
    "CONTINUOUS_TIME",
    "DISCRETE_TIME",
    "PROCESSES",
    "HIERARCHICAL",
    "SCHEDULING",
    "OVERSUBSCRIPTION",
    "UNDEFINED_INITIAL_SYMBOLIC",
    "UNBOUNDED_INT_ACTION_PARAMETERS",
}
EXAMPLES: dict[str, Any] = get_example_problems()
CLASSICAL = [name for name, example in EXAMPLES.items() if not EXCLUDED & example.problem.kind.features]


def shipped_cases() -> dict[str, Any]:
    """The classical ones that come without PDDL files. They import a neighbour as if they were a script's."""
    import up_test_cases

    sys.path.insert(0, str(Path(up_test_cases.__file__).parent))
    try:
        from up_test_cases.builtin.classical import basic_problems, metric_problems
    finally:
        del sys.path[0]
    return {**basic_problems.get_test_cases(), **metric_problems.get_test_cases()}


def solve(problem: Any, **options: Any) -> Any:
    with up.OneshotPlanner(name="isonova", params=options) as planner:
        return planner.solve(problem, timeout=30)


def judge(problem: Any, plan: Any, name: str = "sequential_plan_validator") -> Any:
    with up.PlanValidator(name=name) as validator:
        return validator.validate(problem, plan)


def test_what_is_classical_is_supported() -> None:
    assert len(CLASSICAL) == 28
    with up.OneshotPlanner(name="isonova") as planner:
        supported = {name for name, example in EXAMPLES.items() if planner.supports(example.problem.kind)}
    assert supported == set(CLASSICAL)


@pytest.mark.parametrize("name", CLASSICAL)
def test_examples(name: str) -> None:
    example = EXAMPLES[name]
    result = solve(example.problem)
    assert example.solvable
    assert result.status == Status.SOLVED_SATISFICING
    assert judge(example.problem, result.plan).status == Verdict.VALID
    assert judge(example.problem, result.plan, "isonova").status == Verdict.VALID
    for plan in example.valid_plans:
        theirs, ours = judge(example.problem, plan), judge(example.problem, plan, "isonova")
        assert (ours.status, ours.metric_evaluations) == (Verdict.VALID, theirs.metric_evaluations)
    if result.metrics and example.problem.quality_metrics:
        (value,) = judge(example.problem, result.plan).metric_evaluations.values()
        assert str(value) == result.metrics["cost"]


@pytest.mark.parametrize("name", shipped_cases())
def test_up_test_cases(name: str) -> None:
    case = shipped_cases()[name]
    result = solve(case.problem)
    if case.solvable:
        assert result.status == Status.SOLVED_SATISFICING
        assert judge(case.problem, result.plan).status == Verdict.VALID
    else:
        assert (result.status, result.plan) == (Status.UNSOLVABLE_PROVEN, None)
    for plan in case.invalid_plans:
        assert judge(case.problem, plan, "isonova").status == Verdict.INVALID


def test_report_of_up_test_cases() -> None:
    import up_test_cases

    report = Path(up_test_cases.__file__).parent / "report.py"
    cases = [f"up_test_cases.builtin.classical.{group}_problems" for group in ("basic", "metric")]
    arguments = [str(report), "isonova", "-m", "oneshot", "-t", "30", "-p", *cases]
    code = (
        "import runpy, sys, isonova.integrations.unified_planning; "
        f"sys.argv = {arguments!r}; sys.path.insert(0, {str(report.parent)!r}); "
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("SOLVED_SATISFICING") == 4
    assert done.stdout.count("UNSOLVABLE_PROVEN") == 1
    assert "TIMEOUT" not in done.stdout


# --- better plans


def errands(costly: int) -> Any:
    """A short way that costs more than the long one."""
    place = up.UserType("place")
    at, near = up.Fluent("at", p=place), up.Fluent("near", p=place, q=place)
    problem = up.Problem("errands")
    problem.add_fluent(at, default_initial_value=False)
    problem.add_fluent(near, default_initial_value=False)
    places = [up.Object(f"p{number}", place) for number in range(5)]
    problem.add_objects(places)
    walk = up.InstantaneousAction("walk", p=place, q=place)
    walk.add_precondition(up.And(at(walk.p), near(walk.p, walk.q)))
    taxi = up.InstantaneousAction("taxi", p=place, q=place)
    taxi.add_precondition(at(taxi.p))
    for action in (walk, taxi):
        action.add_effect(at(action.p), False)
        action.add_effect(at(action.q), True)
    problem.add_actions([walk, taxi])
    for one, other in itertools.pairwise(places):
        problem.set_initial_value(near(one, other), True)
    problem.set_initial_value(at(places[0]), True)
    problem.add_goal(at(places[-1]))
    problem.add_quality_metric(up.MinimizeActionCosts({walk: up.Int(1), taxi: up.Int(costly)}))
    return problem


def test_anytime() -> None:
    with up.AnytimePlanner(name="isonova") as planner:
        results = list(planner.get_solutions(errands(20), timeout=60))
    assert [result.status for result in results[:-1]] == [Status.INTERMEDIATE] * (len(results) - 1)
    assert results[-1].status == Status.SOLVED_OPTIMALLY
    costs = [int(result.metrics["cost"]) for result in results]
    assert costs[:-1] == sorted(set(costs[:-1]), reverse=True)
    assert (costs[0], costs[-1]) == (20, 4)
    for result in results:
        assert judge(errands(20), result.plan).status == Verdict.VALID
    with up.AnytimePlanner(name="isonova") as planner:
        assert next(planner.get_solutions(errands(20))).status == Status.INTERMEDIATE  # the rest is never asked for


def test_optimal() -> None:
    with up.OneshotPlanner(name="isonova-optimal") as planner:
        result = planner.solve(errands(3), timeout=60)
    assert (result.status, result.engine_name, result.metrics["cost"]) == (Status.SOLVED_OPTIMALLY, planner.name, "3")
    factory = up.get_environment().factory
    guarantee = up.OptimalityGuarantee.SOLVED_OPTIMALLY
    assert factory.engine("isonova-optimal").satisfies(guarantee)
    assert not factory.engine("isonova").satisfies(guarantee)
    with up.AnytimePlanner(name="isonova-optimal") as anytime:
        assert [each.status for each in anytime.get_solutions(errands(3))] == [Status.SOLVED_OPTIMALLY]


# --- the same steps apply in both


def tricky(with_invariant: bool = True) -> Any:
    """Object fluents inside others, assigned from others, twice at once, for all; truth values that are computed;
    names that PDDL does not have."""
    place = up.UserType("Place!")
    robot = up.UserType("robot")
    pos = up.Fluent("pos", place, r=robot)
    next_to = up.Fluent("next to", place, p=place)
    lit = up.Fluent("LIT", up.BoolType(), p=place, on=up.BoolType())
    dark = up.Fluent("lit", up.BoolType())
    level = up.Fluent("level", up.BoolType(), n=up.IntType(-1, 2))
    problem = up.Problem("näme")
    places = [up.Object(name, place) for name in ("a", "A", "1st")]
    robots = [up.Object(name, robot) for name in ("and", "object")]
    problem.add_objects([*places, *robots])
    for fluent, default in ((pos, places[0]), (next_to, places[1]), (lit, False), (dark, True), (level, False)):
        problem.add_fluent(fluent, default_initial_value=default)
    problem.set_initial_value(next_to(places[1]), places[2])
    problem.set_initial_value(lit(places[0], True), True)

    step = up.InstantaneousAction("step", r=robot)
    r = step.parameter("r")
    step.add_effect(pos(r), next_to(pos(r)), up.Not(up.Equals(pos(r), places[2])))
    swap = up.InstantaneousAction("Step", r=robot, q=robot)
    r, q = swap.parameter("r"), swap.parameter("q")
    swap.add_precondition(up.Not(lit(pos(r), dark)))
    swap.add_effect(pos(r), pos(q))
    swap.add_effect(pos(q), pos(r))
    flip = up.InstantaneousAction("flip", p=place, on=up.BoolType(), n=up.IntType(0, 2))
    p, on, n = (flip.parameter(name) for name in ("p", "on", "n"))
    flip.add_precondition(up.Or(on, up.Not(up.Equals(p, places[0])), level(n)))
    flip.add_effect(lit(p, on), up.Not(lit(p, on)))
    flip.add_effect(dark, up.Iff(dark, on))
    flip.add_effect(level(n), True, up.Not(on))
    anyone = up.Variable("x", robot)
    gather = up.InstantaneousAction("gather", p=place, n=up.IntType(-1, 1))
    gather.add_precondition(up.Implies(level(gather.parameter("n")), dark))
    there = gather.parameter("p")
    gather.add_effect(pos(anyone), there, up.Equals(next_to(pos(anyone)), there), forall=[anyone])
    clash = up.InstantaneousAction("clash", p=place, q=place)
    clash.add_effect(next_to(clash.parameter("p")), clash.parameter("q"))
    clash.add_effect(next_to(clash.parameter("q")), places[0])
    problem.add_actions([step, swap, flip, gather, clash])
    x = up.Variable("x", place)
    if with_invariant:
        problem.add_trajectory_constraint(up.Always(up.Not(up.Forall(lit(x, False), x))))
    problem.add_goal(up.And(up.Equals(pos(robots[0]), places[2]), level(2), up.Not(dark)))
    costs = {step: Fraction(1, 3), flip: up.Plus(1, Fraction(1, 2)), swap: 0}
    problem.add_quality_metric(up.MinimizeActionCosts(costs, default=2))
    return problem


def test_a_tricky_problem() -> None:
    problem = tricky()
    result = solve(problem)
    assert result.status == Status.SOLVED_SATISFICING
    verdict = judge(problem, result.plan)
    assert verdict.status == Verdict.VALID
    (cost,) = verdict.metric_evaluations.values()
    assert judge(problem, result.plan, "isonova").metric_evaluations == verdict.metric_evaluations
    assert result.metrics["cost"] == str(cost)


def test_decimal_costs_are_shown_as_given() -> None:
    problem = up.Problem("decimals")
    done = problem.add_fluent("done", default_initial_value=False)
    go = up.InstantaneousAction("go")
    go.add_effect(done, True)
    problem.add_action(go)
    problem.add_goal(done)
    problem.add_quality_metric(up.MinimizeActionCosts({go: Fraction(1653, 100)}))
    result = solve(problem)
    assert result.metrics["cost"] == "1653/100"
    assert "cost 16.53, valid" in result.log_messages[0].message
    assert list(judge(problem, result.plan, "isonova").metric_evaluations.values()) == [Fraction(1653, 100)]


def instances(problem: Any) -> list[Any]:
    """Every action with every choice of arguments."""

    def values(kind: Any) -> list[Any]:
        if kind.is_user_type():
            return list(map(up.ObjectExp, problem.objects(kind)))
        if kind.is_bool_type():
            return [up.TRUE(), up.FALSE()]
        return list(map(up.Int, range(kind.lower_bound, kind.upper_bound + 1)))

    return [
        ActionInstance(action, args)
        for action in problem.actions
        for args in itertools.product(*(values(parameter.type) for parameter in action.parameters))
    ]


@pytest.mark.parametrize("name", ["tricky", "tricky-with-invariant", *CLASSICAL])
def test_the_same_steps_apply(name: str) -> None:
    """Random walks in unified-planning's simulator: a step applies there if and only if it does in the converted task
    (a state invariant is noticed one step later here), and both are at the goal together."""
    problem = EXAMPLES[name].problem if name in EXAMPLES else tricky(name != "tricky")
    converted = ConvertedProblem(problem)
    tree = parse(Source.from_text(converted.domain), Source.from_text(converted.problem))

    def ours(steps: list[Any]) -> Any:
        return validate(tree, parse_plan("\n".join(converted.steps(SequentialPlan(steps))), "walk"))

    generator = random.Random(name)
    every = instances(problem)
    verdicts = set()
    with up.SequentialSimulator(problem) as simulator:
        for _ in range(4):
            state = simulator.get_initial_state()
            path: list[Any] = []
            for _ in range(6):
                for step in generator.sample(every, min(15, len(every))):
                    theirs, applies = simulator.is_applicable(state, step), ours([*path, step]).failed_step is None
                    verdicts.add(applies)
                    assert applies == theirs or (applies and problem.state_invariants), (path, step)
                applicable = [step for step in every if simulator.is_applicable(state, step)]
                if not applicable:
                    break
                path.append(generator.choice(applicable))
                state = simulator.apply(state, path[-1])
                assert ours(path).valid == simulator.is_goal(state)
    assert True in verdicts


# --- the engine as unified-planning's users meet it


def endless() -> Any:
    """Lamps of which an even number is always lit; the goal wants one."""
    problem = up.Problem("parity")
    lamps = [up.Fluent(f"lamp{i}") for i in range(40)]
    for lamp in lamps:
        problem.add_fluent(lamp, default_initial_value=False)
    for i, lamp in enumerate(lamps[:-1]):
        toggle = up.InstantaneousAction(f"toggle{i}")
        for each in (lamp, lamps[i + 1]):
            toggle.add_effect(each, up.Not(each))
        problem.add_action(toggle)
    problem.add_goal(up.And(lamps[0], *(up.Not(lamp) for lamp in lamps[1:])))
    return problem


def test_the_time_limit_is_kept() -> None:
    stream = io.StringIO()
    with up.OneshotPlanner(name="isonova", params={"heuristic": "gc"}) as planner:
        result = planner.solve(endless(), timeout=1.5, output_stream=stream)
    assert (result.status, result.plan) == (Status.TIMEOUT, None)
    assert 1.4 < float(result.metrics["engine_internal_time"]) < 5
    assert "expansions" in stream.getvalue()  # of a progress line
    assert "out of time" in stream.getvalue()
    assert "out of time" in result.log_messages[0].message


def test_streams_for_output_and_errors() -> None:
    out, err = io.StringIO(), io.StringIO()
    with up.OneshotPlanner(name="isonova") as planner:
        planner.solve(EXAMPLES["basic"].problem, output_stream=(out, err))
        assert "plan of 1 step," in out.getvalue()
        planner.skip_checks = True
        result = planner.solve(EXAMPLES["counter"].problem, output_stream=(out, err))
    assert result.status == Status.UNSUPPORTED_PROBLEM
    assert "counter" in err.getvalue()


def test_memory_limit_and_counts() -> None:
    assert solve(endless(), heuristic="blind", memory_limit=1).status == Status.MEMOUT
    assert solve(endless(), max_expansions=10).status == Status.UNSOLVABLE_INCOMPLETELY


@pytest.mark.parametrize("name", ["tricky", "robot_loader", "robot_fluent_of_user_type_with_int_id", "safe_road"])
def test_a_heuristic_of_the_caller_sees_the_states(name: str) -> None:
    """Every state it is shown gives every fluent the value that following some path in the simulator gives."""
    problem = EXAMPLES[name].problem if name in EXAMPLES else tricky()
    with up.SequentialSimulator(problem) as simulator:
        fluents = [each for fluent in problem.fluents for each in get_all_fluent_exp(problem, fluent)]

        def values(state: Any) -> tuple[Any, ...]:
            return tuple(state.get_value(each) for each in fluents)

        first = simulator.get_initial_state()
        reached, todo = {values(first)}, [first]
        while todo and len(reached) < 3000:
            state = todo.pop()
            for step in instances(problem):
                if simulator.is_applicable(state, step):
                    after = simulator.apply(state, step)
                    if values(after) not in reached:
                        reached.add(values(after))
                        todo.append(after)
        shown = []

        def unmet(state: Any) -> float:
            shown.append(values(state))
            return len(simulator.get_unsatisfied_goals(state)) / 2

        with up.OneshotPlanner(name="isonova", params={"max_expansions": 60}) as planner:
            result = planner.solve(problem, heuristic=unmet)
        assert shown[0] == values(first)
        assert len(set(shown)) == len(shown) > 1
        if not todo and name != "tricky":  # a state that breaks an invariant is shown before it is found out
            assert set(shown) <= reached
        if result.plan is not None:
            assert judge(problem, result.plan).status == Verdict.VALID


def test_an_exception_in_a_heuristic_of_the_caller() -> None:
    def broken(_: Any) -> float:
        raise ZeroDivisionError("of the caller")

    with up.OneshotPlanner(name="isonova") as planner, pytest.raises(ZeroDivisionError, match="of the caller"):
        planner.solve(EXAMPLES["basic"].problem, heuristic=broken)


def test_wrong_options_are_named() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"heuristic": "fff"}, "unknown heuristic 'fff'; did you mean ff"),
        (
            {"heuristics": "ff"},
            r"isonova\(\) got an unexpected keyword argument 'heuristics'; did you mean 'heuristic'",
        ),
        ({"speed": 9}, "'speed'; it takes search, heuristic, engine"),
        ({"memory_limit": "much"}, "memory_limit is a number of MB or a text"),
    ]
    for options, said in wrong:
        with pytest.raises(UPUsageError, match=said):  # before there is a problem
            up.OneshotPlanner(name="isonova", params=options)


def test_unsupported_kinds_are_refused() -> None:
    with up.OneshotPlanner(name="isonova") as planner:
        assert planner.solve(EXAMPLES["matchcellar"].problem).status == Status.UNSUPPORTED_PROBLEM
        planner.error_on_failed_checks = True
        with pytest.raises(UPUsageError):
            planner.solve(EXAMPLES["matchcellar"].problem)
    for name in ("matchcellar", "htn-go", "counter", "basic_unbounded_int_action_param"):
        with pytest.raises(UnsupportedProblemError):
            ConvertedProblem(EXAMPLES[name].problem)


def test_invalid_plans_are_explained() -> None:
    problem = EXAMPLES["robot_loader"].problem
    plan = EXAMPLES["robot_loader"].valid_plans[0]
    verdict = judge(problem, SequentialPlan(plan.actions[1:]), "isonova")
    assert verdict.reason == FailedValidationReason.INAPPLICABLE_ACTION
    assert verdict.inapplicable_action == plan.actions[1]
    assert "does not apply" in verdict.log_messages[0].message
    verdict = judge(problem, SequentialPlan(plan.actions[:-1]), "isonova")
    assert verdict.reason == FailedValidationReason.UNSATISFIED_GOALS


def test_a_configuration_file_is_enough(tmp_path: Path) -> None:
    """The lines of docs/howto/unified-planning.md."""
    (tmp_path / "up.ini").write_text(
        "[engine isonova]\nmodule_name: isonova.integrations.up_engine\nclass_name: Isonova\n"
    )
    script = tmp_path / "script.py"
    script.write_text(
        "from unified_planning.shortcuts import *\n"
        "from unified_planning.test.examples import get_example_problems\n"
        "get_environment().credits_stream = None\n"
        "with OneshotPlanner(name='isonova') as planner:\n"
        "    print(planner.solve(get_example_problems()['basic'].problem).status.name)\n"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", script], capture_output=True, text=True, timeout=100)
    assert done.stdout.strip() == "SOLVED_SATISFICING", done.stderr


def test_credits() -> None:
    factory = up.get_environment().factory
    assert factory.engines.count("isonova") == 1
    stream = io.StringIO()
    factory.engine("isonova").get_credits().write_credits(stream, full_credits=True)
    assert "MIT" in stream.getvalue()


@pytest.mark.source
def test_examples_of_the_page(project: Path) -> None:
    page = project / "docs" / "howto" / "unified-planning.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (failed, tried > 0) == (0, True)
    assert "module_name: isonova.integrations.up_engine\nclass_name: Isonova\n" in page.read_text()
    features = set(re.findall(r"`([A-Z_]{8,})`", page.read_text()))
    assert features - {status.name for status in Status} >= EXCLUDED
