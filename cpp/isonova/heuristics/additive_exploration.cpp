#include "isonova/heuristics/additive_exploration.hpp"

#include <algorithm>

namespace isonova {

template <class Cost>
AdditiveExploration<Cost>::AdditiveExploration(const RelaxedTask& task, Limits& limits)
    : task_(&task), limits_(&limits), is_goal_(task.node_count, 0) {
    for (OperatorId op = 0; op < task.operator_count(); ++op) {
        const auto cost = static_cast<std::uint64_t>(task.cost[op]);
        const auto missing = static_cast<std::uint32_t>(task.body[op].size());
        initial_.push_back({cost > most ? most : static_cast<Cost>(cost), missing});
        if (missing == 0) always_.push_back(op);
    }
    counters_ = initial_;
    if (task.has_zero_cost) round_.resize(task.node_count);
    for (const NodeId node : task.goal) is_goal_[node] = 1;
}

template <class Cost>
void AdditiveExploration<Cost>::open(std::span<const AtomId> parent_atoms) {
    parent_ = initial_;
    parent_enabled_ = always_;
    parent_value_.assign(task_->node_count, infinite);
    const auto make_true = [&](NodeId node) {
        parent_value_[node] = 0;
        for (const OperatorId op : task_->body_of[node]) {
            if (--parent_[op].missing == 0) parent_enabled_.push_back(op);
        }
    };
    for (const AtomId atom : parent_atoms) make_true(atom);
    for (AtomId atom = 0; atom < task_->negation.size(); ++atom) {
        if (task_->negation[atom] != none && parent_value_[atom] != 0) make_true(task_->negation[atom]);
    }
}

template <class Cost>
void AdditiveExploration<Cost>::fire(OperatorId op, Cost cost, std::uint32_t round) {
    for (const NodeId head : task_->heads[op]) {
        if (cost >= value_[head]) continue;
        value_[head] = cost;
        if (!round_.empty()) round_[head] = round;
        queue_.push(cost, head);
    }
}

template <class Cost>
bool AdditiveExploration<Cost>::settle(NodeId node, Cost cost) {
    if (is_goal_[node]) --goals_left_;
    // Without zero-cost operators nothing else can get a value of this cost.
    if (goals_left_ == 0 && round_.empty()) return false;
    if ((++settled_ & 255) == 0 && limits_->check() != Halt::go_on) throw Halted{limits_->check()};
    const std::uint32_t* op = task_->body_of.data.data() + task_->body_of.starts[node];
    const std::uint32_t* end = task_->body_of.data.data() + task_->body_of.starts[node + 1];
    for (; op != end; ++op) {
        Counter& counter = counters_[*op];
        counter.cost += cost;
        if (counter.cost > most) {
            counter.cost = most;
            saturated_ = true;
        }
        if (--counter.missing == 0) {
            fire(*op, counter.cost, !round_.empty() && counter.cost == cost ? round_[node] + 1 : 0);
        }
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
        for (const OperatorId op : task_->body_of[node]) ++counters_[op].missing;
    };
    const auto make_true = [&](NodeId node) {
        value_[node] = 0;
        for (const OperatorId op : task_->body_of[node]) {
            if (--counters_[op].missing == 0) enabled_.push_back(op);
        }
    };
    for (const AtomId atom : removed) make_false(atom);
    for (const AtomId atom : added) {
        if (task_->negation[atom] != none) make_false(task_->negation[atom]);
    }
    for (const AtomId atom : added) make_true(atom);
    for (const AtomId atom : removed) {
        if (task_->negation[atom] != none) make_true(task_->negation[atom]);
    }

    goals_left_ = 0;
    for (const NodeId node : task_->goal) goals_left_ += value_[node] != 0;
    if (goals_left_ == 0) return 0;
    for (const OperatorId op : parent_enabled_) {
        if (counters_[op].missing == 0) fire(op, counters_[op].cost, counters_[op].cost == 0);
    }
    for (const OperatorId op : enabled_) fire(op, counters_[op].cost, counters_[op].cost == 0);

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
    if (counters_[op].missing != 0 || counters_[op].cost != value_[node]) return false;
    if (task_->cost[op] != 0) return true;
    const auto body = task_->body[op];
    return std::all_of(body.begin(), body.end(),
                       [&](NodeId other) { return value_[other] != value_[node] || round_[other] < round_[node]; });
}

template class AdditiveExploration<std::uint32_t>;
template class AdditiveExploration<std::uint64_t>;

}  // namespace isonova
