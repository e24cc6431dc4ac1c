#include "isonova/relaxation/graph_plans.hpp"

#include <algorithm>

namespace isonova {

GraphPlans::GraphPlans(const RelaxedGraph& graph)
    : graph_(&graph),
      goal_(graph.goal),
      supported_(graph.node_count, 0),
      supporter_(graph.node_count, none),
      resolved_of_(graph.edge_count(), none) {
    if (!graph.may_cycle_freely) return;
    ranked_.assign(graph.node_count, 0);
    rank_.assign(graph.node_count, 0);
    first_step_.assign(graph.node_count, none);
}

void GraphPlans::begin() {
    if (++stamp_ != 0) return;
    for (auto* stamps : {&supported_, &ranked_}) std::fill(stamps->begin(), stamps->end(), 0);
    stamp_ = 1;
}

template <class T>
bool GraphPlans::tight(const NodeCosts<T>& costs, EdgeId edge, T value) const {
    auto left = static_cast<std::uint64_t>(value);
    const auto cost = static_cast<std::uint64_t>(graph_->cost[edge]);
    if (cost > left) return false;
    left -= cost;
    for (const NodeId node : graph_->body[edge]) {
        const std::uint64_t each = costs[node];
        if (each > left) return false;
        left -= each;
    }
    return left == 0;
}

// Rounds among nodes of equal value: 0 for what is reached from nodes alone that hold in the state or are cheaper. What
// the node may depend on is collected first, with the tight edges in it; then rounds spread as in breadth-first search.
template <class T>
void GraphPlans::rank(const NodeCosts<T>& costs, NodeId first) {
    const T value = costs[first];
    const auto in_question = [&](NodeId node) { return costs[node] == value && !costs.holds[node]; };
    closure_.assign(1, first);
    ranked_[first] = stamp_;
    waiting_.clear();
    steps_.clear();
    for (std::size_t i = 0; i < closure_.size(); ++i) {
        rank_[closure_[i]] = unranked;
        first_step_[closure_[i]] = none;
        for (const EdgeId edge : graph_->achievers[closure_[i]]) {
            if (!tight(costs, edge, value)) continue;
            for (const NodeId node : graph_->body[edge]) {
                if (!in_question(node) || ranked_[node] == stamp_) continue;
                ranked_[node] = stamp_;
                closure_.push_back(node);
            }
        }
    }
    // Nodes ranked in an earlier call have their final rank: they depend on nothing here.
    round_nodes_.clear();
    for (const NodeId head : closure_) {
        for (const EdgeId edge : graph_->achievers[head]) {
            if (!tight(costs, edge, value)) continue;
            Waiting waiting{head, 0, 0};
            for (const NodeId node : graph_->body[edge]) {
                if (!in_question(node)) continue;
                if (rank_[node] != unranked) {
                    waiting.round = std::max(waiting.round, rank_[node] + 1);
                    continue;
                }
                ++waiting.missing;
                steps_.push_back({static_cast<std::uint32_t>(waiting_.size()), first_step_[node]});
                first_step_[node] = static_cast<std::uint32_t>(steps_.size() - 1);
            }
            if (waiting.missing == 0) round_nodes_.push_back({waiting.round, head});
            waiting_.push_back(waiting);
        }
    }
    // A heap of (round, node): rounds of earlier calls may lie apart.
    const auto later = [](const auto& a, const auto& b) { return a.first > b.first; };
    std::make_heap(round_nodes_.begin(), round_nodes_.end(), later);
    while (!round_nodes_.empty()) {
        std::pop_heap(round_nodes_.begin(), round_nodes_.end(), later);
        const auto [round, node] = round_nodes_.back();
        round_nodes_.pop_back();
        if (rank_[node] != unranked) continue;
        rank_[node] = round;
        for (std::uint32_t step = first_step_[node]; step != none; step = steps_[step].second) {
            Waiting& waiting = waiting_[steps_[step].first];
            waiting.round = std::max(waiting.round, round + 1);
            if (--waiting.missing != 0 || rank_[waiting.head] != unranked) continue;
            round_nodes_.push_back({waiting.round, waiting.head});
            std::push_heap(round_nodes_.begin(), round_nodes_.end(), later);
        }
    }
}

template <class T>
EdgeId GraphPlans::supporter(const NodeCosts<T>& costs, NodeId node) {
    if (supported_[node] == stamp_) return supporter_[node];
    supported_[node] = stamp_;
    const T value = costs[node];
    for (const EdgeId edge : graph_->achievers[node]) {
        if (!tight(costs, edge, value)) continue;
        if (graph_->may_cycle_freely && graph_->cost[edge] == 0) {
            const auto body = graph_->body[edge];
            const auto in_question = [&](NodeId each) { return costs[each] == value && !costs.holds[each]; };
            if (std::any_of(body.begin(), body.end(), in_question)) {
                if (ranked_[node] != stamp_) rank(costs, node);
                if (!std::all_of(body.begin(), body.end(),
                                 [&](NodeId each) { return !in_question(each) || rank_[each] < rank_[node]; }))
                    continue;
            }
        }
        return supporter_[node] = edge;
    }
    return supporter_[node] = none;
}

template <class T>
void GraphPlans::collect_below(const NodeCosts<T>& costs, EdgeId edge) {
    const auto uses = graph_->derivations.uses[edge];
    for (std::size_t i = 0; i < uses.size(); i += 2) {
        below_.push_back(supporter(costs, uses[i]));
        if (below_.back() != none) collect_below(costs, below_.back());
    }
}

std::size_t GraphPlans::resolve(EdgeId edge, std::size_t& next, std::uint64_t& cost) {
    const Derivations& derivations = graph_->derivations;
    const auto values = derivations.values[edge];
    const std::size_t place = objects_.size();
    objects_.insert(objects_.end(), values.begin(), values.end());
    cost += static_cast<std::uint64_t>(graph_->cost[edge]);
    const auto uses = derivations.uses[edge];
    for (std::size_t i = 0; i < uses.size(); i += 2) {
        const EdgeId below = below_[next++];
        if (below == none) continue;
        const std::size_t there = resolve(below, next, cost);
        const auto map = derivations.maps[uses[i + 1]];
        for (std::size_t v = 0; v < map.size(); ++v) objects_[place + map[v]] = objects_[there + v];
        objects_.resize(there);
    }
    return place;
}

std::span<const NodeId> GraphPlans::sure_adds(ActionNumber number, const AtomTable& actions) {
    if (number == adds_.size()) {
        const auto arguments = actions.args(number);
        for (const auto& [predicate, terms] : graph_->derivations.adds[actions.predicate(number)]) {
            objects_.clear();
            for (const Term term : terms)
                objects_.push_back(term.is_variable() ? arguments[term.variable()] : term.object());
            if (const NodeId node = graph_->node(predicate, objects_); node != none) adds_.push(node);
        }
        adds_.end_row();
    }
    return adds_[number];
}

template <class T>
struct GraphPlans::Source {
    GraphPlans& plans;
    const NodeCosts<T>& costs;

