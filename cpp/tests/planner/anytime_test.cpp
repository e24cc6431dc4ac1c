// Plans that get better, against the costs of cheapest plans.
#include "isonova/planner/anytime.hpp"

#include <boost/test/unit_test.hpp>

#include "cost_cases.hpp"

using namespace isonova;

namespace {

struct Outcome {
    std::vector<std::int64_t> costs;
    std::vector<std::string> found_by;
    Status ended = Status::exhausted;
    bool optimal = false;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Steps applied one by one; the cost, or nothing if the plan is not valid.
std::optional<std::int64_t> simulate(const GroundTask& task, const std::vector<ActionName>& plan) {
    const testing::Interpreter interpreter(task);
    testing::Atoms state = interpreter.initial();
    std::int64_t cost = 0;
    for (const ActionName& step : plan) {
        bool applied = false;
        for (ActionId a = 0; a < task.action_count() && !applied; ++a) {
            ActionInstance instance;
            instance.assign(task.task->schemata[task.schema[a]], task.arguments[a].data());
            ActionName name{task.task->actions[instance.action].name, {}};
            for (const ObjectId object : instance.arguments) name.args.push_back(task.task->objects[object].name);
            const testing::Atoms full = interpreter.full(state);
            if (name.name != step.name || name.args != step.args || !interpreter.applicable(a, full)) continue;
            state = interpreter.apply(a, full);
            cost += task.cost[a];
            applied = true;
        }
        if (!applied) return std::nullopt;
    }
    if (!interpreter.is_goal(interpreter.full(state))) return std::nullopt;
    return cost;
}

Outcome run(const testing::CostCase& on, const PlanOptions& options) {
    Limits limits;
    Anytime plans(on.task, options, limits);
    Outcome out;
    while (plans.next()) {
        const PlanResult& result = plans.result();
        BOOST_TEST((simulate(*on.ground_task, result.plan) == std::optional(result.cost)));
        out.costs.push_back(result.cost);
        out.found_by.push_back(plans.found_by());
    }
    BOOST_TEST(!plans.next());
    out.ended = plans.ended();
    out.optimal = plans.result().optimal;
    return out;
}

PlanOptions first_by_ff(std::uint32_t seed) {
    PlanOptions options;
    options.engine = seed % 3 ? Engine::grounded : Engine::lifted;
    options.shorten = seed % 4 != 0;
    options.cost_type = CostType::one;
    return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(anytime)

BOOST_AUTO_TEST_CASE(ends_with_a_cheapest_plan_and_a_proof, *boost::unit_test::label("slow")) {
    std::size_t several = 0, unsolvable = 0, free = 0;
    for (const testing::CostCase& each : testing::cost_cases()) {
        const Outcome found = run(each, first_by_ff(each.seed));
        BOOST_TEST_CONTEXT("seed " << each.seed) {
            BOOST_TEST(found.costs.empty() == !each.cheapest.has_value());
            BOOST_TEST(std::is_sorted(found.costs.rbegin(), found.costs.rend(), std::less_equal<>()));
            if (!each.cheapest) {
                BOOST_TEST((found.ended == Status::unsolvable));
                ++unsolvable;
                continue;
            }
            BOOST_TEST((found.ended == Status::solved));
            BOOST_TEST(found.optimal);
            BOOST_TEST(found.costs.back() == *each.cheapest);
            BOOST_TEST((run(each, first_by_ff(each.seed)) == found));
        }
        several += found.costs.size() > 1;
        free += found.costs.back() == 0;
    }
    BOOST_TEST(several > 3u);
    BOOST_TEST(unsolvable > 0u);
    BOOST_TEST(free > 0u);
}

BOOST_AUTO_TEST_CASE(counts_end_it_and_the_plan_stays, *boost::unit_test::label("slow")) {
    std::size_t ended = 0;
    for (const testing::CostCase& each : testing::cost_cases()) {
        if (!each.cheapest || each.seed % 2 == 0) continue;
        PlanOptions options = first_by_ff(each.seed);
        Limits limits;
        const PlanResult first = plan(each.task, options, limits);
        options.max_expansions = first.search.expansions + 3;
        const Outcome found = run(each, options);
        BOOST_TEST_CONTEXT("seed " << each.seed) {
            BOOST_REQUIRE(!found.costs.empty());
            BOOST_TEST(found.costs[0] == first.cost);
            BOOST_TEST((found.ended == Status::limit_reached || found.optimal));
            if (found.optimal) BOOST_TEST(found.costs.back() == *each.cheapest);
        }
        ended += found.ended == Status::limit_reached;
    }
    BOOST_TEST(ended > 20u);
}

BOOST_AUTO_TEST_CASE(being_told_to_stop_leaves_the_plan) {
    for (const testing::CostCase& each : testing::cost_cases()) {
        Limits limits;
        limits.token = std::make_shared<StopToken>();
        Anytime plans(each.task, first_by_ff(each.seed), limits);
        if (!plans.next() || plans.result().optimal) continue;
        const std::vector<ActionName> before = plans.result().plan;
        limits.token->stop = true;
        BOOST_TEST(!plans.next());
        BOOST_TEST((plans.ended() == Status::interrupted));
        BOOST_TEST(plans.result().plan.size() == before.size());
        BOOST_TEST((plans.result().status == Status::solved));
        BOOST_TEST(!plans.result().optimal);
    }
}

BOOST_AUTO_TEST_CASE(out_of_memory_leaves_the_plan) {
    const auto& all = testing::cost_cases();
    const auto each = std::find_if(all.begin(), all.end(), [](const auto& any) { return any.cheapest > 0; });
    Limits limits;
    PlanOptions options = first_by_ff(each->seed);
    options.memory_limit = std::size_t{1} << 40;
    Anytime plans(each->task, options, limits);
    BOOST_REQUIRE(plans.next());
    Limits tight;
    tight.bytes = 1;
    Anytime none(each->task, options, tight);
    BOOST_TEST(!none.next());
    BOOST_TEST((none.ended() == Status::out_of_memory));
}

BOOST_AUTO_TEST_CASE(a_bound_on_costs_holds_for_all_plans, *boost::unit_test::label("slow")) {
    for (const testing::CostCase& each : testing::cost_cases()) {
        if (!each.cheapest) continue;
        PlanOptions options = first_by_ff(each.seed);
        options.max_cost = *each.cheapest + 2;
        const Outcome found = run(each, options);
        BOOST_REQUIRE(!found.costs.empty());
        BOOST_TEST(found.costs.front() < options.max_cost);
        options.max_cost = *each.cheapest;
        const Outcome none = run(each, options);
        BOOST_TEST(none.costs.empty());
        BOOST_TEST((none.ended == Status::unsolvable));
    }
}

BOOST_AUTO_TEST_SUITE_END()
