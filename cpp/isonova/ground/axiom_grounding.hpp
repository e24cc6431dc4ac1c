// The ground axioms, stratum by stratum.
#pragma once

#include "isonova/ground/ground_task.hpp"
#include "isonova/ground/reachable_atoms.hpp"

namespace isonova::grounding {

void ground_axioms(GroundTask& out, ReachableAtoms& atoms, Limits& limits, Budget& budget);

}  // namespace isonova::grounding
