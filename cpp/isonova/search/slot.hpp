// An evaluator of a search with what the search keeps for it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/search/helpful_actions.hpp"
#include "isonova/search/search.hpp"

namespace isonova {

struct Slot {
    Evaluator* evaluator = nullptr;
    EvaluatorTraits traits;
    bool deferred = false;
    bool with_preferred = false;   // whether its preferred successors are wanted
    std::size_t value = no_value;  // in NodeTable: h of each state; of a deferred one h of the parent
    std::unique_ptr<HelpfulActions> helpful;
    Evaluations evaluations;  // of the children of the state being expanded
    Value parent_h = 0;       // of a deferred one: of the state being expanded
    Value best = dead_end;

    static constexpr std::size_t no_value = static_cast<std::size_t>(-1);
};

// Whether a cheaper path to a known state may change where it stands in the queues.
bool follows_costs(const SearchOptions& options);
// Whether a state may be in several queues, or twice in one. Then states are marked when they are expanded.
bool may_come_twice(const SearchOptions& options);

std::vector<Slot> make_slots(StateSpace& space, std::span<Evaluator* const> evaluators, const SearchOptions& options);
std::size_t kept_values(const std::vector<Slot>& slots);

}  // namespace isonova
