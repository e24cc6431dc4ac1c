// Better plans by planning stretches of a plan anew. A window is a stretch between two states of the plan; weighted A*
// looks for a cheaper way from the first to what the rest of the plan needs of the second. The steps of a window follow
// each other in the plan, or they are gathered: steps that give something to each other, moved together as far as the
// order that they need allows (PlanOrder). Windows are short at first and get few evaluations; then longer ones come,
// and all get more. Of the windows of one length, those come first whose cost is furthest above the estimate.
//
// Everything is counted, so that the same task and plan give the same plans everywhere. Siddiqui and Haslum (2015),
// "Continuing Plan Quality Optimisation", improve windows of partially ordered plans in this way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/heuristics/add_ff.hpp"
#include "isonova/relaxation/relaxed_graph.hpp"
#include "isonova/state/state_space.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class PlanOrder;

struct WindowOptions {
    Relaxation estimate = Relaxation::ff;
    // Percent: see WindowSearch. Estimates are trusted fully at first, so that windows that promise nothing are done
    // with soon, then less and less down to `trust`.
    std::int64_t weight = 200, trust = 50;
    std::uint32_t shortest = 10;      // steps of a window; lengths double
    std::uint64_t evaluations = 500;  // of a window at first; this number doubles
    std::uint64_t most_evaluations = 200'000;
    bool gather = true;  // also windows of steps that belong together, wherever they are
    RelaxedGraphOptions graph{};
};

class Windows {
  public:
    struct Plan {
        std::vector<ActionInstance> steps;
        std::int64_t cost = 0;
    };

    // `ground` is null for the lifted engine. `limits` must outlive it.
    Windows(TaskPtr task, std::shared_ptr<const GroundTask> ground, Limits& limits, const WindowOptions& options = {});
    ~Windows();

    // Takes a plan to improve, the windows of which start with the shortest again; what is known of windows stays
    // known.
    void improve(std::vector<ActionInstance> plan);
    // The next plan that costs less than the one before, or nothing: where a limit is reached, where so much more work
    // (in units of about a nanosecond, counted) is done, or where no window is left.
    std::optional<Plan> next(std::uint64_t work);

    // Whether there is nothing left to try. That is so at once for a plan that is not valid, and where the relaxed
    // graph does not fit its budget, without which there are no windows.
    bool is_over() const { return over_; }

  private:
    class Engine;
    struct Candidate {
        std::uint32_t step;  // the first one, or the one that the others are gathered around; `none` where it is gone
        bool is_gathered;
        Value gain;
    };
    struct Arranged {
        std::vector<std::uint32_t> order;  // the steps of the plan, by their places before
        std::uint32_t first, last;         // the window: from this state to that
        std::vector<ActionInstance> steps;
    };
    enum : std::uint64_t { nothing_left = ~std::uint64_t{0} };

    bool prepare();
    void adopt();
    bool next_round();
    bool was_tried(std::uint64_t evaluated);
    void list_candidates();
    Arranged arrange(const Candidate& window);
    void open(const Candidate& window);
    bool search(std::uint64_t work);  // the window that is open; whether there is a better plan
    void stop();
    std::int64_t trust() const {  // in estimates, now
        return std::max(options_.trust, 100 - 25 * std::int64_t{level_ - doublings_});
    }
    std::uint64_t evaluations() const {  // of a window, now
        return std::min(options_.most_evaluations, options_.evaluations << (level_ - doublings_));
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(plan_.steps.size()); }

    TaskPtr task_;
    std::shared_ptr<const GroundTask> ground_;
    Limits& limits_;
    WindowOptions options_;
    std::unique_ptr<Engine> engine_;
    Plan plan_;
    std::unique_ptr<PlanOrder> order_;  // of the plan's steps
    bool over_ = true, prepared_ = false;
    bool is_gathered_ = false;  // whether the engine has the plan in another order

    // Round by round: windows of one length, with so many evaluations each. At level k the lengths are the first k + 1,
    // and each has twice the evaluations of the level before.
    std::uint32_t level_ = 0, doublings_ = 0;
    bool is_listed_ = false, improved_ = false;  // in this round
    bool cut_short_ = false;                     // whether more could be found in some window of this level
    std::vector<Candidate> candidates_;
    std::size_t next_candidate_ = 0;
    struct Open {
        Arranged plan;
        std::uint64_t hash;
    };
    std::optional<Open> open_;                                // the window that is searched
    std::unordered_map<std::uint64_t, std::uint64_t> tried_;  // windows by a hash: evaluations, or nothing_left
};

}  // namespace isonova
