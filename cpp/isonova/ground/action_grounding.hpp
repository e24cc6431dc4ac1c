// The ground actions of all schemata, in order.
#pragma once

#include "isonova/ground/ground_task.hpp"
#include "isonova/ground/reachable_atoms.hpp"

namespace isonova::grounding {

void ground_actions(GroundTask& out, ReachableAtoms& atoms, Limits& limits, Budget& budget);

}  // namespace isonova::grounding
