// A task with other costs: 0 to 5 for each schema.
#pragma once

#include <memory>
#include <random>

#include "isonova/task/task.hpp"

namespace isonova::testing {

inline TaskPtr with_random_costs(const TaskPtr& task, std::uint32_t seed) {
    auto changed = std::make_shared<Task>(*task);
    std::mt19937 random(seed);
    for (Schema& schema : changed->schemata) schema.cost = {static_cast<std::int64_t>(random() % 6), {}};
    return changed;
}

}  // namespace isonova::testing
