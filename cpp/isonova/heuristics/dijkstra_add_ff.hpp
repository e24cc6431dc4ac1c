// h_add, h_FF and h_max on the relaxed graph, state by state: Dijkstra's algorithm that ends once every goal is
// reached. Cheaper than sweeps over all edges where the goal is near and the graph is large, for only what costs no
// more than the goal is ever looked at. The values are those of LaneAddFF.
#pragma once

#include "isonova/heuristics/graph_add_ff.hpp"

namespace isonova {

class DijkstraAddFF : public GraphAddFF {
  public:
    DijkstraAddFF(std::shared_ptr<GraphWorkspace> workspace, Relaxation kind, Limits& limits);
    DijkstraAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind, Limits& limits);

    void evaluate_with_plans(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                             std::span<std::vector<ActionNumber>* const> plans) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                         std::vector<std::vector<ActionNumber>>* plans = nullptr) override;
    std::uint64_t work() const override { return visits_; }

  private:
    void open(std::span<const AtomId> atoms);
    void set(NodeId node, bool now);
    void set_all(std::span<const AtomId> atoms, bool now);
    // Of the state that holds_ describes: the open one with some atoms added.
    Value evaluate_state(std::span<const AtomId> added, std::vector<ActionNumber>* plan = nullptr);

    std::vector<LaneMask> holds_;  // per node: 1 if it is true
    std::vector<NodeId> opened_;   // atom nodes true in the parent
    std::uint64_t visits_ = 0;
};

}  // namespace isonova
