// A relaxed plan from h_add values: for every needed node a tight edge (cost and body sum up to the node's value),
// whatever computed the values. Needed nodes are taken first come, first served, goals in their order first: one that
// an action chosen before adds at this very value is done already, any other takes its lowest-numbered tight edge. (So
// a block to be stacked anyway also frees the hand; a second action for that would be counted and not needed.) Where
// edges without cost could form a cycle, only edges whose body nodes of the same value were reached in an earlier round
// count. The actions behind the edges are told by their derivations; each PDDL action with its declared arguments
// counts once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

struct RelaxedPlan {
    Value cost = 0;  // `dead_end` if there is none
    std::vector<RelaxedAction> actions;
    std::vector<bool> preferred;  // of each: is the body of an edge it stands for true in the state?
};

// The h_add values of one state: those of a lane, or of 64 bits. `holds` is 1 for nodes true in the
// state, which has to be known where a plan is written or edges without cost form a cycle.
template <class T>
struct NodeCosts {
    const T* values;
    std::size_t stride;
    const std::uint8_t* holds;
    T operator[](NodeId node) const { return values[node * stride]; }
};

class PlanExtractor {
  public:
    explicit PlanExtractor(const RelaxedGraph& graph);

    // The goal must have been reached. Writes the plan where one is wanted.
    template <class T>
    Value extract(const NodeCosts<T>& costs, RelaxedPlan* plan = nullptr);

  private:
    void begin();
    template <class T>
    bool tight(const NodeCosts<T>& costs, EdgeId edge, T value) const;
    template <class T>
    EdgeId supporter(const NodeCosts<T>& costs, NodeId node);
    template <class T>
    void rank(const NodeCosts<T>& costs, NodeId node);
    // The values of the edge's variables at the end of objects_; returns where, and adds the cost of what is joined.
    template <class T>
    std::size_t resolve(const NodeCosts<T>& costs, EdgeId edge, std::uint64_t& cost);
    // Its number among the actions met; the nodes it adds for sure are known then.
    std::uint32_t action(const Derivations::Rule& rule, const ObjectId* values);

    const RelaxedGraph* graph_;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> needed_, supported_, ranked_;  // stamps, per node
    std::vector<EdgeId> supporter_;
    static constexpr std::uint32_t unranked = 0xffffffffu;
    struct Waiting {  // a tight edge, for one of its heads
        NodeId head;
        std::uint32_t missing, round;
    };
    std::vector<std::uint32_t> rank_, first_step_;
    std::vector<Waiting> waiting_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> steps_, round_nodes_;
    std::vector<NodeId> queue_, closure_;
    std::vector<ObjectId> objects_, arguments_;
    AtomTable actions_;                  // PDDL actions with their arguments, as they are met
    std::vector<std::uint32_t> chosen_;  // stamps, per action
    Rows adds_;                          // per action
};

}  // namespace isonova
