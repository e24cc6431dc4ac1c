#include "plain/add_ff.hpp"

#include <boost/test/unit_test.hpp>

#include "../ground/random_ground_task.hpp"
#include "../heuristics/slow_relaxation.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "plain/adjusted_costs.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

// Do the actions, with all others of the same PDDL action, reach the goal when nothing true ever becomes false?
bool reaches_goal(const GroundTask& task, const GroundRelaxedPlan& plan, const Atoms& state) {
    std::set<ObjectId> declared;
    for (const ActionId a : plan.actions) declared.insert(task.arguments[a][0]);
    std::vector<std::int64_t> costs(task.action_count(), 1);
    auto ops = operators(task, costs);
    std::vector<Operator> used;
    std::size_t next = 0;
    for (ActionId a = 0; a < task.action_count(); ++a) {
        const std::size_t count = task.effect_start[a + 1] - task.effect_start[a] + 1;
        for (std::size_t i = 0; i < count; ++i, ++next) {
            if (declared.contains(task.arguments[a][0])) used.push_back(ops[next]);
        }
    }
    used.insert(used.end(), ops.begin() + static_cast<std::ptrdiff_t>(next), ops.end());
    return fixpoint(task, used, state, Estimate::max) < infinity;
}

void check(std::uint64_t seed, const Shape& shape, CostType type) {
    const auto task = RandomGroundTask::make(seed, shape);
    Limits limits;
    const std::vector<std::int64_t> costs = adjusted_costs(*task, type);
    PlainAdd additive(*task, costs, limits);
    PlainFF ff(*task, costs, limits);
    const auto ops = operators(*task, costs);
    GroundStateSpace space(task, limits);
    space.initial();
    const Interpreter interpreter(*task);
    Expansion expansion;
    std::vector<AtomId> atoms;
    std::vector<Value> add_values, ff_values;
    for (StateId state = 0; state < std::min(space.state_count(), 40u); ++state) {
        space.expand(state, expansion, nullptr);
        const Expansion* one = &expansion;
        additive.evaluate(std::span(&one, 1), add_values);
        ff.evaluate(std::span(&one, 1), ff_values);
        BOOST_REQUIRE_EQUAL(add_values.size(), expansion.children.size());
        for (std::size_t i = 0; i < expansion.children.size(); ++i) {
            space.atoms(expansion.children[i].state, atoms);
            const Atoms set(atoms.begin(), atoms.end());
            const double expected = fixpoint(*task, ops, set, Estimate::add);
            const double maximum = fixpoint(*task, ops, set, Estimate::max);
            BOOST_TEST(as_double(add_values[i]) == expected);
            BOOST_TEST(as_double(additive.evaluate_atoms(atoms)) == expected);
            BOOST_TEST(as_double(ff_values[i]) <= expected);
            if (!shape.conditional_effects) BOOST_TEST(maximum <= as_double(ff_values[i]));
            BOOST_TEST(fixpoint(*task, ops, set, Estimate::bottleneck) <= as_double(ff_values[i]));
            BOOST_TEST((maximum == infinity) == (ff_values[i] == dead_end));
            if (interpreter.is_goal(set)) BOOST_TEST(ff_values[i] == 0);
            const GroundRelaxedPlan plan = ff.relaxed_plan(atoms);
            BOOST_TEST(plan.cost == ff_values[i]);
            if (plan.cost == dead_end) continue;
            BOOST_TEST(reaches_goal(*task, plan, set));
            Value sum = 0;
            for (const ActionId a : plan.actions) sum += costs[a];
            BOOST_TEST(sum == plan.cost);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plain_add_ff)

BOOST_AUTO_TEST_CASE(additive_is_the_fixpoint_and_ff_lies_between, *boost::unit_test::label("slow")) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            check(seed, {}, CostType::normal);
            check(seed, {.fluents = 10, .actions = 24, .conditional_effects = false}, CostType::normal);
            check(seed, {.fluents = 10, .actions = 24, .max_cost = 0}, CostType::normal);
            check(seed, {.fluents = 10, .actions = 24, .axioms = false}, CostType::plusone);
            check(seed, {.axioms = false, .negation = false}, CostType::one);
            check(seed, {.fluents = 10, .actions = 24, .conditional_effects = false, .split = true}, CostType::normal);
            check(seed, {.split = true}, CostType::plusone);
        }
    }
}

BOOST_AUTO_TEST_CASE(costs_beyond_32_bits) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto task = std::make_shared<GroundTask>(*RandomGroundTask::make(seed, {}));
        Limits limits;
        std::vector<std::int64_t> large = task->cost, medium = task->cost;
        for (auto& cost : large) cost *= std::int64_t{1} << 40;
        for (auto& cost : medium) cost *= 1 << 18;
        PlainAdd one(*task, task->cost, limits), two(*task, large, limits), three(*task, medium, limits);
        const Value small = one.evaluate_atoms(task->init);
        if (small == dead_end) continue;
        BOOST_TEST(two.evaluate_atoms(task->init) == small << 40);
        BOOST_TEST(three.evaluate_atoms(task->init) == small << 18);
    }
}

// Atom i + 1 needs atom i twice over, so that values double: 2^n overflows any fixed width.
BOOST_AUTO_TEST_CASE(values_are_clamped_and_never_dead_ends) {
    auto base =
        RandomGroundTask::make(0, {.fluents = 160, .actions = 1, .conditional_effects = false, .axioms = false});
    auto task = std::make_shared<GroundTask>();
    task->task = base->task;
    task->atoms = base->atoms;
    task->fluent_count = 160;
    const auto action = [&](std::vector<AtomId> body, AtomId head) {
        task->schema.push_back(0);
        task->arguments.push(task->action_count() - 1);
        task->arguments.end_row();
        for (const AtomId atom : body) task->precondition.push(atom);
        task->adds.push(head);
        for (Rows* rows : {&task->precondition, &task->negative_precondition, &task->adds, &task->deletes})
            rows->end_row();
        task->cost.push_back(1);
        task->effect_start.push_back(0);
    };
    for (AtomId level = 0; level < 79; ++level) {
        for (AtomId side = 0; side < 2; ++side) {
            action(level == 0 ? std::vector<AtomId>{} : std::vector<AtomId>{2 * level - 2, 2 * level - 1},
                   2 * level + side);
        }
    }
    Limits limits;
    const auto value = [&](AtomId goal) {
        task->goal = {goal};
        return PlainAdd(*task, task->cost, limits).evaluate_atoms({});
    };
    BOOST_TEST(value(2 * 20) == (Value{1} << 21) - 1);
    BOOST_TEST(value(2 * 40) == (Value{1} << 41) - 1);
    BOOST_TEST(value(2 * 78) >= Value{1} << 60);
    BOOST_TEST(value(2 * 78) < dead_end);
    task->goal = {2 * 78};
    BOOST_TEST(PlainFF(*task, task->cost, limits).evaluate_atoms({}) < dead_end);
}

BOOST_AUTO_TEST_CASE(stops_within_an_expansion_when_told) {
    const auto task = RandomGroundTask::make(3, {});
    Limits limits;
    GroundStateSpace space(task, limits);
    Expansion expansion;
    space.expand(space.initial(), expansion, nullptr);
    BOOST_REQUIRE(!expansion.children.empty());
    limits.token = std::make_shared<StopToken>();
    limits.token->stop = true;
    PlainFF ff(*task, task->cost, limits);
    const Expansion* one = &expansion;
    std::vector<Value> values;
    BOOST_CHECK_THROW(ff.evaluate(std::span(&one, 1), values), Halted);
}

BOOST_AUTO_TEST_SUITE_END()
