#include "isonova/datalog/relation.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <set>

using namespace isonova;
using namespace isonova::datalog;

BOOST_AUTO_TEST_SUITE(relation)

// Few objects end in a direct table, many in a hashed one.
BOOST_AUTO_TEST_CASE(finds_indexes_and_sorts_like_a_set) {
    for (const std::uint32_t objects : {1u, 3u, 20u, 300u, 5000u}) {
        for (std::uint32_t arity = 0; arity <= 5; ++arity) {
            std::mt19937 random(objects + arity);
            Relation relation(arity, objects);
            std::vector<std::uint32_t> columns;
            for (std::uint32_t column = 0; column < arity; column += 2) columns.push_back(column);
            const std::uint32_t index = columns.empty() ? 0 : relation.index_on(columns);
            std::set<std::vector<ObjectId>> expected;
            for (int i = 0; i < 3000; ++i) {
                std::vector<ObjectId> tuple(arity);
                for (ObjectId& value : tuple)
                    value = random() % std::min(objects, 40u) * (objects / std::min(objects, 40u));
                BOOST_REQUIRE_EQUAL(relation.insert(tuple.data()), expected.insert(tuple).second);
                if (i % 3 == 0 && relation.published() < relation.size()) relation.publish_next();
            }
            relation.publish_all();
            BOOST_REQUIRE_EQUAL(relation.size(), expected.size());
            std::map<std::vector<ObjectId>, std::size_t> by_key;
            for (const auto& tuple : expected) {
                BOOST_REQUIRE_NE(relation.find(tuple.data()), none);
                std::vector<ObjectId> key;
                for (const std::uint32_t column : columns) key.push_back(tuple[column]);
                ++by_key[key];
            }
            for (const auto& [key, count] : by_key) {
                if (columns.empty()) continue;
                std::set<std::uint32_t> chain;
                for (std::uint32_t id = relation.index(index).first(key.data(), relation.tuples()); id != none;
                     id = relation.index(index).next(id)) {
                    chain.insert(id);
                    for (std::size_t k = 0; k < columns.size(); ++k)
                        BOOST_REQUIRE_EQUAL(relation.tuple(id)[columns[k]], key[k]);
                }
                BOOST_REQUIRE_EQUAL(chain.size(), count);
            }
            relation.sort();
            std::uint32_t id = 0;
            for (const auto& tuple : expected) {
                BOOST_REQUIRE(std::equal(tuple.begin(), tuple.end(), relation.tuple(id)));
                BOOST_REQUIRE_EQUAL(relation.find(tuple.data()), id);
                ++id;
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
