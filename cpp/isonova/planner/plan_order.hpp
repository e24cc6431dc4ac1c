// The order that the steps of a plan need: one step comes before another if the later one reads or writes what the
// earlier one wrote, or writes what it read. In every sequence that keeps this order each step does what it did, and
// the last state is the same. Steps that belong together can so be gathered into one stretch.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/state/bits.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/rows.hpp"

namespace isonova {

class PlanOrder {
  public:
    using StepId = std::uint32_t;

    // What each step reads and writes.
    PlanOrder(const Rows& reads, const Rows& writes);

    struct Gathered {
        std::vector<StepId> steps;  // all of them, in a sequence that keeps the order
        StepId first, last;         // places in it: the stretch from `first` up to, without, `last`
    };
    // A stretch of at most so many steps around one of them: those that are linked to it by what one writes and the
    // other reads, nearest first, with whatever has to stay between them.
    Gathered gather(StepId around, std::uint32_t most) const;

  private:
    using Set = std::vector<Word>;

    std::size_t size_;
    Rows links_;  // per step, both ways
    std::vector<Set> before_, after_;
};

}  // namespace isonova
