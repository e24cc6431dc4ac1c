// Searches that count path costs, against Dijkstra's algorithm over all states: A* finds a cheapest plan, searches that
// go on after a plan end with one, and only what is a proof is called one.
#include <boost/test/unit_test.hpp>

#include "cost_cases.hpp"
#include "isonova/planner/assembly.hpp"

using namespace isonova;

namespace {

struct Setting {
    const char* about;
    std::vector<HeuristicKind> heuristics;
    SearchOptions options;
};

struct Found {
    std::vector<std::int64_t> costs;
    bool optimal = false;  // the last one, by the search's word
    Status last = Status::solved;
    SearchStatistics statistics;
};

// All plans of a search that goes on until it is over.
Found run(const testing::CostCase& on, const Setting& setting, bool lifted, std::size_t most_plans) {
    Limits limits;
    Assembly assembly(on.task, lifted ? nullptr : on.ground_task, {}, {});
    SearchSpec spec;
    spec.evaluators.clear();
    for (const HeuristicKind kind : setting.heuristics) spec.evaluators.push_back({kind, {}});
    spec.options = setting.options;
    const auto made = assembly.make(spec, limits, {});
    Found found;
    while (found.costs.size() < most_plans) {
        made->search->advance();
        const SearchResult& result = made->search->result();
        found.last = result.status;
        found.statistics = result.statistics;
        if (result.status != Status::solved) break;
        std::int64_t cost = 0;
        for (const auto& [parent, action] : result.plan) cost += made->space->action_cost(parent, action);
        BOOST_TEST(cost == result.cost);
        BOOST_TEST(made->space->is_goal(result.goal));
        found.costs.push_back(result.cost);
        found.optimal = result.optimal;
        made->search->seek_cheaper();
    }
    return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cheaper_plans)

BOOST_AUTO_TEST_CASE(a_star_finds_a_cheapest_plan) {
    std::size_t solved = 0, unsolvable = 0, free_steps = 0;
    for (const testing::CostCase& each : testing::cost_cases()) {
        for (const HeuristicKind kind : {HeuristicKind::hmax, HeuristicKind::blind}) {
            for (const bool lifted : {false, true}) {
                const Found found = run(each, {"A*", {kind}, {.weight = 1, .reopen = true}}, lifted, 1);
                BOOST_TEST_CONTEXT("seed " << each.seed << (lifted ? ", lifted" : ", grounded")) {
                    BOOST_TEST(found.costs.empty() == !each.cheapest.has_value());
                    if (each.cheapest) {
                        BOOST_TEST(found.costs[0] == *each.cheapest);
                        BOOST_TEST(found.optimal);
                    } else {
                        BOOST_TEST((found.last == Status::unsolvable));
                    }
                }
            }
        }
        (each.cheapest ? solved : unsolvable) += 1;
        free_steps += std::count(each.ground_task->cost.begin(), each.ground_task->cost.end(), 0) != 0;
    }
    BOOST_TEST(solved > 50u);
    BOOST_TEST(unsolvable > 5u);
    BOOST_TEST(free_steps > 20u);
}

BOOST_AUTO_TEST_CASE(going_on_with_reopening_ends_with_a_cheapest_plan_and_a_proof, *boost::unit_test::label("slow")) {
    constexpr auto ff = HeuristicKind::ff, lm = HeuristicKind::lm, hmax = HeuristicKind::hmax;
    const std::vector<Setting> settings{
        {"greedy", {ff}, {.reopen = true}},
        {"weighted", {ff}, {.weight = 5, .reopen = true}},
        {"weighted, with a bound from hmax", {ff, hmax}, {.queues = {{0}}, .weight = 3, .reopen = true}},
        {"lazy", {ff}, {.evaluate = Evaluate::lazy, .weight = 2, .reopen = true}},
        {"lazy hmax", {hmax}, {.evaluate = Evaluate::lazy, .weight = 2, .reopen = true}},
        {"as LAMA",
         {ff, lm},
         {.queues = {{0}, {0, true}, {1}, {1, true}},
          .evaluate = Evaluate::lazy,
          .pop = 4,
          .boost = 100,
          .weight = 3,
          .reopen = true}},
    };
    std::size_t several = 0, reopened = 0;
    for (const testing::CostCase& each : testing::cost_cases()) {
        for (const Setting& setting : settings) {
            const Found found = run(each, setting, each.seed % 2 != 0, 1000);
            BOOST_TEST_CONTEXT("seed " << each.seed << ", " << setting.about) {
                BOOST_TEST(std::is_sorted(found.costs.rbegin(), found.costs.rend(), std::less_equal<>()));
                BOOST_TEST((found.last == Status::unsolvable));
                BOOST_TEST(found.costs.empty() == !each.cheapest.has_value());
                if (each.cheapest) BOOST_TEST(found.costs.back() == *each.cheapest);
            }
            several += found.costs.size() > 1;
            reopened += found.statistics.reopened;
        }
    }
    BOOST_TEST(several > 20u);
    BOOST_TEST(reopened > 100u);
}

BOOST_AUTO_TEST_CASE(without_reopening_nothing_is_proved) {
    std::size_t missed = 0;
    for (const testing::CostCase& each : testing::cost_cases()) {
        const Found found = run(each, {"weighted", {HeuristicKind::ff}, {.weight = 5}}, false, 1000);
        BOOST_TEST_CONTEXT("seed " << each.seed) {
            BOOST_TEST(found.costs.empty() == !each.cheapest.has_value());
            BOOST_TEST((found.last == (each.cheapest ? Status::exhausted : Status::unsolvable)));
            BOOST_TEST(!found.optimal);
            if (!each.cheapest) continue;
            BOOST_TEST(found.costs.back() >= *each.cheapest);
            missed += found.costs.back() > *each.cheapest;
        }
    }
    BOOST_TEST(missed > 0u);
}

BOOST_AUTO_TEST_CASE(bounds, *boost::unit_test::label("slow")) {
    for (const testing::CostCase& each : testing::cost_cases()) {
        if (!each.cheapest) continue;
        for (const HeuristicKind kind : {HeuristicKind::hmax, HeuristicKind::blind, HeuristicKind::ff}) {
            Setting setting{"A*", {kind}, {.weight = 1, .reopen = true}};
            BOOST_TEST_CONTEXT("seed " << each.seed) {
                setting.options.max_cost = *each.cheapest;
                const Found none = run(each, setting, false, 1);
                BOOST_TEST(none.costs.empty());
                BOOST_TEST((none.last == Status::unsolvable));
                setting.options.max_cost = *each.cheapest + 1;
                const Found one = run(each, setting, true, 1);
                BOOST_REQUIRE(one.costs.size() == 1u);
                BOOST_TEST(one.costs[0] == *each.cheapest);
                BOOST_TEST(one.optimal == (kind != HeuristicKind::ff));
            }
        }
        // Greedy, without reopening: a plan under the bound or no answer.
        const Found greedy = run(each, {"greedy", {HeuristicKind::ff}, {.max_cost = *each.cheapest + 1}}, false, 1);
        BOOST_TEST((greedy.costs.empty() ? greedy.last == Status::exhausted : greedy.costs[0] == *each.cheapest));
    }
}

BOOST_AUTO_TEST_CASE(a_search_that_does_not_follow_costs_cannot_go_on) {
    const testing::CostCase& each = *std::find_if(testing::cost_cases().begin(), testing::cost_cases().end(),
                                                  [](const testing::CostCase& any) { return !!any.cheapest; });
    BOOST_CHECK_THROW(run(each, {"greedy", {HeuristicKind::ff}, {}}, false, 2), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
