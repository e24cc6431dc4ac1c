#include "isonova/state/state_registry.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

using namespace isonova;

BOOST_AUTO_TEST_SUITE(state_registry)

BOOST_AUTO_TEST_CASE(each_state_once_through_many_splits) {
    const Limits limits;
    for (const std::uint32_t fluents : {20u, 64u, 101u}) {
        StateRegistry registry(fluents, limits);
        std::map<std::vector<Word>, StateId> reference;
        std::mt19937_64 random(fluents);
        std::vector<Word> state(registry.words()), loaded(registry.words());
        for (int i = 0; i < 60000; ++i) {
            std::fill(state.begin(), state.end(), 0);
            for (std::uint32_t bit = 0; bit < 20; ++bit) {
                if (random() & 1) insert(state.data(), bit * (fluents - 1) / 19);
            }
            const auto [entry, is_new] = reference.emplace(state, static_cast<StateId>(reference.size()));
            const auto found = registry.insert(state.data());
            BOOST_REQUIRE_EQUAL(found.is_new, is_new);
            BOOST_REQUIRE_EQUAL(found.state, entry->second);
        }
        BOOST_TEST(registry.size() == reference.size());
        for (const auto& [words, id] : reference) {
            registry.load(id, loaded.data());
            BOOST_REQUIRE(loaded == words);
            BOOST_REQUIRE_EQUAL(registry.holds(id, fluents - 1), test(words.data(), fluents - 1));
        }
    }
}

BOOST_AUTO_TEST_CASE(no_fluents_no_second_state) {
    const Limits limits;
    StateRegistry registry(0, limits);
    BOOST_TEST(registry.insert(static_cast<const Word*>(nullptr)).is_new);
    BOOST_TEST(!registry.insert(static_cast<const Word*>(nullptr)).is_new);
}

BOOST_AUTO_TEST_CASE(memory_limit_is_asked_before_allocating) {
    Limits limits;
    StateRegistry registry(6400, limits);
    limits.bytes = resident_bytes() + (std::size_t{8} << 20);
    std::vector<Word> state(registry.words(), 0);
    const auto fill = [&] {
        for (state[0] = 0; state[0] < 1000000; ++state[0]) registry.insert(state.data());
    };
    BOOST_CHECK_EXCEPTION(fill(), Halted, [](const Halted& halted) { return halted.why == Halt::memory; });
    BOOST_TEST(resident_bytes() < limits.bytes + (std::size_t{1} << 20));
}

BOOST_AUTO_TEST_SUITE_END()
