// Searches in turns and in threads.
#include "isonova/search/portfolio.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "isonova/planner/plan.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/random_deliveries.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;

namespace {

TaskPtr task_of(std::uint32_t seed) {
    return seed % 2 ? testing::random_deliveries(seed) : testing::with_far_goal(testing::random_task(seed), seed);
}

std::vector<SearchSpec> two_searches() {
    SearchSpec landmarks;
    landmarks.name = "landmarks";
    landmarks.evaluators = {{HeuristicKind::ff, {}}, {HeuristicKind::lm, {}}};
    landmarks.options.queues = {{0}, {0, true}, {1}, {1, true}};
    landmarks.options.evaluate = Evaluate::lazy;
    landmarks.options.pop = 4;
    landmarks.options.boost = 100;
    SearchSpec novelty;
    novelty.name = "novelty";
    NoveltyOptions at_wl;
    at_wl.features = feature_maps("at+wl");
    novelty.evaluators = {{HeuristicKind::add, at_wl}};
    return {landmarks, novelty};
}

PlanOptions in_turns(std::uint64_t first_turn) {
    PlanOptions options;
    options.searches = two_searches();
    options.turns.first_turn = first_turn;
    return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(portfolio)

BOOST_AUTO_TEST_CASE(turns_end_as_single_searches_do_and_can_be_repeated, *boost::unit_test::label("slow")) {
    std::size_t solved = 0, unsolvable = 0, by_novelty = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        const TaskPtr task = task_of(seed);
        const auto run = [&](const PlanOptions& options) {
            Limits limits;
            return plan(task, options, limits);
        };
        PlanOptions single;
        single.heuristic = HeuristicKind::blind;
        const PlanResult expected = run(single);
        const PlanOptions options = in_turns(seed % 4 < 2 ? 1000 : 20'000);
        const PlanResult found = run(options), again = run(options);
        BOOST_TEST_CONTEXT("seed " << seed) {
            BOOST_TEST((found.status == expected.status));
            BOOST_TEST(found.search.expansions == again.search.expansions);
            BOOST_TEST(found.search.evaluations == again.search.evaluations);
            BOOST_TEST(found.cost == again.cost);
            if (!found.in_search) continue;
            BOOST_REQUIRE_EQUAL(found.searches.size(), 2u);
            BOOST_TEST(found.search.expansions ==
                       found.searches[0].statistics.expansions + found.searches[1].statistics.expansions);
            BOOST_TEST((found.searches[found.search.search].status == found.status));
        }
        solved += found.status == Status::solved;
        unsolvable += found.status == Status::unsolvable;
        by_novelty += found.status == Status::solved && found.search.search == 1;
    }
    BOOST_TEST(solved > 50u);
    BOOST_TEST(unsolvable > 20u);
    BOOST_TEST(by_novelty > 0u);
}

BOOST_AUTO_TEST_CASE(past_the_bytes_one_search_goes_and_the_other_ends_the_run) {
    std::size_t dropped = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const TaskPtr task = task_of(seed);
        Limits limits, other_limits;
        PlanOptions options = in_turns(1000);
        const PlanResult expected = plan(task, options, other_limits);
        options.turns.max_bytes = 1;
        const PlanResult found = plan(task, options, limits);
        BOOST_TEST_CONTEXT("seed " << seed) {
            BOOST_TEST((found.status == expected.status));
            if (!found.in_search) continue;
            const auto count = std::count_if(found.searches.begin(), found.searches.end(),
                                             [](const PortfolioResult::Each& each) { return each.dropped; });
            BOOST_TEST(count <= 1);
            dropped += static_cast<std::size_t>(count);
        }
    }
    BOOST_TEST(dropped > 20u);
}

BOOST_AUTO_TEST_CASE(counts_are_limits_of_all_searches_together) {
    std::size_t limited = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const TaskPtr task = task_of(seed);
        Limits limits;
        PlanOptions options = in_turns(500);
        options.max_expansions = 6;
        const PlanResult found = plan(task, options, limits);
        BOOST_TEST(found.search.expansions <= 6u);
        limited += found.status == Status::limit_reached;
    }
    BOOST_TEST(limited > 10u);
}

BOOST_AUTO_TEST_CASE(threads_end_as_turns_do) {
    std::size_t solved = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const TaskPtr task = task_of(seed);
        Limits limits, other_limits;
        PlanOptions options = in_turns(1000);
        // The lifted engine asks limits when it names the actions of the plan: those of the search that found it.
        options.engine = seed % 2 ? Engine::lifted : Engine::grounded;
        const PlanResult expected = plan(task, options, other_limits);
        BOOST_TEST(expected.plan.size() == expected.steps.size());
        options.turns.threads = 2;
        const PlanResult found = plan(task, options, limits);
        BOOST_TEST_CONTEXT("seed " << seed) {
            BOOST_TEST((found.status == expected.status));
            BOOST_TEST((found.plan.empty() == expected.plan.empty() || found.cost == 0 || expected.cost == 0));
        }
        solved += found.status == Status::solved;
    }
    BOOST_TEST(solved > 10u);
}

