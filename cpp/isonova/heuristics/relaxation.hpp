// add and ff for any state space: both are computed on the relaxed graph, or by Datalog in order of cost where the
// graph does not fit its budget. The values are the same, and the same in both engines.
#pragma once

#include <cstdint>
#include <memory>

#include "isonova/heuristics/heuristic.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova {

enum class Relaxation : std::uint8_t { add, ff };

// `table` may grow while the heuristic is in use; it and `limits` must outlive the heuristic. Throws Halted.
std::unique_ptr<Heuristic> make_relaxation_heuristic(TaskPtr task, const AtomTable& table, Relaxation kind,
                                                     CostType cost_type, Limits& limits,
                                                     const RelaxedGraphOptions& options = {});

}  // namespace isonova
