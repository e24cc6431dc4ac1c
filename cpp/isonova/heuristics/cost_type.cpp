#include "isonova/heuristics/cost_type.hpp"

#include <algorithm>
#include <limits>

namespace isonova {

std::vector<std::int64_t> adjusted_costs(const GroundTask& task, CostType type) {
    std::vector<std::int64_t> costs = task.cost;
    const bool unit = std::all_of(costs.begin(), costs.end(), [](std::int64_t cost) { return cost == 1; });
    if (type == CostType::normal || unit) return costs;
    for (std::int64_t& cost : costs) {
        if (type == CostType::one) {
            cost = 1;
        } else if (cost != std::numeric_limits<std::int64_t>::max()) {
            ++cost;
        }
    }
    return costs;
}

}  // namespace isonova
