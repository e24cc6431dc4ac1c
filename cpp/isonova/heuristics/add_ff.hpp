// add, ff and hmax for any state space: computed on the relaxed graph, or from the rules for every state where the
// graph does not fit its budget. Which of the two depends on the task alone, so the values are the same in both
// engines.
#pragma once

#include <cstdint>
#include <memory>

#include "isonova/heuristics/heuristic.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova {

enum class Relaxation : std::uint8_t { add, ff, max };

// What add and ff of a task are computed from. It is never changed, so searches can share it, on any threads.
struct AddFFBasis {
    TaskPtr task;
    CostType cost_type = CostType::normal;
    std::shared_ptr<const RelaxedGraph> graph;  // null: rules are evaluated for every state
    bool inequalities = true;                   // whether these rules have theirs
};

// Throws Halted.
std::shared_ptr<const AddFFBasis> choose_add_ff_basis(TaskPtr task, CostType cost_type, Limits& limits,
                                                      const RelaxedGraphOptions& options = {});

// A heuristic for one search, add or ff. `table` may grow while it is in use; `table` and `limits` must outlive it.
// Throws Halted.
std::unique_ptr<Heuristic> make_add_ff(const AddFFBasis& basis, const AtomTable& table, Relaxation kind,
                                       Limits& limits);
// h_max: the cost of the costliest goal where the body of an edge costs as much as its costliest node. Null without a
// graph. It is admissible under the costs of the basis, also with conditional effects and axioms: where one effect of
// an action serves another of the same action, a plan applies the action twice. (Bonet and Geffner, "Planning as
// heuristic search", 2001.)
std::unique_ptr<Heuristic> make_hmax(const AddFFBasis& basis, const AtomTable& table, Limits& limits);
// Basis and heuristic at once.
std::unique_ptr<Heuristic> make_add_ff(TaskPtr task, const AtomTable& table, Relaxation kind, CostType cost_type,
                                       Limits& limits, const RelaxedGraphOptions& options = {});

}  // namespace isonova