namespace {

// Goes on for ever, or throws.
struct EndlessSpace : StateSpace {
    bool throws = false;
    std::uint32_t states = 0;
    AtomTable table{1};
    Task nothing;
    StateId initial() override { return states++; }
    bool is_goal(StateId) const override { return false; }
    void expand(StateId state, Expansion& out, ExpansionListener*) override {
        out.clear();
        out.parent = state;
        out.children.push_back({states++, 0, 1, 0, 0, 0});
        out.generated = 1;
        if (throws && states > 1000) throw std::runtime_error("no more");
    }
    void atoms(StateId, std::vector<AtomId>& out) const override { out.clear(); }
    void action(StateId, ActionId, ActionInstance&) override {}
    std::int64_t action_cost(StateId, ActionId) override { return 1; }
    const Task& task() const override { return nothing; }
    const AtomTable& atom_table() const override { return table; }
    std::uint32_t state_count() const override { return states; }
    std::size_t bytes() const override { return states; }
};

struct Zero : Evaluator {
    EvaluatorTraits traits() const override { return {}; }
    Evaluation evaluate_initial(StateId, std::span<const AtomId>) override { return {}; }
    void evaluate(const Expansion& expansion, bool, Evaluations& out) override {
        out.clear();
        out.h.assign(expansion.children.size(), 0);
        out.keys.assign(expansion.children.size(), {});
    }
};

std::vector<PortfolioMember> endless_members(bool one_throws = false) {
    std::vector<PortfolioMember> members;
    for (const double share : {1.0, 3.0}) {
        members.push_back({"endless", share, [one_throws, share](Limits& limits, Progress progress) {
                               auto run = std::make_unique<SearchRun>();
                               auto space = std::make_unique<EndlessSpace>();
                               space->throws = one_throws && share > 1;
                               run->space = std::move(space);
                               run->evaluators.push_back(std::make_unique<Zero>());
                               Evaluator* const evaluators[] = {run->evaluators[0].get()};
                               run->search = std::make_unique<Search>(*run->space, evaluators, SearchOptions{}, limits,
                                                                      std::move(progress));
                               return run;
                           }});
    }
    return members;
}

}  // namespace

BOOST_AUTO_TEST_CASE(shares_of_the_work) {
    Limits limits;
    const PortfolioResult found =
        run_portfolio(endless_members(), {.first_turn = 10'000, .growth = 1, .max_expansions = 40'000}, limits);
    BOOST_TEST((found.status == Status::limit_reached));
    const double ratio = static_cast<double>(found.searches[1].work) / static_cast<double>(found.searches[0].work);
    BOOST_TEST(ratio > 2.9);
    BOOST_TEST(ratio < 3.1);
}

BOOST_AUTO_TEST_CASE(limits_end_turns_and_threads) {
    for (const std::uint32_t threads : {1u, 2u}) {
        Limits limits;
        limits.seconds = 0.1;
        BOOST_TEST((run_portfolio(endless_members(), {.threads = threads}, limits).status == Status::out_of_time));

        Limits stopped;
        stopped.token = std::make_shared<StopToken>();
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stopped.token->stop = true;
        });
        BOOST_TEST((run_portfolio(endless_members(), {.threads = threads}, stopped).status == Status::interrupted));
        stopper.join();

        Limits polled;
        int polls = 0;
        polled.poll = [&] { return ++polls > 3; };
        BOOST_TEST((run_portfolio(endless_members(), {.threads = threads}, polled).status == Status::interrupted));
    }
}

BOOST_AUTO_TEST_CASE(fewer_threads_than_searches_take_turns) {
    std::vector<PortfolioMember> members = endless_members();
    members.push_back(members[0]);
    Limits limits;
    limits.seconds = 0.3;
    const PortfolioResult found = run_portfolio(members, {.first_turn = 10'000, .growth = 1, .threads = 2}, limits);
    BOOST_TEST((found.status == Status::out_of_time));
    for (const PortfolioResult::Each& each : found.searches) BOOST_TEST(each.work > 10'000u);
}

BOOST_AUTO_TEST_CASE(an_exception_of_one_search_ends_all) {
    for (const std::uint32_t threads : {1u, 2u}) {
        Limits limits;
        BOOST_CHECK_THROW(run_portfolio(endless_members(true), {.first_turn = 100'000, .threads = threads}, limits),
                          std::runtime_error);
    }
}

BOOST_AUTO_TEST_SUITE_END()
