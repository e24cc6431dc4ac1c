#include "isonova/planner/shorten.hpp"

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "isonova/planner/plan.hpp"
#include "random_walk.hpp"
#include "slow_shorten.hpp"

using namespace isonova;
using isonova::testing::PlainSimulator;
using isonova::testing::random_walk;
using isonova::testing::Walk;

namespace {

constexpr std::uint64_t plenty = 1'000'000'000;

std::vector<ActionInstance> chosen(const std::vector<ActionInstance>& plan, const std::vector<std::uint32_t>& kept) {
    std::vector<ActionInstance> out;
    for (const std::uint32_t step : kept) out.push_back(plan[step]);
    return out;
}

std::vector<std::uint32_t> all_steps(std::size_t count) {
    std::vector<std::uint32_t> out(count);
    std::iota(out.begin(), out.end(), 0);
    return out;
}

Shortened shorten(const Walk& walk, std::uint64_t budget) {
    Limits limits;
    return isonova::shorten(*walk.task, walk.plan, budget, limits);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shorten_suite)

BOOST_AUTO_TEST_CASE(plans_are_those_of_the_definition) {
    std::size_t shorter = 0, as_found = 0, emptied = 0, with_axioms = 0, with_conditions = 0, several_ways = 0;
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        const Walk walk = random_walk(seed);
        if (walk.plan.empty()) continue;
        BOOST_TEST_CONTEXT("seed " << seed) {
            const PlainSimulator simulator(*walk.task);
            BOOST_REQUIRE(simulator.valid(walk.plan));
            const Shortened found = shorten(walk, plenty);
            BOOST_TEST(found.kept == slow_shorten(simulator, walk.plan, walk.costs), boost::test_tools::per_element());
            std::int64_t all = 0, kept = 0;
            for (const std::int64_t cost : walk.costs) all += cost;
            for (const std::uint32_t step : found.kept) kept += walk.costs[step];
            BOOST_TEST(found.saved == all - kept);
            const Walk again{walk.task, chosen(walk.plan, found.kept), {}};
            BOOST_TEST(simulator.valid(again.plan));
            BOOST_TEST(shorten(again, plenty).kept.size() == again.plan.size());
            const bool changed = found.kept.size() < walk.plan.size();
            shorter += changed;
            as_found += !changed;
            emptied += found.kept.empty();
            with_axioms += changed && !walk.task->axioms.empty() && !found.kept.empty();
            with_conditions +=
                changed && !found.kept.empty() &&
                std::any_of(walk.task->schemata.begin(), walk.task->schemata.end(), [](const auto& schema) {
                    return std::any_of(schema.effects.begin(), schema.effects.end(),
                                       [](const Effect& effect) { return !effect.unconditional(); });
                });
            several_ways += changed && !found.kept.empty() && seed % 4 == 0;
        }
    }
    BOOST_TEST(shorter > 200u);
    BOOST_TEST(as_found > 50u);
    BOOST_TEST(emptied > 10u);
    BOOST_TEST(with_axioms > 20u);
    BOOST_TEST(with_conditions > 50u);
    BOOST_TEST(several_ways > 20u);
}

BOOST_AUTO_TEST_CASE(wherever_the_budget_ends_the_plan_is_valid_and_no_costlier) {
    std::size_t between = 0;
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
        const Walk walk = random_walk(seed);
        if (walk.plan.empty()) continue;
        const PlainSimulator simulator(*walk.task);
        const std::size_t least = shorten(walk, plenty).kept.size();
        BOOST_TEST(shorten(walk, 0).kept == all_steps(walk.plan.size()), boost::test_tools::per_element());
        for (std::uint64_t budget = 1; budget < 20'000; budget += 1 + budget / 8) {
            BOOST_TEST_CONTEXT("seed " << seed << ", budget " << budget) {
                const Shortened found = shorten(walk, budget);
                BOOST_TEST(simulator.valid(chosen(walk.plan, found.kept)));
                BOOST_TEST(found.saved >= 0);
                between += found.kept.size() > least && found.kept.size() < walk.plan.size();
            }
        }
    }
    BOOST_TEST(between > 10u);
}

BOOST_AUTO_TEST_CASE(a_run_that_is_told_to_stop_keeps_the_plan) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Walk walk = random_walk(seed);
        Limits stopped, late;
        stopped.token = std::make_shared<StopToken>();
        stopped.token->stop = true;
        late.seconds = -1;
        for (Limits* limits : {&stopped, &late}) {
            const Shortened found = isonova::shorten(*walk.task, walk.plan, plenty, *limits);
            BOOST_TEST(found.kept == all_steps(walk.plan.size()), boost::test_tools::per_element());
            BOOST_TEST(found.saved == 0);
        }
    }
}

BOOST_AUTO_TEST_CASE(plans_that_are_not_valid_stay_as_they_are) {
    std::size_t tried = 0;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        Walk walk = random_walk(seed);
        if (walk.plan.size() < 2) continue;
        const PlainSimulator simulator(*walk.task);
        std::reverse(walk.plan.begin(), walk.plan.end());
        if (simulator.valid(walk.plan)) continue;
        BOOST_TEST(shorten(walk, plenty).kept == all_steps(walk.plan.size()), boost::test_tools::per_element());
        ++tried;
    }
    BOOST_TEST(tried > 20u);
}

BOOST_AUTO_TEST_CASE(both_engines_shorten_what_they_find) {
    std::size_t shorter = 0;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        const Walk walk = random_walk(seed);
        if (walk.plan.empty()) continue;
        std::vector<PlanResult> results;
        for (const Engine engine : {Engine::grounded, Engine::lifted}) {
            Limits limits;
            SearchSpec spec;
            spec.evaluators[0].heuristic = HeuristicKind::blind;
            spec.options.queues[0].order = QueueOrder::random;  // goes astray
            PlanOptions options{.engine = engine, .searches = {spec}, .max_expansions = 2000};
            options.shorten = true;
            results.push_back(plan(walk.task, options, limits));
        }
        const auto& [one, two] = std::tie(results[0], results[1]);
        BOOST_TEST_CONTEXT("seed " << seed) {
            BOOST_TEST((one.status == two.status));
            BOOST_TEST(one.cost == two.cost);
            BOOST_TEST(one.saved == two.saved);
            BOOST_REQUIRE(one.plan.size() == two.plan.size());
            for (std::size_t i = 0; i < one.plan.size(); ++i) {
                BOOST_TEST(one.plan[i].name == two.plan[i].name);
                BOOST_TEST(one.plan[i].args == two.plan[i].args, boost::test_tools::per_element());
            }
            shorter += one.plan.size() < one.steps.size();
        }
    }
    BOOST_TEST(shorter > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
