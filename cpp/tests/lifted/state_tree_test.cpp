#include "isonova/lifted/state_tree.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <set>

using namespace isonova;

BOOST_AUTO_TEST_SUITE(state_tree)

// States far apart and close by, over few atoms and over many, each made by toggling from another one.
BOOST_AUTO_TEST_CASE(each_state_once, *boost::unit_test::label("slow")) {
    const Limits limits;
    for (const std::uint32_t most : {1u, 60u, 65u, 1000u, 5000000u}) {
        StateTree tree(limits);
        std::mt19937 random(most);
        std::map<std::vector<AtomId>, StateId> reference{{{}, tree.insert(StateTree::empty).state}};
        std::vector<std::vector<AtomId>> states{{}};
        for (int i = 0; i < 20000; ++i) {
            const auto from = static_cast<StateId>(random() % states.size());
            std::set<AtomId> atoms(states[from].begin(), states[from].end());
            std::set<AtomId> changed;
            for (std::uint32_t k = random() % 5; k-- > 0;) changed.insert(static_cast<AtomId>(random() % most));
            if (random() % 50 == 0) changed = atoms;  // back to the state without atoms
            for (const AtomId atom : changed)
                if (!atoms.erase(atom)) atoms.insert(atom);
            const std::vector<AtomId> sorted(atoms.begin(), atoms.end()), toggled(changed.begin(), changed.end());
            const StateTree::Node root = tree.toggle(tree.root(from), toggled);
            const auto [entry, is_new] = reference.emplace(sorted, static_cast<StateId>(reference.size()));
            const auto found = tree.insert(root);
            BOOST_REQUIRE_EQUAL(found.is_new, is_new);
            BOOST_REQUIRE_EQUAL(found.state, entry->second);
            if (is_new) states.push_back(sorted);
        }
        std::vector<AtomId> atoms;
        for (StateId state = 0; state < states.size(); ++state) {
            atoms.clear();
            tree.atoms(tree.root(state), atoms);
            BOOST_REQUIRE(atoms == states[state]);
            for (int k = 0; k < 5; ++k) {
                const auto atom = static_cast<AtomId>(random() % most);
                const bool expected = std::binary_search(atoms.begin(), atoms.end(), atom);
                BOOST_REQUIRE_EQUAL(tree.contains(tree.root(state), atom), expected);
            }
        }
        BOOST_TEST(tree.size() == states.size());
    }
}

BOOST_AUTO_TEST_CASE(memory_limit_is_asked_before_allocating) {
    Limits limits;
    StateTree tree(limits);
    limits.bytes = resident_bytes() + (std::size_t{8} << 20);
    const auto fill = [&] {
        StateTree::Node root = StateTree::empty;
        std::mt19937 random(1);
        for (int i = 0; i < 10000000; ++i) {
            const AtomId atom[] = {static_cast<AtomId>(random() % 100000)};
            tree.insert(root = tree.toggle(root, atom));
        }
    };
    BOOST_CHECK_EXCEPTION(fill(), Halted, [](const Halted& halted) { return halted.why == Halt::memory; });
    BOOST_TEST(resident_bytes() < limits.bytes + (std::size_t{1} << 20));
}

BOOST_AUTO_TEST_SUITE_END()
