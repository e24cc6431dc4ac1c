#include "isonova/ground/ground_state_space.hpp"

#include <boost/test/unit_test.hpp>
#include <map>

#include "random_ground_task.hpp"
#include "random_movers.hpp"

using namespace isonova;
using isonova::testing::Atoms;
using isonova::testing::Interpreter;
using isonova::testing::RandomGroundTask;
using isonova::testing::Shape;

namespace {

Atoms as_set(std::span<const AtomId> atoms) {
    return {atoms.begin(), atoms.end()};
}

struct Recorder : ExpansionListener {
    std::map<ActionId, StateId> seen;
    void duplicate(StateId, StateId child, ActionId action, std::int64_t) override { seen[action] = child; }
};

// Expands every reachable state and compares each successor with the interpreter's.
void compare_everywhere(const std::shared_ptr<const GroundTask>& task, const StatePacking& packing) {
    const Interpreter reference(*task);
    const Limits limits;
    GroundStateSpace space(task, limits, packing);
    BOOST_REQUIRE_EQUAL(space.initial(), 0u);
    std::set<Atoms> seen;
    Expansion expansion, foreseen;
    std::vector<AtomId> atoms;
    const auto fluents = [&](StateId state) {
        space.atoms(state, atoms);
        Atoms out = as_set(atoms);
        out.erase(out.lower_bound(task->fluent_count), out.end());
        return out;
    };
    for (StateId state = 0; state < space.state_count(); ++state) {
        const Atoms parent = reference.full(fluents(state));
        BOOST_TEST(seen.insert(fluents(state)).second);
        BOOST_TEST(space.is_goal(state) == reference.is_goal(parent));
        space.foresee(state, foreseen);
        Recorder recorder;
        space.expand(state, expansion, &recorder);
        BOOST_TEST((as_set(expansion.parent_atoms) == parent));
        BOOST_TEST(std::is_sorted(expansion.parent_atoms.begin(), expansion.parent_atoms.end()));
        std::map<ActionId, const Child*> children;
        for (const Child& child : expansion.children) {
            if (!children.empty()) BOOST_TEST(children.rbegin()->first < child.action);
            children[child.action] = &child;
        }
        std::size_t count = 0;
        for (ActionId a = 0; a < task->action_count(); ++a) {
            if (!reference.applicable(a, parent)) {
                BOOST_TEST((!children.contains(a) && !recorder.seen.contains(a)));
                continue;
            }
            ++count;
            const Atoms next = reference.apply(a, parent);
            if (!children.contains(a)) {
                BOOST_REQUIRE(recorder.seen.contains(a));
                BOOST_TEST((fluents(recorder.seen[a]) == next));
                continue;
            }
            const Child& child = *children[a];
            BOOST_TEST((fluents(child.state) == next));
            BOOST_TEST(child.cost == task->cost[a]);
            Atoms from_difference = parent;
            for (const AtomId atom : expansion.removed(child)) BOOST_TEST(from_difference.erase(atom) == 1u);
            for (const AtomId atom : expansion.added(child)) {
                BOOST_TEST(!parent.contains(atom));
                BOOST_TEST(from_difference.insert(atom).second);
            }
            BOOST_TEST((from_difference == reference.full(next)));
            const auto added = expansion.added(child), removed = expansion.removed(child);
            BOOST_TEST(std::is_sorted(added.begin(), added.end()));
            BOOST_TEST(std::is_sorted(removed.begin(), removed.end()));
            const auto before = std::find_if(foreseen.children.begin(), foreseen.children.end(),
                                             [&](const Child& other) { return other.action == a; });
            BOOST_REQUIRE(before != foreseen.children.end());
            BOOST_TEST(std::ranges::equal(foreseen.added(*before), added));
            BOOST_TEST(std::ranges::equal(foreseen.removed(*before), removed));
        }
        BOOST_TEST(expansion.generated == count);
    }
    BOOST_TEST((seen == reference.reachable()));
}

void compare_everywhere(std::uint64_t seed, const Shape& shape) {
    const auto task = RandomGroundTask::make(seed, shape);
    Limits limits;
    compare_everywhere(task, StatePacking::bits(task->fluent_count));
    compare_everywhere(task, StatePacking::of_groups(task->fluent_count, mutex_groups(*task, limits)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ground_state_space)

BOOST_AUTO_TEST_CASE(states_packed_by_groups_are_the_same_states) {
    Limits limits;
    std::size_t grouped = 0;
    for (std::uint32_t seed = 0; seed < 80; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            const auto task = isonova::testing::random_movers(seed);
            const auto groups = mutex_groups(*task, limits);
            const StatePacking packing = StatePacking::of_groups(task->fluent_count, groups);
            grouped += packing.group_count() > 1;
            compare_everywhere(task, packing);
        }
    }
    BOOST_TEST(grouped > 40u);
}

BOOST_AUTO_TEST_CASE(atoms_that_exclude_each_other_are_refused) {
    const MutexGroup group{{1, 4, 5}, false};
    const StatePacking packing = StatePacking::of_groups(40, std::span(&group, 1));
    BOOST_TEST(packing.words() == 3u);
    std::vector<std::uint32_t> packed(packing.words());
    const std::vector<AtomId> possible{0, 4, 39}, impossible{0, 4, 5};
    packing.pack(possible, packed.data());
    for (AtomId atom = 0; atom < 40; ++atom) {
        BOOST_TEST(packing.holds(packed.data(), atom) == (atom == 0 || atom == 4 || atom == 39));
    }
    BOOST_CHECK_THROW(packing.pack(impossible, packed.data()), std::invalid_argument);
    const MutexGroup full{{1, 4}, true};
    const StatePacking exact = StatePacking::of_groups(40, std::span(&full, 1));
    BOOST_CHECK_THROW(exact.pack(std::span(possible).first(1), packed.data()), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(successors_are_those_of_the_interpreter) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            compare_everywhere(seed, {});
        }
        BOOST_TEST_CONTEXT("strips, seed " << seed) {
            compare_everywhere(seed, {.conditional_effects = false, .axioms = false, .negation = false});
        }
    }
}

BOOST_AUTO_TEST_CASE(more_atoms_than_bits_in_a_word) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            compare_everywhere(seed, {.fluents = 130, .actions = 9});
        }
    }
}

BOOST_AUTO_TEST_CASE(many_axioms) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            compare_everywhere(seed,
                               {.fluents = 9, .derived = 70, .strata = 4, .axioms_per_stratum = 40, .facts = false});
        }
    }
}

BOOST_AUTO_TEST_CASE(a_plan_shows_declared_parameters) {
    const auto task = RandomGroundTask::make(1, {.actions = 12, .split = true});
    const Limits limits;
    GroundStateSpace space(task, limits);
    const ActionName name = space.action_name(0, 3);
    BOOST_TEST(name.name == "act");
    BOOST_TEST(name.args == std::vector<std::string>{"o3"}, boost::test_tools::per_element());
    BOOST_TEST(space.action_name(0, 3 + 6).args == name.args, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
