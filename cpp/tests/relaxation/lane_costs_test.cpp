#include "isonova/relaxation/lane_costs.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <vector>

using namespace isonova;

namespace {

// Values of a few nodes, many of them equal, some near the end of the range.
template <class T>
std::vector<T> random_values(std::mt19937& random, std::uint32_t nodes) {
    std::vector<T> out(std::size_t{nodes} * PlainLanes<T>::count);
    for (T& value : out) {
        value = static_cast<T>(random() % 4);
        if (random() % 4 == 0) value = static_cast<T>(PlainLanes<T>::most - value);
    }
    return out;
}

// Whether an edge is tight, in numbers that need no clamping.
template <class T>
LaneMask tight_one_by_one(const std::vector<T>& values, std::uint64_t cost, const std::vector<NodeId>& body,
                          NodeId head) {
    LaneMask out = 0;
    constexpr std::uint32_t lanes = PlainLanes<T>::count;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        long double sum = static_cast<long double>(cost);
        for (const NodeId node : body) sum += static_cast<long double>(values[node * lanes + lane]);
        out |= LaneMask{sum == static_cast<long double>(values[head * lanes + lane])} << lane;
    }
    return out;
}

template <class T>
LaneMask finite_lanes(const std::vector<T>& values, NodeId node) {
    constexpr std::uint32_t lanes = PlainLanes<T>::count;
    LaneMask out = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        out |= LaneMask{values[node * lanes + lane] < PlainLanes<T>::most} << lane;
    return out;
}

template <class T>
void check(std::uint32_t seed) {
    std::mt19937 random(seed);
    constexpr std::uint32_t nodes = 6;
    const std::vector<T> values = random_values<T>(random, nodes);
    const LaneCosts<T> costs{values.data(), nullptr};
    const auto any_node = [&] { return static_cast<NodeId>(random() % nodes); };
    for (int i = 0; i < 20; ++i) {
        const NodeId a = any_node(), b = any_node();
        LaneMask equal = 0, zero = 0;
        for (std::uint32_t lane = 0; lane < costs.lanes; ++lane) {
            equal |= LaneMask{costs.value(a, lane) == costs.value(b, lane)} << lane;
            zero |= LaneMask{costs.value(a, lane) == 0} << lane;
        }
        BOOST_TEST(costs.equal(a, b) == equal);
        BOOST_TEST(costs.zero(a) == zero);
        std::vector<NodeId> body(random() % 12);
        for (NodeId& node : body) node = any_node();
        std::uint64_t cost = random() % 3;
        if (random() % 8 == 0) cost = (std::uint64_t{1} << 62) - cost;
        // Of infinite heads nobody asks.
        const LaneMask finite = finite_lanes(values, a);
        BOOST_TEST((costs.tight(static_cast<std::int64_t>(cost), body, costs[a]) & finite) ==
                   (tight_one_by_one(values, cost, body, a) & finite));
        const auto plain = [&](NodeId node) { return PlainLanes<T>::load(values.data() + node * costs.lanes); };
        BOOST_TEST(plain(a).plus(plain(b)).equal(plain(b)) == costs[a].plus(costs[b]).equal(costs[b]));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lane_costs)

BOOST_AUTO_TEST_CASE(all_lanes_at_once_as_one_by_one) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            check<std::uint16_t>(seed);
            check<std::uint32_t>(seed);
            check<std::uint64_t>(seed);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
