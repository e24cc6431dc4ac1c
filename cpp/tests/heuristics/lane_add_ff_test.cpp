#include "isonova/heuristics/lane_add_ff.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "../tasks/far_goal.hpp"
#include "../tasks/may_be_weaker.hpp"
#include "../tasks/random_makers.hpp"
#include "../tasks/random_task.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/dijkstra_add_ff.hpp"
#include "plain/add_ff.hpp"
#include "plain/adjusted_costs.hpp"
#include "relaxation_checks.hpp"
#include "slow_relaxation.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

void check(TaskPtr task, CostType cost_type, Splitting splitting, StateId states = 30) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    RelaxedGraphOptions options;
    options.splitting = splitting;
    const auto graph = build_relaxed_graph(*task, cost_type, limits, options);
    BOOST_REQUIRE(graph);
    // The graph may know better: it leaves out instances that contradict themselves before it looks what they reach.
    BOOST_TEST((graph->goal_unreachable || !ground_task->goal_unreachable));
    if (ground_task->goal_unreachable) return;
    PlainAdd reference(*ground_task, adjusted_costs(*ground_task, cost_type), limits);
    LaneAddFF add(graph, ground_task->atoms, Relaxation::add, limits);
    LaneAddFF ff(graph, ground_task->atoms, Relaxation::ff, limits);
    LaneAddFF max(graph, ground_task->atoms, Relaxation::max, limits);
    DijkstraAddFF max_frontier(graph, ground_task->atoms, Relaxation::max, limits);
    const auto ops = testing::operators(*ground_task, adjusted_costs(*ground_task, cost_type));
    // A split rule may count a cost that depends on arguments before the rest of the body, where a maximum loses it.
    const bool splits_costs = graph->statistics.split_schemata != 0 &&
                              std::any_of(task->schemata.begin(), task->schemata.end(),
                                          [](const Schema& schema) { return !schema.cost.terms.empty(); });
    GroundStateSpace space(ground_task, limits);
    space.initial();
    Expansion expansion;
    const Expansion* one = &expansion;
    std::vector<Value> expected, values, ff_values, max_values;
    std::vector<AtomId> atoms;
    for (StateId state = 0; state < std::min(space.state_count(), states); ++state) {
        space.expand(state, expansion, nullptr);
        reference.evaluate(std::span(&one, 1), expected);
        add.evaluate(std::span(&one, 1), values);
        if (testing::may_be_weaker(*task))
            BOOST_TEST(values <= expected, boost::test_tools::per_element());
        else
            BOOST_TEST(values == expected, boost::test_tools::per_element());
        ff.evaluate(std::span(&one, 1), ff_values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            BOOST_TEST(ff_values[i] <= values[i]);
            BOOST_TEST((ff_values[i] == dead_end) == (values[i] == dead_end));
        }
        max.evaluate(std::span(&one, 1), max_values);
        max_frontier.evaluate(std::span(&one, 1), ff_values);
        BOOST_TEST(max_values == ff_values, boost::test_tools::per_element());
        for (std::size_t i = 0; i < max_values.size(); ++i) {
            expansion.atoms(expansion.children[i], atoms);
            const std::set<AtomId> child(atoms.begin(), atoms.end());
            const double h_max = testing::fixpoint(*ground_task, ops, child, testing::Estimate::max);
            if (testing::may_be_weaker(*task) || splits_costs)
                BOOST_TEST(testing::as_double(max_values[i]) <= h_max);
            else
                BOOST_TEST(testing::as_double(max_values[i]) == h_max);
        }
        space.atoms(state, atoms);
        const RelaxedPlan plan = relaxed_plan(ff, atoms);
        BOOST_TEST(plan.cost == ff.evaluate_atoms(atoms));
        if (plan.cost != dead_end && !testing::may_be_weaker(*task))
            BOOST_TEST(reaches_goal(*ground_task, plan, atoms));
    }
}

struct Evaluated {
    std::vector<Value> add, ff, max;
    friend bool operator==(const Evaluated&, const Evaluated&) = default;
};

