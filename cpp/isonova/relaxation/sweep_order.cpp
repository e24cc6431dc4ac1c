#include "isonova/relaxation/sweep_order.hpp"

#include <algorithm>

namespace isonova {

SweepOrder::SweepOrder(const RelaxedGraph& graph, Dijkstra& dijkstra, Limits& limits)
    : graph_(&graph), goal_(graph.goal) {
    for (const std::int64_t cost : graph.cost)
        edge_cost_.push_back(static_cast<std::uint32_t>(std::min<std::int64_t>(cost, unreached)));
    use_start_.push_back(0);
    for (NodeId node = 0; node < graph.node_count; ++node)
        use_start_.push_back(use_start_.back() + static_cast<std::uint32_t>(graph.uses[node].size()));
    uses_.resize(use_start_.back());
    start_.resize(graph.edge_count());
    cost_.resize(graph.edge_count());
    stream_.resize(graph.body.entries() + graph.heads.entries() + 3 * std::size_t{graph.edge_count()});
    refer_to({}, dijkstra, limits);
}

void SweepOrder::refer_to(std::span<const NodeId> true_nodes, Dijkstra& dijkstra, Limits& limits) {
    const RelaxedGraph& graph = *graph_;
    const auto clamped = [](Dijkstra::Cost cost) {
        return static_cast<std::uint32_t>(std::min<Dijkstra::Cost>(cost, unreached));
    };
    dijkstra.begin();
    for (const NodeId node : true_nodes) dijkstra.make_true(node);
    dijkstra.run(Dijkstra::Scope::everything, limits);
    value_.resize(graph.node_count);
    std::transform(dijkstra.costs(), dijkstra.costs() + graph.node_count, value_.begin(), clamped);

    // Edges of equal cost stay in the order of firing, which follows zero-cost chains. An edge whose cost leaves the
    // range counts as not reached: sweeps find it through its body, as they do others.
    order_.assign(dijkstra.fired().begin(), dijkstra.fired().end());
    std::erase_if(order_, [&](EdgeId edge) { return dijkstra.cost(edge) >= unreached; });
    std::stable_sort(order_.begin(), order_.end(),
                     [&](EdgeId a, EdgeId b) { return dijkstra.cost(a) < dijkstra.cost(b); });
    reached_ = static_cast<std::uint32_t>(order_.size());
    std::vector<bool> is_reached(graph.edge_count(), false);
    for (const EdgeId edge : order_) is_reached[edge] = true;
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
        if (!is_reached[edge]) order_.push_back(edge);

    next_.assign(use_start_.begin(), use_start_.end() - 1);
    std::uint32_t* out = stream_.data();
    for (std::uint32_t place = 0; place < order_.size(); ++place) {
        const EdgeId edge = order_[place];
        const auto body = graph.body[edge], heads = graph.heads[edge];
        start_[place] = static_cast<std::uint32_t>(out - stream_.data());
        cost_[place] = place < reached_ ? clamped(dijkstra.cost(edge)) : unreached;
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
    sort_goal();
}

void SweepOrder::set_goal(std::span<const NodeId> goal) {
    goal_.assign(goal.begin(), goal.end());
    sort_goal();
}

void SweepOrder::sort_goal() {
    std::stable_sort(goal_.begin(), goal_.end(), [&](NodeId a, NodeId b) { return value_[a] > value_[b]; });
}

}  // namespace isonova
