#include "isonova/util/rows.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

using namespace isonova;

namespace {

std::vector<std::vector<std::uint32_t>> lists(const Rows& rows) {
    std::vector<std::vector<std::uint32_t>> out;
    for (std::size_t row = 0; row < rows.size(); ++row) out.emplace_back(rows[row].begin(), rows[row].end());
    return out;
}

Rows random_rows(std::mt19937& random) {
    Rows rows;
    for (std::size_t row = random() % 8; row > 0; --row) {
        for (std::size_t i = random() % 4; i > 0; --i) rows.push(random() % 10);
        rows.end_row();
    }
    return rows;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rows)

BOOST_AUTO_TEST_CASE(in_place_is_as_with_lists) {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        const Rows rows = random_rows(random);
        const std::uint32_t salt = random();
        auto filtered = lists(rows), kept = lists(rows);
        for (std::size_t row = 0; row < filtered.size(); ++row)
            std::erase_if(filtered[row], [&](std::uint32_t value) { return ((value + row) ^ salt) % 3 == 0; });
        Rows some = rows;
        some.filter([&](std::size_t row, std::uint32_t value) { return ((value + row) ^ salt) % 3 != 0; });
        BOOST_TEST((lists(some) == filtered));

        std::size_t number = 0;
        std::erase_if(kept, [&](const auto&) { return (number++ ^ salt) % 2 == 0; });
        Rows fewer = rows;
        fewer.keep_rows([&](std::size_t row) { return (row ^ salt) % 2 != 0; });
        BOOST_TEST((lists(fewer) == kept));
        fewer.push_row(std::vector<std::uint32_t>{4, 2});
        kept.push_back({4, 2});
        BOOST_TEST((lists(fewer) == kept));
    }
}

BOOST_AUTO_TEST_SUITE_END()
