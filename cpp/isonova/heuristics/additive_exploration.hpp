// The h_add values of all nodes of a relaxed task in one state: Dijkstra's algorithm with one counter per operator.
//
// `open` does for a parent what all its children share: the counters that remain when its atoms are true. A child
// starts from a copy of them and its difference to the parent. Sums are clamped; `saturated` tells, and then a wider
// Cost is needed.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "isonova/heuristics/bucket_queue.hpp"
#include "isonova/heuristics/relaxed_task.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

template <class Cost>
class AdditiveExploration {
  public:
    static constexpr Cost infinite = std::numeric_limits<Cost>::max();
    static constexpr Cost most = infinite / 2;  // two values can be added

    AdditiveExploration(const RelaxedTask& task, Limits& limits);

    void open(std::span<const AtomId> parent_atoms);
    // The sum of the goal values, or `dead_end`. Values of nodes and operators that cost no more than the costliest
    // goal are exact afterwards; others may not have been reached.
    Value explore(std::span<const AtomId> added, std::span<const AtomId> removed);

    bool saturated() const { return saturated_; }
    Cost value(NodeId node) const { return value_[node]; }
    bool true_in_state(NodeId node) const { return value_[node] == 0 && (!task_->has_zero_cost || round_[node] == 0); }
    // Whether the operator explains the node's value without circularity: its cost and its body's values sum up to it,
    // and body nodes of the same value (the operator costs nothing then) were reached in an earlier round.
    bool supports(OperatorId op, NodeId node) const;

  private:
    struct Counter {
        Cost cost;
        std::uint32_t missing;
    };

    void fire(OperatorId op, Cost cost, std::uint32_t round);
    bool settle(NodeId node, Cost cost);
    Value goal_sum() const;

    const RelaxedTask* task_;
    Limits* limits_;
    std::vector<Counter> initial_, parent_, counters_;
    std::vector<Cost> parent_value_, value_;
    std::vector<OperatorId> always_, parent_enabled_, enabled_;  // operators with nothing missing
    std::vector<std::uint32_t> round_;  // among nodes of equal value; kept only where zero-cost operators exist
    std::vector<std::uint8_t> is_goal_;
    BucketQueue<Cost> queue_;
    std::size_t goals_left_ = 0;
    std::uint32_t settled_ = 0;
    bool saturated_ = false;
};

extern template class AdditiveExploration<std::uint32_t>;
extern template class AdditiveExploration<std::uint64_t>;

}  // namespace isonova
