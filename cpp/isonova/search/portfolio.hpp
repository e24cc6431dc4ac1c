// Several searches for the same task, each in a state space of its own. They take turns, or have a thread each; the
// first plan ends them all.
//
// A turn is counted in work, not in seconds, so that a run is the same on every machine and each search gets its share
// of the time. Turns grow by a factor. When the bytes counted exceed what there is, the search that has gone longest
// without progress is dropped and its memory goes back to the system. With threads, which search comes first may differ
// from run to run.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/search/search.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

// A search with everything that belongs to it alone.
struct SearchRun {
    std::unique_ptr<StateSpace> space;
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    std::vector<std::string> notes;  // on what could not be made as asked for
    std::unique_ptr<Search> search;  // goes first
};

struct PortfolioOptions {
    std::uint64_t first_turn = 200'000'000;  // work of each search in the first round
    double growth = 1.5;                     // of turns, from round to round
    // More than 1: a thread for each search. Fewer threads than searches: the threads take the searches in turns.
    std::uint32_t threads = 1;
    // Of all searches together where they take turns, of each one where they have threads.
    std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t max_evaluations = std::numeric_limits<std::uint64_t>::max();
    // What the searches may hold together, as they count it; 0: as the memory limit says.
    std::size_t max_bytes = 0;
};

struct PortfolioMember {
    std::string name;
    double share = 1;  // of the work, compared with the others
    // Called when the first turn of the search comes. `limits` outlive what it makes. May throw Halted.
    std::function<std::unique_ptr<SearchRun>(Limits& limits, Progress progress)> make;
};

struct PortfolioResult {
    struct Each {
        std::string name;
        bool started = false;
        bool dropped = false;          // to make room for the others
        std::optional<Status> status;  // none while it could have gone on
        std::uint64_t work = 0;
        std::vector<std::string> notes;
        SearchStatistics statistics;
        std::optional<RelaxationStatistics> relaxation;
        std::optional<NoveltyTelemetry> novelty;
        std::optional<GoalRecord> goals;
    };
    Status status = Status::exhausted;
    std::size_t winner = static_cast<std::size_t>(-1);  // the search whose status this is, where it is one's
    SearchResult found;                                 // of the winner
    std::unique_ptr<Limits> limits;                     // those of `run`; they end nothing any more
    std::unique_ptr<SearchRun> run;  // of the winner, whose space names the actions of the plan; or of any other
    std::vector<Each> searches;
};

// What was freed goes back to the system, so that others can have it and limits see that it is free.
void return_memory();

PortfolioResult run_portfolio(const std::vector<PortfolioMember>& members, const PortfolioOptions& options,
                              Limits& limits, const Progress& progress = {});

}  // namespace isonova
