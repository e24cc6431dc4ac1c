#include "isonova/ground/mutex_groups.hpp"

#include <boost/test/unit_test.hpp>

#include "random_ground_task.hpp"
#include "random_movers.hpp"

using namespace isonova;
using isonova::testing::Atoms;
using isonova::testing::Interpreter;

namespace {

// Every group holds in every reachable state.
std::size_t check_groups(const GroundTask& task) {
    Limits limits;
    const auto groups = mutex_groups(task, limits);
    const auto states = Interpreter(task).reachable();
    for (const MutexGroup& group : groups) {
        BOOST_TEST(group.atoms.size() >= 2u);
        BOOST_TEST(std::is_sorted(group.atoms.begin(), group.atoms.end()));
        for (const Atoms& state : states) {
            const auto truths = std::count_if(group.atoms.begin(), group.atoms.end(),
                                              [&](AtomId atom) { return state.contains(atom); });
            BOOST_REQUIRE(truths <= 1);
            if (group.never_empty) BOOST_REQUIRE(truths == 1);
        }
    }
    return groups.size();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mutex_group_synthesis)

BOOST_AUTO_TEST_CASE(groups_hold_in_every_reachable_state) {
    std::size_t found = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            found += check_groups(*isonova::testing::random_movers(seed));
        }
    }
    BOOST_TEST(found > 500u);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        BOOST_TEST_CONTEXT("any task, seed " << seed) {
            check_groups(*isonova::testing::RandomGroundTask::make(seed, {}));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_thing_is_in_one_place_or_held) {
    Limits limits;
    std::size_t whole = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const auto task = isonova::testing::random_movers(seed);
        for (const MutexGroup& group : mutex_groups(*task, limits)) {
            std::size_t at = 0, held = 0;
            for (const AtomId atom : group.atoms) {
                at += task->atoms.predicate(atom) == 0;
                held += task->atoms.predicate(atom) == 1;
            }
            whole += at >= 3 && held == 1;
        }
    }
    BOOST_TEST(whole >= 40u);
}

BOOST_AUTO_TEST_CASE(the_bound_on_work_is_kept) {
    Limits limits;
    const auto task = isonova::testing::random_movers(1);
    BOOST_TEST(!mutex_groups(*task, limits).empty());
    BOOST_TEST(mutex_groups(*task, limits, {.max_families = 0}).empty());
    BOOST_TEST(mutex_groups(*task, limits, {.max_visits = 1}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
