// The costs that a heuristic over ground actions counts.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/task/cost_type.hpp"

namespace isonova {

std::vector<std::int64_t> adjusted_costs(const GroundTask& task, CostType type);

}  // namespace isonova
