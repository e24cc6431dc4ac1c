// Whole searches of both engines side by side.
#include <boost/test/unit_test.hpp>

#include "isonova/planner/names.hpp"
#include "isonova/planner/plan.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

namespace {

PlanResult run(const TaskPtr& task, PlanOptions options, Engine engine) {
    options.engine = engine;
    Limits limits;
    return plan(task, options, limits);
}

// Instances that change nothing count as generated in the lifted engine alone.
void check_alike(const PlanResult& one, const PlanResult& two) {
    BOOST_TEST((one.status == two.status));
    BOOST_TEST(one.cost == two.cost);
    BOOST_TEST(one.search.expansions == two.search.expansions);
    BOOST_TEST(one.search.evaluations == two.search.evaluations);
    BOOST_TEST(one.search.dead_ends == two.search.dead_ends);
    BOOST_TEST(one.search.initial_h == two.search.initial_h);
    BOOST_TEST(one.search.best_h == two.search.best_h);
    BOOST_TEST(one.search.states == two.search.states);
    BOOST_REQUIRE_EQUAL(one.plan.size(), two.plan.size());
    for (std::size_t i = 0; i < one.plan.size(); ++i) {
        BOOST_TEST(one.plan[i].name == two.plan[i].name);
        BOOST_TEST((one.plan[i].args == two.plan[i].args));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(engines)

BOOST_AUTO_TEST_CASE(both_engines_search_alike, *boost::unit_test::label("slow")) {
    std::size_t expansions = 0, plans = 0;
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        const TaskPtr task = testing::with_far_goal(testing::random_task(seed), seed);
        for (const char* heuristic : {"blind", "gc", "add", "ff"}) {
            for (const char* features : {"none", "at", "at+wl"}) {
                PlanOptions options;
                options.heuristic = kind_of("heuristic", heuristic, heuristic_names);
                options.novelty.features = feature_maps(features);
                options.max_expansions = 300;
                BOOST_TEST_CONTEXT("seed " << seed << ", " << heuristic << ", " << features) {
                    const PlanResult grounded = run(task, options, Engine::grounded);
                    if (!grounded.in_search) continue;  // grounding has proved that there is no plan
                    const PlanResult lifted = run(task, options, Engine::lifted);
                    check_alike(grounded, lifted);
                    BOOST_TEST(lifted.engine == "lifted");
                    expansions += grounded.search.expansions;
                    plans += grounded.status == Status::solved;
                }
            }
        }
    }
    BOOST_TEST(expansions > 10000u);
    BOOST_TEST(plans > 200u);
}

// Without a graph both engines evaluate rules state by state; add, which has no ties, is that of the graph.
BOOST_AUTO_TEST_CASE(both_engines_search_alike_without_a_graph) {
    std::size_t expansions = 0;
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        const TaskPtr task = testing::with_far_goal(testing::random_task(seed), seed);
        for (const char* heuristic : {"add", "ff"}) {
            PlanOptions options;
            options.heuristic = kind_of("heuristic", heuristic, heuristic_names);
            options.max_expansions = 300;
            const PlanResult with_graph = run(task, options, Engine::grounded);
            options.relaxed_graph.max_instances = 0;
            BOOST_TEST_CONTEXT("seed " << seed << ", " << heuristic) {
                const PlanResult grounded = run(task, options, Engine::grounded);
                if (!grounded.in_search || grounded.relaxation->has_graph) continue;
                check_alike(grounded, run(task, options, Engine::lifted));
                if (options.heuristic == HeuristicKind::add) check_alike(grounded, with_graph);
                expansions += grounded.search.expansions;
            }
        }
    }
    BOOST_TEST(expansions > 500u);
}

BOOST_AUTO_TEST_CASE(auto_turns_to_the_lifted_engine_past_its_budget) {
    std::size_t grounded = 0, lifted = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const TaskPtr task = testing::random_task(seed);
        PlanOptions options;
        options.heuristic = HeuristicKind::gc;
        options.max_expansions = 100;
        options.auto_budget.max_instances = 5;
        const PlanResult chosen = run(task, options, Engine::automatic);
        if (chosen.engine == "grounded") {
            BOOST_TEST(chosen.engine_reason == "grounding stays within its budget");
            BOOST_TEST(chosen.task.actions <= 5u);
            ++grounded;
        } else {
            BOOST_TEST(chosen.engine == "lifted");
            BOOST_TEST(chosen.engine_reason == "grounding needs more than 5 instances");
            ++lifted;
        }
    }
    BOOST_TEST(grounded > 10u);
    BOOST_TEST(lifted > 10u);
}

BOOST_AUTO_TEST_SUITE_END()
