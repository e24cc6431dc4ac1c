#include "isonova/heuristics/cost_type.hpp"

#include <algorithm>

namespace isonova {

std::vector<std::int64_t> adjusted_costs(const GroundTask& task, CostType type) {
    std::vector<std::int64_t> costs = task.cost;
    std::transform(costs.begin(), costs.end(), costs.begin(), adjustment(*task.task, type));
    return costs;
}

}  // namespace isonova
