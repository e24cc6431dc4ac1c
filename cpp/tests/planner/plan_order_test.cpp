#include "isonova/planner/plan_order.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

#include "isonova/ground/ground.hpp"
#include "isonova/planner/window_goals.hpp"
#include "random_walk.hpp"

using namespace isonova;
using isonova::testing::Atoms;
using isonova::testing::PlainSimulator;
using isonova::testing::random_walk;
using isonova::testing::Walk;

namespace {

bool meet(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    return std::any_of(a.begin(), a.end(), [&](auto each) { return std::find(b.begin(), b.end(), each) != b.end(); });
}

// Whether two steps may not change places, as the definition reads.
bool conflict(const Rows& reads, const Rows& writes, std::size_t a, std::size_t b) {
    return meet(writes[a], reads[b]) || meet(writes[a], writes[b]) || meet(reads[a], writes[b]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plan_order)

BOOST_AUTO_TEST_CASE(gathered_steps_keep_the_order_they_need) {
    std::size_t moved = 0, several = 0;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        std::mt19937 random(seed);
        Rows reads, writes;
        const std::uint32_t size = 1 + random() % 90;
        for (std::uint32_t step = 0; step < size; ++step) {
            for (Rows* rows : {&reads, &writes}) {
                for (std::uint32_t i = random() % 3; i-- > 0;) rows->push(random() % 60);
                rows->end_row();
            }
        }
        const PlanOrder order(reads, writes);
        const std::uint32_t around = random() % size, most = 1 + random() % size;
        const PlanOrder::Gathered found = order.gather(around, most);
        BOOST_TEST_CONTEXT("seed " << seed) {
            std::vector<std::uint32_t> place(size, none);
            for (std::uint32_t i = 0; i < found.steps.size(); ++i) place[found.steps[i]] = i;
            BOOST_REQUIRE(found.steps.size() == size);
            BOOST_TEST(std::count(place.begin(), place.end(), none) == 0);
            BOOST_TEST((found.first <= place[around] && place[around] < found.last && found.last <= size));
            BOOST_TEST(found.last - found.first <= most);
            for (std::uint32_t a = 0; a < size; ++a)
                for (std::uint32_t b = a + 1; b < size; ++b)
                    if (conflict(reads, writes, a, b)) BOOST_TEST(place[a] < place[b]);
            moved += !std::is_sorted(found.steps.begin(), found.steps.end());
            several += found.last - found.first > 1;
        }
    }
    BOOST_TEST(moved > 200u);
    BOOST_TEST(several > 200u);
}

BOOST_AUTO_TEST_CASE(gathered_plans_are_valid_and_end_in_the_same_state) {
    std::size_t moved = 0, with_axioms = 0;
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        const Walk walk = random_walk(seed);
        const PlainSimulator simulator(*walk.task);
        Limits limits;
        const GroundTask task = ground(walk.task, limits);
        Simulation simulation(task, limits);
        const auto trace = trace_plan(simulation, StepWays(task).of(walk.plan));
        BOOST_REQUIRE(trace);
        const PlanOrder order(trace->reads, trace->writes);
        const auto end = [&](const std::vector<ActionInstance>& plan) {
            Atoms state = simulator.plain().init;
            for (const ActionInstance& step : plan) state = simulator.apply(step, state)->first;
            return state;
        };
        for (std::uint32_t around = 0; around < walk.plan.size(); ++around) {
            const PlanOrder::Gathered found = order.gather(around, 1 + seed % 5);
            std::vector<ActionInstance> plan;
            for (const std::uint32_t step : found.steps) plan.push_back(walk.plan[step]);
            BOOST_TEST_CONTEXT("seed " << seed << ", around " << around) {
                BOOST_REQUIRE(simulator.valid(plan));
                BOOST_TEST((end(plan) == end(walk.plan)));
            }
            const bool other = !std::is_sorted(found.steps.begin(), found.steps.end());
            moved += other;
            with_axioms += other && !walk.task->axioms.empty();
        }
    }
    BOOST_TEST(moved > 50u);
    BOOST_TEST(with_axioms > 5u);
}

BOOST_AUTO_TEST_SUITE_END()
