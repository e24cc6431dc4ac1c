#include "isonova/relaxation/dominated_heads.hpp"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <numeric>
#include <vector>

namespace isonova {
namespace {

constexpr std::size_t widest = 5;
constexpr std::size_t most_lookups = 8'000'000;

// A set of nodes as the sum of well-mixed values; 128 bits, so that two sets never meet in practice.
struct Sum {
    std::uint64_t a = 0, b = 0;
    friend Sum operator+(Sum x, Sum y) { return {x.a + y.a, x.b + y.b}; }
    friend bool operator==(const Sum&, const Sum&) = default;
};

struct SumHash {
    using is_avalanching = void;
    std::size_t operator()(const Sum& sum) const { return sum.a ^ (sum.b >> 32); }
};

std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 31;
    x *= 0x7fb5d329728ea185u;
    x ^= x >> 27;
    x *= 0x81dadef4bc2dd44du;
    return x ^ (x >> 33);
}

Sum of_node(NodeId node) {
    return {mix(node + 0x9e3779b97f4a7c15u), mix(node ^ 0xd1b54a32d192ed03u)};
}
Sum of_head(NodeId node) {
    return {mix(node + 0x8cb92ba72f3d8dd7u), mix(node ^ 0xa0761d6478bd642fu)};
}

}  // namespace

void drop_dominated_heads(const Rows& body, Rows& heads, std::span<const std::int64_t> cost) {
    std::size_t lookups = 0;
    for (EdgeId op = 0; op < cost.size(); ++op)
        if (body[op].size() <= widest) lookups += heads[op].size() << body[op].size();
    const bool subsets = lookups <= most_lookups;

    // Smaller bodies first: only those can dominate.
    std::vector<EdgeId> order(cost.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](EdgeId a, EdgeId b) { return body[a].size() < body[b].size(); });

    boost::unordered_flat_map<Sum, std::int64_t, SumHash> cheapest;  // by body and head, over the edges so far
    std::vector<std::vector<NodeId>> kept(cost.size());
    std::array<Sum, 1u << widest> parts;
    for (const EdgeId op : order) {
        Sum whole;
        std::size_t count = 0;  // of proper subsets
        if (subsets && body[op].size() <= widest) {
            parts[0] = {};
            count = 1;
            for (const NodeId node : body[op]) {
                for (std::size_t i = 0; i < count; ++i) parts[count + i] = parts[i] + of_node(node);
                count *= 2;
            }
            whole = parts[--count];
        } else {
            for (const NodeId node : body[op]) whole = whole + of_node(node);
        }
        for (const NodeId node : heads[op]) {
            const Sum head = of_head(node);
            bool dominated = false;
            for (std::size_t i = 0; i < count && !dominated; ++i) {
                const auto other = cheapest.find(parts[i] + head);
                dominated = other != cheapest.end() && other->second <= cost[op];
            }
            if (dominated) continue;
            const auto [own, created] = cheapest.try_emplace(whole + head, cost[op]);
            if (!created) {
                if (own->second <= cost[op]) continue;
                own->second = cost[op];
            }
            kept[op].push_back(node);
        }
    }
    Rows out;
    for (const auto& row : kept) out.push_row(row);
    heads = std::move(out);
}

}  // namespace isonova
