// In which order a sweep visits the edges: by their cost in a reference state, an earlier parent. Every edge that is
// reached there comes after whatever reached its body, so that in a state like it one visit each is enough.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/relaxation/dijkstra.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova {

class SweepOrder {
  public:
    static constexpr std::uint32_t unreached = 0x7fffffffu;

    // At first the reference is the state in which nothing is true.
    SweepOrder(const RelaxedGraph& graph, Dijkstra& dijkstra, Limits& limits);

    // Takes the state where just these nodes are true as reference. Throws Halted.
    void refer_to(std::span<const NodeId> true_nodes, Dijkstra& dijkstra, Limits& limits);

    void set_goal(std::span<const NodeId> goal);  // instead of the graph's own

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
    void sort_goal();

    const RelaxedGraph* graph_;
    std::vector<std::uint32_t> edge_cost_;
    std::vector<std::uint32_t> value_, cost_, start_, stream_, first_use_, use_start_, uses_;
    std::vector<NodeId> goal_;
    std::uint32_t reached_ = 0;
    std::vector<EdgeId> order_;
    std::vector<std::uint32_t> next_;
};

}  // namespace isonova
