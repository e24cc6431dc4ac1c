// Plans that get better. The first plan is the one that `plan` finds. Then several ways to cheaper plans take turns,
// counted in work:
//
//   windows   stretches of the best plan are planned anew
//   restarts  searches with real costs and falling weights, bounded by the best plan, as in LAMA (Richter and Westphal,
//             JAIR 2010)
//   A*        with h_max, bounded likewise; it can also prove that the best plan is optimal
//
// Plans are shortened, if options say so. It ends with a proof, at a limit, or where every way has come to its end.
#pragma once

#include <memory>
#include <string>

#include "isonova/planner/plan.hpp"
#include "isonova/planner/search_series.hpp"
#include "isonova/planner/windows.hpp"

namespace isonova {

class Anytime {
  public:
    // `limits` must outlive it.
    Anytime(TaskPtr task, PlanOptions options, Limits& limits, Progress progress = {});
    ~Anytime();

    // Looks for the next plan, cheaper than the one before. False: there is none, and `ended` says why.
    bool next();
    // Of the first run, with the plan, its cost and the counts as they are now. Optimal only where that is proved.
    const PlanResult& result() const { return result_; }
    // What found the plan: the name of a search, or `windows`.
    const std::string& found_by() const { return found_by_; }
    // After the last plan: `solved` where it is proved optimal, `exhausted` where nothing is left to try. Without any
    // plan: the status of the run.
    Status ended() const { return ended_; }

  private:
    struct Way {  // windows or a series of searches
        std::unique_ptr<Windows> windows;
        std::unique_ptr<SearchSeries> series;
        double share = 1;             // of the work
        std::uint64_t fruitless = 0;  // work of windows that found nothing
        bool is_over() const { return windows ? windows->is_over() : series->is_over(); }
        double spent() const { return static_cast<double>(windows ? fruitless : series->work()) / share; }
    };

    bool first();
    bool improve();
    void prepare();
    Way* whose_turn();
    std::optional<SearchSeries::Plan> take_turn(Way& way);
    SearchSeries::Turn turn() const;
    void take(SearchSeries::Plan plan);
    bool end(Status status);

    TaskPtr task_;
    PlanOptions options_;
    Limits& limits_;
    Limits later_limits_;  // what the first run has met does not end those after it
    Progress progress_;
    PlanLegacy legacy_;
    PlanResult result_;
    std::string found_by_;
    bool started_ = false, prepared_ = false, over_ = false;
    Status ended_ = Status::exhausted;
    std::vector<Way> ways_;
};

}  // namespace isonova
