// add and ff for any state space: computed on the relaxed graph, or from the rules for every state where the graph does
// not fit its budget. Which of the two depends on the task alone, so the values are the same in both engines.
#pragma once

#include <cstdint>
#include <memory>

#include "isonova/heuristics/heuristic.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova {

enum class Relaxation : std::uint8_t { add, ff };

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

// A heuristic for one search. `table` may grow while it is in use; `table` and `limits` must outlive it. Throws Halted.
std::unique_ptr<Heuristic> make_add_ff(const AddFFBasis& basis, const AtomTable& table, Relaxation kind,
                                       Limits& limits);
// Both at once.
std::unique_ptr<Heuristic> make_add_ff(TaskPtr task, const AtomTable& table, Relaxation kind, CostType cost_type,
                                       Limits& limits, const RelaxedGraphOptions& options = {});

}  // namespace isonova
