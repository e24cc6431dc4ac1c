// A relaxed plan from best supporters: the one implementation of ff, over whatever knows the h_add values of a state
// and a best supporter of each node (an instance of a rule whose cost and body sum up to the node's value).
//
// Needed nodes are taken first come, first served, goals in their order first. A node that an action chosen before adds
// at this very value is done already; any other takes its best supporter. (So a block to be stacked anyway also frees
// the hand; a second action for that would be counted and not needed.) Each PDDL action with its declared arguments
// counts once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isonova/state/state_space.hpp"

namespace isonova {

// Of a PDDL action with its declared arguments, in the order in which relaxed plans met them.
using ActionNumber = std::uint32_t;

class PlanExtractor {
  public:
    // Action i is atom i of this table: its "predicate" is the index in Task::actions.
    const AtomTable& actions() const { return actions_; }

    // The cost of a relaxed plan of a state in which every goal is reached. Appends the plan's actions to `plan`, each
    // once. Zero-cost actions do not change the cost, so they are extracted only where `plan` is given.
    //
    // Source has node_count(), goal(), cost(node), holds(node) (asked for only with `plan`), supporter(node) or `none`,
    // body(supporter), action(supporter, actions, cost), which tells the number of the PDDL action in the table or
    // `none`, and for_each_sure_add(number, actions, function), the nodes that the action adds whatever the state.
    template <class Source>
    Value extract(Source&& source, std::vector<ActionNumber>* plan = nullptr);

  private:
    void begin(std::size_t node_count);

    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> needed_, added_;  // stamps, per node
    std::vector<std::uint32_t> queue_;
    AtomTable actions_;
    std::vector<std::uint32_t> chosen_;  // stamps, per action
};

template <class Source>
Value PlanExtractor::extract(Source&& source, std::vector<ActionNumber>* plan) {
    begin(source.node_count());
    const auto need = [&](std::uint32_t node) {
        if (needed_[node] == stamp_ || (source.cost(node) == 0 && (!plan || source.holds(node)))) return;
        needed_[node] = stamp_;
        queue_.push_back(node);
    };
    std::uint64_t sum = 0;
    for (const std::uint32_t node : source.goal()) need(node);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const std::uint32_t node = queue_[next];
        if (added_[node] == stamp_) continue;
        const std::uint32_t supporter = source.supporter(node);
        if (supporter == none) continue;  // values were clamped
        for (const std::uint32_t other : source.body(supporter)) need(other);
        std::uint64_t cost = 0;
        const ActionNumber number = source.action(supporter, actions_, cost);
        if (number == none) continue;
        if (number == chosen_.size()) chosen_.push_back(0);
        if (chosen_[number] == stamp_) continue;
        chosen_[number] = stamp_;
        if (plan) plan->push_back(number);
        sum = std::min(sum + cost, static_cast<std::uint64_t>(dead_end) - 1);
        // What a zero-cost action adds might be needed for that action.
        source.for_each_sure_add(number, actions_, [&](std::uint32_t other) {
            if (cost > 0 && source.cost(other) == source.cost(node)) added_[other] = stamp_;
        });
    }
    return static_cast<Value>(sum);
}

inline void PlanExtractor::begin(std::size_t node_count) {
    if (++stamp_ == 0) {
        for (auto* stamps : {&needed_, &added_, &chosen_}) std::fill(stamps->begin(), stamps->end(), 0);
        stamp_ = 1;
    }
    needed_.resize(std::max(needed_.size(), node_count), 0);
    added_.resize(needed_.size(), 0);
    queue_.clear();
}

}  // namespace isonova
