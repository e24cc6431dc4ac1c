// Relaxed plans of states on the relaxed graph. A node's best supporter is its lowest-numbered tight edge (cost and
// body sum up to the node's value), whatever computed the values. Where zero-cost edges could form a cycle, only edges
// whose body nodes of the same value were reached in an earlier round count.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "isonova/relaxation/plan_extractor.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova {

// The h_add values of one state: those of a lane, or of 64 bits. `holds` is 1 for nodes true in the
// state, which has to be known where a plan is written or zero-cost edges form a cycle.
template <class T>
struct NodeCosts {
    const T* values;
    std::size_t stride;
    const std::uint8_t* holds;
    T operator[](NodeId node) const { return values[node * stride]; }
};

class GraphPlans {
  public:
    explicit GraphPlans(const RelaxedGraph& graph);
    void set_goal(std::span<const NodeId> goal) { goal_.assign(goal.begin(), goal.end()); }  // instead of the graph's

    // As PlanExtractor::extract.
    template <class T>
    Value extract(const NodeCosts<T>& costs, std::vector<ActionNumber>* plan = nullptr);
    const AtomTable& actions() const { return extractor_.actions(); }

  private:
    template <class T>
    struct Source;

    void begin();
    template <class T>
    bool tight(const NodeCosts<T>& costs, EdgeId edge, T value) const;
    template <class T>
    EdgeId supporter(const NodeCosts<T>& costs, NodeId node);
    template <class T>
    void rank(const NodeCosts<T>& costs, NodeId node);
    // Appends the supporters of the edge's auxiliary nodes to below_, each with those of its own behind it.
    template <class T>
    void collect_below(const NodeCosts<T>& costs, EdgeId edge);
    // The values of the edge's variables at the end of objects_; returns where, and adds the cost of what is joined.
    // `next` is where the edges below it begin in below_, and then where they end.
    std::size_t resolve(EdgeId edge, std::size_t& next, std::uint64_t& cost);
    // The nodes that an action adds for sure.
    std::span<const NodeId> sure_adds(ActionNumber number, const AtomTable& actions);

    const RelaxedGraph* graph_;
    std::vector<NodeId> goal_;
    PlanExtractor extractor_;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> supported_, ranked_;  // stamps, per node
    std::vector<EdgeId> supporter_;
    static constexpr std::uint32_t unranked = 0xffffffffu;
    struct Waiting {  // a tight edge, for one of its heads
        NodeId head;
        std::uint32_t missing, round;
    };
    std::vector<std::uint32_t> rank_, first_step_;
    std::vector<Waiting> waiting_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> steps_, round_nodes_;
    std::vector<NodeId> closure_;
    std::vector<ObjectId> objects_;
    struct Resolved {  // the action behind an edge, with the edges below it the last time
        ActionNumber action = none;
        std::uint64_t cost = 0;
        std::vector<EdgeId> below;
    };
    std::vector<std::uint32_t> resolved_of_;  // per edge, where it is in resolved_, or `none`
    std::vector<Resolved> resolved_;
    std::vector<EdgeId> below_;
    std::vector<ObjectId> arguments_;
    Rows adds_;  // per action number
};

}  // namespace isonova
