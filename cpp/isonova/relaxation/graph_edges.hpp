// Edges while a graph is being built: as RelaxedGraph has them, before what does not matter is left out.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova::relaxation {

struct GraphEdges {
    Rows body, heads;
    std::vector<std::int64_t> cost;
    std::vector<std::uint32_t> rule;
    Rows values, uses;

    std::size_t size() const { return cost.size(); }
    std::size_t bytes() const {
        return body.bytes() + heads.bytes() + values.bytes() + uses.bytes() + 12 * cost.capacity();
    }
};

// Adds one atom, given as a node, to a table.
using InternAtom = std::function<void(NodeId, AtomTable&)>;

// Fills the graph, whose goal is known, with what matters of the edges: without heads that lead to no goal, heads that
// another edge reaches as cheaply from less, and what has no heads then. For any goal, all atoms and their negations
// stay. `negation` is of each atom; nodes that are no atoms come after them.
void finish_graph(RelaxedGraph& graph, GraphEdges edges, Derivations derivations, std::uint32_t node_count,
                  const std::vector<NodeId>& negation, const InternAtom& intern, bool any_goal);

}  // namespace isonova::relaxation
