// The steps of normalisation, one by one. What they do together is tested from Python against the validator's
// semantics.
#include <boost/test/unit_test.hpp>

#include "fixture.hpp"
#include "isonova/task/conjunction.hpp"
#include "isonova/task/disjunctions.hpp"
#include "isonova/task/quantifiers.hpp"
#include "isonova/task/specialise.hpp"
#include "isonova/task/strata.hpp"

using namespace isonova;
using Kind = Formula::Kind;

BOOST_FIXTURE_TEST_SUITE(normalisation_steps, RoomsFixture)

BOOST_AUTO_TEST_CASE(resolving_finds_kinds_sets_and_sorted_init) {
    BOOST_TEST((task.predicates[door].kind == PredicateKind::fixed));
    BOOST_TEST((task.predicates[in].kind == PredicateKind::fluent));
    BOOST_TEST(task.set(rooms).size() == 3u);
    BOOST_TEST(task.init.size() == 4u);
    BOOST_TEST(task.init.predicate(0) == door);
    BOOST_TEST(task.init.args(1)[0] == r2);
    BOOST_TEST(resolved.actions[0].effects.size() == 2u);
}

BOOST_AUTO_TEST_CASE(statics_answer_by_pattern) {
    const std::vector<Term> known{object(r1), object(r2)}, unknown{object(r2), object(r1)}, partly{var(x), object(r3)};
    BOOST_TEST((statics.holds(door, known) == Statics::Answer::yes));
    BOOST_TEST((statics.holds(door, unknown) == Statics::Answer::no));
    BOOST_TEST((statics.holds(door, partly) == Statics::Answer::maybe));
    BOOST_TEST(statics.values(door, partly, x) == std::vector<ObjectId>{r2}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(simplifying_decides_statics_equalities_and_empty_sets) {
    BOOST_TEST((simplify(atom(door, {object(r1), object(r2)}), scope).kind == Kind::truth));
    BOOST_TEST((simplify(atom(door, {object(r3), var(x)}), scope).kind == Kind::falsity));
    BOOST_TEST((simplify(atom(open, {object(r1)}), scope).kind == Kind::literal));
    BOOST_TEST((simplify(Formula::of(Constraint{var(x), object(a), true}), scope).kind == Kind::falsity));
    BOOST_TEST((simplify(Formula::of(Constraint{var(x), var(y), false}), scope).kind == Kind::constraint));
    const std::uint32_t nothing = scope.add("?n", sets.intern({}));
    BOOST_TEST((simplify(quantified(Kind::exists, nothing, atom(open, {var(nothing)})), scope).kind == Kind::falsity));
    BOOST_TEST((simplify(quantified(Kind::forall, nothing, atom(open, {var(nothing)})), scope).kind == Kind::truth));
    // A quantifier over a variable that does not occur goes.
    BOOST_TEST((simplify(quantified(Kind::exists, x, atom(open, {object(r1)})), scope).kind == Kind::literal));
}

BOOST_AUTO_TEST_CASE(negation_pushes_through_everything) {
    const Formula formula =
        quantified(Kind::forall, x, junction(Kind::disjunction, {atom(open, {var(x)}), Formula::truth()}));
    const Formula negated = negation(formula);
    BOOST_TEST((negated.kind == Kind::exists));
    BOOST_TEST((negated.children[0].kind == Kind::conjunction));
    BOOST_TEST(negated.children[0].children[0].literal.negated);
    BOOST_TEST((negated.children[0].children[1].kind == Kind::falsity));
}

BOOST_AUTO_TEST_CASE(forall_becomes_the_literals_that_matter) {
    const auto never = [](const Formula&, const Scope&) -> Literal { throw std::logic_error("no axiom expected"); };
    Quantifiers quantifiers(simplify, statics, never, {}, NormaliseOptions{}.most_instances);
    // forall ?x: door(?x, r3) implies open(?x): only r2 has a door to r3.
    Formula formula = quantified(
        Kind::forall, x, junction(Kind::disjunction, {atom(door, {var(x), object(r3)}, true), atom(open, {var(x)})}));
    const Formula result = quantifiers.eliminate(simplify(formula, scope), scope);
    BOOST_TEST((result.kind == Kind::literal));
    BOOST_TEST((result.literal.args[0] == object(r2)));
}

BOOST_AUTO_TEST_CASE(forall_with_an_open_guard_names_its_variable_or_becomes_an_axiom) {
    std::size_t axioms = 0;
    const auto invent = [&](const Formula&, const Scope&) {
        ++axioms;
        return Literal{99, false, {}};
    };
    Quantifiers quantifiers(simplify, statics, invent, {}, NormaliseOptions{}.most_instances);
    Formula formula =
        simplify(quantified(Kind::forall, x,
                            junction(Kind::disjunction, {atom(door, {var(x), var(y)}, true), atom(open, {var(x)})})),
                 scope);
    std::vector<std::uint32_t> open_variables;
    quantifiers.static_variables(formula, open_variables);
    BOOST_TEST(open_variables == std::vector<std::uint32_t>{y}, boost::test_tools::per_element());
    const Formula result = quantifiers.eliminate(formula, scope);
    BOOST_TEST(axioms == 1u);
    BOOST_TEST(result.literal.negated);
}

BOOST_AUTO_TEST_CASE(bindings_follow_static_guards_in_order) {
    const auto rows = bindings({x, y}, atom(door, {var(x), var(y)}), scope, 10, simplify, statics);
    BOOST_REQUIRE(rows);
    BOOST_TEST(rows->size() == 2u);
    BOOST_TEST((*rows)[0] == (std::vector<ObjectId>{r1, r2}), boost::test_tools::per_element());
    BOOST_TEST((*rows)[1] == (std::vector<ObjectId>{r2, r3}), boost::test_tools::per_element());
    BOOST_TEST(!bindings({x, y}, atom(open, {var(x)}), scope, 8, simplify, statics));
}

BOOST_AUTO_TEST_CASE(disjuncts_multiply_within_the_budget_and_drop_what_is_subsumed) {
    const auto pair = [&](ObjectId room) {
        return junction(Kind::disjunction, {atom(open, {object(room)}), atom(in, {object(a), object(room)})});
    };
    std::size_t axioms = 0;
    const auto invent = [&](const Formula&, const Scope&) {
        ++axioms;
        return Literal{99, false, {}};
    };
    const Formula both = junction(Kind::conjunction, {pair(r1), pair(r2)});
    BOOST_TEST(disjuncts(both, scope, 4, invent).size() == 4u);
    BOOST_TEST(axioms == 0u);
    BOOST_TEST(disjuncts(both, scope, 3, invent).size() == 2u);
    BOOST_TEST(axioms == 1u);
    const Formula absorbed = junction(Kind::conjunction, {pair(r1), pair(r1)});
    BOOST_TEST(disjuncts(absorbed, scope, 4, invent).size() == 2u);
}

BOOST_AUTO_TEST_CASE(equalities_are_solved_and_contradictions_found) {
    Condition condition;
    condition.literals = {{open, false, {var(x)}}, {open, false, {var(y)}}};
    condition.constraints = {{var(x), var(y), true}, {var(y), object(r2), true}};
    Substitution replaced;
    Scope local = scope;
    BOOST_TEST(solve(condition, local, {true, true}, replaced, simplify, sets));
    BOOST_TEST(condition.literals.size() == 1u);
    BOOST_TEST((condition.literals[0].args[0] == object(r2)));
    BOOST_TEST((replaced(var(x)) == object(r2)));
    BOOST_TEST((replaced(var(y)) == object(r2)));

    Condition clash;
    clash.literals = {{open, false, {var(x)}}, {open, true, {var(y)}}};
    clash.constraints = {{var(x), var(y), true}};
    Substitution other;
    BOOST_TEST(!solve(clash, local, {true, true}, other, simplify, sets));

    // Variables that may not be replaced keep their equality as a constraint.
    Condition kept;
    kept.constraints = {{var(x), object(r1), true}};
    Substitution none_replaced;
    Scope fresh = scope;
    BOOST_TEST(solve(kept, fresh, {false, false}, none_replaced, simplify, sets));
    BOOST_TEST(kept.constraints.size() == 1u);
}

BOOST_AUTO_TEST_CASE(strata_rise_through_negation_and_circles_are_found) {
    Task derived;
    for (const char* name : {"base", "low", "high"})
        derived.predicates.push_back(
            {name, {}, name[0] == 'b' ? PredicateKind::fluent : PredicateKind::derived, false});
    const auto rule = [](PredicateId head, PredicateId body, bool negated) {
        Axiom axiom;
        axiom.head = {head, false, {}};
        axiom.body.literals = {{body, negated, {}}};
        return axiom;
    };
    derived.axioms = {rule(2, 1, true), rule(1, 0, true)};
    BOOST_TEST(!stratify(derived));
    BOOST_TEST(derived.axioms[0].head.predicate == 1u);
    BOOST_TEST(derived.axioms[1].stratum == 1u);
    derived.axioms.push_back(rule(1, 2, false));
    BOOST_TEST(stratify(derived).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
