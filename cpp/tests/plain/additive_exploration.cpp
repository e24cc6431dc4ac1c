#include "plain/additive_exploration.hpp"

#include <algorithm>

namespace isonova::testing {

template <class Cost>
AdditiveExploration<Cost>::AdditiveExploration(const RelaxedTask& task, Limits& limits)
    : task_(&task), limits_(&limits), place_(task.operator_count()), is_goal_(task.node_count, 0) {
    add_edges();
    add_counters();
    counters_ = initial_;
    if (task.has_zero_cost) round_.resize(task.node_count);
    for (const NodeId node : task.goal) is_goal_[node] = 1;
}

template <class Cost>
bool AdditiveExploration<Cost>::fits(const RelaxedTask& task) {
    for (OperatorId op = 0; op < task.operator_count(); ++op) {
        if (task.body[op].size() > Counter::most_missing) return false;
    }
    return true;
}

template <class Cost>
void AdditiveExploration<Cost>::add_edges() {
    constexpr std::uint32_t absent = 0xffffffffu;
    std::vector<std::uint32_t> edge_to(task_->node_count, absent);
    for (NodeId node = 0; node < task_->node_count; ++node) {
        const auto first = static_cast<std::uint32_t>(edges_.size());
        edge_start_.push_back(first);
        for (const OperatorId op : task_->body_of[node]) {
            if (task_->body[op].size() != 1) continue;
            place_[op] = is_edge | node;
            const auto cost =
                static_cast<Cost>(std::min<std::uint64_t>(static_cast<std::uint64_t>(task_->cost[op]), most));
            for (const NodeId head : task_->heads[op]) {
                if (edge_to[head] == absent) {
                    edge_to[head] = static_cast<std::uint32_t>(edges_.size());
                    edges_.push_back({head, cost});
                } else {
                    Edge& edge = edges_[edge_to[head]];
                    edge.cost = std::min(edge.cost, cost);
                }
            }
        }
        for (std::size_t i = first; i < edges_.size(); ++i) edge_to[edges_[i].head] = absent;
    }
    edge_start_.push_back(static_cast<std::uint32_t>(edges_.size()));
}

template <class Cost>
void AdditiveExploration<Cost>::add_counters() {
    for (OperatorId op = 0; op < task_->operator_count(); ++op) {
        const auto body = task_->body[op], heads = task_->heads[op];
        if (body.size() == 1) continue;
        place_[op] = static_cast<std::uint32_t>(initial_.size());
        if (body.empty()) always_.push_back(place_[op]);
        initial_.push_back({std::min<std::uint64_t>(static_cast<std::uint64_t>(task_->cost[op]), most), body.size()});
        head_start_.push_back(static_cast<std::uint32_t>(heads_.size()));
        heads_.insert(heads_.end(), heads.begin(), heads.end());
    }
    head_start_.push_back(static_cast<std::uint32_t>(heads_.size()));
    for (NodeId node = 0; node < task_->node_count; ++node) {
        counter_start_.push_back(static_cast<std::uint32_t>(counters_of_.size()));
        for (const OperatorId op : task_->body_of[node]) {
            if (task_->body[op].size() != 1) counters_of_.push_back(place_[op]);
        }
    }
    counter_start_.push_back(static_cast<std::uint32_t>(counters_of_.size()));
}

template <class Cost>
void AdditiveExploration<Cost>::open(std::span<const AtomId> parent_atoms) {
    parent_ = initial_;
    parent_enabled_ = always_;
    parent_true_.clear();
    parent_value_.assign(task_->node_count, infinite);
    const auto make_true = [&](NodeId node) {
        parent_value_[node] = 0;
        if (edge_start_[node] != edge_start_[node + 1]) parent_true_.push_back(node);
        for (std::uint32_t i = counter_start_[node]; i < counter_start_[node + 1]; ++i) {
            Counter& counter = parent_[counters_of_[i]];
            counter.pay(0);
            if (counter.missing() == 0) parent_enabled_.push_back(counters_of_[i]);
        }
    };
    for (const AtomId atom : parent_atoms) make_true(atom);
    for (AtomId atom = 0; atom < task_->negation.size(); ++atom) {
        if (task_->negation[atom] != none && parent_value_[atom] != 0) make_true(task_->negation[atom]);
    }
}

template <class Cost>
void AdditiveExploration<Cost>::fire(std::uint32_t counter, std::uint32_t round) {
    const std::uint64_t exact = counters_[counter].cost();
    if (exact > most) saturated_ = true;
    const auto cost = static_cast<Cost>(std::min<std::uint64_t>(exact, most));
    for (std::uint32_t i = head_start_[counter]; i < head_start_[counter + 1]; ++i) {
        if (cost < value_[heads_[i]]) improve(heads_[i], cost, round);
    }
}

template <class Cost>
void AdditiveExploration<Cost>::follow_edges(NodeId node, Cost cost) {
    const Edge* end = edges_.data() + edge_start_[node + 1];
    for (const Edge* edge = edges_.data() + edge_start_[node]; edge != end; ++edge) {
        const Cost sum = cost + edge->cost;  // of two values of at most `most`
        if (sum >= value_[edge->head]) continue;
        if (sum > most) saturated_ = true;
        improve(edge->head, std::min(sum, most), round_after(node, edge->cost == 0));
    }
}

template <class Cost>
bool AdditiveExploration<Cost>::settle(NodeId node, Cost cost) {
    if (is_goal_[node]) --goals_left_;
    // Without zero-cost operators nothing else can get a value of this cost.
    if (goals_left_ == 0 && round_.empty()) return false;
    if ((++settled_ & 255) == 0 && limits_->check() != Halt::go_on) throw Halted{limits_->check()};
    follow_edges(node, cost);
    const std::uint32_t* end = counters_of_.data() + counter_start_[node + 1];
    for (const std::uint32_t* each = counters_of_.data() + counter_start_[node]; each != end; ++each) {
        Counter& counter = counters_[*each];
        counter.pay(cost);
        if (counter.missing() == 0) fire(*each, round_after(node, counter.cost() == cost));
    }
    return true;
}

template <class Cost>
Value AdditiveExploration<Cost>::explore(std::span<const AtomId> added, std::span<const AtomId> removed) {
    counters_ = parent_;
    value_ = parent_value_;
    std::fill(round_.begin(), round_.end(), 0);
    enabled_.clear();
    queue_.clear();
    saturated_ = false;

    const auto make_false = [&](NodeId node) {
        value_[node] = infinite;
        for (std::uint32_t i = counter_start_[node]; i < counter_start_[node + 1]; ++i) {
            counters_[counters_of_[i]].lose();
        }
    };
    const auto make_true = [&](NodeId node) {
        value_[node] = 0;
        for (std::uint32_t i = counter_start_[node]; i < counter_start_[node + 1]; ++i) {
            Counter& counter = counters_[counters_of_[i]];
            counter.pay(0);
            if (counter.missing() == 0) enabled_.push_back(counters_of_[i]);
        }
    };
    const auto with_negations = [&](std::span<const AtomId> atoms, std::span<const AtomId> others, auto visit) {
        for (const AtomId atom : atoms) visit(atom);
        for (const AtomId atom : others) {
            if (task_->negation[atom] != none) visit(task_->negation[atom]);
        }
    };
    with_negations(removed, added, make_false);
    with_negations(added, removed, make_true);

    goals_left_ = 0;
    for (const NodeId node : task_->goal) goals_left_ += value_[node] != 0;
    if (goals_left_ == 0) return 0;
    // A node reached by a zero-cost operator has the value 0 too, so that these come from the lists, not from values.
    const auto is_free = [&](std::uint32_t counter) { return counters_[counter].cost() == 0; };
    for (const std::uint32_t counter : parent_enabled_) {
        if (counters_[counter].missing() == 0) fire(counter, is_free(counter));
    }
    for (const std::uint32_t counter : enabled_) fire(counter, is_free(counter));
    for (const NodeId node : parent_true_) {
        if (value_[node] == 0 && (round_.empty() || round_[node] == 0)) follow_edges(node, 0);
    }
    with_negations(added, removed, [&](NodeId node) { follow_edges(node, 0); });

    for (Cost cost; goals_left_ != 0 && (cost = queue_.lowest()) != queue_.nothing;) {
        queue_.drain(cost, [&](NodeId node) { return value_[node] != cost || settle(node, cost); });
    }
    return goals_left_ != 0 ? dead_end : goal_sum();
}

template <class Cost>
Value AdditiveExploration<Cost>::goal_sum() const {
    std::uint64_t sum = 0;
    for (const NodeId node : task_->goal) {
        sum = std::min(sum + value_[node], static_cast<std::uint64_t>(dead_end) - 1);
    }
    return static_cast<Value>(sum);
}

template <class Cost>
bool AdditiveExploration<Cost>::supports(OperatorId op, NodeId node) const {
    const std::uint32_t place = place_[op];
    if (place & is_edge) {
        const Cost from = value_[place & ~is_edge];
        if (from == infinite || static_cast<std::uint64_t>(task_->cost[op]) != std::uint64_t{value_[node]} - from) {
            return false;
        }
    } else if (counters_[place].missing() != 0 || counters_[place].cost() != value_[node]) {
        return false;
    }
    if (task_->cost[op] != 0) return true;
    const auto body = task_->body[op];
    return std::all_of(body.begin(), body.end(),
                       [&](NodeId other) { return value_[other] != value_[node] || round_[other] < round_[node]; });
}

template class AdditiveExploration<std::uint32_t>;
template class AdditiveExploration<std::uint64_t>;

}  // namespace isonova::testing
