// Searches for cheaper and cheaper plans, one after the other. When a search has found a plan or come to its end, the
// next one starts anew; the last one goes on after its plans. Each looks only for plans that cost less than the best
// one.
//
// Starting anew with a lower weight, rather than going on, is due to Richter, Thayer and Ruml, "The joy of forgetting:
// faster anytime search via restarting", ICAPS 2010.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isonova/planner/assembly.hpp"
#include "isonova/planner/search_spec.hpp"
#include "isonova/search/portfolio.hpp"

namespace isonova {

class SearchSeries {
  public:
    struct Plan {
        std::vector<ActionInstance> steps;
        std::int64_t cost = 0;
        std::string found_by;
    };
    struct Turn {
        std::uint64_t work;        // to be done, at most, in units of about a nanosecond
        std::int64_t best;         // cost of the best plan
        std::uint64_t expansions;  // left of what the run may do
        std::uint64_t evaluations;
    };

    // `assembly` must outlive it. Searches that hold more than so many bytes, as they count them, end.
    SearchSeries(Assembly& assembly, std::vector<SearchSpec> specs, const Limits& limits, std::size_t max_bytes,
                 Progress progress);

    // A cheaper plan, or nothing: then the turn is over, or all of it. Throws Halted where a limit is reached before a
    // search has started.
    std::optional<Plan> advance(const Turn& turn);
    bool is_over() const { return ended_.has_value(); }
    // Why it is: `unsolvable` is the proof that no plan is cheaper than the best one.
    Status ended() const { return *ended_; }
    bool last_is_optimal() const { return last_is_optimal_; }  // the last plan, by proof
    // Of all searches so far.
    std::uint64_t work() const;
    std::uint64_t expansions() const;
    std::uint64_t evaluations() const;
    const std::vector<std::string>& notes() const { return notes_; }

  private:
    void start(std::int64_t best);
    void drop();
    void go_to_next(Status otherwise);

    Assembly& assembly_;
    std::vector<SearchSpec> specs_;
    std::size_t next_ = 0;  // the spec of the search that runs, or will
    const Limits limits_;   // as they were; each search has its own
    std::size_t max_bytes_;
    Progress progress_;
    std::unique_ptr<Limits> own_limits_;
    std::unique_ptr<SearchRun> run_;
    std::optional<Status> ended_;
    bool last_is_optimal_ = false;
    std::uint64_t work_ = 0, expansions_ = 0, evaluations_ = 0;  // of searches that are gone
    std::vector<std::string> notes_;
};

}  // namespace isonova
