// The distinct actions of a relaxed plan: PDDL actions with their declared arguments.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova {

class ActionSet {
  public:
    // False if it was there. `declared` are the action's arguments, over the variables that `values` are of.
    bool insert(std::uint32_t action, const std::vector<Term>& declared, const ObjectId* values);
    // The arguments of the action inserted last; until the next one.
    std::span<const ObjectId> newest() const { return std::span<const ObjectId>(rows_).subspan(newest_ + 2); }
    void clear();

  private:
    std::vector<std::uint32_t> rows_;  // (size, action, arguments) of each
    std::size_t newest_ = 0;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, none);
    std::vector<std::uint32_t> used_slots_;
};

}  // namespace isonova
