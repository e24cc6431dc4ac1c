// Relaxed plans of states on the relaxed graph. A node's best supporter is its lowest-numbered tight edge (cost and
// body sum up to the node's value), whatever computed the values. Where zero-cost edges could form a cycle, only edges
// whose body nodes of the same value were reached in an earlier round count.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/relaxation/lane_costs.hpp"
#include "isonova/relaxation/plan_extractor.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/relaxation/zero_cost_rounds.hpp"

namespace isonova {

class GraphPlans {
  public:
    explicit GraphPlans(const RelaxedGraph& graph);
    void set_goal(std::span<const NodeId> goal) { goal_.assign(goal.begin(), goal.end()); }  // instead of the graph's

    template <class T>
    void extract(const LaneCosts<T>& costs, PlanBatch& batch);
    const AtomTable& actions() const { return extractor_.actions(); }

  private:
    template <class T>
    struct Source;

    struct Supported {
        std::uint32_t stamp = 0;
        LaneMask lanes = 0;           // whose best supporter is known
        std::uint32_t first = none;   // entry of choices_
        std::uint32_t looked_at = 0;  // so many achievers; none of them is tight in the other lanes
    };
    struct Choice {
        EdgeId edge;  // or `none`
        LaneMask lanes;
        std::uint32_t next;  // of the same node, or `none`
    };
    struct Resolved {  // the action behind an edge, with the edges below it the last time
        ActionNumber action = none;
        std::uint64_t cost = 0;
        std::vector<EdgeId> below;
    };

    // The first entry of choices_ for the node, after best supporters were found in these lanes at least.
    template <class T>
    std::uint32_t find_supporters(const LaneCosts<T>& costs, NodeId node, LaneMask lanes);
    // Appends the supporters of the edge's auxiliary nodes to below_, each with those of its own behind it. Leaves of
    // the lanes those that agree with the first one in all of them.
    template <class T>
    void collect_below(const LaneCosts<T>& costs, EdgeId edge, LaneMask& lanes);
    // The values of the edge's variables at the end of objects_; returns where, and adds the cost of what is joined.
    // `next` is where the edges below it begin in below_, and then where they end.
    std::size_t resolve(EdgeId edge, std::size_t& next, std::uint64_t& cost);
    // The action behind an edge, given the edges below it in below_.
    const Resolved& action(EdgeId edge, const Derivations::Rule& rule, AtomTable& actions);
    // The nodes that an action adds for sure.
    std::span<const NodeId> sure_adds(ActionNumber number, const AtomTable& actions);

    const RelaxedGraph* graph_;
    std::vector<NodeId> goal_;
    PlanExtractor extractor_;
    ZeroCostRounds rounds_;
    std::uint32_t stamp_ = 0;
    std::vector<Supported> supported_;  // per node
    std::vector<Choice> choices_;
    std::vector<std::uint32_t> resolved_of_;  // per edge, where it is in resolved_, or `none`
    std::vector<Resolved> resolved_;
    std::vector<EdgeId> below_;
    std::vector<ObjectId> objects_, arguments_;
    Rows adds_;  // per action number
};

}  // namespace isonova