    std::size_t node_count() const { return plans.graph_->node_count; }
    const std::vector<NodeId>& goal() const { return plans.goal_; }
    T cost(NodeId node) const { return costs[node]; }
    bool holds(NodeId node) const { return costs.holds[node]; }
    EdgeId supporter(NodeId node) { return plans.supporter(costs, node); }
    std::span<const NodeId> body(EdgeId edge) const { return plans.graph_->body[edge]; }
    // Most often the edges below are those of the last time.
    ActionNumber action(EdgeId edge, AtomTable& actions, std::uint64_t& cost) {
        const Derivations& derivations = plans.graph_->derivations;
        const Derivations::Rule& rule = derivations.rules[derivations.rule[edge]];
        if (rule.action == none) return none;
        plans.below_.clear();
        plans.collect_below(costs, edge);
        std::uint32_t& place = plans.resolved_of_[edge];
        if (place == none) {
            place = static_cast<std::uint32_t>(plans.resolved_.size());
            plans.resolved_.emplace_back();
        }
        Resolved& resolved = plans.resolved_[place];
        if (resolved.action == none || resolved.below != plans.below_) {
            plans.objects_.clear();
            plans.arguments_.clear();
            std::size_t next = 0;
            resolved.cost = 0;
            const std::size_t first = plans.resolve(edge, next, resolved.cost);
            const ObjectId* values = plans.objects_.data() + first;
            for (const Term term : rule.declared)
                plans.arguments_.push_back(term.is_variable() ? values[term.variable()] : term.object());
            resolved.action = actions.intern(rule.action, plans.arguments_);
            resolved.below = plans.below_;
        }
        cost += resolved.cost;
        return resolved.action;
    }
    template <class Function>
    void for_each_sure_add(ActionNumber number, const AtomTable& actions, Function function) {
        for (const NodeId node : plans.sure_adds(number, actions)) function(node);
    }
};

template <class T>
Value GraphPlans::extract(const NodeCosts<T>& costs, std::vector<ActionNumber>* plan) {
    begin();
    return extractor_.extract(Source<T>{*this, costs}, plan);
}

template Value GraphPlans::extract(const NodeCosts<std::uint16_t>&, std::vector<ActionNumber>*);
template Value GraphPlans::extract(const NodeCosts<std::uint32_t>&, std::vector<ActionNumber>*);
template Value GraphPlans::extract(const NodeCosts<std::uint64_t>&, std::vector<ActionNumber>*);

}  // namespace isonova
