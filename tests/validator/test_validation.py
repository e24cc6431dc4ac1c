"""Verdicts: what is judged valid, what is blamed, and how it reads."""

from pathlib import Path

import pytest

from isonova._core import PDDLError, Source, SyntaxTree, parse
from isonova.validator import NegativeCycleError, Simulator, TooManyStatesError, Validation, reachable, validate

TASKS = Path(__file__).parents[1] / "tasks"


def task(name: str) -> SyntaxTree:
    folder = TASKS / name
    return parse(Source.from_file(folder / "domain.pddl"), Source.from_file(folder / "problem.pddl"))


def tiny(
    precondition: str = "()",
    effect: str = "(and)",
    goal: str = "(and)",
    init: str = "",
    more: str = "",
    metric: str = "",
    parameters: str = "(?x - t)",
) -> SyntaxTree:
    """Objects a, b, c of type t (b of its subtype u), d of type v; predicates z, p, q, r; one action `act`."""
    domain = f"""(define (domain tiny)
      (:requirements :adl :action-costs :derived-predicates) (:types t v - object u - t)
      (:predicates (z) (p ?x) (q ?x ?y) (r ?x ?y ?z) (d1 ?x) (d2 ?x))
      (:functions (total-cost) - number (f ?x) - number)
      {more}
      (:action act :parameters {parameters} :precondition {precondition} :effect {effect}))"""
    problem = f"""(define (problem tiny-1) (:domain tiny) (:objects a c - t b - u d - v)
      (:init {init}) (:goal {goal}) {metric})"""
    return parse(Source.from_text(domain), Source.from_text(problem))


METRIC = "(:metric minimize (total-cost))"


def act(tree: SyntaxTree, *arguments: str) -> Validation:
    return validate(tree, [("act", *(arguments or ("a",)))])


# Arguments


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (("act",), "action 'act' takes 1 arguments, found 0"),
        (("act", "a", "b"), "action 'act' takes 1 arguments, found 2"),
        (("act", "e"), "there is no object 'e' (argument 1 of 'act')"),
        (("act", "d"), "'d' is of type v, but ?x of 'act' must be of type t"),
        (("acts", "a"), "the domain has no action 'acts'; did you mean 'act'?"),
        (("jump",), "the domain has no action 'jump'"),
    ],
)
def test_steps_that_do_not_fit(step: tuple[str, ...], reason: str) -> None:
    verdict = validate(tiny(), [("act", "a"), step])
    assert not verdict.valid
    assert verdict.failed_step == 2
    assert verdict.reason == reason
    assert verdict.action == f"({' '.join(step)})"
    assert verdict.cost is None


def test_subtypes_either_and_untyped_parameters() -> None:
    assert act(tiny(), "b").valid
    either = tiny(parameters="(?x - (either u v))")
    assert act(either, "b").valid
    assert act(either, "d").valid
    assert act(either, "a").reason == "'a' is of type t, but ?x of 'act' must be of type u or v"
    assert act(tiny(parameters="(?x)"), "d").valid


# Effects


def test_delete_before_add() -> None:
    assert act(tiny(effect="(and (p ?x) (not (p ?x)))", goal="(p a)")).valid
    assert act(tiny(effect="(and (not (p ?x)) (p ?x))", init="(p a)", goal="(p a)")).valid


def test_conditions_of_effects_are_evaluated_before_the_action() -> None:
    chain = "(and (p ?x) (when (p ?x) (z)))"
    assert not act(tiny(effect=chain, goal="(z)")).valid
    assert act(tiny(effect=chain, goal="(z)", init="(p a)")).valid
    swap = "(and (when (p ?x) (and (not (p ?x)) (z))) (when (z) (and (not (z)) (p ?x))))"
    assert act(tiny(effect=swap, init="(p a)", goal="(and (z) (not (p a)))")).valid


def test_quantified_effects_range_over_types() -> None:
    everything = tiny(effect="(forall (?y - t) (p ?y))", goal="(and (p a) (p b) (p c) (not (p d)))")
    assert act(everything).valid
    nested = "(forall (?y - t ?w) (when (q ?y ?w) (forall (?v - u) (when (not (= ?v ?y)) (r ?y ?w ?v)))))"
    tree = tiny(effect=nested, init="(q a d) (q b a) (q d a)", goal="(and (r a d b) (not (r b a b)) (not (r d a b)))")
    assert act(tree).valid


def test_shadowed_variables() -> None:
    assert act(tiny("(exists (?x - t) (p ?x))", init="(p c)")).valid
    assert act(tiny(effect="(forall (?x - v) (p ?x))", goal="(and (p d) (not (p a)))")).valid


# Costs


