// add and ff for any state space: computed on the relaxed graph, or state by state where the graph does not fit its
// budget. Which of the two depends on the task alone, so the values are the same in both engines.
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
