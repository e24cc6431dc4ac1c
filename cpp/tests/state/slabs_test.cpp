#include "isonova/state/slabs.hpp"

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <set>

using namespace isonova;

BOOST_AUTO_TEST_SUITE(slabs)

BOOST_AUTO_TEST_CASE(pieces_do_not_overlap_and_are_used_again) {
    const Limits limits;
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{50000}, std::size_t{3} << 20}) {
        Slabs memory(bytes, limits);
        std::set<std::byte*> pieces;
        for (int i = 0; i < 120; ++i) {
            std::byte* piece = memory.take();
            std::memset(piece, i, bytes);
            BOOST_TEST(pieces.insert(piece).second);
        }
        for (auto piece = pieces.begin(); std::next(piece) != pieces.end(); ++piece) {
            BOOST_TEST(static_cast<std::size_t>(*std::next(piece) - *piece) >= bytes);
        }
        const std::size_t before = memory.bytes();
        BOOST_TEST(before >= 120 * bytes);
        for (std::byte* piece : pieces) memory.give_back(piece);
        for (int i = 0; i < 120; ++i) BOOST_TEST(pieces.contains(memory.take()));
        BOOST_TEST(memory.bytes() == before);
    }
}

BOOST_AUTO_TEST_SUITE_END()
