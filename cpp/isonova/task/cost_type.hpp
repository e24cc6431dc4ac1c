// What a heuristic takes an action to cost. `plusone` adds one to every cost, so that zero-cost actions count too,
// unless every action costs 1 already.
#pragma once

#include <cstdint>

#include "isonova/task/task.hpp"

namespace isonova {

enum class CostType : std::uint8_t { normal, one, plusone };

// Whether every action costs 1, as far as schemata and function values tell: reachable or not, and for both engines.
bool has_unit_costs(const Task& task);

// What to make of a cost: `keep` times it plus `extra`.
struct CostAdjustment {
    std::int64_t keep = 1;
    std::int64_t extra = 0;
    std::int64_t operator()(std::int64_t cost) const;  // never past the largest number
};
CostAdjustment adjustment(const Task& task, CostType type);

}  // namespace isonova