Evaluated evaluate(const std::shared_ptr<const GroundTask>& task, const std::shared_ptr<const RelaxedGraph>& graph,
                   const LaneAddFF::Options& options) {
    Limits limits;
    LaneAddFF add(graph, task->atoms, Relaxation::add, limits, options);
    LaneAddFF ff(graph, task->atoms, Relaxation::ff, limits, options);
    LaneAddFF max(graph, task->atoms, Relaxation::max, limits, options);
    GroundStateSpace space(task, limits);
    space.initial();
    Expansion expansion;
    const Expansion* one = &expansion;
    Evaluated out;
    std::vector<Value> values;
    for (StateId state = 0; state < std::min(space.state_count(), 20u); ++state) {
        space.expand(state, expansion, nullptr);
        add.evaluate(std::span(&one, 1), values);
        out.add.insert(out.add.end(), values.begin(), values.end());
        ff.evaluate(std::span(&one, 1), values);
        out.ff.insert(out.ff.end(), values.begin(), values.end());
        max.evaluate(std::span(&one, 1), values);
        out.max.insert(out.max.end(), values.begin(), values.end());
    }
    return out;
}

std::vector<Simd> paths() {
    return simd() == Simd::portable ? std::vector{Simd::portable} : std::vector{Simd::portable, simd()};
}

struct Bounded {
    std::size_t states = 0, above_max = 0, by_max = 0, by_bottleneck = 0;
};

// h_max <= ff <= add in the first states; with conditional effects the costliest inevitable action instead of h_max.
void check_bounds(const TaskPtr& task, CostType cost_type, StateId states, Bounded& found) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    if (ground_task->goal_unreachable || testing::may_be_weaker(*task)) return;
    const auto graph = build_relaxed_graph(*task, cost_type, limits);
    LaneAddFF ff(graph, ground_task->atoms, Relaxation::ff, limits);
    DijkstraAddFF frontier(graph, ground_task->atoms, Relaxation::ff, limits);
    const auto ops = testing::operators(*ground_task, adjusted_costs(*ground_task, cost_type));
    const bool conditional = ground_task->effect_start.back() > 0;
    GroundStateSpace space(ground_task, limits);
    space.initial();
    Expansion expansion;
    std::vector<AtomId> atoms;
    for (StateId state = 0; state < std::min(space.state_count(), states); ++state) {
        space.expand(state, expansion, nullptr);
        space.atoms(state, atoms);
        const std::set<AtomId> set(atoms.begin(), atoms.end());
        const Value value = ff.evaluate_atoms(atoms);
        const double h = testing::as_double(value);
        const double maximum = testing::fixpoint(*ground_task, ops, set, testing::Estimate::max);
        BOOST_TEST(frontier.evaluate_atoms(atoms) == value);
        BOOST_TEST((h == testing::infinity) == (maximum == testing::infinity));
        BOOST_TEST(h <= testing::fixpoint(*ground_task, ops, set, testing::Estimate::add));
        BOOST_TEST(h >= testing::fixpoint(*ground_task, ops, set, testing::Estimate::bottleneck));
        if (!conditional) BOOST_TEST(h >= maximum);
        const bool says_something = maximum > 0 && maximum != testing::infinity;
        ++found.states;
        found.above_max += says_something && h > maximum;
        (conditional ? found.by_bottleneck : found.by_max) += says_something;
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lane_add_ff)

BOOST_AUTO_TEST_CASE(add_is_that_of_the_ground_actions, *boost::unit_test::label("slow")) {
    for (std::uint32_t seed = 0; seed < 800; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            const TaskPtr task = testing::random_task(seed);
            const TaskPtr far = testing::with_far_goal(task, seed);
            for (const Splitting splitting : {Splitting::smaller, Splitting::always, Splitting::never}) {
                check(task, CostType(seed % 3), splitting);
                check(far, CostType(seed % 3), splitting);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(add_is_that_of_the_ground_actions_where_atoms_coincide) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            const TaskPtr task = testing::with_far_goal(testing::random_makers(seed), seed);
            for (const Splitting splitting : {Splitting::smaller, Splitting::always, Splitting::never})
                check(task, CostType(seed % 3), splitting, 8);
        }
    }
}

BOOST_AUTO_TEST_CASE(tasks_of_every_language_feature) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!entry.is_directory()) continue;
        ++count;
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            const TaskPtr task = read_task(entry.path());
            for (const CostType cost_type : {CostType::normal, CostType::one, CostType::plusone})
                for (const Splitting splitting : {Splitting::smaller, Splitting::always, Splitting::never})
                    check(task, cost_type, splitting, 60);
        }
    }
    BOOST_TEST(count > 20u);
}

