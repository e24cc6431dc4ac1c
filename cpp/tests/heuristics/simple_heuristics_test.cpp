#include "isonova/heuristics/simple_heuristics.hpp"

#include <boost/test/unit_test.hpp>

#include "../ground/random_ground_task.hpp"
#include "isonova/ground/ground_state_space.hpp"

using namespace isonova;
using isonova::testing::Atoms;
using isonova::testing::RandomGroundTask;

BOOST_AUTO_TEST_SUITE(simple_heuristics)

BOOST_AUTO_TEST_CASE(goal_count_follows_differences) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto task = RandomGroundTask::make(seed, {});
        const Limits limits;
        GroundStateSpace space(task, limits);
        space.initial();
        GoalCountHeuristic heuristic(task->goal, task->negative_goal, task->atoms.size());
        Expansion expansion;
        std::vector<Value> values;
        std::vector<AtomId> atoms;
        for (StateId state = 0; state < space.state_count(); ++state) {
            space.expand(state, expansion, nullptr);
            const Expansion* both[] = {&expansion, &expansion};
            heuristic.evaluate(both, values);
            const std::size_t n = expansion.children.size();
            BOOST_REQUIRE_EQUAL(values.size(), 2 * n);
            for (std::size_t i = 0; i < n; ++i) {
                space.atoms(expansion.children[i].state, atoms);
                const Atoms set(atoms.begin(), atoms.end());
                Value expected = 0;
                for (const AtomId atom : task->goal) expected += !set.contains(atom);
                for (const AtomId atom : task->negative_goal) expected += set.contains(atom);
                BOOST_TEST(values[i] == expected);
                BOOST_TEST(values[n + i] == expected);
                BOOST_TEST(heuristic.evaluate_atoms(atoms) == expected);
                BOOST_TEST((expected == 0) == space.is_goal(expansion.children[i].state));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
