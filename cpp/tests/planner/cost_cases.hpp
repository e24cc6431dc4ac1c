// Small random tasks with the costs of their cheapest plans.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cheapest_plan.hpp"
#include "isonova/ground/ground.hpp"
#include "tasks/far_goal.hpp"
#include "tasks/random_costs.hpp"
#include "tasks/random_deliveries.hpp"
#include "tasks/random_task.hpp"

namespace isonova::testing {

struct CostCase {
    std::uint32_t seed = 0;
    TaskPtr task;
    std::shared_ptr<const GroundTask> ground_task;
    std::optional<std::int64_t> cheapest;
};

// Small tasks with conditional effects, axioms, negation and zero costs, and deliveries with costs.
inline const std::vector<CostCase>& cost_cases() {
    static const std::vector<CostCase> made = [] {
        std::vector<CostCase> out;
        for (std::uint32_t seed = 0; seed < 240; ++seed) {
            const TaskPtr task = seed % 2 ? random_deliveries(seed) : with_far_goal(random_task(seed), seed);
            CostCase each{seed, with_random_costs(task, seed), nullptr, {}};
            Limits limits;
            each.ground_task = std::make_shared<const GroundTask>(ground(each.task, limits));
            if (each.ground_task->goal_unreachable) continue;
            const Cheapest found = cheapest_plan(*each.ground_task, 1500);
            if (!found.is_known) continue;
            each.cheapest = found.cost;
            out.push_back(each);
        }
        return out;
    }();
    return made;
}

}  // namespace isonova::testing
