#include "isonova/search/queue.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "isonova/search/open_lists.hpp"

using namespace isonova;

BOOST_AUTO_TEST_SUITE(queue)

BOOST_AUTO_TEST_CASE(every_order_gives_back_what_was_put_in) {
    const Limits limits;
    for (const QueueOrder order : {QueueOrder::fifo, QueueOrder::random, QueueOrder::type, QueueOrder::epsilon}) {
        Queue queue({.order = order}, 3, limits);
        std::map<StateId, int> left;
        for (StateId state = 0; state < 1000; ++state) {
            queue.push({static_cast<Value>(state % 7)}, state % 7, state % 5, state);
            left[state] = order == QueueOrder::epsilon ? 2 : 1;  // an epsilon queue may give a state twice
            if (state % 3 == 2) --left[queue.pop().state];
        }
        while (!queue.empty()) BOOST_REQUIRE(--left[queue.pop().state] >= 0);
        for (const auto& [state, count] : left) BOOST_REQUIRE_EQUAL(count, 0);
    }
}

BOOST_AUTO_TEST_CASE(chance_is_seeded_and_fair) {
    const Limits limits;
    const auto order_of = [&](QueueOrder order, std::uint64_t seed) {
        Queue queue({.order = order}, seed, limits);
        // 90 states of one type, 10 of another.
        for (StateId state = 0; state < 100; ++state) queue.push({0}, state < 90 ? 1 : 2, 0, state);
        std::vector<StateId> popped;
        for (int i = 0; i < 100; ++i) popped.push_back(queue.pop().state);
        return popped;
    };
    BOOST_TEST((order_of(QueueOrder::random, 1) == order_of(QueueOrder::random, 1)));
    BOOST_TEST((order_of(QueueOrder::random, 1) != order_of(QueueOrder::random, 2)));
    int of_the_rare_type = 0, in_any_order = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        of_the_rare_type += order_of(QueueOrder::type, seed)[0] >= 90;
        in_any_order += order_of(QueueOrder::random, seed)[0] >= 90;
    }
    BOOST_TEST(of_the_rare_type > 70);  // half of the time
    BOOST_TEST(of_the_rare_type < 130);
    BOOST_TEST(in_any_order < 45);  // a tenth
}

BOOST_AUTO_TEST_CASE(epsilon_0_is_fifo_and_epsilon_1_is_not) {
    const Limits limits;
    Queue plain({}, 1, limits), never({.order = QueueOrder::epsilon, .epsilon = 0}, 1, limits),
        always({.order = QueueOrder::epsilon, .epsilon = 1}, 1, limits);
    int different = 0;
    for (StateId state = 0; state < 100; ++state)
        for (Queue* queue : {&plain, &never, &always}) queue->push({static_cast<Value>(state * 37 % 10)}, 0, 0, state);
    for (int i = 0; i < 100; ++i) {
        const StateId expected = plain.pop().state;
        BOOST_REQUIRE_EQUAL(never.pop().state, expected);
        different += always.pop().state != expected;
    }
    BOOST_TEST(different > 80);
}

BOOST_AUTO_TEST_CASE(queues_take_turns_and_preferred_ones_are_boosted) {
    const Limits limits;
    const std::vector<QueueOptions> options{{0}, {0, true}, {1}};
    OpenLists open(options, 3, 0, limits);
    BOOST_TEST(open.next() == OpenLists::nothing);
    for (StateId state = 0; state < 20; ++state)
        for (std::size_t q = 0; q < 3; ++q) open[q].push({0}, 0, 0, state);
    std::vector<std::size_t> turns;
    const auto take = [&](int count) {
        turns.clear();
        for (int i = 0; i < count; ++i) {
            turns.push_back(open.next());
            open.pop(open.next());
        }
        return turns;
    };
    BOOST_TEST(take(6) == (std::vector<std::size_t>{0, 1, 2, 0, 1, 2}), boost::test_tools::per_element());
    open.boost_preferred();
    BOOST_TEST(take(7) == (std::vector<std::size_t>{1, 1, 1, 0, 1, 2, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
