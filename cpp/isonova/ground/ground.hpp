// From the lifted task to the ground one: relaxed reachability over split rules finds the atoms, then the instances of
// every schema and axiom over those atoms are enumerated by a join and written down in order.
#pragma once

#include "isonova/ground/budget.hpp"
#include "isonova/ground/ground_task.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

// Throws Halted when a limit is reached, BudgetExceeded when the budget is. `atoms`, where given, are taken for the
// reachable ones, with those of the initial state.
GroundTask ground(TaskPtr task, Limits& limits, const GroundOptions& options = {}, const AtomTable* atoms = nullptr);

}  // namespace isonova
