#include "isonova/relaxation/sweep_order.hpp"

#include <algorithm>
#include <functional>

namespace isonova {

namespace {

std::uint32_t plus(std::uint32_t a, std::uint32_t b) {
    return std::min(a + b, SweepOrder::unreached);
}

}  // namespace

SweepOrder::SweepOrder(const RelaxedGraph& graph) : graph_(&graph), goal_(graph.goal) {
    for (const std::int64_t cost : graph.cost)
        edge_cost_.push_back(static_cast<std::uint32_t>(std::min<std::int64_t>(cost, unreached)));
    use_start_.push_back(0);
    for (NodeId node = 0; node < graph.node_count; ++node)
        use_start_.push_back(use_start_.back() + static_cast<std::uint32_t>(graph.uses[node].size()));
    uses_.resize(use_start_.back());
    start_.resize(graph.edge_count());
    cost_.resize(graph.edge_count());
    sum_.resize(graph.edge_count());
    missing_.resize(graph.edge_count());
    stream_.resize(graph.body.entries() + graph.heads.entries() + 3 * std::size_t{graph.edge_count()});
    refer_to({});
}

// Dijkstra's algorithm. An edge fires when the last of its body is settled, so among edges of equal cost the order of
// firing follows zero-cost chains.
void SweepOrder::dijkstra(std::span<const NodeId> true_nodes) {
    const RelaxedGraph& graph = *graph_;
    value_.assign(graph.node_count, unreached);
    fired_.clear();
    heap_.clear();
    queued_.clear();
    const auto improve = [&](NodeId node, std::uint32_t cost) {
        if (cost >= value_[node]) return;
        value_[node] = cost;
        // First in, first out among equal costs: rounds, which suit other states better than chains.
        heap_.push_back(std::uint64_t{cost} << 32 | queued_.size());
        queued_.push_back(node);
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    };
    const auto fire = [&](EdgeId edge) {
        fired_.push_back(edge);
        for (const NodeId head : graph.heads[edge]) improve(head, sum_[edge]);
    };
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
        sum_[edge] = edge_cost_[edge];
        missing_[edge] = static_cast<std::uint32_t>(graph.body[edge].size());
        if (missing_[edge] == 0) fire(edge);
    }
    for (const NodeId node : true_nodes) improve(node, 0);
    while (!heap_.empty()) {
        const std::uint64_t top = heap_.front();
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
        heap_.pop_back();
        const NodeId node = queued_[top & 0xffffffffu];
        const auto cost = static_cast<std::uint32_t>(top >> 32);
        if (cost != value_[node]) continue;
        for (const EdgeId edge : graph.uses[node]) {
            sum_[edge] = plus(sum_[edge], cost);
            if (--missing_[edge] == 0) fire(edge);
        }
    }
}

void SweepOrder::refer_to(std::span<const NodeId> true_nodes) {
    const RelaxedGraph& graph = *graph_;
    dijkstra(true_nodes);
    // An edge whose sum left the range counts as not reached: sweeps find it through its body, as they do others.
    std::erase_if(fired_, [&](EdgeId edge) { return sum_[edge] == unreached; });
    reached_ = static_cast<std::uint32_t>(fired_.size());
    std::stable_sort(fired_.begin(), fired_.end(), [&](EdgeId a, EdgeId b) { return sum_[a] < sum_[b]; });
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
        if (missing_[edge] != 0 || sum_[edge] == unreached) fired_.push_back(edge);

    next_.assign(use_start_.begin(), use_start_.end() - 1);
    std::uint32_t* out = stream_.data();
    for (std::uint32_t place = 0; place < fired_.size(); ++place) {
        const EdgeId edge = fired_[place];
        const auto body = graph.body[edge], heads = graph.heads[edge];
        start_[place] = static_cast<std::uint32_t>(out - stream_.data());
        cost_[place] = place < reached_ ? sum_[edge] : unreached;
        *out++ = edge_cost_[edge];
        *out++ = static_cast<std::uint32_t>(body.size());
        *out++ = static_cast<std::uint32_t>(heads.size());
        for (const NodeId node : body) uses_[next_[node]++] = place;
        out = std::copy(body.begin(), body.end(), out);
        out = std::copy(heads.begin(), heads.end(), out);
    }
    first_use_.assign(graph.node_count, none);
    for (NodeId node = 0; node < graph.node_count; ++node)
        if (use_start_[node] != use_start_[node + 1]) first_use_[node] = uses_[use_start_[node]];
    std::stable_sort(goal_.begin(), goal_.end(), [&](NodeId a, NodeId b) { return value_[a] > value_[b]; });
}

}  // namespace isonova