def test_costs() -> None:
    effect = "(and (increase (total-cost) 3) (increase (total-cost) (f ?x)))"
    tree = tiny(effect=effect, init="(= (total-cost) 0) (= (f a) 4) (= (f b) 0)", metric=METRIC)
    assert validate(tree, [("act", "a"), ("act", "b")]).cost == 10
    missing = validate(tree, [("act", "a"), ("act", "c")])
    assert missing.failed_step == 2
    assert missing.reason == "the cost (f c) has no value in the initial state"


def test_without_a_metric_every_action_costs_one() -> None:
    tree = tiny(effect="(increase (total-cost) (f ?x))", init="(= (total-cost) 0)")
    assert validate(tree, [("act", "a"), ("act", "c")]).cost == 2


def test_with_a_metric_an_action_without_increase_costs_nothing() -> None:
    tree = tiny(init="(= (total-cost) 0)", metric=METRIC)
    assert act(tree).cost == 0


def test_a_wrong_cost_line_is_noted() -> None:
    verdict = validate(tiny(), "(act a)\n; cost = 7 (unit cost)\n")
    assert verdict.valid
    assert verdict.notes == ("the plan file claims cost 7, but the plan costs 1",)
    assert validate(tiny(), "(act a)\n; cost = 1 (unit cost)\n").notes == ()


# Derived predicates


def test_derived_predicates_follow_the_state() -> None:
    rules = """(:derived (d1 ?x) (or (p ?x) (exists (?y) (and (q ?y ?x) (d1 ?y)))))
               (:derived (d2 ?x - t) (not (d1 ?x)))"""
    tree = tiny("(d2 ?x)", "(p ?x)", "(and (d1 b) (d1 c) (d1 a))", "(q a b) (q b a)", rules)
    assert validate(tree, [("act", "a"), ("act", "c")]).valid
    repeated = validate(tree, [("act", "a"), ("act", "b")])
    assert repeated.failed_step == 2
    assert repeated.condition == "(d2 ?x)"
    assert repeated.nearest == (("d2", "c"),)


def test_a_derived_predicate_recursive_under_forall() -> None:
    # Well-founded: everything whose q-successors are all well-founded.
    rules = "(:derived (d1 ?x) (forall (?y) (imply (q ?x ?y) (d1 ?y))))"
    simulator = Simulator(tiny(init="(q a b) (q b c) (q d d)", more=rules))
    assert simulator.derived(simulator.initial()) == {("d1", "a"), ("d1", "b"), ("d1", "c")}


def test_a_negative_cycle_is_an_error() -> None:
    rules = "(:derived (d1 ?x) (not (d2 ?x))) (:derived (d2 ?x) (exists (?y) (and (q ?x ?y) (d1 ?y))))"
    with pytest.raises((PDDLError, NegativeCycleError), match=r"d[12]"):
        act(tiny(more=rules))


# Blame


@pytest.mark.parametrize(
    ("precondition", "condition", "instance", "reason"),
    [
        ("(p ?x)", "(p ?x)", "(p a)", "the atom is false"),
        ("(and (q ?x b) (not (q b ?x)))", "(not (q b ?x))", "(not (q b a))", "the atom is true"),
        ("(and (q ?x b) (and (q b ?x) (p ?x)))", "(p ?x)", "(p a)", "the atom is false"),
        ("(= ?x b)", "(= ?x b)", "(= a b)", "they are different"),
        ("(not (= ?x a))", "(not (= ?x a))", "(not (= a a))", "they are the same"),
        ("(or (p ?x) (z))", "(or (p ?x) (z))", "(or (p a) (z))", "no part of it is true"),
        ("(or (p ?x))", "(p ?x)", "(p a)", "the atom is false"),
        ("(or)", "(or)", "(or)", "no part of it is true"),
        ("(not (or (z) (q ?x b)))", "(not (q ?x b))", "(not (q a b))", "the atom is true"),
        ("(not (and (q b ?x) (q ?x b)))", "(not (and (q b ?x) (q ?x b)))", None, "every part of it is true"),
        ("(imply (q ?x b) (p b))", "(p b)", "(p b)", "the atom is false"),
        ("(not (imply (q ?x b) (p c)))", None, None, None),
        ("(not (imply (z) (p c)))", "(z)", "(z)", "the atom is false"),
        (
            "(exists (?y - v) (q ?x ?y))",
            "(exists (?y - v) (q ?x ?y))",
            "(exists (?y - v) (q a ?y))",
            "no value of ?y makes it true",
        ),
        ("(not (exists (?y) (q ?x ?y)))", "(not (q ?x ?y))", "(not (q a b))", "the atom is true"),
        ("(forall (?y - t) (imply (q ?y ?x) (p ?y)))", "(p ?y)", "(p b)", "the atom is false"),
        (
            "(forall (?y - t) (exists (?w) (q ?y ?w)))",
            "(exists (?w) (q ?y ?w))",
            "(exists (?w) (q c ?w))",
            "no value of ?w makes it true",
        ),
        (
            "(not (forall (?y - u) (q ?y ?x)))",
            "(not (forall (?y - u) (q ?y ?x)))",
            None,
            "no value of ?y makes it true",
        ),
    ],
)
def test_the_smallest_false_part(
    precondition: str, condition: str | None, instance: str | None, reason: str | None
) -> None:
    verdict = act(tiny(precondition, init="(q a b) (q b a)"))
    assert verdict.condition == condition
    assert verdict.valid == (condition is None)
    if instance is not None:
        assert verdict.instance == instance
    assert verdict.reason == reason


