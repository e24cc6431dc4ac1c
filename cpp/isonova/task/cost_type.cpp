#include "isonova/task/cost_type.hpp"

#include <limits>
#include <optional>

namespace isonova {

bool has_unit_costs(const Task& task) {
    // The one value of each function, if it has only one.
    std::vector<std::optional<std::int64_t>> only(task.functions.size());
    std::vector<bool> several(task.functions.size(), false);
    for (const FunctionValue& each : task.function_values) {
        if (only[each.function] && *only[each.function] != each.value) several[each.function] = true;
        only[each.function] = each.value;
    }
    for (const Schema& schema : task.schemata) {
        std::int64_t cost = schema.cost.constant;
        for (const FunctionTerm& term : schema.cost.terms) {
            if (several[term.function]) return false;
            cost += only[term.function].value_or(0);
        }
        if (cost != task.cost_scale) return false;
    }
    return true;
}

std::int64_t CostAdjustment::operator()(std::int64_t cost) const {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return keep == 0 ? extra : cost > most - extra ? most : cost + extra;
}

CostAdjustment adjustment(const Task& task, CostType type) {
    if (type == CostType::one) return {0, 1};
    if (type == CostType::plusone && !has_unit_costs(task)) return {1, task.cost_scale};
    return {1, 0};
}

}  // namespace isonova
