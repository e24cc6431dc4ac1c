// Eager greedy best-first search with a single queue: first in, first out among equal keys; the goal is tested when a
// state is expanded; duplicates are dropped before they are evaluated; nothing is reopened, a cheaper path to a known
// state only changes its parent. Running out of something is a status, not an exception.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

enum class Status : std::uint8_t {
    solved,
    unsolvable,  // proved: every state was seen, or pruned by a safe evaluator
    exhausted,   // nothing left to expand, but an unsafe evaluator pruned states
    out_of_time,
    out_of_memory,
    limit_reached,  // max_expansions or max_evaluations
    interrupted,
};

Status status_of(Halt why);  // not of go_on

// Among equal keys: the oldest state first, or the one with the cheaper path and then the oldest.
enum class TieBreak : std::uint8_t { fifo, g };

struct SearchOptions {
    TieBreak tie_break = TieBreak::fifo;
    // Looked at between expansions, so that an expansion is never cut in half.
    std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t max_evaluations = std::numeric_limits<std::uint64_t>::max();
    // Whether the evaluator may look at what comes next. That changes how long a search takes and nothing else.
    bool look_ahead = true;
};

struct SearchStatistics {
    std::uint64_t expansions = 0;
    std::uint64_t evaluations = 0;
    std::uint64_t generated = 0;  // successors, duplicates included
    std::uint64_t dead_ends = 0;
    std::uint64_t states = 0;
    Value initial_h = 0;
    Key initial_key;
    Value best_h = 0;  // lowest h met, and where
    std::uint64_t best_h_expansions = 0;
    std::uint64_t best_h_evaluations = 0;
    double best_h_seconds = 0;
    double bytes_per_state = 0;  // growth of resident memory during search, per stored state
    double seconds = 0;
    NoveltyRate novelty;
};

struct SearchResult {
    Status status = Status::exhausted;
    std::vector<Step> plan;
    StateId goal = none;  // where it ends
    std::int64_t cost = 0;
    SearchStatistics statistics;
};

// Told of a new lowest h, at most ten times a second after the first few, and of how it goes five times a second.
using Progress = std::function<void(const SearchStatistics&)>;

SearchResult search(StateSpace& space, Evaluator& evaluator, const SearchOptions& options, Limits& limits,
                    const Progress& progress = {});

}  // namespace isonova
