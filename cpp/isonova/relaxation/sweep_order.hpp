// In which order a sweep visits the edges: by their cost in a reference state, an earlier parent. Every edge that is
// reached there comes after whatever reached its body, so that in a state like it one visit each is enough. As far as
// that allows, edges of one shape (size of the body, number of heads) come together, so that a sweep can go through
// them in loops of a fixed length.
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

    // Of no state yet: it has to refer to one before a sweep.
    explicit SweepOrder(const RelaxedGraph& graph);

    // Takes the state where just these nodes are true as reference. Throws Halted.
    void refer_to(std::span<const NodeId> true_nodes, Dijkstra& dijkstra, Limits& limits);

    void set_goal(std::span<const NodeId> goal);  // instead of the graph's own

    // An edge at its place: cost, size of the body and number of heads; then the body, then the heads. A head is a node
    // with the bit `is_used_before`, if this edge or one before it needs the node.
    static constexpr std::uint32_t header = 3, is_used_before = 1u << 31;
    const std::uint32_t* edge(std::uint32_t place) const { return stream_.data() + start_[place]; }
    std::uint32_t edges() const { return static_cast<std::uint32_t>(start_.size()); }
    std::uint32_t reached() const { return reached_; }  // places below are of edges reached in the reference state
    std::uint32_t cost(std::uint32_t place) const { return cost_[place]; }  // there, of the edge with its body
    std::uint32_t value(NodeId node) const { return value_[node]; }         // there
    // Places of edges that need a node, ascending: 64 * word + i for every bit i.
    struct Uses {
        std::uint64_t places;
        std::uint32_t word;
    };
    std::span<const Uses> uses(NodeId node) const {
        return {uses_.data() + use_start_[node], use_start_[node + 1] - use_start_[node]};
    }
    // Edges of one shape that come one after the other; from place 0 on, up to the last edge that is reached.
    struct Run {
        std::uint32_t end, body, heads;
    };
    const Run* runs() const { return runs_.data(); }
    const std::vector<NodeId>& goal() const { return goal_; }  // the costliest first

  private:
    void sort_edges(const Dijkstra& dijkstra);
    void list_uses();
    void write_stream();
    void sort_goal();

    const RelaxedGraph* graph_;
    std::vector<std::uint32_t> value_, cost_, start_, stream_, use_start_;
    std::vector<Uses> uses_;
    std::vector<Run> runs_;
    std::vector<NodeId> goal_;
    std::uint32_t reached_ = 0;
    std::vector<EdgeId> order_, last_order_;
    std::vector<std::uint32_t> round_, node_round_, place_;
};

}  // namespace isonova
