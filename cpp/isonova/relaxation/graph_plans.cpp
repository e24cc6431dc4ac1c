#include "isonova/relaxation/graph_plans.hpp"

#include <algorithm>

namespace isonova {

GraphPlans::GraphPlans(const RelaxedGraph& graph)
    : graph_(&graph),
      goal_(graph.goal),
      rounds_(graph),
      supported_(graph.node_count),
      resolved_of_(graph.edge_count(), none) {}

// Achievers are compared in all lanes at once, so lanes that nobody asked about are told as well, except where that
// takes rounds. Such lanes have to begin with the first achiever again; others go on with the next.
template <class T>
std::uint32_t GraphPlans::find_supporters(const LaneCosts<T>& costs, NodeId node, LaneMask lanes) {
    Supported& supported = supported_[node];
    if (supported.stamp != stamp_) supported = {stamp_, 0, none, 0};
    LaneMask missing = lanes & ~supported.lanes;
    if (missing == 0) return supported.first;
    const auto add = [&](EdgeId edge, LaneMask some) {
        choices_.push_back({edge, some, supported.first});
        supported.first = static_cast<std::uint32_t>(choices_.size() - 1);
        supported.lanes |= some;
        missing &= ~some;
    };
    const bool may_cycle = graph_->may_cycle_freely;
    const auto value = costs[node];
    const auto achievers = graph_->achievers[node];
    std::uint32_t next = may_cycle ? 0 : supported.looked_at;
    LaneMask left_out = 0;
    for (; missing != 0 && next < achievers.size(); ++next) {
        const EdgeId edge = achievers[next];
        const std::int64_t cost = graph_->cost[edge];
        LaneMask tight = costs.tight(cost, graph_->body[edge], value) & ~(supported.lanes | left_out);
        if (tight == 0) continue;
        if (may_cycle && cost == 0) {
            left_out |= tight & ~missing & rounds_.matter(costs, edge, node);
            tight &= ~(left_out | rounds_.too_late(costs, edge, node, tight & missing));
        }
        if (tight != 0) add(edge, tight);
    }
    supported.looked_at = next;
    if (missing != 0) add(none, missing);  // values were clamped
    return supported.first;
}

template <class T>
void GraphPlans::collect_below(const LaneCosts<T>& costs, EdgeId edge, LaneMask& lanes) {
    const auto uses = graph_->derivations.uses[edge];
    for (std::size_t i = 0; i < uses.size(); i += 2) {
        const LaneMask first = lanes & ~(lanes - 1);
        std::uint32_t choice = find_supporters(costs, uses[i], lanes);
        while ((choices_[choice].lanes & first) == 0) choice = choices_[choice].next;
        lanes &= choices_[choice].lanes;
        below_.push_back(choices_[choice].edge);
        if (below_.back() != none) collect_below(costs, below_.back(), lanes);
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
    while (adds_.size() <= number) {
        const auto next = static_cast<ActionNumber>(adds_.size());
        const auto arguments = actions.args(next);
        for (const auto& [predicate, terms] : graph_->derivations.adds[actions.predicate(next)]) {
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
    const LaneCosts<T>& costs;

    std::size_t node_count() const { return plans.graph_->node_count; }
    const std::vector<NodeId>& goal() const { return plans.goal_; }
    LaneMask unmet(NodeId node, LaneMask written) const {
        const LaneMask unmet = ~costs.zero(node);
        return written == 0 ? unmet : unmet | (written & ~costs.holds[node]);
    }
    LaneMask equal(NodeId node, NodeId other) const { return costs.equal(node, other); }
    template <class Function>
    void for_each_supporter(NodeId node, LaneMask lanes, Function function) {
        for (std::uint32_t i = plans.find_supporters(costs, node, lanes); i != none;) {
            const Choice choice = plans.choices_[i];  // a copy: the function may find more
            if (choice.edge != none && (choice.lanes & lanes) != 0) function(choice.edge, choice.lanes & lanes);
            i = choice.next;
        }
    }
    std::span<const NodeId> body(EdgeId edge) const { return plans.graph_->body[edge]; }
    template <class Function>
    void for_each_action(EdgeId edge, LaneMask lanes, AtomTable& actions, Function function) {
        const Derivations& derivations = plans.graph_->derivations;
        const Derivations::Rule& rule = derivations.rules[derivations.rule[edge]];
        if (rule.action == none) return;
        while (lanes != 0) {
            LaneMask agreed = lanes;
            plans.below_.clear();
            plans.collect_below(costs, edge, agreed);
            const Resolved& resolved = plans.action(edge, rule, actions);
            function(resolved.action, resolved.cost, agreed);
            lanes &= ~agreed;
        }
    }
    template <class Function>
    void for_each_sure_add(ActionNumber number, const AtomTable& actions, Function function) {
        for (const NodeId node : plans.sure_adds(number, actions)) function(node);
    }
};

// Most often the edges below are those of the last time.
const GraphPlans::Resolved& GraphPlans::action(EdgeId edge, const Derivations::Rule& rule, AtomTable& actions) {
    std::uint32_t& place = resolved_of_[edge];
    if (place == none) {
        place = static_cast<std::uint32_t>(resolved_.size());
        resolved_.emplace_back();
    }
    Resolved& resolved = resolved_[place];
    if (resolved.action != none && resolved.below == below_) return resolved;
    objects_.clear();
    arguments_.clear();
    std::size_t next = 0;
    resolved.cost = 0;
    const std::size_t first = resolve(edge, next, resolved.cost);
    const ObjectId* values = objects_.data() + first;
    for (const Term term : rule.declared)
        arguments_.push_back(term.is_variable() ? values[term.variable()] : term.object());
    resolved.action = actions.intern(rule.action, arguments_);
    resolved.below = below_;
    return resolved;
}

template <class T>
void GraphPlans::extract(const LaneCosts<T>& costs, PlanBatch& batch) {
    if (++stamp_ == 0) {
        std::fill(supported_.begin(), supported_.end(), Supported{});
        stamp_ = 1;
    }
    choices_.clear();
    rounds_.begin();
    extractor_.extract(Source<T>{*this, costs}, batch);
}

template void GraphPlans::extract(const LaneCosts<std::uint16_t>&, PlanBatch&);
template void GraphPlans::extract(const LaneCosts<std::uint32_t>&, PlanBatch&);
template void GraphPlans::extract(const LaneCosts<std::uint64_t>&, PlanBatch&);

}  // namespace isonova
