// add, ff and hmax on the relaxed graph: what the algorithms for them share.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "isonova/heuristics/add_ff.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/relaxation/dijkstra.hpp"
#include "isonova/relaxation/graph_plans.hpp"

namespace isonova {

// What several algorithms of one search can share: nodes of atoms, memory for Dijkstra's algorithm and for relaxed
// plans, and with these the numbers of actions. The graph is never changed, and searches on any threads share it.
struct GraphWorkspace {
    // `table` may grow; it must outlive the workspace.
    GraphWorkspace(std::shared_ptr<const RelaxedGraph> relaxed_graph, const AtomTable& table, Relaxation kind)
        : graph(std::move(relaxed_graph)),
          nodes(*graph, table),
          goal(graph->goal),
          combine(kind == Relaxation::max ? Combine::max : Combine::sum),
          dijkstra(*graph, combine),
          plans(*graph) {
        for (NodeId atom = 0; atom < graph->negation.size(); ++atom)
            if (graph->negation[atom] != none) negated.push_back(atom);
    }

    std::shared_ptr<const RelaxedGraph> graph;
    AtomNodes nodes;
    std::vector<NodeId> negated;  // atoms with a negation node
    std::vector<NodeId> goal;     // the graph's, or another one
    Combine combine;
    Dijkstra dijkstra;
    GraphPlans plans;
};

class GraphAddFF : public Heuristic {
  public:
    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* parent_plan = nullptr) override {
        evaluate_with_plans(expansions, out, {&parent_plan, parent_plan ? 1u : 0u});
    }
    // As `evaluate`, with the helpful actions of each parent whose entry of `plans` is there and not null.
    virtual void evaluate_with_plans(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                                     std::span<std::vector<ActionNumber>* const> plans) = 0;
    // Values are of this goal from now on: distinct nodes of a graph that was made for any goal.
    virtual void set_goal(std::span<const NodeId> goal) {
        workspace_->goal.assign(goal.begin(), goal.end());
        workspace_->dijkstra.set_goal(goal);
        workspace_->plans.set_goal(goal);
    }
    // h_max knows no relaxed plans: its values are no sums over their actions.
    const AtomTable* actions() const override {
        return kind_ == Relaxation::max ? nullptr : &workspace_->plans.actions();
    }
    const std::shared_ptr<GraphWorkspace>& workspace() const { return workspace_; }

  protected:
    GraphAddFF(std::shared_ptr<GraphWorkspace> workspace, Relaxation kind, Limits& limits)
        : workspace_(std::move(workspace)), graph_(*workspace_->graph), kind_(kind), limits_(limits) {}

    bool needs_plan(const std::vector<ActionNumber>* wanted) const { return kind_ == Relaxation::ff || wanted; }
    // Overwrites the batch's values with those of the heuristic, and appends helpful actions to its plans.
    template <class T>
    void find_values(const LaneCosts<T>& costs, PlanBatch& batch) {
        const LaneMask all = batch.lanes;
        if (kind_ != Relaxation::ff) batch.lanes = batch.written();
        if (batch.lanes != 0) workspace_->plans.extract(costs, batch);
        batch.lanes = all;
        if (kind_ == Relaxation::ff) return;
        for_each_lane(all, [&](std::uint32_t lane) {
            std::uint64_t value = 0;
            for (const NodeId node : workspace_->goal) {
                const std::uint64_t each = costs.value(node, lane);
                value = kind_ == Relaxation::max ? std::max(value, each)
                                                 : std::min(value + each, static_cast<std::uint64_t>(dead_end) - 1);
            }
            batch.values[lane] = static_cast<Value>(value);
        });
    }
    // The same for one state, by Dijkstra's algorithm.
    Value value(const Dijkstra& dijkstra, const LaneMask* holds, std::vector<ActionNumber>* plan) {
        PlanBatch batch;
        batch.lanes = 1;
        batch.plans[0] = plan;
        find_values(LaneCosts<Dijkstra::Cost>{dijkstra.costs(), holds}, batch);
        return batch.values[0];
    }
    NodeId node_of(AtomId atom) { return workspace_->nodes[atom]; }

    std::shared_ptr<GraphWorkspace> workspace_;
    const RelaxedGraph& graph_;
    Relaxation kind_;
    Limits& limits_;
};

}  // namespace isonova
