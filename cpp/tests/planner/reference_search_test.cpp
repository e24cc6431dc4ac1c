// Whole searches with the relaxed graph, in both engines, against searches with the plain heuristics over ground
// actions.
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "isonova/pddl/syntax.hpp"
#include "isonova/task/normalise.hpp"
#include "planner/three_searches.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/may_be_weaker.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

namespace {

struct Total {
    std::size_t compared = 0, expansions = 0, solved = 0, ff_searches = 0, ff_alike = 0;
};

// The plain ff has other ties, so only its engines are compared; how often it makes a difference is counted.
void check(const TaskPtr& task, std::uint64_t max_evaluations, Total& total) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    if (ground_task->goal_unreachable) return;
    for (const char* heuristic : {"gc", "add", "ff"}) {
        BOOST_TEST_CONTEXT(heuristic) {
            const auto found = testing::search_thrice(ground_task, heuristic, max_evaluations, limits);
            BOOST_TEST((found.grounded == found.lifted));
            if (heuristic == std::string("ff")) {
                ++total.ff_searches;
                total.ff_alike += found.grounded.expanded == found.plain.expanded;
            } else if (heuristic == std::string("gc") || !testing::may_be_weaker(*task)) {
                BOOST_TEST((found.grounded == found.plain));
                ++total.compared;
            }
            total.expansions += found.grounded.expansions;
            total.solved += found.grounded.status == Status::solved;
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reference_search)

BOOST_AUTO_TEST_CASE(random_tasks) {
    Total total;
    for (std::uint32_t seed = 0; seed < 600; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            check(testing::with_far_goal(testing::random_task(seed), seed), 400, total);
        }
    }
    BOOST_TEST(total.compared > 500u);
    BOOST_TEST(total.expansions > 3000u);
    BOOST_TEST(total.solved > 100u);
    BOOST_TEST_MESSAGE(total.compared << " searches compared, " << total.expansions << " expansions; ff alike in "
                                      << total.ff_alike << " of " << total.ff_searches);
    BOOST_TEST(total.ff_alike * 2 > total.ff_searches);
}

BOOST_AUTO_TEST_CASE(tasks_of_every_language_feature) {
    Total total;
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!entry.is_directory()) continue;
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            const auto source = [&](const char* name) { return pddl::read_source((entry.path() / name).string()); };
            check(normalise(*pddl::parse(source("domain.pddl"), source("problem.pddl"))), 1'000'000, total);
        }
    }
    BOOST_TEST(total.compared > 50u);
    BOOST_TEST(total.solved > 60u);
    BOOST_TEST_MESSAGE(total.compared << " searches compared, " << total.expansions << " expansions; ff alike in "
                                      << total.ff_alike << " of " << total.ff_searches);
    BOOST_TEST(total.ff_alike * 2 > total.ff_searches);
}

BOOST_AUTO_TEST_SUITE_END()
