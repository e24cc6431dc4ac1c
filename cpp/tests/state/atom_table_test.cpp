#include "isonova/state/atom_table.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

using namespace isonova;

BOOST_AUTO_TEST_SUITE(atom_table)

BOOST_AUTO_TEST_CASE(ids_are_dense_and_atoms_are_found_again) {
    std::mt19937 random(7);
    AtomTable table(5);
    std::map<GroundAtom, AtomId> expected;
    for (int i = 0; i < 20000; ++i) {
        GroundAtom atom{static_cast<PredicateId>(random() % 5), {}};
        atom.args.resize(atom.predicate);
        for (ObjectId& object : atom.args) object = random() % 12;
        const bool known = expected.contains(atom);
        BOOST_REQUIRE_EQUAL(table.find(atom.predicate, atom.args), known ? expected[atom] : none);
        const AtomId id = table.intern(atom.predicate, atom.args);
        if (!known) BOOST_REQUIRE_EQUAL(id, expected.size());
        expected.emplace(atom, id);
        BOOST_REQUIRE_EQUAL(id, expected[atom]);
    }
    BOOST_TEST(table.size() == expected.size());
    for (const auto& [atom, id] : expected) {
        BOOST_REQUIRE_EQUAL(table.predicate(id), atom.predicate);
        BOOST_REQUIRE(std::ranges::equal(table.args(id), atom.args));
    }
}

BOOST_AUTO_TEST_SUITE_END()
