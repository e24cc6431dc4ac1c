// h_add and h_FF on the relaxed graph, state by state: Dijkstra's algorithm that ends once every goal is reached.
// Cheaper than sweeps over all edges where the goal is near and the graph is large, for only what costs no more than
// the goal is ever looked at. The values are the same.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "isonova/heuristics/heuristic.hpp"
#include "isonova/heuristics/relaxation.hpp"
#include "isonova/relaxation/graph_plans.hpp"
#include "isonova/util/bucket_queue.hpp"

namespace isonova {

class FrontierHeuristic : public Heuristic {
  public:
    FrontierHeuristic(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind,
                      Limits& limits, std::shared_ptr<GraphPlans> plans = nullptr);

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* parent_plan = nullptr) override {
        evaluate_with_plans(expansions, out, {&parent_plan, parent_plan ? 1u : 0u});
    }
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    void evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                         std::vector<std::vector<ActionNumber>>* plans = nullptr) override;
    const AtomTable* actions() const override { return &plans_->actions(); }
    std::uint64_t work() const override { return visits_; }

    // As GraphHeuristic does.
    void evaluate_with_plans(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                             std::span<std::vector<ActionNumber>* const> plans);

  private:
    using Cost = std::uint64_t;
    static constexpr Cost infinity = Cost{1} << 63;
    static constexpr Cost most = Cost{1} << 61;
    struct EdgeState {
        std::uint32_t era = 0;
        std::uint32_t missing = 0;
        Cost sum = 0;
    };

    void open(std::span<const AtomId> atoms);
    void set(AtomId atom, bool now);
    // Of the state that holds_ describes.
    Value value(std::span<const AtomId> added, std::vector<ActionNumber>* plan = nullptr);
    void reach(NodeId node, Cost cost);
    void fire(EdgeId edge, Cost cost);
    void settle(NodeId node, Cost cost);

    std::shared_ptr<const RelaxedGraph> graph_;
    Relaxation kind_;
    Limits& limits_;
    AtomNodes nodes_;
    std::vector<NodeId> negated_;     // atoms with a negation node
    std::vector<EdgeId> free_edges_;  // without body
    std::vector<std::uint8_t> is_goal_;
    std::vector<std::uint8_t> holds_;  // per node
    std::vector<NodeId> opened_;       // atom nodes true in the parent

    std::vector<Cost> costs_;  // infinity between evaluations
    std::vector<NodeId> touched_;
    std::vector<EdgeState> edges_;
    std::uint32_t era_ = 0;
    BucketQueue<Cost> queue_;
    std::shared_ptr<GraphPlans> plans_;
    std::uint64_t visits_ = 0;
};

}  // namespace isonova
