// h_add or h_max of one state on the relaxed graph by Dijkstra's algorithm: an edge fires when the last node of its
// body is settled, first in, first out among equal costs. Sums are clamped, so that a node that can be reached never
// looks like one that cannot.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/util/bucket_queue.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class Dijkstra {
  public:
    using Cost = std::uint64_t;
    static constexpr Cost infinity = Cost{1} << 63;
    static constexpr Cost most = Cost{1} << 61;

    // What a run finds: the costs of the goals; of all nodes that cost no more than the costliest goal, which is what a
    // relaxed plan needs; or of all nodes.
    enum class Scope : std::uint8_t { goals, plan, everything };

    explicit Dijkstra(const RelaxedGraph& graph, Combine combine = Combine::sum);
    void set_goal(std::span<const NodeId> goal);  // instead of the graph's own

    // A state: its nodes are made true after `begin` and before `run`.
    void begin();
    void make_true(NodeId node) { reach(node, 0); }
    // Whether all goals are reached. Throws Halted.
    bool run(Scope scope, Limits& limits);

    const Cost* costs() const { return costs_.data(); }                    // infinity where not reached
    std::span<const EdgeId> fired() const { return fired_; }               // after a run for everything, in order
    Cost cost(EdgeId edge) const { return plus(edges_[edge].sum, edge); }  // of one that fired, with its body
    std::uint64_t visits() const { return visits_; }                       // of edges, in the last run

  private:
    struct EdgeState {
        std::uint32_t era = 0;
        std::uint32_t missing = 0;
        Cost sum = 0;
    };

    Cost plus(Cost sum, EdgeId edge) const {
        const Cost all = sum + static_cast<Cost>(graph_->cost[edge]);
        return all < most ? all : most;
    }
    void reach(NodeId node, Cost cost);
    void fire(EdgeId edge, Cost sum);
    template <bool records, bool sums>
    void expand(NodeId node, Cost cost);

    const RelaxedGraph* graph_;
    Combine combine_;
    std::vector<EdgeId> free_edges_;  // without body
    std::vector<NodeId> goal_;
    std::vector<std::uint8_t> is_goal_;
    std::vector<Cost> costs_;
    std::vector<NodeId> reached_;
    std::vector<EdgeState> edges_;
    std::vector<EdgeId> fired_;
    std::uint32_t era_ = 0;
    BucketQueue<Cost> queue_;
    std::uint64_t visits_ = 0;
};

}  // namespace isonova
