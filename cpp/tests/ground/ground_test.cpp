#include "isonova/ground/ground.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "ground/slow_grounder.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/task/normalise.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

GroundTask compare_with_slow_grounder(const TaskPtr& task) {
    Limits limits;
    GroundTask fast = ground(task, limits);
    const PlainTask expected = SlowGrounder(*task).ground(), found = plain(fast);
    BOOST_TEST((found.fluents == expected.fluents));
    BOOST_TEST((found.derived == expected.derived));
    BOOST_TEST((found.init == expected.init));
    BOOST_TEST((found.goal == expected.goal));
    BOOST_TEST((found.negative_goal == expected.negative_goal));
    BOOST_TEST(found.goal_unreachable == expected.goal_unreachable);
    BOOST_TEST((found.actions == expected.actions));
    BOOST_TEST((found.axioms == expected.axioms));
    return fast;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ground_suite)

BOOST_AUTO_TEST_CASE(tasks_of_every_language_feature_agree_with_the_slow_grounder) {
    std::uint32_t count = 0;
    for (const auto& folder : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!folder.is_directory()) continue;
        BOOST_TEST_CONTEXT(folder.path().string()) {
            const auto tree = pddl::parse(pddl::read_source((folder.path() / "domain.pddl").string()),
                                          pddl::read_source((folder.path() / "problem.pddl").string()));
            compare_with_slow_grounder(normalise(*tree));
            ++count;
        }
    }
    BOOST_TEST(count >= 30);
}

BOOST_AUTO_TEST_CASE(random_tasks_agree_with_the_slow_grounder) {
    std::size_t actions = 0, conditional = 0, axioms = 0;
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            const GroundTask fast = compare_with_slow_grounder(random_task(seed));
            actions += fast.action_count();
            conditional += fast.effect_condition.size();
            axioms += fast.axiom_count();
        }
    }
    // The tasks are worth comparing.
    BOOST_TEST(actions > 3000);
    BOOST_TEST(conditional > 1000);
    BOOST_TEST(axioms > 1000);
}

BOOST_AUTO_TEST_CASE(a_budget_of_instances_ends_grounding) {
    std::uint32_t exceeded = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const TaskPtr task = random_task(seed);
        Limits limits;
        const GroundTask whole = ground(task, limits);
        if (whole.action_count() < 2) continue;
        GroundOptions options;
        options.max_instances = whole.action_count() - 1;
        BOOST_CHECK_THROW(ground(task, limits, options), BudgetExceeded);
        ++exceeded;
    }
    BOOST_TEST(exceeded > 50);
}

BOOST_AUTO_TEST_CASE(a_budget_of_bytes_ends_grounding) {
    Limits limits;
    GroundOptions options;
    options.max_bytes = 1;
    BOOST_CHECK_THROW(ground(random_task(1), limits, options), BudgetExceeded);
}

BOOST_AUTO_TEST_CASE(a_limit_ends_grounding) {
    auto task = std::make_shared<Task>();
    task->types.push_back({"object", none, 0});
    task->object_sets.emplace_back();
    for (ObjectId o = 0; o < 300; ++o) {
        task->objects.push_back({"o", "o", 0, false});
        task->object_sets[0].push_back(o);
    }
    task->predicates.push_back({"p", {}, PredicateKind::fluent, false});
    Schema schema;
    schema.parameters.assign(6, 0);
    schema.effects.push_back({{}, {}, {0, false, {}}});
    task->schemata.push_back(schema);
    Limits limits;
    limits.token = std::make_shared<StopToken>();
    limits.token->stop = true;
    BOOST_CHECK_THROW(ground(task, limits), Halted);
}

BOOST_AUTO_TEST_SUITE_END()
