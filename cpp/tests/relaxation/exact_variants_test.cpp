// Where atoms of one instance coincide, split rules count otherwise than actions: the smallest tasks in which that
// would show.
#include "isonova/relaxation/exact_variants.hpp"

#include <boost/test/unit_test.hpp>

#include "isonova/ground/ground.hpp"
#include "isonova/heuristics/lane_add_ff.hpp"
#include "plain/add_ff.hpp"
#include "plain/adjusted_costs.hpp"
#include "task/fixture.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

struct Values {
    Value actions;                // over ground actions
    std::vector<Value> by_graph;  // split, whole, chosen
};

Values initial_add(const std::string& actions, const std::string& objects, const std::string& init,
                   const std::string& goal) {
    const std::string domain =
        "(define (domain d) (:requirements :adl) (:predicates (made ?x) (seen ?x) (ok ?x) (done))" + actions + ")";
    const std::string problem =
        "(define (problem p) (:domain d) (:objects " + objects + ") (:init " + init + ") (:goal " + goal + "))";
    const TaskPtr task = normalise(*parse_text(domain, problem));
    Limits limits;
    const GroundTask ground_task = ground(task, limits);
    Values out{dead_end, {}};
    if (!ground_task.goal_unreachable) {
        const auto costs = adjusted_costs(ground_task, CostType::normal);
        out.actions = PlainAdd(ground_task, costs, limits).evaluate_atoms(ground_task.init);
    }
    for (const Splitting splitting : {Splitting::always, Splitting::never, Splitting::smaller}) {
        RelaxedGraphOptions options;
        options.splitting = splitting;
        const auto graph = build_relaxed_graph(*task, CostType::normal, limits, options);
        BOOST_REQUIRE(graph);
        if (splitting == Splitting::always) BOOST_TEST(graph->statistics.split_schemata > 0u);
        LaneAddFF add(graph, ground_task.atoms, Relaxation::add, limits);
        out.by_graph.push_back(graph->goal_unreachable ? dead_end : add.evaluate_atoms(ground_task.init));
    }
    return out;
}

void check_all(const Values& found, Value expected) {
    BOOST_TEST(found.actions == expected);
    for (const Value value : found.by_graph) BOOST_TEST(value == expected);
}

const std::string make = "(:action make :parameters (?x) :effect (made ?x))";

}  // namespace

BOOST_AUTO_TEST_SUITE(exact_variants)

// Made once, an object serves twice: 2, not 3. The static atoms keep the two apart, so that each has an auxiliary
// relation of its own.
BOOST_AUTO_TEST_CASE(atoms_that_coincide_count_once) {
    const std::string use =
        "(:action use :parameters (?x ?y) :precondition (and (made ?x) (ok ?x) (made ?y) (seen ?y)) :effect (done))";
    check_all(initial_add(make + use, "a b c", "(ok a) (ok b) (seen b) (seen c)", "(done)"), 2);
    check_all(initial_add(make + use, "a b c", "(ok a) (seen b) (seen c)", "(done)"), 3);
}

BOOST_AUTO_TEST_CASE(atoms_that_must_differ_count_twice) {
    const std::string use =
        "(:action use :parameters (?x ?y) :precondition (and (made ?x) (made ?y) (not (= ?x ?y))) :effect (done))";
    check_all(initial_add(make + use, "a b c", "", "(done)"), 3);
    check_all(initial_add(make + use, "a", "", "(done)"), dead_end);
}

BOOST_AUTO_TEST_CASE(no_instance_needs_an_atom_and_its_negation) {
    const std::string actions =
        "(:action drop :parameters (?x) :effect (not (made ?x)))"
        "(:action use :parameters (?x ?y) :precondition (and (made ?x) (not (made ?y))) :effect (done))";
    check_all(initial_add(actions, "a", "(made a)", "(done)"), dead_end);
    check_all(initial_add(actions, "a b", "(made a)", "(done)"), 1);
    check_all(initial_add(actions, "a b", "(made a) (made b)", "(done)"), 2);
}

BOOST_AUTO_TEST_CASE(what_an_action_adds_it_does_not_delete) {
    const std::string swap =
        "(:action swap :parameters (?x ?y) :precondition (made ?x) :effect (and (not (made ?x)) (made ?y)))";
    check_all(initial_add(swap, "a", "(made a)", "(not (made a))"), dead_end);
    check_all(initial_add(swap, "a b", "(made a)", "(not (made a))"), 1);
}

// The one difference that is left: the atom is added for sure, but by an effect with a condition. Lower, never higher.
BOOST_AUTO_TEST_CASE(what_is_added_under_a_condition_that_always_holds) {
    const std::string renew =
        "(:action renew :parameters (?x) :precondition (made ?x)"
        " :effect (and (not (made ?x)) (forall (?y) (when (seen ?y) (made ?y)))))";
    const Values found = initial_add(renew, "a", "(made a) (seen a)", "(not (made a))");
    BOOST_TEST(found.actions == dead_end);
    for (const Value value : found.by_graph) BOOST_TEST(value == 1);
}

BOOST_AUTO_TEST_SUITE_END()
