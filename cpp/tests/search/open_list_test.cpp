#include "isonova/search/open_list.hpp"

#include <boost/test/unit_test.hpp>
#include <deque>
#include <random>

using namespace isonova;

BOOST_AUTO_TEST_SUITE(open_list)

BOOST_AUTO_TEST_CASE(lowest_key_first_then_oldest, *boost::unit_test::label("slow")) {
    const Limits limits;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        std::mt19937_64 random(seed);
        OpenList open(limits);
        std::map<Key, std::deque<StateId>> model;
        const Value span = std::vector<Value>{3, 50, 200000, Value{1} << 40}[seed % 4];
        std::size_t size = 0;
        for (StateId next = 0; next < 20000; ++next) {
            if (size == 0 || random() % 5 < 3) {
                const Key key{static_cast<Value>(random() % static_cast<std::uint64_t>(2 * span)) - span,
                              random() % 4 ? 0 : static_cast<Value>(random() % 7) - 3};
                open.push(key, next);
                model[key].push_back(next);
                ++size;
            } else {
                auto& [key, states] = *model.begin();
                const auto entry = open.pop();
                BOOST_REQUIRE_EQUAL(entry.state, states.front());
                BOOST_REQUIRE_EQUAL(entry.primary, key.primary);
                states.pop_front();
                if (states.empty()) model.erase(model.begin());
                --size;
            }
            BOOST_REQUIRE_EQUAL(open.size(), size);
            if (next % 50 == 0) {
                std::vector<StateId> expected, found;
                for (const auto& [key, states] : model) expected.insert(expected.end(), states.begin(), states.end());
                expected.resize(std::min<std::size_t>(expected.size(), random() % 100));
                open.peek(expected.size(), found);
                BOOST_REQUIRE(found == expected);
                if (size < 100) {
                    open.peek(size + 1, found);
                    BOOST_REQUIRE_EQUAL(found.size(), size);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
