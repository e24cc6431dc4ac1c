// A relaxed plan from best supporters: the one implementation of ff, over whatever knows the h_add values of a state
// and a best supporter of each node (an instance of a rule whose cost and body sum up to the node's value).
//
// Needed nodes are taken first come, first served, goals in their order first. A node that an action chosen before adds
// at this very value is done already; any other takes its best supporter. (So a block to be stacked anyway also frees
// the hand; a second action for that would be counted and not needed.) Each PDDL action with its declared arguments
// counts once.
//
// The plans of up to 16 states are extracted together, one lane each. A queue of nodes, each with the lanes that need
// it, serves all of them: what one lane sees of the queue is the queue it would have alone, because what is needed is
// always appended. Where lanes take the same supporter, which is most often so among siblings, they share the work.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isonova/relaxation/lane_costs.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

// Of a PDDL action with its declared arguments, in the order in which relaxed plans met them.
using ActionNumber = std::uint32_t;

// States whose plans are wanted, and what is found of them.
struct PlanBatch {
    LaneMask lanes = 0;  // in all of them every goal is reached
    // Per lane, where to append the plan's actions, each once; may be null. Zero-cost actions do not change the cost,
    // so they are extracted only where a plan is written.
    std::vector<ActionNumber>* plans[16] = {};
    Value values[16] = {};  // per lane, the cost of the plan

    LaneMask written() const {
        LaneMask out = 0;
        for (std::uint32_t lane = 0; lane < 16; ++lane) out |= LaneMask{plans[lane] != nullptr} << lane;
        return out & lanes;
    }
};

class PlanExtractor {
  public:
    // Action i is atom i of this table: its "predicate" is the index in Task::actions.
    const AtomTable& actions() const { return actions_; }

    // Source has node_count(), goal(), and
    //   unmet(node, written): lanes in which the node costs something, or does not hold and is among `written`;
    //   equal(node, other): lanes in which both cost the same;
    //   for_each_supporter(node, lanes, function(supporter, lanes)): best supporters and the lanes that take each;
    //   body(supporter);
    //   for_each_action(supporter, lanes, actions, function(number, cost, lanes)): the PDDL actions behind a supporter
    //   by their numbers in the table, none for an axiom;
    //   for_each_sure_add(number, actions, function(node)): the nodes that the action adds whatever the state.
    template <class Source>
    void extract(Source&& source, PlanBatch& batch);

  private:
    struct Marks {
        std::uint32_t stamp = 0;
        LaneMask needed = 0, added = 0;
    };
    struct Chosen {
        std::uint32_t stamp = 0;
        LaneMask lanes = 0;
    };
    struct Needed {
        std::uint32_t node;
        LaneMask lanes;
    };

    void begin(std::size_t node_count);
    Marks& marks(std::uint32_t node) {
        Marks& out = marks_[node];
        if (out.stamp != stamp_) out = {stamp_, 0, 0};
        return out;
    }

    std::uint32_t stamp_ = 0;
    std::vector<Marks> marks_;  // per node
    std::vector<Needed> queue_;
    AtomTable actions_;
    std::vector<Chosen> chosen_;  // per action
};

template <class Source>
void PlanExtractor::extract(Source&& source, PlanBatch& batch) {
    begin(source.node_count());
    const LaneMask written = batch.written();
    std::uint64_t sums[16] = {}, sum_of_all = 0;
    const auto increase = [](std::uint64_t& sum, std::uint64_t by) {
        sum = std::min(sum + by, static_cast<std::uint64_t>(dead_end) - 1);
    };
    const auto need = [&](std::uint32_t node, LaneMask lanes) {
        Marks& marked = marks(node);
        lanes &= ~marked.needed;
        if (lanes == 0) return;
        lanes &= source.unmet(node, written);
        if (lanes == 0) return;
        marked.needed |= lanes;
        queue_.push_back({node, lanes});
    };
    const auto choose = [&](std::uint32_t node, ActionNumber number, std::uint64_t cost, LaneMask lanes) {
        if (number == chosen_.size()) chosen_.emplace_back();
        Chosen& chosen = chosen_[number];
        if (chosen.stamp != stamp_) chosen = {stamp_, 0};
        lanes &= ~chosen.lanes;
        if (lanes == 0) return;
        chosen.lanes |= lanes;
        if (lanes == batch.lanes)
            increase(sum_of_all, cost);
        else
            for_each_lane(lanes, [&](std::uint32_t lane) { increase(sums[lane], cost); });
        for_each_lane(lanes & written, [&](std::uint32_t lane) { batch.plans[lane]->push_back(number); });
        if (cost == 0) return;  // what a zero-cost action adds might be needed for that action
        source.for_each_sure_add(number, actions_, [&](std::uint32_t other) {
            Marks& marked = marks(other);
            marked.added |= lanes & source.equal(node, other);
        });
    };
    for (const std::uint32_t node : source.goal()) need(node, batch.lanes);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const std::uint32_t node = queue_[next].node;
        const LaneMask open = queue_[next].lanes & ~marks_[node].added;
        if (open == 0) continue;
        // A lane without supporter, where values were clamped, is left as it is.
        source.for_each_supporter(node, open, [&](std::uint32_t supporter, LaneMask lanes) {
            for (const std::uint32_t other : source.body(supporter)) need(other, lanes);
            source.for_each_action(
                supporter, lanes, actions_,
                [&](ActionNumber number, std::uint64_t cost, LaneMask part) { choose(node, number, cost, part); });
        });
    }
    for_each_lane(batch.lanes, [&](std::uint32_t lane) {
        increase(sums[lane], sum_of_all);
        batch.values[lane] = static_cast<Value>(sums[lane]);
    });
}

inline void PlanExtractor::begin(std::size_t node_count) {
    if (++stamp_ == 0) {
        std::fill(marks_.begin(), marks_.end(), Marks{});
        std::fill(chosen_.begin(), chosen_.end(), Chosen{});
        stamp_ = 1;
    }
    marks_.resize(std::max(marks_.size(), node_count));
    queue_.clear();
}

}  // namespace isonova
