#include <boost/test/unit_test.hpp>
#include <random>
#include <set>

#include "isonova/datalog/sort_rows.hpp"

BOOST_AUTO_TEST_SUITE(sort_rows)

// Narrow rows go through one word, wide ones through several or none.
BOOST_AUTO_TEST_CASE(rows_come_out_ordered_and_once) {
    for (const std::size_t width : {1u, 2u, 5u, 9u, 17u, 40u}) {
        for (const std::size_t count : {0u, 1u, 50u, 5000u}) {
            for (const std::uint32_t values : {2u, 3000u}) {
                std::mt19937 random(static_cast<std::uint32_t>(width + count));
                std::vector<std::uint32_t> rows;
                std::set<std::vector<std::uint32_t>> expected;
                for (std::size_t i = 0; i < count; ++i) {
                    std::vector<std::uint32_t> row(width);
                    for (std::uint32_t& value : row) value = random() % values;
                    rows.insert(rows.end(), row.begin(), row.end());
                    expected.insert(row);
                }
                isonova::datalog::sort_rows(rows, width);
                std::vector<std::uint32_t> flat;
                for (const auto& row : expected) flat.insert(flat.end(), row.begin(), row.end());
                BOOST_TEST((rows == flat));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
