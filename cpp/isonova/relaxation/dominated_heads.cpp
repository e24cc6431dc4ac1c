#include "isonova/relaxation/dominated_heads.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace isonova::relaxation {
namespace {

constexpr std::size_t widest = 5;
constexpr std::size_t most_lookups = 8'000'000;

// A set of nodes as the sum of well-mixed values; 128 bits, so that two sets never meet in practice.
struct Sum {
    std::uint64_t a = 0, b = 0;
    friend Sum operator+(Sum x, Sum y) { return {x.a + y.a, x.b + y.b}; }
    friend bool operator==(const Sum&, const Sum&) = default;
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
// The edges with one head, smaller bodies first: only those can dominate. Bodies are in a table of their own size.
class Achievers {
  public:
    Achievers(const Rows& body, std::span<const std::int64_t> cost, bool subsets)
        : body_(body), cost_(cost), subsets_(subsets) {}

    template <class Drop>
    void run(std::span<std::uint32_t> edges, Drop&& drop) {
        const auto smaller = [&](EdgeId a, EdgeId b) { return body_[a].size() < body_[b].size(); };
        if (!std::is_sorted(edges.begin(), edges.end(), smaller)) std::stable_sort(edges.begin(), edges.end(), smaller);
        slots_.assign(std::bit_ceil(2 * edges.size()), {});
        for (const EdgeId edge : edges)
            if (dominated(edge)) drop(edge);
    }

  private:
    struct Slot {
        Sum body;
        std::int64_t cost = -1;  // of the cheapest edge so far; negative where there is none
    };

    Slot& locate(const Sum& sum) {
        std::size_t i = (sum.a ^ (sum.b >> 32)) & (slots_.size() - 1);
        while (slots_[i].cost >= 0 && !(slots_[i].body == sum)) i = (i + 1) & (slots_.size() - 1);
        return slots_[i];
    }

    bool dominated(EdgeId edge) {
        Sum whole;
        if (subsets_ && body_[edge].size() <= widest) {
            std::array<Sum, 1u << widest> parts;
            std::size_t count = 1;
            parts[0] = {};
            for (const NodeId node : body_[edge]) {
                const Sum each = of_node(node);
                for (std::size_t i = 0; i < count; ++i) parts[count + i] = parts[i] + each;
                count *= 2;
            }
            whole = parts[--count];
            for (std::size_t i = 0; i < count; ++i)
                if (const Slot& slot = locate(parts[i]); slot.cost >= 0 && slot.cost <= cost_[edge]) return true;
        } else {
            for (const NodeId node : body_[edge]) whole = whole + of_node(node);
        }
        Slot& own = locate(whole);
        if (own.cost >= 0 && own.cost <= cost_[edge]) return true;
        own = {whole, cost_[edge]};
        return false;
    }

    const Rows& body_;
    std::span<const std::int64_t> cost_;
    bool subsets_;
    std::vector<Slot> slots_;
};

}  // namespace

void drop_dominated_heads(const Rows& body, Rows& heads, std::span<const std::int64_t> cost) {
    NodeId last = 0;
    heads.for_each_row([&](std::span<const NodeId> row) {
        for (const NodeId node : row) last = std::max(last, node);
    });
    Rows achievers = heads.transposed(last + 1);
    // Most heads of large graphs have a single edge, with nothing to be compared.
    std::size_t lookups = 0;
    achievers.for_each_row([&](std::span<const EdgeId> row) {
        if (row.size() > 1)
            for (const EdgeId edge : row)
                if (body[edge].size() <= widest) lookups += std::size_t{1} << body[edge].size();
    });
    Achievers compare(body, cost, lookups <= most_lookups);
    Rows dropped;  // per head
    achievers.for_each_row([&](std::span<EdgeId> row) {
        if (row.size() > 1) compare.run(row, [&](EdgeId edge) { dropped.push(edge); });
        dropped.end_row();
    });
    if (dropped.entries() == 0) return;
    const Rows by_edge = dropped.transposed(body.size());
    heads.filter([&](std::size_t edge, NodeId node) {
        const auto row = by_edge[edge];
        return !std::binary_search(row.begin(), row.end(), node);
    });
}

}  // namespace isonova::relaxation
