#include "isonova/relaxation/landmarks.hpp"

#include <boost/test/unit_test.hpp>

#include "heuristics/relaxation_checks.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "relaxation/compare_landmarks.hpp"
#include "task/fixture.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/may_be_weaker.hpp"
#include "tasks/one_goal.hpp"
#include "tasks/random_deliveries.hpp"
#include "tasks/random_makers.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

constexpr Splitting splittings[] = {Splitting::always, Splitting::never, Splitting::smaller};

// Everything must be a landmark and every order must hold; where the graph is exact, nothing may be missing.
void check(const TaskPtr& task, LandmarkComparison& total) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    if (ground_task->goal_unreachable) return;
    for (const Splitting splitting : splittings) {
        RelaxedGraphOptions options;
        options.splitting = splitting;
        const LandmarkComparison found = compare_landmarks(ground_task, options, limits);
        BOOST_TEST(found.unsound == 0u);
        BOOST_TEST(found.unsound_orders == 0u);
        if (!may_be_weaker(*task)) {
            BOOST_TEST(found.missing == 0u);
            BOOST_TEST(found.missing_orders == 0u);
        }
        total += found;
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(landmarks)

BOOST_AUTO_TEST_CASE(random_tasks_against_ground_actions, *boost::unit_test::label("slow")) {
    LandmarkComparison total;
    for (std::uint32_t seed = 0; seed < 600; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            check(random_task(seed), total);
            check(with_far_goal(random_task(seed), seed), total);
            check(with_far_goal(random_makers(seed), seed), total);
            check(with_one_goal(random_task(seed), seed), total);
            check(with_one_goal(random_makers(seed), seed), total);
            check(random_deliveries(seed), total);
        }
    }
    BOOST_TEST_MESSAGE(total.landmarks << " landmarks, " << total.disjunctive << " disjunctive, " << total.natural
                                       << " natural orders, " << total.greedy_necessary << " greedy-necessary");
    BOOST_TEST(total.landmarks > 10000u);
    BOOST_TEST(total.disjunctive > 50u);
    BOOST_TEST(total.natural > 5000u);
    BOOST_TEST(total.greedy_necessary > 1000u);
}

BOOST_AUTO_TEST_CASE(tasks_of_every_language_feature) {
    LandmarkComparison total;
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!entry.is_directory()) continue;
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            check(read_task(entry.path()), total);
        }
    }
    BOOST_TEST(total.landmarks > 200u);
}

BOOST_AUTO_TEST_CASE(past_the_budget_of_steps_there_is_no_result) {
    Limits limits;
    const TaskPtr task = random_deliveries(1);
    const auto graph = build_relaxed_graph(*task, CostType::normal, limits);
    const GroundTask ground_task = ground(task, limits);
    AtomNodes nodes(*graph, ground_task.atoms);
    const std::vector<NodeId> initial = true_nodes(*graph, nodes, ground_task.init);
    LandmarkOptions options;
    options.max_steps = 0;
    BOOST_TEST(!find_landmarks(*graph, initial, limits, options));
    BOOST_TEST(find_landmarks(*graph, initial, limits)->size() > 0u);
    limits.max_steps = limits.steps;
    BOOST_CHECK_THROW(find_landmarks(*graph, initial, limits), Halted);
}

BOOST_AUTO_TEST_SUITE_END()
