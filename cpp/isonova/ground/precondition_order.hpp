// In which order a successor generator tests the preconditions of each action. All actions of a schema follow one order
// of the schema's literals, so that they share their first tests. It is chosen greedily: as next literal the one of
// which fewest instances hold together with what was tested before, counted in a few states of a random walk.
#pragma once

#include "isonova/ground/ground_task.hpp"

namespace isonova {

// One row per action: its precondition atoms in the order of their tests.
Rows precondition_order(const GroundTask& task);

}  // namespace isonova
