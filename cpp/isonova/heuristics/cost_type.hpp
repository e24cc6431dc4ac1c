// What a heuristic takes an action to cost. `plusone` adds one to every cost, so that zero-cost actions count too,
// unless all actions cost 1 already.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/ground/ground_task.hpp"

namespace isonova {

enum class CostType : std::uint8_t { normal, one, plusone };

std::vector<std::int64_t> adjusted_costs(const GroundTask& task, CostType type);

}  // namespace isonova
