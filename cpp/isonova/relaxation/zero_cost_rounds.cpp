#include "isonova/relaxation/zero_cost_rounds.hpp"

#include <algorithm>

namespace isonova {

namespace {

constexpr auto later = [](const auto& a, const auto& b) { return a.round > b.round; };

}  // namespace

void ZeroCostRounds::begin() {
    if (!graph_->may_cycle_freely) return;
    nodes_.resize(graph_->node_count);
    rounds_.clear();
    if (++stamp_ != 0) return;
    std::fill(nodes_.begin(), nodes_.end(), Node{});
    stamp_ = 1;
}

ZeroCostRounds::Node& ZeroCostRounds::at(NodeId node, std::uint32_t width) {
    Node& out = nodes_[node];
    if (out.stamp == stamp_) return out;
    out = {stamp_, 0, 0, static_cast<std::uint32_t>(rounds_.size()), none};
    rounds_.resize(rounds_.size() + width, never);
    return out;
}

void ZeroCostRounds::add_event(std::uint32_t round, NodeId node, LaneMask lanes) {
    events_.push_back({round, node, lanes});
    std::push_heap(events_.begin(), events_.end(), later);
}

// For lanes whose round is known from an earlier call: they are reached once more, in that round.
void ZeroCostRounds::add_events_again(NodeId node, LaneMask lanes) {
    nodes_[node].reached &= ~lanes;
    const std::uint32_t* rounds = rounds_.data() + nodes_[node].place;
    for_each_lane(lanes, [&](std::uint32_t lane) { add_event(rounds[lane], node, LaneMask{1} << lane); });
}

// What the node may depend on, with the tight edges in it.
template <class T>
void ZeroCostRounds::collect(const LaneCosts<T>& costs, NodeId node, LaneMask lanes) {
    constexpr std::uint32_t width = LaneCosts<T>::lanes;
    closure_.assign(1, {node, lanes});
    at(node, width).asked |= lanes;
    for (std::size_t i = 0; i < closure_.size(); ++i) {
        const auto [head, head_lanes] = closure_[i];
        const auto value = costs[head];
        for (const EdgeId edge : graph_->achievers[head]) {
            const LaneMask tight = head_lanes & costs.tight(graph_->cost[edge], graph_->body[edge], value);
            if (tight == 0) continue;
            const auto first = static_cast<std::uint32_t>(requisites_.size());
            LaneMask waiting = 0;
            for (const NodeId each : graph_->body[edge]) {
                const LaneMask matters = tight & in_question(costs, each, head);
                if (matters == 0) continue;
                waiting |= matters;
                Node& other = at(each, width);
                requisites_.push_back({each, matters, static_cast<std::uint32_t>(steps_.size()), other.first_use});
                other.first_use = static_cast<std::uint32_t>(requisites_.size() - 1);
                if (matters & other.reached) add_events_again(each, matters & other.reached);
                const LaneMask found = matters & ~other.asked;
                if (found == 0) continue;
                other.asked |= found;
                closure_.push_back({each, found});
            }
            if (waiting != tight) add_event(0, head, tight & ~waiting);
            if (waiting != 0) steps_.push_back({head, tight, first, static_cast<std::uint32_t>(requisites_.size())});
        }
    }
}

// As in breadth-first search: a step is taken when the last node is reached that it waits for.
void ZeroCostRounds::spread() {
    while (!events_.empty()) {
        std::pop_heap(events_.begin(), events_.end(), later);
        const Event event = events_.back();
        events_.pop_back();
        Node& node = nodes_[event.node];
        const LaneMask now = event.lanes & ~node.reached;
        if (now == 0) continue;
        node.reached |= now;
        for_each_lane(now, [&](std::uint32_t lane) { rounds_[node.place + lane] = event.round; });
        for (std::uint32_t use = node.first_use; use != none; use = requisites_[use].next_use) {
            const Step& step = steps_[requisites_[use].step];
            LaneMask taken = now & requisites_[use].lanes & ~nodes_[step.head].reached;
            for (std::uint32_t i = step.first; taken != 0 && i < step.end; ++i)
                taken &= ~requisites_[i].lanes | nodes_[requisites_[i].node].reached;
            if (taken != 0) add_event(event.round + 1, step.head, taken);
        }
    }
}

template <class T>
void ZeroCostRounds::find_rounds(const LaneCosts<T>& costs, NodeId node, LaneMask lanes) {
    collect(costs, node, lanes);
    spread();
    for (const Requisite& requisite : requisites_) nodes_[requisite.node].first_use = none;
    requisites_.clear();
    steps_.clear();
}

template <class T>
LaneMask ZeroCostRounds::too_late(const LaneCosts<T>& costs, EdgeId edge, NodeId head, LaneMask lanes) {
    LaneMask out = 0;
    for (const NodeId node : graph_->body[edge]) {
        const LaneMask matters = lanes & in_question(costs, node, head);
        if (matters == 0) continue;
        const LaneMask missing = matters & ~at(head, LaneCosts<T>::lanes).asked;
        if (missing != 0) find_rounds(costs, head, missing);
        const std::uint32_t* below = rounds_.data() + nodes_[node].place;
        const std::uint32_t* above = rounds_.data() + nodes_[head].place;
        for_each_lane(matters, [&](std::uint32_t lane) { out |= LaneMask{below[lane] >= above[lane]} << lane; });
    }
    return out;
}

template LaneMask ZeroCostRounds::too_late(const LaneCosts<std::uint16_t>&, EdgeId, NodeId, LaneMask);
template LaneMask ZeroCostRounds::too_late(const LaneCosts<std::uint32_t>&, EdgeId, NodeId, LaneMask);
template LaneMask ZeroCostRounds::too_late(const LaneCosts<std::uint64_t>&, EdgeId, NodeId, LaneMask);

}  // namespace isonova
