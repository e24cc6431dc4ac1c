#include "isonova/relaxation/sweep_order.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>
#include <tuple>

namespace isonova {

namespace {

std::uint32_t first_place(const SweepOrder::Uses& uses) {
    return 64 * uses.word + static_cast<std::uint32_t>(std::countr_zero(uses.places));
}

}  // namespace

SweepOrder::SweepOrder(const RelaxedGraph& graph)
    : graph_(&graph),
      cost_(graph.edge_count()),
      start_(graph.edge_count()),
      stream_(graph.body.entries() + graph.heads.entries() + header * std::size_t{graph.edge_count()}),
      goal_(graph.goal),
      order_(graph.edge_count()) {
    std::iota(order_.begin(), order_.end(), 0);
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

    // An edge whose cost leaves the range counts as not reached: sweeps find it through its body, as they do others.
    // Edges that are not reached stay in the order of the last state that reached them.
    last_order_.swap(order_);
    order_.assign(dijkstra.fired().begin(), dijkstra.fired().end());
    std::erase_if(order_, [&](EdgeId edge) { return dijkstra.cost(edge) >= unreached; });
    reached_ = static_cast<std::uint32_t>(order_.size());
    sort_edges(dijkstra);
    std::vector<bool> is_reached(graph.edge_count(), false);
    for (const EdgeId edge : order_) is_reached[edge] = true;
    std::copy_if(last_order_.begin(), last_order_.end(), std::back_inserter(order_),
                 [&](EdgeId edge) { return !is_reached[edge]; });
    for (std::uint32_t place = 0; place < order_.size(); ++place)
        cost_[place] = place < reached_ ? clamped(dijkstra.cost(order_[place])) : unreached;
    list_uses();
    write_stream();
    sort_goal();
}

// By cost, then in rounds, then by shape. An edge is in round 0 if no node of its body costs as much as the edge does;
// otherwise it follows such nodes over edges without cost, and its round comes after theirs.
void SweepOrder::sort_edges(const Dijkstra& dijkstra) {
    const RelaxedGraph& graph = *graph_;
    std::stable_sort(order_.begin(), order_.end(),
                     [&](EdgeId a, EdgeId b) { return dijkstra.cost(a) < dijkstra.cost(b); });
    round_.assign(graph.edge_count(), 0);
    node_round_.assign(graph.node_count, none);
    for (const EdgeId edge : order_) {
        const Dijkstra::Cost cost = dijkstra.cost(edge);
        for (const NodeId node : graph.body[edge])
            if (dijkstra.costs()[node] == cost && node_round_[node] != none)
                round_[edge] = std::max(round_[edge], node_round_[node] + 1);
        for (const NodeId node : graph.heads[edge])
            if (dijkstra.costs()[node] == cost && node_round_[node] == none) node_round_[node] = round_[edge];
    }
    const auto key = [&](EdgeId edge) {
        return std::tuple(dijkstra.cost(edge), round_[edge], graph.body[edge].size(), graph.heads[edge].size());
    };
    std::stable_sort(order_.begin(), order_.end(), [&](EdgeId a, EdgeId b) { return key(a) < key(b); });
}

void SweepOrder::list_uses() {
    const RelaxedGraph& graph = *graph_;
    place_.resize(order_.size());
    for (std::uint32_t place = 0; place < order_.size(); ++place) place_[order_[place]] = place;
    uses_.clear();
    use_start_.assign(1, 0);
    std::vector<std::uint32_t> places;
    for (NodeId node = 0; node < graph.node_count; ++node) {
        places.clear();
        for (const EdgeId edge : graph.uses[node]) places.push_back(place_[edge]);
        std::sort(places.begin(), places.end());
        for (const std::uint32_t place : places) {
            if (uses_.size() == use_start_.back() || uses_.back().word != place >> 6) uses_.push_back({0, place >> 6});
            uses_.back().places |= std::uint64_t{1} << (place & 63);
        }
        use_start_.push_back(static_cast<std::uint32_t>(uses_.size()));
    }
}

void SweepOrder::write_stream() {
    const RelaxedGraph& graph = *graph_;
    runs_.clear();
    std::uint32_t* out = stream_.data();
    for (std::uint32_t place = 0; place < order_.size(); ++place) {
        const EdgeId edge = order_[place];
        const auto body = graph.body[edge], heads = graph.heads[edge];
        const auto body_size = static_cast<std::uint32_t>(body.size());
        const auto head_count = static_cast<std::uint32_t>(heads.size());
        start_[place] = static_cast<std::uint32_t>(out - stream_.data());
        *out++ = static_cast<std::uint32_t>(std::min<std::int64_t>(graph.cost[edge], unreached));
        *out++ = body_size;
        *out++ = head_count;
        out = std::copy(body.begin(), body.end(), out);
        for (const NodeId node : heads) {
            const auto places = uses(node);
            const bool is_used = !places.empty() && first_place(places.front()) <= place;
            *out++ = node | (is_used ? is_used_before : 0);
        }
        if (place >= reached_) continue;
        if (runs_.empty() || runs_.back().body != body_size || runs_.back().heads != head_count)
            runs_.push_back({place, body_size, head_count});
        runs_.back().end = place + 1;
    }
}

void SweepOrder::set_goal(std::span<const NodeId> goal) {
    goal_.assign(goal.begin(), goal.end());
    sort_goal();
}

void SweepOrder::sort_goal() {
    std::stable_sort(goal_.begin(), goal_.end(), [&](NodeId a, NodeId b) { return value_[a] > value_[b]; });
}

}  // namespace isonova
