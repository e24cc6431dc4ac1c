#include <boost/test/unit_test.hpp>

#include "isonova/relaxation/relaxed_graph.hpp"
#include "task/fixture.hpp"

using namespace isonova;

namespace {

// Three different things that have been made: with the inequalities, all triples are looked at.
TaskPtr triples(int count) {
    std::string objects, init;
    for (int i = 0; i < count; ++i) {
        objects += " o" + std::to_string(i);
        init += "(raw o" + std::to_string(i) + ")";
    }
    return normalise(*parse_text(
        R"((define (domain d) (:requirements :strips :equality) (:predicates (raw ?x) (made ?x) (done))
          (:action make :parameters (?x) :precondition (raw ?x) :effect (and (made ?x) (not (raw ?x))))
          (:action finish :parameters (?x ?y ?z)
            :precondition (and (made ?x) (made ?y) (made ?z) (not (= ?x ?y)) (not (= ?y ?z)) (not (= ?x ?z)))
            :effect (done))))",
        "(define (problem p) (:domain d) (:objects" + objects + ") (:init " + init + ") (:goal (done)))"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(graph_budget)

BOOST_AUTO_TEST_CASE(steps_run_out_before_instances) {
    const TaskPtr task = triples(40);
    Limits limits;
    const auto whole = build_relaxed_graph(*task, CostType::normal, limits);
    BOOST_REQUIRE(whole);
    BOOST_TEST(whole->statistics.dropped_inequalities == 0u);
    BOOST_TEST(limits.steps > 50'000u);

    RelaxedGraphOptions options;
    options.max_steps = 20'000;
    const auto weaker = build_relaxed_graph(*task, CostType::normal, limits, options);
    BOOST_REQUIRE(weaker);
    BOOST_TEST(weaker->statistics.dropped_inequalities == 1u);
    BOOST_TEST(weaker->edge_count() < whole->edge_count());

    options.may_drop_inequalities = false;
    const std::uint64_t before = limits.steps;
    BOOST_TEST(!build_relaxed_graph(*task, CostType::normal, limits, options));
    BOOST_TEST(limits.steps - before < 30'000u);
    BOOST_TEST((limits.count(1) == Halt::go_on));
}

BOOST_AUTO_TEST_SUITE_END()
