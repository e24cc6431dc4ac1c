// What the rest of a plan needs of each of its states. A stretch of the plan can be replaced by anything that leads
// from its first state to a state in which the same fluents have the same values as in its last one, of those fluents
// that the rest reads before it writes them: in preconditions, in effect conditions (whether they held or not), in the
// goal, and in the axioms behind a derived atom that is read, transitively. Then the rest does what it did before.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isonova/planner/simulation.hpp"

namespace isonova {

struct PlanTrace {
    std::vector<Simulation::State> states;  // one more than steps
    Rows reads, writes;                     // of each step: fluents, those behind derived atoms included
    std::vector<Simulation::State> needed;  // of each state: the fluents that the rest reads before it writes them
    std::vector<std::int64_t> cost;         // of the steps before each state
};

// Nothing if the plan is not valid. `ways` are those of each step. Throws Halted.
std::optional<PlanTrace> trace_plan(Simulation& simulation, const Rows& ways);

}  // namespace isonova
