#include "isonova/pddl/nearest.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(nearest)

using isonova::pddl::edit_distance;
using isonova::pddl::nearest_hint;

BOOST_AUTO_TEST_CASE(distances) {
    BOOST_TEST(edit_distance("on-table", "ontable", 3) == 1u);
    BOOST_TEST(edit_distance("lamp", "lmap", 3) == 1u);
    BOOST_TEST(edit_distance("kitten", "sitting", 5) == 3u);
    BOOST_TEST(edit_distance("", "abc", 5) == 3u);
    BOOST_TEST(edit_distance("abcdef", "uvwxyz", 2) == 3u);
}

BOOST_AUTO_TEST_CASE(only_a_near_name_is_offered) {
    BOOST_TEST(nearest_hint("ontabel", {"clear", "on-table", "ontable"}) == "did you mean 'ontable'?");
    BOOST_TEST(nearest_hint("holding", {"clear", "on"}) == "");
    BOOST_TEST(nearest_hint("x", {"y"}) == "");
    BOOST_TEST(nearest_hint(std::string(1'000'000, 'a'), {"a"}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
