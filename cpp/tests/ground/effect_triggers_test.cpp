#include "isonova/ground/effect_triggers.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>

#include "../ground/random_ground_task.hpp"

using namespace isonova;
using isonova::testing::RandomGroundTask;

BOOST_AUTO_TEST_SUITE(effect_triggers)

BOOST_AUTO_TEST_CASE(no_effect_that_fires_is_missed) {
    std::size_t fired = 0, skipped = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const auto task = RandomGroundTask::make(seed, {});
        const EffectTriggers triggers(*task);
        std::mt19937 random(static_cast<std::uint32_t>(seed));
        std::vector<Word> state(task->atoms.size() / 64 + 1);
        for (int trial = 0; trial < 20; ++trial) {
            for (Word& word : state) word = (Word{random()} << 32 | random()) & (Word{random()} << 32 | random());
            const auto holds = [&](AtomId atom) { return test(state.data(), atom); };
            for (ActionId action = 0; action < task->action_count(); ++action) {
                std::set<std::uint32_t> visited;
                triggers.visit(action, state.data(), [&](std::uint32_t effect) {
                    BOOST_REQUIRE(visited.insert(effect).second);  // none comes twice
                    BOOST_REQUIRE(effect >= task->effect_start[action] && effect < task->effect_start[action + 1]);
                    const auto atoms = task->effect_condition[effect];
                    BOOST_REQUIRE(atoms.empty() || std::any_of(atoms.begin(), atoms.end(), holds));
                });
                for (std::uint32_t e = task->effect_start[action]; e < task->effect_start[action + 1]; ++e) {
                    const auto atoms = task->effect_condition[e];
                    const bool fires = std::all_of(atoms.begin(), atoms.end(), holds);
                    BOOST_REQUIRE(!fires || visited.contains(e));
                    fired += fires;
                    skipped += !visited.contains(e);
                }
            }
        }
    }
    BOOST_TEST(fired > 100u);
    BOOST_TEST(skipped > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
