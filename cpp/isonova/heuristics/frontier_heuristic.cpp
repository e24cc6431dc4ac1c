#include "isonova/heuristics/frontier_heuristic.hpp"

#include <algorithm>

namespace isonova {

FrontierHeuristic::FrontierHeuristic(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind,
                                     Limits& limits, std::shared_ptr<GraphPlans> plans)
    : graph_(std::move(graph)),
      kind_(kind),
      limits_(limits),
      nodes_(*graph_, table),
      is_goal_(graph_->node_count, 0),
      holds_(graph_->node_count, 0),
      costs_(graph_->node_count, infinity),
      edges_(graph_->edge_count()),
      plans_(plans ? std::move(plans) : std::make_shared<GraphPlans>(*graph_)) {
    for (NodeId atom = 0; atom < graph_->negation.size(); ++atom)
        if (graph_->negation[atom] != none) negated_.push_back(atom);
    for (EdgeId edge = 0; edge < graph_->edge_count(); ++edge)
        if (graph_->body[edge].empty()) free_edges_.push_back(edge);
    for (const NodeId node : graph_->goal) is_goal_[node] = 1;
    for (const NodeId atom : negated_) holds_[graph_->negation[atom]] = 1;
}

void FrontierHeuristic::set(AtomId atom, bool now) {
    const NodeId node = nodes_[atom];
    if (node == none) return;
    holds_[node] = now;
    if (node < graph_->negation.size() && graph_->negation[node] != none) holds_[graph_->negation[node]] = !now;
}

void FrontierHeuristic::open(std::span<const AtomId> atoms) {
    for (const NodeId node : opened_) {
        holds_[node] = 0;
        if (node < graph_->negation.size() && graph_->negation[node] != none) holds_[graph_->negation[node]] = 1;
    }
    opened_.clear();
    for (const AtomId atom : atoms) {
        const NodeId node = nodes_[atom];
        if (node == none) continue;
        opened_.push_back(node);
        set(atom, true);
    }
}

void FrontierHeuristic::reach(NodeId node, Cost cost) {
    if (cost >= costs_[node]) return;
    if (costs_[node] == infinity) touched_.push_back(node);
    costs_[node] = cost;
    queue_.push(cost, node);
}

void FrontierHeuristic::fire(EdgeId edge, Cost cost) {
    cost = std::min(cost + static_cast<Cost>(graph_->cost[edge]), most);
    for (const NodeId head : graph_->heads[edge]) reach(head, cost);
}

void FrontierHeuristic::settle(NodeId node, Cost cost) {
    const auto uses = graph_->uses[node];
    visits_ += uses.size();
    for (const EdgeId edge : uses) {
        EdgeState& state = edges_[edge];
        if (state.era != era_) state = {era_, static_cast<std::uint32_t>(graph_->body[edge].size()), 0};
        state.sum = std::min(state.sum + cost, most);
        if (--state.missing == 0) fire(edge, state.sum);
    }
}

Value FrontierHeuristic::value(std::span<const AtomId> added, std::vector<ActionNumber>* plan) {
    // A relaxed plan needs all that costs no more than the dearest goal.
    const bool extracts = kind_ == Relaxation::ff || plan;
    if (++era_ == 0) {
        std::fill(edges_.begin(), edges_.end(), EdgeState{});
        era_ = 1;
    }
    for (const NodeId node : opened_)
        if (holds_[node]) reach(node, 0);
    for (const AtomId atom : added)
        if (const NodeId node = nodes_[atom]; node != none) reach(node, 0);
    for (const NodeId atom : negated_)
        if (!holds_[atom]) reach(graph_->negation[atom], 0);
    for (const EdgeId edge : free_edges_) fire(edge, 0);

    std::size_t goals_left = graph_->goal.size();
    Cost last_goal = 0;
    for (Cost cost; (cost = queue_.lowest()) != BucketQueue<Cost>::nothing;) {
        if (goals_left == 0 && (!extracts || cost > last_goal)) break;
        if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
        queue_.drain(cost, [&](NodeId node) {
            if (costs_[node] != cost) return true;  // reached more cheaply since
            if (is_goal_[node]) {
                --goals_left;
                last_goal = cost;
                if (goals_left == 0 && !extracts) return false;
            }
            settle(node, cost);
            return true;
        });
    }
    Value result = dead_end;
    if (goals_left == 0) {
        Cost sum = 0;
        for (const NodeId node : graph_->goal) sum = std::min(sum + costs_[node], most);
        const Value cost = extracts ? plans_->extract(NodeCosts<Cost>{costs_.data(), 1, holds_.data()}, plan) : 0;
        result = kind_ == Relaxation::ff ? cost : static_cast<Value>(sum);
    }
    queue_.clear();
    for (const NodeId node : touched_) costs_[node] = infinity;
    touched_.clear();
    return result;
}

Value FrontierHeuristic::evaluate_atoms(std::span<const AtomId> atoms) {
    if (graph_->goal_unreachable) return dead_end;
    open(atoms);
    return value({});
}

void FrontierHeuristic::evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                                        std::vector<std::vector<ActionNumber>>* plans) {
    out.assign(states.size(), dead_end);
    if (plans) plans->resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        auto* const plan = plans ? &(*plans)[i] : nullptr;
        if (plan) plan->clear();
        if (graph_->goal_unreachable) continue;
        open(states[i]);
        out[i] = value({}, plan);
    }
}

void FrontierHeuristic::evaluate_with_plans(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                                            std::span<std::vector<ActionNumber>* const> plans) {
    out.clear();
    for (std::size_t i = 0; i < expansions.size(); ++i) {
        const Expansion& expansion = *expansions[i];
        auto* const plan = i < plans.size() ? plans[i] : nullptr;
        if (plan) plan->clear();
        if (graph_->goal_unreachable) {
            out.insert(out.end(), expansion.children.size(), dead_end);
            continue;
        }
        if (!expansion.children.empty() || plan) open(expansion.parent_atoms);
        if (plan) value({}, plan);
        for (const Child& child : expansion.children) {
            for (const AtomId atom : expansion.removed(child)) set(atom, false);
            for (const AtomId atom : expansion.added(child)) set(atom, true);
            out.push_back(value(expansion.added(child)));
            for (const AtomId atom : expansion.added(child)) set(atom, false);
            for (const AtomId atom : expansion.removed(child)) set(atom, true);
        }
    }
}

}  // namespace isonova
