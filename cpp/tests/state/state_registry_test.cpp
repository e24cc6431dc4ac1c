#include "isonova/state/state_registry.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

using namespace isonova;

BOOST_AUTO_TEST_SUITE(state_registry)

BOOST_AUTO_TEST_CASE(each_state_once_through_many_splits, *boost::unit_test::label("slow")) {
    const Limits limits;
    for (const std::size_t words : {1u, 2u, 5u}) {
        StateRegistry registry(words, limits);
        std::map<std::vector<std::uint32_t>, StateId> reference;
        std::mt19937_64 random(words);
        std::vector<std::uint32_t> state(words);
        for (int i = 0; i < 60000; ++i) {
            std::fill(state.begin(), state.end(), 0);
            for (std::uint32_t bit = 0; bit < 20; ++bit) {
                const std::size_t at = bit * (32 * words - 1) / 19;
                if (random() & 1) state[at / 32] |= 1u << (at % 32);
            }
            const auto [entry, is_new] = reference.emplace(state, static_cast<StateId>(reference.size()));
            const auto found = registry.insert(state.data(), registry.hash(state.data()));
            BOOST_REQUIRE_EQUAL(found.is_new, is_new);
            BOOST_REQUIRE_EQUAL(found.state, entry->second);
        }
        BOOST_TEST(registry.size() == reference.size());
        for (const auto& [row, id] : reference) BOOST_REQUIRE(std::equal(row.begin(), row.end(), registry[id]));
    }
}

BOOST_AUTO_TEST_CASE(no_words_no_second_state) {
    const Limits limits;
    StateRegistry registry(0, limits);
    BOOST_TEST(registry.insert(nullptr, 0).is_new);
    BOOST_TEST(!registry.insert(nullptr, 0).is_new);
}

BOOST_AUTO_TEST_CASE(memory_limit_is_asked_before_allocating) {
    Limits limits;
    StateRegistry registry(200, limits);
    limits.bytes = resident_bytes() + (std::size_t{8} << 20);
    std::vector<std::uint32_t> state(registry.words(), 0);
    const auto fill = [&] {
        for (state[0] = 0; state[0] < 1000000; ++state[0]) registry.insert(state.data(), registry.hash(state.data()));
    };
    BOOST_CHECK_EXCEPTION(fill(), Halted, [](const Halted& halted) { return halted.why == Halt::memory; });
    BOOST_TEST(resident_bytes() < limits.bytes + (std::size_t{1} << 20));
}

BOOST_AUTO_TEST_SUITE_END()
