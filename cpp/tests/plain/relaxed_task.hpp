// The delete relaxation of a ground task, for heuristics that work on ground actions.
//
// Nodes are the atoms, and a node `not-p` for every fluent p that occurs negatively in some condition or in the goal.
// An operator makes all its heads true once its body is: one per action, one per conditional effect (its body holds the
// action's precondition and the effect's condition), one per axiom, which costs nothing. `not-p` is achieved by
// deleting p unless the same effect, or the action for sure, adds p. A negated derived literal counts as true: the
// relaxation knows no better, and is still safe.
//
// Operators are numbered as the actions are (an action before its conditional effects), axioms last. Left out is what
// cannot change a value: heads that lead to no goal, heads that another operator reaches as cheaply from less, and
// operators with the body and heads of another that costs no more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova::testing {

using OperatorId = std::uint32_t;

struct RelaxedTask {
    RelaxedTask(const GroundTask& task, std::span<const std::int64_t> costs);

    std::uint32_t node_count = 0;
    std::vector<NodeId> negation;  // of each atom; `none` where there is no such node
    std::vector<NodeId> goal;      // distinct

    Rows body;       // of each operator; distinct
    Rows heads;      // of each operator; distinct, none of them in its body
    Rows body_of;    // node -> operators
    Rows achievers;  // node -> operators, ascending
    std::vector<std::int64_t> cost;
    std::vector<ActionId> action;  // `none` for an axiom
    bool has_zero_cost = false;

    std::uint32_t operator_count() const { return static_cast<std::uint32_t>(cost.size()); }

  private:
    void add_operator(std::vector<NodeId>& body_nodes, std::vector<NodeId>& head_nodes, std::int64_t operator_cost,
                      ActionId origin);
    void collect(const GroundTask& task, std::span<const std::int64_t> costs);
    void prune();
};

}  // namespace isonova::testing
