#include "isonova/search/greedy_search.hpp"

#include <chrono>
#include <new>

#include "isonova/search/node_table.hpp"
#include "isonova/search/open_list.hpp"

namespace isonova {

Status status_of(Halt why) {
    switch (why) {
        case Halt::time:
            return Status::out_of_time;
        case Halt::memory:
            return Status::out_of_memory;
        default:
            return Status::interrupted;
    }
}

namespace {

std::int64_t plus(std::int64_t g, std::int64_t cost) {
    return g > std::numeric_limits<std::int64_t>::max() - cost ? std::numeric_limits<std::int64_t>::max() : g + cost;
}

class GreedySearch : private DuplicateListener, private Upcoming {
  public:
    GreedySearch(StateSpace& space, Evaluator& evaluator, const SearchOptions& options, Limits& limits,
                 const Progress& progress)
        : space_(space),
          evaluator_(evaluator),
          options_(options),
          limits_(limits),
          progress_(progress),
          nodes_(evaluator.wants_parent_h(), limits),
          open_(limits),
          key_is_h_(evaluator.key_is_h()) {
        expansion_.with_parent_atoms = evaluator.wants_parent_atoms();
        if (options.look_ahead) evaluator.follow(this);
    }
    ~GreedySearch() override { evaluator_.follow(nullptr); }

    SearchResult run() {
        const std::size_t bytes_before = resident_bytes();
        try {
            result_.status = loop();
        } catch (const Halted& halted) {
            result_.status = status_of(halted.why);
        } catch (const std::bad_alloc&) {
            result_.status = Status::out_of_memory;
        }
        statistics_.seconds = seconds();
        statistics_.states = space_.state_count();
        const std::size_t bytes_after = resident_bytes();
        if (bytes_after > bytes_before && statistics_.states != 0) {
            statistics_.bytes_per_state =
                static_cast<double>(bytes_after - bytes_before) / static_cast<double>(statistics_.states);
        }
        return std::move(result_);
    }

  private:
    struct Duplicate {
        StateId child;
        ActionId action;
        std::int64_t cost;
    };

    double seconds() const { return std::chrono::duration<double>(Limits::Clock::now() - start_).count(); }

    void duplicate(StateId, StateId child, ActionId action, std::int64_t cost) override {
        nodes_.prefetch(child);
        duplicates_.push_back({child, action, cost});
    }

    StateId next() override {
        constexpr std::size_t nearest = 16, farthest = 64;
        if (next_ == 0 || (next_ == nearest && upcoming_.size() == nearest)) {
            open_.peek(next_ == 0 ? nearest : farthest, upcoming_);
        }
        return next_ < upcoming_.size() ? upcoming_[next_++] : none;
    }
    std::uint64_t foresee(StateId state, Expansion& out) override { return space_.foresee(state, out); }

    void enter(StateId state, const Evaluation& evaluation) {
        ++statistics_.evaluations;
        if (evaluation.h == dead_end) {
            ++statistics_.dead_ends;
            return;
        }
        nodes_.set_h(state, evaluation.h);
        Key key = evaluation.key;
        if (options_.tie_break == TieBreak::g) key.tie = nodes_.g(state);
        open_.push(key, state);
        if (statistics_.evaluations == 1 || evaluation.h < statistics_.best_h) improved(evaluation.h);
    }

    void improved(Value h) {
        statistics_.best_h = h;
        statistics_.best_h_expansions = statistics_.expansions;
        statistics_.best_h_evaluations = statistics_.evaluations;
        statistics_.best_h_seconds = seconds();
        if (!progress_) return;
        if (++reports_ > 10 && statistics_.best_h_seconds < last_report_ + 0.1) return;
        report();
    }

    void report() {
        statistics_.seconds = last_report_ = seconds();
        statistics_.novelty = evaluator_.novelty_rate();
        progress_(statistics_);
    }

    Status finish(StateId goal) {
        result_.goal = goal;
        result_.plan = nodes_.path_to(goal);
        for (const auto& [parent, action] : result_.plan)
            result_.cost = plus(result_.cost, space_.action_cost(parent, action));
        return Status::solved;
    }

    void expand(const OpenList::Entry& entry) {
        const StateId state = entry.state;
        duplicates_.clear();
        upcoming_.clear();
        next_ = 0;
        space_.expand(state, expansion_, this);
        expansion_.parent_h = key_is_h_ ? entry.primary : nodes_.h(state);
        ++statistics_.expansions;
        statistics_.generated += expansion_.generated;
        const std::int64_t g = nodes_.g(state);
        for (const Child& child : expansion_.children) nodes_.add(state, child.action, plus(g, child.cost));
        // After the new states, because one may have been reached twice in this expansion.
        for (const Duplicate& each : duplicates_) {
            if (const std::int64_t other = plus(g, each.cost); other < nodes_.g(each.child)) {
                nodes_.set(each.child, state, each.action, other);
            }
        }
        if (expansion_.children.empty()) return;
        evaluator_.evaluate(expansion_, evaluations_);
        for (std::size_t i = 0; i < evaluations_.size(); ++i) enter(expansion_.children[i].state, evaluations_[i]);
    }

    Status loop() {
        const StateId initial = space_.initial();
        nodes_.add(none, none, 0);
        std::vector<AtomId> atoms;
        space_.atoms(initial, atoms);
        const Evaluation first = evaluator_.evaluate_initial(initial, atoms);
        statistics_.initial_h = statistics_.best_h = first.h;
        statistics_.initial_key = first.key;
        enter(initial, first);
        while (!open_.empty()) {
            if (const Halt halt = limits_.check(); halt != Halt::go_on) return status_of(halt);
            if (progress_ && (statistics_.expansions & 63) == 0 && seconds() > last_report_ + 0.2) report();
            const OpenList::Entry entry = open_.pop();
            if (space_.is_goal(entry.state)) return finish(entry.state);
            if (statistics_.expansions >= options_.max_expansions ||
                statistics_.evaluations >= options_.max_evaluations) {
                return Status::limit_reached;
            }
            expand(entry);
        }
        return evaluator_.safe() || statistics_.dead_ends == 0 ? Status::unsolvable : Status::exhausted;
    }

    StateSpace& space_;
    Evaluator& evaluator_;
    const SearchOptions& options_;
    Limits& limits_;
    const Progress& progress_;
    NodeTable nodes_;
    OpenList open_;
    bool key_is_h_;
    Expansion expansion_;
    std::vector<Duplicate> duplicates_;
    std::vector<Evaluation> evaluations_;
    std::vector<StateId> upcoming_;
    std::size_t next_ = 0;
    SearchResult result_;
    SearchStatistics& statistics_ = result_.statistics;
    Limits::Clock::time_point start_ = Limits::Clock::now();
    std::uint64_t reports_ = 0;
    double last_report_ = 0;
};

}  // namespace

SearchResult search(StateSpace& space, Evaluator& evaluator, const SearchOptions& options, Limits& limits,
                    const Progress& progress) {
    return GreedySearch(space, evaluator, options, limits, progress).run();
}

}  // namespace isonova