BOOST_AUTO_TEST_CASE(every_path_and_filling_gives_the_same) {
    std::vector<TaskPtr> tasks;
    for (std::uint32_t seed = 0; seed < 60; ++seed) tasks.push_back(testing::random_task(seed));
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS))
        if (entry.is_directory()) tasks.push_back(read_task(entry.path()));
    std::size_t values = 0;
    for (const TaskPtr& task : tasks) {
        Limits limits;
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        if (ground_task->goal_unreachable) continue;
        const auto graph = build_relaxed_graph(*task, CostType::normal, limits);
        const Evaluated expected = evaluate(ground_task, graph, {});
        values += expected.add.size();
        for (const Simd path : paths())
            for (const std::uint32_t bits : {16u, 32u, 64u})
                for (const std::uint32_t lanes : {1u, 3u, 8u, 16u})
                    for (const double patience : {0.0, 1000.0})
                        BOOST_TEST((evaluate(ground_task, graph, {path, bits, lanes, patience}) == expected));
    }
    BOOST_TEST(values > 300u);
}

// Costs that leave 16 or 32 bits: the same plans, the values multiplied.
BOOST_AUTO_TEST_CASE(large_costs_are_exact) {
    std::size_t finite = 0;
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        Limits limits;
        const TaskPtr task = testing::random_task(seed);
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        if (ground_task->goal_unreachable) continue;
        const Evaluated small = evaluate(ground_task, build_relaxed_graph(*task, CostType::normal, limits), {});
        for (const int shift : {13, 14, 15, 16, 28, 30, 40}) {
            auto large = std::make_shared<Task>(*task);
            for (Schema& schema : large->schemata) schema.cost.constant <<= shift;
            for (FunctionValue& value : large->function_values) value.value <<= shift;
            const auto graph = build_relaxed_graph(*large, CostType::normal, limits);
            const Evaluated found = evaluate(ground_task, graph, {});
            BOOST_REQUIRE_EQUAL(found.add.size(), small.add.size());
            for (std::size_t i = 0; i < small.add.size(); ++i) {
                const auto shifted = [&](Value value) { return value == dead_end ? dead_end : value << shift; };
                BOOST_TEST(found.add[i] == shifted(small.add[i]));
                BOOST_TEST(found.ff[i] == shifted(small.ff[i]));
                finite += small.add[i] != dead_end && small.add[i] > 0;
            }
        }
    }
    BOOST_TEST(finite > 300u);
}

// Past the budget inequalities go, one schema after the other: values become lower, or higher where atoms coincide in
// more than a few ways.
BOOST_AUTO_TEST_CASE(budgets) {
    std::size_t dropped = 0, refused = 0, values = 0, higher = 0;
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        Limits limits;
        const TaskPtr task = testing::random_task(seed);
        const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
        if (ground_task->goal_unreachable) continue;
        const auto graph = build_relaxed_graph(*task, CostType::normal, limits);
        const Evaluated expected = evaluate(ground_task, graph, {});
        for (const std::uint64_t most : {1u, 3u, 8u, 20u}) {
            RelaxedGraphOptions options;
            options.max_instances = most;
            const auto small = build_relaxed_graph(*task, CostType::normal, limits, options);
            if (!small) {
                ++refused;
                continue;
            }
            dropped += small->statistics.dropped_inequalities > 0;
            const Evaluated found = evaluate(ground_task, small, {});
            for (std::size_t i = 0; i < found.add.size(); ++i) {
                BOOST_TEST((found.add[i] != dead_end || expected.add[i] == dead_end));
                higher += found.add[i] > expected.add[i];
            }
            values += found.add.size();
        }
    }
    BOOST_TEST(100 * higher < values);
    BOOST_TEST(dropped > 0u);
    BOOST_TEST(refused > 0u);
}

BOOST_AUTO_TEST_CASE(ff_lies_between_max_and_add) {
    Bounded found;
    for (std::uint32_t seed = 0; seed < 1200; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            const TaskPtr task = testing::random_task(seed);
            check_bounds(seed % 2 == 0 ? task : testing::with_far_goal(task, seed), CostType(seed % 3), 12, found);
        }
    }
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!entry.is_directory()) continue;
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            for (const CostType cost_type : {CostType::normal, CostType::one, CostType::plusone})
                check_bounds(read_task(entry.path()), cost_type, 12, found);
        }
    }
    BOOST_TEST_MESSAGE("bounds: " << found.states << " states, " << found.above_max << " above h_max, " << found.by_max
                                  << " by h_max, " << found.by_bottleneck << " by the costliest action");
    BOOST_TEST(found.by_max > 300u);
    BOOST_TEST(found.by_bottleneck > 100u);
    BOOST_TEST(found.above_max > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
