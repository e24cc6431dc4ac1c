// Shorter plans by action elimination: leave out a step, with it all later steps that can then no longer be applied,
// and keep what remains if it still reaches the goal. Greedy: of all sets of steps that can go, the most expensive one
// goes first, of equally expensive ones the largest, until none is left. Plans stay valid with conditional effects and
// axioms, because what remains is simulated.
//
// Nakhost and Müller (2010), "Action Elimination and Plan Neighborhood Graph Search: Two Algorithms for Plan
// Improvement"; greedy: Balyo, Chrpa and Kilani (2014), "On Different Strategies for Eliminating Redundant Actions from
// Plans".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/state/state_space.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

// Literals looked at: less than a second of work, whatever the plan.
inline constexpr std::uint64_t default_shorten_budget = 50'000'000;

struct Shortened {
    std::vector<std::uint32_t> kept;  // steps by their places in the plan, ascending
    std::int64_t saved = 0;           // cost of the others
};

// The same for every engine: the plan's actions alone are grounded. Where the budget or a limit ends it early, what has
// been left out until then stays out. A plan that is not valid stays as it is, and so does one with a step that can
// never change anything, which no search has.
Shortened shorten(const Task& task, std::span<const ActionInstance> plan, std::uint64_t budget, Limits& limits);

}  // namespace isonova
