#include "isonova/heuristics/graph_heuristic.hpp"

#include <boost/test/unit_test.hpp>

#include "../tasks/random_task.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/cost_type.hpp"
#include "isonova/heuristics/relaxation_heuristics.hpp"

using namespace isonova;

namespace {

// Whether a schema deletes and, under a condition or for all objects, adds atoms of one predicate. If that condition is
// always met, the ground action does not delete what it adds, and the graph may not see it.
bool may_be_weaker(const Task& task) {
    for (const Schema& schema : task.schemata)
        for (const Effect& removes : schema.effects)
            for (const Effect& adds : schema.effects)
                if (removes.literal.negated && !adds.literal.negated && !adds.unconditional() &&
                    removes.literal.predicate == adds.literal.predicate)
                    return true;
    return false;
}

void check(TaskPtr task, CostType cost_type, Splitting splitting) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    RelaxedGraphOptions options;
    options.splitting = splitting;
    const auto graph = build_relaxed_graph(*task, cost_type, limits, options);
    BOOST_REQUIRE(graph);
    // The graph may know better: it leaves out instances that contradict themselves before it looks what they reach.
    BOOST_TEST((graph->goal_unreachable || !ground_task->goal_unreachable));
    if (ground_task->goal_unreachable) return;
    AdditiveHeuristic reference(*ground_task, adjusted_costs(*ground_task, cost_type), limits);
    GraphHeuristic add(graph, ground_task->atoms, Relaxation::add, limits);
    GraphHeuristic ff(graph, ground_task->atoms, Relaxation::ff, limits);
    GroundStateSpace space(ground_task, limits);
    space.initial();
    Expansion expansion;
    const Expansion* one = &expansion;
    std::vector<Value> expected, values, ff_values;
    for (StateId state = 0; state < std::min(space.state_count(), 30u); ++state) {
        space.expand(state, expansion, nullptr);
        reference.evaluate(std::span(&one, 1), expected);
        add.evaluate(std::span(&one, 1), values);
        if (may_be_weaker(*task))
            BOOST_TEST(values <= expected, boost::test_tools::per_element());
        else
            BOOST_TEST(values == expected, boost::test_tools::per_element());
        ff.evaluate(std::span(&one, 1), ff_values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            BOOST_TEST(ff_values[i] <= values[i]);
            BOOST_TEST((ff_values[i] == dead_end) == (values[i] == dead_end));
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(graph_heuristic)

BOOST_AUTO_TEST_CASE(add_is_that_of_the_ground_actions) {
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            for (const Splitting splitting : {Splitting::smaller, Splitting::always, Splitting::never})
                check(testing::random_task(seed), CostType(seed % 3), splitting);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
