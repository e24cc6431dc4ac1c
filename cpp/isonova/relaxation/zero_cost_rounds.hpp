// In which round a node is reached among nodes of equal value: 0 for what tight edges reach from nodes alone that hold
// in the state or are cheaper, and one more for what needs nodes of the round before. A supporter whose body nodes of
// the same value are all of earlier rounds cannot need its own head, so supporters at no cost form no cycle.
//
// Rounds are found when they are asked for, of a node and all it may depend on, in many lanes at once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "isonova/relaxation/lane_costs.hpp"

namespace isonova {

class ZeroCostRounds {
  public:
    explicit ZeroCostRounds(const RelaxedGraph& graph) : graph_(&graph) {}

    // Of other states from now on.
    void begin();
    // Lanes in which rounds decide whether an edge may support its head: some node of its body has the head's value and
    // does not hold.
    template <class T>
    LaneMask matter(const LaneCosts<T>& costs, EdgeId edge, NodeId head) const {
        LaneMask out = 0;
        for (const NodeId node : graph_->body[edge]) out |= in_question(costs, node, head);
        return out;
    }
    // Of these lanes, in all of which a zero-cost edge is tight for the head, those in which some node of the edge's
    // body has the head's value and is not reached in an earlier round.
    template <class T>
    LaneMask too_late(const LaneCosts<T>& costs, EdgeId edge, NodeId head, LaneMask lanes);

  private:
    static constexpr std::uint32_t never = 0xffffffffu;

    struct Node {
        std::uint32_t stamp = 0;
        LaneMask asked = 0, reached = 0;
        std::uint32_t place = 0;         // in rounds_, where the node has a number for each lane
        std::uint32_t first_use = none;  // in requisites_
    };
    struct Step {  // a tight edge; what it waits for is requisites_[first..end)
        NodeId head;
        LaneMask lanes;
        std::uint32_t first, end;
    };
    struct Requisite {  // a body node of a step, in the lanes in which it has the head's value and does not hold
        NodeId node;
        LaneMask lanes;
        std::uint32_t step, next_use;
    };
    struct Event {
        std::uint32_t round;
        NodeId node;
        LaneMask lanes;
    };

    template <class T>
    static LaneMask in_question(const LaneCosts<T>& costs, NodeId node, NodeId head) {
        return costs.equal(node, head) & ~costs.holds[node];
    }
    Node& at(NodeId node, std::uint32_t width);
    template <class T>
    void find_rounds(const LaneCosts<T>& costs, NodeId node, LaneMask lanes);
    template <class T>
    void collect(const LaneCosts<T>& costs, NodeId node, LaneMask lanes);
    void spread();
    void add_event(std::uint32_t round, NodeId node, LaneMask lanes);
    void add_events_again(NodeId node, LaneMask lanes);

    const RelaxedGraph* graph_;
    std::uint32_t stamp_ = 0;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> rounds_;
    std::vector<std::pair<NodeId, LaneMask>> closure_;
    std::vector<Step> steps_;
    std::vector<Requisite> requisites_;
    std::vector<Event> events_;  // a heap, the earliest round first
};

}  // namespace isonova
