#include "isonova/heuristics/landmark_count.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <random>

#include "heuristics/relaxation_checks.hpp"
#include "heuristics/slow_landmark_count.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/one_goal.hpp"
#include "tasks/random_deliveries.hpp"
#include "tasks/random_task.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

struct Total {
    std::size_t states = 0, duplicates = 0, narrowed = 0, accepting = 0, goals = 0, disjunctive = 0;
};

struct Known : ExpansionListener {
    std::vector<StateId> children;
    void duplicate(StateId, StateId child, ActionId, std::int64_t) override { children.push_back(child); }
};

// Expands states in a random order, some of them twice, and counts in three ways: by definition and in both engines.
void check(const TaskPtr& task, std::uint32_t seed, int expansions, Splitting splitting, Total& total) {
    Limits limits;
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    if (ground_task->goal_unreachable) return;
    GroundStateSpace grounded(ground_task, limits);
    LiftedStateSpace lifted(task, limits);
    RelaxedGraphOptions options;
    options.splitting = splitting;
    const auto graph = build_relaxed_graph(*task, CostType::normal, limits, options);
    std::vector<AtomId> atoms, lifted_atoms;
    grounded.atoms(grounded.initial(), atoms);
    lifted.atoms(lifted.initial(), lifted_atoms);
    AtomNodes nodes(*graph, grounded.atom_table()), lifted_nodes(*graph, lifted.atom_table());
    const std::vector<NodeId> initial = true_nodes(*graph, nodes, atoms);
    BOOST_TEST(initial == true_nodes(*graph, lifted_nodes, lifted_atoms), boost::test_tools::per_element());
    const auto landmarks = find_landmarks(*graph, initial, limits);
    if (landmarks->goal_unreachable) return;

    LandmarkCount one(landmarks, graph, grounded.atom_table(), limits);
    LandmarkCount two(landmarks, graph, lifted.atom_table(), limits);
    SlowLandmarkCount slow(*landmarks, *graph, grounded);
    const Value first = slow.evaluate_initial(0);
    BOOST_TEST(one.evaluate_initial(atoms) == first);
    BOOST_TEST(two.evaluate_initial(lifted_atoms) == first);
    for (LandmarkId landmark = 0; landmark < landmarks->size(); ++landmark)
        total.disjunctive += landmarks->facts[landmark].size() > 1;

    std::mt19937 random(seed);
    Expansion expansion, lifted_expansion;
    std::vector<Value> values, lifted_values;
    std::vector<std::uint8_t> accepts, lifted_accepts;
    for (int i = 0; i < expansions; ++i) {
        const auto state = static_cast<StateId>(random() % grounded.state_count());
        Known known, ignored;
        grounded.expand(state, expansion, &known);
        lifted.expand(state, lifted_expansion, &ignored);
        one.evaluate(expansion, values, accepts);
        two.evaluate(lifted_expansion, lifted_values, lifted_accepts);
        BOOST_TEST(values == lifted_values, boost::test_tools::per_element());
        BOOST_TEST((accepts == lifted_accepts));
        for (std::size_t k = 0; k < values.size(); ++k) {
            const StateId child = expansion.children[k].state;
            const auto expected = slow.evaluate(state, child);
            BOOST_TEST(values[k] == expected.value);
            BOOST_TEST(bool(accepts[k]) == expected.accepts);
            if (grounded.is_goal(child)) BOOST_TEST(values[k] == 0);
            total.accepting += accepts[k];
            total.goals += grounded.is_goal(child);
        }
        for (const StateId child : known.children) {
            const bool expected = slow.duplicate(state, child);
            BOOST_TEST(one.duplicate(state, child) == expected);
            BOOST_TEST(two.duplicate(state, child) == expected);
        }
        total.states += values.size();
        total.duplicates += known.children.size();
    }
    total.narrowed += slow.narrowed;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(landmark_count)

BOOST_AUTO_TEST_CASE(random_tasks_in_both_engines_against_the_definition, *boost::unit_test::label("slow")) {
    Total total;
    for (std::uint32_t seed = 0; seed < 450; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            const Splitting splitting = seed % 2 == 0 ? Splitting::always : Splitting::smaller;
            check(with_far_goal(random_task(seed), seed), seed, 15, splitting, total);
            check(with_one_goal(random_task(seed), seed), seed, 15, splitting, total);
            check(random_deliveries(seed), seed, 60, splitting, total);
        }
    }
    BOOST_TEST_MESSAGE(total.states << " states, " << total.accepting << " accepting, " << total.duplicates
                                    << " duplicates, " << total.narrowed << " narrowed, " << total.goals << " goals, "
                                    << total.disjunctive << " disjunctive");
    BOOST_TEST(total.states > 5000u);
    BOOST_TEST(total.accepting > 1000u);
    BOOST_TEST(total.narrowed > 50u);
    BOOST_TEST(total.goals > 50u);
    BOOST_TEST(total.disjunctive > 5u);
}

BOOST_AUTO_TEST_CASE(tasks_of_every_language_feature) {
    Total total;
    for (const auto& entry : std::filesystem::directory_iterator(ISONOVA_TEST_TASKS)) {
        if (!entry.is_directory()) continue;
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            check(read_task(entry.path()), 1, 30, Splitting::smaller, total);
        }
    }
    BOOST_TEST(total.states > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
