#include "isonova/heuristics/datalog_add_ff.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

#include "../tasks/random_task.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/lane_add_ff.hpp"
#include "plain/add_ff.hpp"
#include "plain/adjusted_costs.hpp"
#include "relaxation_checks.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

struct Counts {
    std::size_t values = 0, finite = 0;
};

void check(const TaskPtr& task, CostType cost_type, StateId states, Counts& counts) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    DatalogAddFF add(task, ground_task->atoms, Relaxation::add, cost_type, limits);
    DatalogAddFF ff(task, ground_task->atoms, Relaxation::ff, cost_type, limits);
    PlainAdd reference(*ground_task, adjusted_costs(*ground_task, cost_type), limits);
    GroundStateSpace space(ground_task, limits);
    space.initial();
    Expansion expansion;
    const Expansion* one = &expansion;
    std::vector<Value> expected, values, ff_values;
    std::vector<AtomId> atoms;
    std::mt19937 random(1);
    for (StateId state = 0; state < std::min(space.state_count(), states); ++state) {
        space.expand(state, expansion, nullptr);
        if (ground_task->goal_unreachable)
            expected.assign(expansion.children.size(), dead_end);
        else
            reference.evaluate(std::span(&one, 1), expected);
        add.evaluate(std::span(&one, 1), values);
        if (may_be_weaker(*task))
            BOOST_TEST(values <= expected, boost::test_tools::per_element());
        else
            BOOST_TEST(values == expected, boost::test_tools::per_element());
        ff.evaluate(std::span(&one, 1), ff_values);
        BOOST_REQUIRE_EQUAL(ff_values.size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            BOOST_TEST(ff_values[i] <= values[i]);
            BOOST_TEST((ff_values[i] == dead_end) == (values[i] == dead_end));
            counts.finite += values[i] != dead_end && values[i] != 0;
        }
        counts.values += values.size();
        space.atoms(state, atoms);
        const RelaxedPlan plan = relaxed_plan(ff, atoms);
        BOOST_TEST(plan.cost == ff.evaluate_atoms(atoms));
        if (plan.cost != dead_end && !may_be_weaker(*task)) BOOST_TEST(reaches_goal(*ground_task, plan, atoms));
        // The set of atoms alone decides, not the order in which they come.
        std::shuffle(atoms.begin(), atoms.end(), random);
        const RelaxedPlan again = relaxed_plan(ff, atoms);
        BOOST_TEST(again.cost == plan.cost);
        BOOST_TEST((again.actions == plan.actions));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(datalog_add_ff)

BOOST_AUTO_TEST_CASE(random_tasks) {
    Counts counts;
    for (std::uint32_t seed = 0; seed < 3000; ++seed)
        BOOST_TEST_CONTEXT("seed " << seed) check(testing::random_task(seed), CostType(seed % 3), 15, counts);
    BOOST_TEST(counts.values > 5000u);
    BOOST_TEST(counts.finite > 300u);
}

BOOST_AUTO_TEST_CASE(tasks_of_every_language_feature) {
    Counts counts;
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!entry.is_directory()) continue;
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            const TaskPtr task = read_task(entry.path());
            for (const CostType cost_type : {CostType::normal, CostType::one, CostType::plusone})
                check(task, cost_type, 60, counts);
        }
    }
    BOOST_TEST(counts.finite > 300u);
}

// A graph past its budget gives way to this one; where it has dropped nothing, add is the same.
BOOST_AUTO_TEST_CASE(takes_over_from_the_graph) {
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        Limits limits;
        const TaskPtr task = testing::random_task(seed);
        GroundStateSpace space(std::make_shared<const GroundTask>(ground(task, limits)), limits);
        RelaxedGraphOptions none_fits;
        none_fits.max_instances = none_fits.max_bytes = 0;
        const auto with = make_add_ff(task, space.atom_table(), Relaxation::add, CostType::normal, limits);
        const auto without =
            make_add_ff(task, space.atom_table(), Relaxation::add, CostType::normal, limits, none_fits);
        if (without->relaxation()->has_graph) continue;  // it has no instance at all
        std::vector<AtomId> atoms;
        space.atoms(space.initial(), atoms);
        BOOST_TEST(with->evaluate_atoms(atoms) == without->evaluate_atoms(atoms));
        BOOST_TEST(with->relaxation()->has_graph);
        ++compared;
    }
    BOOST_TEST(compared > 50u);
}

BOOST_AUTO_TEST_SUITE_END()
