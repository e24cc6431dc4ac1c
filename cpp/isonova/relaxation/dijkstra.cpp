#include "isonova/relaxation/dijkstra.hpp"

#include <algorithm>

namespace isonova {

Dijkstra::Dijkstra(const RelaxedGraph& graph, Combine combine)
    : graph_(&graph),
      combine_(combine),
      is_goal_(graph.node_count, 0),
      costs_(graph.node_count, infinity),
      edges_(graph.edge_count()) {
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
        if (graph.body[edge].empty()) free_edges_.push_back(edge);
    set_goal(graph.goal);
}

void Dijkstra::set_goal(std::span<const NodeId> goal) {
    for (const NodeId node : goal_) is_goal_[node] = 0;
    goal_.assign(goal.begin(), goal.end());
    for (const NodeId node : goal_) is_goal_[node] = 1;
}

void Dijkstra::begin() {
    queue_.clear();
    for (const NodeId node : reached_) costs_[node] = infinity;
    reached_.clear();
    fired_ = free_edges_;
    visits_ = 0;
    if (++era_ == 0) {
        std::fill(edges_.begin(), edges_.end(), EdgeState{});
        era_ = 1;
    }
    for (const EdgeId edge : free_edges_) fire(edge, 0);
}

void Dijkstra::reach(NodeId node, Cost cost) {
    if (cost >= costs_[node]) return;
    if (costs_[node] == infinity) reached_.push_back(node);
    costs_[node] = cost;
    queue_.push(cost, node);
}

void Dijkstra::fire(EdgeId edge, Cost sum) {
    const Cost cost = plus(sum, edge);
    for (const NodeId head : graph_->heads[edge]) reach(head, cost);
}

template <bool records, bool sums>
void Dijkstra::expand(NodeId node, Cost cost) {
    visits_ += graph_->uses[node].size();
    for (const EdgeId edge : graph_->uses[node]) {
        EdgeState& state = edges_[edge];
        if (state.era != era_) state = {era_, static_cast<std::uint32_t>(graph_->body[edge].size()), 0};
        state.sum = sums ? std::min(state.sum + cost, most) : cost;  // nodes come by cost, the costliest one last
        if (--state.missing != 0) continue;
        if (records) fired_.push_back(edge);
        fire(edge, state.sum);
    }
}

bool Dijkstra::run(Scope scope, Limits& limits) {
    std::size_t goals_left = goal_.size();
    Cost last_goal = 0;
    for (Cost cost; (cost = queue_.lowest()) != BucketQueue<Cost>::nothing;) {
        if (goals_left == 0 && (scope == Scope::goals || (scope == Scope::plan && cost > last_goal))) break;
        if (const Halt halt = limits.check(); halt != Halt::go_on) throw Halted{halt};
        queue_.drain(cost, [&](NodeId node) {
            if (costs_[node] != cost) return true;  // reached more cheaply since
            if (is_goal_[node]) {
                --goals_left;
                last_goal = cost;
                if (goals_left == 0 && scope == Scope::goals) return false;
            }
            if (combine_ == Combine::sum)
                scope == Scope::everything ? expand<true, true>(node, cost) : expand<false, true>(node, cost);
            else
                scope == Scope::everything ? expand<true, false>(node, cost) : expand<false, false>(node, cost);
            return true;
        });
    }
    return goals_left == 0;
}

}  // namespace isonova
