// While it lives, work counted by `limits` beyond so many more steps ends with Halt::steps; an outer budget still
// holds.
#pragma once

#include <algorithm>
#include <cstdint>

#include "isonova/util/limits.hpp"

namespace isonova {

class StepBudget {
  public:
    StepBudget(Limits& limits, std::uint64_t steps) : limits_(limits), outer_(limits.max_steps) {
        limits.max_steps = steps > outer_ - std::min(outer_, limits.steps) ? outer_ : limits.steps + steps;
    }
    StepBudget(const StepBudget&) = delete;
    StepBudget& operator=(const StepBudget&) = delete;
    ~StepBudget() { limits_.max_steps = outer_; }

    // Whether it was this budget that ran out, and not one around it.
    bool is_spent() const { return limits_.steps > limits_.max_steps && limits_.steps <= outer_; }

  private:
    Limits& limits_;
    std::uint64_t outer_;
};

}  // namespace isonova
