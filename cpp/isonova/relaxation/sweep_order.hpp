// In which order a sweep visits the edges: by their cost in a reference state, an earlier parent. Every edge that is
// reached there comes after whatever reached its body, so that in a state like it one visit each is enough.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova {

class SweepOrder {
  public:
    static constexpr std::uint32_t unreached = 0x7fffffffu;

    explicit SweepOrder(const RelaxedGraph& graph);

    // Takes the state where just these nodes are true as reference.
    void refer_to(std::span<const NodeId> true_nodes);

    // An edge at its place: cost, size of the body, number of heads, body, heads.
    const std::uint32_t* edge(std::uint32_t place) const { return stream_.data() + start_[place]; }
    std::uint32_t edges() const { return static_cast<std::uint32_t>(start_.size()); }
    std::uint32_t reached() const { return reached_; }  // places below are of edges reached in the reference state
    std::uint32_t cost(std::uint32_t place) const { return cost_[place]; }   // there, of the edge with its body
    std::uint32_t value(NodeId node) const { return value_[node]; }          // there
    std::uint32_t first_use(NodeId node) const { return first_use_[node]; }  // or `none`
    std::span<const std::uint32_t> uses(NodeId node) const {                 // places of edges that need it, ascending
        return {uses_.data() + use_start_[node], use_start_[node + 1] - use_start_[node]};
    }
    const std::vector<NodeId>& goal() const { return goal_; }  // the costliest first

  private:
    void dijkstra(std::span<const NodeId> true_nodes);
    void improve(NodeId node, std::uint32_t cost);
    void settle_zero_cost(std::uint32_t cost);

    const RelaxedGraph* graph_;
    std::vector<std::uint32_t> edge_cost_;
    std::vector<std::uint32_t> value_, cost_, start_, stream_, first_use_, use_start_, uses_;
    std::vector<NodeId> goal_;
    std::uint32_t reached_ = 0;

    // Of the exploration.
    std::vector<std::uint32_t> missing_, sum_;
    std::vector<EdgeId> fired_;        // in order of firing
    std::vector<std::uint64_t> heap_;  // cost, place in queued_
    std::vector<NodeId> queued_;
    std::vector<std::uint32_t> order_, next_;
};

}  // namespace isonova
