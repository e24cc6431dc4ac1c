// Which goals the states of a search reached, and which of them together: it shows where a search without a plan got
// stuck. A goal is a literal of the task's goal. Every state that was generated counts, dead ends included.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace isonova {

using GoalSet = std::uint64_t;  // a bit for each goal

struct GoalRecord {
    static constexpr std::size_t most_goals = 64;

    std::size_t goals = 0;  // how many are looked at: the first ones of the task
    GoalSet best = 0;       // true in the first state that had most of them
    // By goal: itself, if it was true in some state, and goals that were true with it. A pair that was true together
    // is there for one goal of the two, at least.
    std::array<GoalSet, most_goals> together{};

    void add(const GoalRecord& other);  // of another search for the same task
};

}  // namespace isonova
