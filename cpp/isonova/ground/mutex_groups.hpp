// Sets of fluent atoms of which at most one is true in any reachable state, found as Helmert's invariant synthesis does
// it ("Concise finite-domain representations for PDDL planning tasks", AIJ 2009): guess a family of sets, one for each
// value of its parameters, such as {at(?p, _), in(?p, _)}; where an action adds an atom without taking one away, look
// for an atom it takes away and make that part of the family. Guesses are made from predicates and checked on the
// ground actions, so that what holds of a family needs no reasoning about variables.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

struct MutexGroup {
    std::vector<AtomId> atoms;  // sorted, at least two
    bool never_empty = false;   // one of them is true in every reachable state
};

struct MutexOptions {
    std::uint32_t max_families = 300;
    std::uint64_t max_visits = 40'000'000;  // atoms of actions looked at; counted, so that it ends alike everywhere
};

// Every group holds; not every group there is gets found. Throws Halted.
std::vector<MutexGroup> mutex_groups(const GroundTask& task, Limits& limits, const MutexOptions& options = {});

}  // namespace isonova