def test_bindings_name_the_variables_of_the_false_part_only() -> None:
    tree = tiny("(forall (?y - t) (imply (q ?y ?x) (p ?y)))", init="(q b a)", parameters="(?x ?unused)")
    assert act(tree, "a", "d").bindings == {"?y": "b"}


def test_nearest_atoms_share_most_arguments() -> None:
    init = "(r a b c) (r a b b) (r a c c) (r d d d) (r a d c) (r c b d) (r d d a)"
    verdict = act(tiny("(r ?x b d)", init=init))
    assert verdict.nearest == (
        ("r", "a", "b", "b"),
        ("r", "a", "b", "c"),
        ("r", "c", "b", "d"),
        ("r", "a", "c", "c"),
        ("r", "a", "d", "c"),
    )


def test_a_goal_that_does_not_hold() -> None:
    verdict = act(tiny(effect="(p ?x)", goal="(and (p a) (forall (?y - u) (p ?y)))"))
    assert not verdict.valid
    assert verdict.failed_step is None
    assert verdict.cost == 1
    assert (verdict.condition, verdict.bindings, verdict.instance) == ("(p ?y)", {"?y": "b"}, "(p b)")
    assert verdict.nearest == (("p", "a"),)


def test_explanations() -> None:
    assert act(tiny()).explain() == "valid plan: 1 step, cost 1"
    failed = act(tiny("(and (q ?x ?x) (z))", init="(q a b)"))
    assert failed.explain() == "\n".join(
        [
            "invalid plan: step 1 of 1 does not apply: (act a)",
            "  false: (q ?x ?x)",
            "  with:  ?x = a",
            "  so:    (q a a)",
            "  why:   the atom is false",
            "  true atoms nearest to it:",
            "    (q a b)",
        ]
    )
    unreached = validate(tiny(goal="(z)"), "; cost = 3")
    assert unreached.explain() == "\n".join(
        [
            "invalid plan: the goal does not hold after its 0 steps (cost 0)",
            "  false: (z)",
            "  why:   the atom is false",
            "note: the plan file claims cost 3, but the plan costs 0",
        ]
    )


# The simulator as such


def test_the_simulator_reads_the_state_it_is_given() -> None:
    simulator = Simulator(task("strips"))
    start = simulator.initial()
    after = simulator.successor(start, "walk", ("ann", "hall", "attic"))
    assert after is not None
    assert after ^ start == {("at", "ann", "hall"), ("at", "ann", "attic")}
    assert simulator.successor(after, "walk", ("ann", "hall", "attic")) is None
    assert simulator.successor(start, "walk", ("ann", "hall")) is None
    assert simulator.successor(start, "fly", ()) is None
    assert ("lift", ("ann", "trunk", "attic")) in list(simulator.applicable(after))
    assert ("lift", ("ann", "trunk", "attic")) not in list(simulator.applicable(start))
    assert simulator.successor(set(after), "walk", ("ann", "attic", "hall")) == start


def test_reachable_states_are_limited() -> None:
    assert len(reachable(task("strips"), 207)) == 207
    with pytest.raises(TooManyStatesError, match="more than 206 states"):
        reachable(task("strips"), 206)


def test_more_variables_than_python_nests_loops() -> None:
    variables = " ".join(f"?v{i}" for i in range(30))
    chain = " ".join(f"(q ?v{i} ?v{i + 1})" for i in range(29))
    condition = f"(exists ({variables}) (and {chain} (p ?v29)))"
    assert act(tiny(condition, init="(q a b) (q b a) (p a)")).valid
    assert not act(tiny(condition, init="(q a b) (q b c) (p a)")).valid
    wide = tiny(f"(and {chain})", init="(q a b) (q b a)", parameters=f"({variables})")
    assert len(list(Simulator(wide).applicable(Simulator(wide).initial()))) == 2
