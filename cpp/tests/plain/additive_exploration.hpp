// The h_add values of all nodes of a relaxed task in one state: Dijkstra's algorithm. An operator with one body node is
// an edge for each of its heads, and of parallel edges the cheapest is enough; the others have a counter each.
//
// `open` does for a parent what all its children share: the counters that remain when its atoms are true. A child
// starts from a copy of them and its difference to the parent. Sums are clamped; `saturated` tells, and then a wider
// Cost is needed.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "isonova/util/bucket_queue.hpp"
#include "isonova/util/limits.hpp"
#include "plain/relaxed_task.hpp"

namespace isonova::testing {

// What an operator will cost and how many of its body nodes are missing, in one number: 65,535 body nodes at most.
struct NarrowCounter {
    static constexpr std::uint64_t most_missing = 0xffff;
    NarrowCounter() = default;
    NarrowCounter(std::uint64_t cost, std::uint64_t missing) : both(cost << 16 | missing) {}
    std::uint64_t cost() const { return both >> 16; }
    std::uint64_t missing() const { return both & most_missing; }
    void pay(std::uint32_t cost) { both += (std::uint64_t{cost} << 16) - 1; }
    void lose() { ++both; }
    std::uint64_t both = 0;
};

struct WideCounter {
    static constexpr std::uint64_t most_missing = 0xffffffffu;
    static constexpr std::uint64_t most_cost = std::numeric_limits<std::uint64_t>::max() / 2 + 1;
    std::uint64_t cost() const { return cost_; }
    std::uint64_t missing() const { return missing_; }
    void pay(std::uint64_t cost) {
        cost_ = cost_ + cost < most_cost ? cost_ + cost : most_cost;
        --missing_;
    }
    void lose() { ++missing_; }
    std::uint64_t cost_ = 0, missing_ = 0;
};

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

    // Whether the task's operators have few enough body nodes for this Cost.
    static bool fits(const RelaxedTask& task);

  private:
    using Counter = std::conditional_t<sizeof(Cost) == 4, NarrowCounter, WideCounter>;
    struct Edge {
        NodeId head;
        Cost cost;
    };
    static constexpr std::uint32_t is_edge = 0x80000000u;

    void add_edges();
    void add_counters();
    void improve(NodeId head, Cost cost, std::uint32_t round) {
        value_[head] = cost;
        if (!round_.empty()) round_[head] = round;
        queue_.push(cost, head);
    }
    void fire(std::uint32_t counter, std::uint32_t round);
    void follow_edges(NodeId node, Cost cost);
    bool settle(NodeId node, Cost cost);
    Value goal_sum() const;
    std::uint32_t round_after(NodeId node, bool free) const { return !round_.empty() && free ? round_[node] + 1 : 0; }

    const RelaxedTask* task_;
    Limits* limits_;
    std::vector<std::uint32_t> place_;  // of an operator: its counter, or is_edge and its body node
    std::vector<std::uint32_t> edge_start_, counter_start_;  // per node
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> counters_of_;  // node -> counters of operators with the node in their body
    std::vector<std::uint32_t> head_start_;   // per counter
    std::vector<NodeId> heads_;
    std::vector<Counter> initial_, parent_, counters_;
    std::vector<Cost> parent_value_, value_;
    std::vector<NodeId> parent_true_;
    std::vector<std::uint32_t> always_, parent_enabled_, enabled_;  // counters with nothing missing
    std::vector<std::uint32_t> round_;  // among nodes of equal value; kept only where zero-cost operators exist
    std::vector<std::uint8_t> is_goal_;
    BucketQueue<Cost> queue_;
    std::size_t goals_left_ = 0;
    std::uint32_t settled_ = 0;
    bool saturated_ = false;
};

extern template class AdditiveExploration<std::uint32_t>;
extern template class AdditiveExploration<std::uint64_t>;

}  // namespace isonova::testing
