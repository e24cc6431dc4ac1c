// Greedy best-first search with one or more queues, each ordered by an evaluator's keys.
//
// Eager: a state is evaluated when it is generated. Lazy (deferred evaluation; Helmert, "The Fast Downward planning
// system", JAIR 2006): a heuristic evaluates a state when it is expanded, and its children are queued by that value.
// Evaluators that depend on more than the state (novelty, landmarks) stay eager in a lazy search.
//
// What holds of both: the goal is tested when a state leaves a queue; duplicates are dropped before they are evaluated.
// A cheaper path to a known state changes its parent; unless options say more, it opens nothing again. With one queue,
// eager, this is the search of the paper. Running out of something is a status, not an exception.
//
// Where path costs count, options add three things: queues ordered by g + weight * h, reopening, and a bound on the
// cost of plans. Weight 1, an admissible heuristic and reopening make A*. A search whose options have one of the three
// can go on after a plan, for a cheaper one.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/search/goal_record.hpp"
#include "isonova/search/path_costs.hpp"
#include "isonova/search/queue.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

enum class Status : std::uint8_t {
    solved,
    unsolvable,  // proved: every state was seen, or pruned for a reason that is a proof
    exhausted,   // nothing left to expand, but states were pruned without proof
    out_of_time,
    out_of_memory,
    limit_reached,  // max_expansions or max_evaluations
    interrupted,
};

Status status_of(Halt why);  // not of go_on

// Among equal keys: the oldest state first, or the one with the cheaper path and then the oldest.
enum class TieBreak : std::uint8_t { fifo, g };

enum class Evaluate : std::uint8_t { eager, lazy };

// A state that looks like one that was expanded: in its turn, or when all queues are empty.
enum class Symmetric : std::uint8_t { keep, back };

struct SearchOptions {
    std::vector<QueueOptions> queues{QueueOptions{}};  // one of them, at least, for all states
    Evaluate evaluate = Evaluate::eager;
    // Lazy only: states taken from the queues and evaluated side by side before the first of them is expanded.
    std::uint32_t pop = 1;
    // Lazy only: how many states at most are evaluated together with those taken from the queues, in case their turn
    // comes. That changes how long a search takes and nothing else.
    std::uint32_t speculate = 0;
    // Lazy only: a state with more successors than that is at first expanded by its helpful actions alone, and queued
    // again for the others. 0: never.
    std::uint64_t helpful_first = 0;
    std::int64_t boost = 0;  // how many times in a row, on progress, queues of preferred successors come first
    std::uint64_t seed = 0;  // of queues that choose by chance
    TieBreak tie_break = TieBreak::fifo;
    Symmetric symmetric = Symmetric::keep;  // with `back`, a state is coloured when its turn comes
    // Queues are ordered by g + weight * h, then by h.
    std::optional<std::uint32_t> weight{};
    // Serialised iterated width instead of best-first search: serial_width.hpp.
    bool serial = false;
    std::uint32_t serial_levels = 1;  // feature maps of the evaluator: the largest k of IW(k)
    bool reopen = false;              // a state that was expanded is opened again when a cheaper path leads to it
    // Only plans that cost less. A state is dropped where g, plus h of an admissible evaluator, reaches the bound. That
    // nothing is left then is a proof only with reopening.
    std::int64_t max_cost = no_max_cost;
    // Looked at between expansions, so that an expansion is never cut in half.
    std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t max_evaluations = std::numeric_limits<std::uint64_t>::max();
    // Whether the evaluator may look at what comes next. That changes how long a search takes and nothing else.
    bool look_ahead = true;
    // Whether to record which goals are reached together. That takes 8 bytes for each state, which `bytes` leaves out,
    // so that it changes nothing else.
    bool record_goals = false;
};

struct SearchStatistics {
    std::uint32_t search = 0;  // which one it is, where there are several
    std::uint64_t expansions = 0;
    std::uint64_t evaluations = 0;
    std::uint64_t generated = 0;  // successors, duplicates included
    std::uint64_t dead_ends = 0;
    std::uint64_t reopened = 0;
    std::uint64_t episodes = 0;   // of a serial search: from a state to one with fewer goals left
    std::uint64_t widest = 0;     // of a serial search: how many feature maps an episode needed, at most
    std::uint64_t sent_back = 0;  // because they look like a state that was expanded
    std::uint64_t states = 0;
    Value initial_h = 0;  // of the first evaluator, as what follows
    Key initial_key;
    Value best_h = 0;  // lowest h met, and where
    std::uint64_t best_h_expansions = 0;
    std::uint64_t best_h_evaluations = 0;
    double best_h_seconds = 0;
    std::uint32_t best_h_queue = 0;  // the queue whose state led to it
    Value recent_h = 0;              // lowest h of the states evaluated last; kept up to date for reports only
    std::uint32_t plan_queue = 0;    // the queue from which the goal state came
    double bytes_per_state = 0;      // growth of resident memory during search, per stored state
    double seconds = 0;
    NoveltyRate novelty;
};

struct SearchResult {
    Status status = Status::exhausted;
    std::vector<Step> plan;
    StateId goal = none;  // where it ends
    std::int64_t cost = 0;
    bool optimal = false;  // proved: no plan costs less
    SearchStatistics statistics;
};

// Told of a new lowest h, at most ten times a second after the first few, and of how it goes five times a second.
using Progress = std::function<void(const SearchStatistics&)>;

class Search {
  public:
    // Everything passed by reference must outlive the search. Keys of queue q come from evaluators[q.evaluator].
    Search(StateSpace& space, std::span<Evaluator* const> evaluators, const SearchOptions& options, Limits& limits,
           Progress progress = {});
    ~Search();

    // Goes on until `work` reaches a total or more than `bytes` are held, and returns whether the search is over.
    bool advance(std::uint64_t work = std::numeric_limits<std::uint64_t>::max(),
                 std::size_t bytes = std::numeric_limits<std::size_t>::max());
    // Only plans that cost less than that, and than a plan that was found: after one, the search can go on. Only where
    // options have a weight, reopening or a bound.
    void seek_cheaper(std::int64_t than = no_max_cost);
    // Of this search, from its beginning; where the options say less, that holds.
    void limit_counts(std::uint64_t expansions, std::uint64_t evaluations);
    bool is_over() const;
    const SearchResult& result() const;
    const GoalRecord* goals() const;  // null where options ask for none

    // Counted, the same on every machine: work in units of about a nanosecond, and what grows with the states.
    std::uint64_t work() const;
    std::uint64_t work_since_progress() const;
    std::size_t bytes() const;

  private:
    class Process;
    class Run;
    class SerialWidth;
    std::unique_ptr<Process> process_;
};

// A search with one evaluator, from the beginning to its end.
SearchResult search(StateSpace& space, Evaluator& evaluator, const SearchOptions& options, Limits& limits,
                    const Progress& progress = {});

}  // namespace isonova
