// The delete relaxation of a task, grounded: the one structure from which add and ff are computed for both engines.
//
// Nodes are ground atoms, `not-p` for fluents p that occur negatively, and auxiliary atoms of split rules. An edge
// makes its heads true once its whole body is, at its cost. Edges are the reachable instances of the task's relaxed
// rules from the initial state, per schema either split (auxiliary atoms project variables away as early as they can
// go) or whole (one edge per action), whichever is the smaller. That choice and everything else depends on the task and
// the options alone, never on who asks, so that values are equal in both engines.
//
// What holds of it: h_add over its edges is h_add over the ground actions (relaxation.md says where not). Bodies
// are sets; no edge has one of its heads in its body. Edges that cannot matter to the goal are left out, and so are
// nodes, unless the graph is made for any goal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isonova/relaxation/sure_adds.hpp"
#include "isonova/state/atom_table.hpp"
#include "isonova/task/cost_type.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/limits.hpp"
#include "isonova/util/rows.hpp"

namespace isonova {

using NodeId = std::uint32_t;
using EdgeId = std::uint32_t;

// What the body of an edge costs: the sum of its nodes (h_add) or the costliest of them (h_max).
enum class Combine : std::uint8_t { sum, max };

enum class Splitting : std::uint8_t { smaller, always, never };

struct RelaxedGraphOptions {
    // Counts, never seconds, so that the same task gives the same graph everywhere.
    std::uint64_t max_instances = 8'000'000;
    std::size_t max_bytes = std::size_t{1} << 30;
    std::uint64_t max_steps = 60'000'000;  // tuples looked at by joins, 8 for a new one
    Splitting splitting = Splitting::smaller;
    bool may_drop_inequalities = true;  // where that makes it fit
    // Keeps what the task's own goal does not need: every reachable atom has a node, and so has the negation of every
    // fluent that a plan may need to be false.
    bool any_goal = false;
};

// What is known of the variables of an edge's rule, so that the action behind it can be told. Variables that were
// projected away are found in the supporters of auxiliary body nodes.
struct Derivations {
    struct Rule {
        std::uint32_t action = none;  // `none` for axioms and auxiliary rules
        std::vector<Term> declared;   // its arguments, over the rule's variables
    };
    std::vector<Rule> rules;
    SureAdds adds;
    std::vector<std::uint32_t> rule;  // of each edge
    Rows values;                      // per edge, one object per variable; `none` where a use tells
    Rows uses;                        // per edge, pairs: an auxiliary node of its body, a row of `maps`
    Rows maps;                        // for each variable of the node's edges, the variable in the edge that uses it
};

struct RelaxedGraph {
    std::uint32_t node_count = 0;
    AtomTable atoms;               // node i is atom i of this table, for i < atoms.size()
    std::vector<NodeId> negation;  // of each atom node: the node that is true where it is false, or `none`
    std::vector<NodeId> goal;      // distinct
    bool goal_unreachable = false;

    Rows body;
    Rows heads;
    std::vector<std::int64_t> cost;
    Rows achievers;  // node -> edges, ascending
    Rows uses;       // node -> edges with it in their body, ascending
    Derivations derivations;
    bool may_cycle_freely = false;  // whether zero-cost edges can form a cycle

    struct {
        std::uint32_t split_schemata = 0;
        std::uint32_t dropped_inequalities = 0;  // schemata whose inequalities went past the budget
        double seconds = 0;
    } statistics;

    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(cost.size()); }
    NodeId node(PredicateId predicate, std::span<const ObjectId> args) const { return atoms.find(predicate, args); }
    std::size_t bytes() const;
};

// Null where the graph does not fit the options. Throws Halted.
std::shared_ptr<const RelaxedGraph> build_relaxed_graph(const Task& task, CostType cost_type, Limits& limits,
                                                        const RelaxedGraphOptions& options = {});

// From the ids of a table that may grow to nodes; an atom without a node is irrelevant.
class AtomNodes {
  public:
    AtomNodes(const RelaxedGraph& graph, const AtomTable& table) : graph_(&graph), table_(&table) {}
    NodeId operator[](AtomId atom) {
        if (atom >= nodes_.size()) extend();
        return nodes_[atom];
    }

  private:
    void extend();

    const RelaxedGraph* graph_;
    const AtomTable* table_;
    std::vector<NodeId> nodes_;
};

}  // namespace isonova
