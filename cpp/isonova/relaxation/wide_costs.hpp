// h_add of one state in 64 bits, for costs that leave 32: every changed node has its edges looked at again until
// nothing changes. Sums are clamped, so that a node that can be reached never looks like one that cannot.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class WideCosts {
  public:
    static constexpr std::uint64_t infinity = std::uint64_t{1} << 63;
    static constexpr std::uint64_t most = std::uint64_t{1} << 61;

    explicit WideCosts(const RelaxedGraph& graph) : graph_(&graph), queued_(graph.edge_count(), 0) {}
    void run(std::span<const NodeId> true_nodes, Limits& limits);
    const std::uint64_t* values() const { return values_.data(); }

  private:
    const RelaxedGraph* graph_;
    std::vector<std::uint64_t> values_;
    std::vector<EdgeId> queue_;
    std::vector<std::uint8_t> queued_;
};

}  // namespace isonova
