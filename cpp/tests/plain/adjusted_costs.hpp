// The costs that a heuristic over ground actions counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/task/cost_type.hpp"

namespace isonova::testing {

inline std::vector<std::int64_t> adjusted_costs(const GroundTask& task, CostType type) {
    std::vector<std::int64_t> costs = task.cost;
    std::transform(costs.begin(), costs.end(), costs.begin(), adjustment(*task.task, type));
    return costs;
}

}  // namespace isonova::testing
