#include "isonova/search/search.hpp"

#include <boost/test/unit_test.hpp>
#include <map>

#include "../ground/random_ground_task.hpp"
#include "isonova/ground/ground_state_space.hpp"

using namespace isonova;
using isonova::testing::Atoms;
using isonova::testing::Interpreter;
using isonova::testing::RandomGroundTask;

namespace {

// Blind, or with states it wrongly calls dead ends.
struct TestEvaluator : Evaluator {
    bool prune = false, is_safe = true;
    EvaluatorTraits traits() const override { return {.safe = is_safe}; }
    Evaluation evaluate_initial(StateId, std::span<const AtomId>) override { return {}; }
    void evaluate(const Expansion& expansion, bool, Evaluations& out) override {
        out.h.assign(expansion.children.size(), prune ? dead_end : 0);
        out.keys.assign(expansion.children.size(), {});
    }
};

std::shared_ptr<const GroundTask> without_goal(std::uint64_t seed, const testing::Shape& shape = {}) {
    auto task = std::make_shared<GroundTask>(*RandomGroundTask::make(seed, shape));
    task->goal = {0};
    task->negative_goal = {0};
    return task;
}

// Each fluent on its own can be switched on and off: 2^n states.
std::shared_ptr<const GroundTask> switches(std::uint32_t n) {
    auto task = std::make_shared<GroundTask>();
    const auto base = RandomGroundTask::make(0, {.fluents = n, .actions = 1, .axioms = false});
    task->task = base->task;
    task->atoms = base->atoms;
    task->fluent_count = n;
    for (AtomId atom = 0; atom < n; ++atom) {
        for (const bool on : {true, false}) {
            (on ? task->negative_precondition : task->precondition).push(atom);
            (on ? task->adds : task->deletes).push(atom);
            for (Rows* rows : {&task->precondition, &task->negative_precondition, &task->adds, &task->deletes})
                rows->end_row();
            task->schema.push_back(0);
            task->arguments.push(0);
            task->arguments.end_row();
            task->cost.push_back(1);
            task->effect_start.push_back(0);
        }
    }
    task->goal = {0};
    task->negative_goal = {0};
    return task;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(greedy_search)

BOOST_AUTO_TEST_CASE(blind_search_is_breadth_first) {
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
        const auto task = RandomGroundTask::make(seed, {});
        const Interpreter reference(*task);
        std::map<Atoms, std::size_t> depth{{reference.initial(), 0}};
        std::vector<Atoms> queue{reference.initial()};
        std::size_t shortest = none;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const Atoms state = reference.full(queue[i]);
            const std::size_t steps = depth[queue[i]];
            if (reference.is_goal(state)) {
                shortest = steps;
                break;
            }
            for (ActionId a = 0; a < task->action_count(); ++a) {
                if (!reference.applicable(a, state)) continue;
                const Atoms next = reference.apply(a, state);
                if (depth.emplace(next, steps + 1).second) queue.push_back(next);
            }
        }
        Limits limits;
        GroundStateSpace space(task, limits);
        TestEvaluator evaluator;
        const SearchResult result = search(space, evaluator, {}, limits);
        BOOST_TEST_CONTEXT("seed " << seed) {
            BOOST_TEST((result.status == Status::solved) == (shortest != none));
            BOOST_TEST((result.status == Status::unsolvable) == (shortest == none));
            if (shortest == none) continue;
            Atoms state = reference.initial();
            std::int64_t cost = 0;
            for (const auto& [parent, a] : result.plan) {
                BOOST_REQUIRE(reference.applicable(a, reference.full(state)));
                state = reference.apply(a, reference.full(state));
                cost += task->cost[a];
            }
            BOOST_TEST(reference.is_goal(reference.full(state)));
            BOOST_TEST(result.cost == cost);
            BOOST_TEST(result.statistics.evaluations == space.state_count());
        }
    }
}

BOOST_AUTO_TEST_CASE(exhausts_exactly_the_reachable_states) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto task = without_goal(seed);
        Limits limits;
        for (const TieBreak tie_break : {TieBreak::fifo, TieBreak::g}) {
            GroundStateSpace space(task, limits);
            TestEvaluator evaluator;
            const SearchResult result = search(space, evaluator, {.tie_break = tie_break}, limits);
            BOOST_TEST((result.status == Status::unsolvable));
            BOOST_TEST(result.statistics.expansions == Interpreter(*task).reachable().size());
            BOOST_TEST(result.statistics.states == result.statistics.expansions);
        }
    }
}

BOOST_AUTO_TEST_CASE(pruning_is_a_proof_only_if_safe) {
    const auto task = without_goal(3);
    Limits limits;
    for (const bool safe : {true, false}) {
        GroundStateSpace space(task, limits);
        TestEvaluator evaluator;
        evaluator.prune = true;
        evaluator.is_safe = safe;
        const SearchResult result = search(space, evaluator, {}, limits);
        BOOST_TEST((result.status == (safe ? Status::unsolvable : Status::exhausted)));
        BOOST_TEST(result.statistics.expansions == 1u);
        BOOST_TEST(result.statistics.dead_ends == result.statistics.evaluations - 1);
    }
}

BOOST_AUTO_TEST_CASE(counts_are_limits) {
    const auto task = switches(40);
    Limits limits;
    TestEvaluator evaluator;
    GroundStateSpace one(task, limits), two(task, limits);
    const SearchResult by_expansions = search(one, evaluator, {.max_expansions = 7}, limits);
    BOOST_TEST((by_expansions.status == Status::limit_reached));
    BOOST_TEST(by_expansions.statistics.expansions == 7u);
    BOOST_TEST(by_expansions.statistics.generated == 7u * 40u);
    const SearchResult by_evaluations = search(two, evaluator, {.max_evaluations = 100}, limits);
    BOOST_TEST((by_evaluations.status == Status::limit_reached));
    BOOST_TEST(by_evaluations.statistics.evaluations >= 100u);
    BOOST_TEST(by_evaluations.statistics.evaluations < 140u);
}

BOOST_AUTO_TEST_CASE(time_memory_and_interrupt_end_the_search) {
    const auto task = switches(400);
    TestEvaluator evaluator;
    {
        Limits limits;
        limits.seconds = 0.2;
        GroundStateSpace space(task, limits);
        BOOST_TEST((search(space, evaluator, {}, limits).status == Status::out_of_time));
        BOOST_TEST(limits.elapsed() < 30.0);
    }
    {
        Limits limits;
        limits.bytes = resident_bytes() + (std::size_t{64} << 20);
        GroundStateSpace space(task, limits);
        const SearchResult result = search(space, evaluator, {}, limits);
        BOOST_TEST((result.status == Status::out_of_memory));
        BOOST_TEST(resident_bytes() < limits.bytes + limits.bytes / 50);
        BOOST_TEST(result.statistics.states > 100000u);
    }
    {
        Limits limits;
        limits.token = std::make_shared<StopToken>();
        limits.token->stop = true;
        GroundStateSpace space(task, limits);
        BOOST_TEST((search(space, evaluator, {}, limits).status == Status::interrupted));
    }
}

BOOST_AUTO_TEST_SUITE_END()
