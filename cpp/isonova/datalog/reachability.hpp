// Relaxed reachability: everything the rules derive from the initial state.
#pragma once

#include <cstddef>
#include <functional>

#include "isonova/datalog/relation.hpp"
#include "isonova/datalog/rule.hpp"
#include "isonova/util/limits.hpp"

namespace isonova::datalog {

// One relation per relation of the program: init atoms, and the object sets that rules use.
Relations load(const Program& program);

// Fires the rules of the task's relaxation (split first) to their fixpoint and returns all relations, the auxiliary
// ones last. `watch`, if given, hears the bytes in use now and then and may throw to end it. Throws Halted.
Relations reach(const Task& task, Limits& limits, const std::function<void(std::size_t)>& watch = {});

}  // namespace isonova::datalog
