#include "isonova/relaxation/dominated_heads.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>

using namespace isonova;

BOOST_AUTO_TEST_SUITE(dominated_heads)

// Every pair of edges is looked at.
BOOST_AUTO_TEST_CASE(as_by_comparing_all) {
    std::mt19937 random(7);
    std::size_t dropped = 0, kept = 0;
    for (int round = 0; round < 500; ++round) {
        const std::uint32_t nodes = 3 + random() % 6;
        const auto some = [&](std::size_t most) {
            std::set<std::uint32_t> out;
            for (std::size_t i = random() % (most + 1); i > 0; --i) out.insert(random() % nodes);
            return std::vector<std::uint32_t>(out.begin(), out.end());
        };
        Rows body, heads;
        std::vector<std::int64_t> cost;
        for (std::size_t edge = random() % 40; edge > 0; --edge) {
            body.push_row(some(4));
            heads.push_row(some(3));
            cost.push_back(random() % 3);
        }
        const auto has = [](std::span<const std::uint32_t> row, std::uint32_t node) {
            return std::find(row.begin(), row.end(), node) != row.end();
        };
        Rows expected = heads;
        expected.filter([&](std::size_t edge, NodeId head) {
            for (std::size_t other = 0; other < body.size(); ++other) {
                if (!has(heads[other], head) || cost[other] > cost[edge]) continue;
                const auto part = body[other], whole = body[edge];
                if (!std::includes(whole.begin(), whole.end(), part.begin(), part.end())) continue;
                if (part.size() < whole.size() || other < edge) return false;
            }
            return true;
        });
        Rows found = heads;
        relaxation::drop_dominated_heads(body, found, cost);
        BOOST_REQUIRE(found.size() == expected.size());
        for (std::size_t edge = 0; edge < found.size(); ++edge)
            BOOST_TEST(std::ranges::equal(found[edge], expected[edge]));
        kept += found.entries();
        dropped += heads.entries() - found.entries();
    }
    BOOST_TEST(kept > 1000u);
    BOOST_TEST(dropped > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
