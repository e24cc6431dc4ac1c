// What a best-first search does and remembers. `search.cpp` has the loop, `entering.cpp` the way of states into the
// queues.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "isonova/search/deferred.hpp"
#include "isonova/search/goal_recorder.hpp"
#include "isonova/search/node_table.hpp"
#include "isonova/search/open_lists.hpp"
#include "isonova/search/path_costs.hpp"
#include "isonova/search/process.hpp"
#include "isonova/search/search.hpp"
#include "isonova/search/slot.hpp"
#include "isonova/search/symmetric_states.hpp"

namespace isonova {

class Search::Run : public Process, private ExpansionListener, private Upcoming {
  public:
    Run(StateSpace& space, std::span<Evaluator* const> evaluators, const SearchOptions& options, Limits& limits,
        Progress progress);
    ~Run() override;

    bool is_over() const override { return over_; }
    const SearchResult& result() const override { return result_; }
    const GoalRecord* goals() const override { return goals_ ? &goals_->record() : nullptr; }
    void limit_counts(std::uint64_t expansions, std::uint64_t evaluations) override {
        max_expansions_ = std::min(options_.max_expansions, expansions);
        max_evaluations_ = std::min(options_.max_evaluations, evaluations);
    }

    void seek_cheaper(std::int64_t than) override;
    bool advance(std::uint64_t work_limit, std::size_t byte_limit) override;
    std::uint64_t work() const override;
    std::uint64_t work_since_progress() const override { return work() - work_at_progress_; }
    std::size_t bytes() const override;

  private:
    static constexpr std::uint64_t per_expansion = 512, per_push = 96;

    struct Duplicate {
        StateId child;
        ActionId action;
        std::int64_t cost;
    };

    double seconds() const;

    // A state with very many successors: first those of helpful actions.
    std::uint64_t many(StateId parent) override {
        constexpr auto never = std::numeric_limits<std::uint64_t>::max();
        return helpful_first_ == 0 || nodes_.is_begun(parent) ? never : helpful_first_;
    }
    bool wants(StateId parent, ActionId action) override { return is_helpful(parent, action); }

    void duplicate(StateId, StateId child, ActionId action, std::int64_t cost) override {
        nodes_.prefetch(child);
        duplicates_.push_back({child, action, cost});
    }

    // Look-ahead of eager evaluators: what the queue whose turn is next would give.
    StateId next() override;
    std::uint64_t foresee(StateId state, Expansion& out) override { return space_.foresee(state, out); }

    void finish(Status status) {
        result_.status = status;
        over_ = true;
    }

    void finish_at(StateId goal);

    void report();
    void note_value(Slot& slot, Value h) {
        if (h < slot.best) note_lower(slot, h);
    }
    void note_lower(Slot& slot, Value h);

    // ---- entering.cpp: states enter the queues -------------------------------------------------------------------

    Key key_of(const Slot& slot, std::size_t child, StateId state) const;

    Key greedy_key(Key key, StateId state) const {
        if (options_.tie_break == TieBreak::g) key.tie = nodes_.g(state);
        return key;
    }

    void enter(std::size_t child, StateId state, bool preferred);

    // All new states of the expansion, where there is one eager evaluator and one queue: what `enter` does, without
    // asking for each state what there is.
    void enter_plainly();

    void push(std::size_t queue, std::size_t child, StateId state, bool preferred);

    // Whether the bound leaves no plan through this state, as far as that is known.
    bool prunes(StateId state);

    void enter_initial();

    bool is_helpful(StateId parent, ActionId action);
    bool is_preferred(std::size_t child);

    // A known state, reached again. In a lazy search it may now be queued with a better key or become preferred.
    void enter_again(const Duplicate& each, StateId parent);

    // A known state to which the path has become cheaper. If it was expanded, that is for options to decide.
    void enter_known(StateId state);

    // A state that was expanded in part, for the successors that were left out. Helpful ones are out, so queues of
    // preferred states do without.
    void queue_again(StateId state);

    void expand(StateId state, Value primary);
    void evaluate_children(StateId state, Value primary);

    // ---- search.cpp: the loop ------------------------------------------------------------------------------------

    // Takes the next state that was not expanded yet from the queues; `none` where there is none.
    OpenList::Entry pop();
    OpenList::Entry pop_back();  // where all queues are empty
    // Whether the state is to wait until the queues are empty, because it looks like one that was expanded.
    bool waits(const OpenList::Entry& entry);

    bool counts_reached() const {
        return statistics_.expansions >= max_expansions_ || statistics_.evaluations >= max_evaluations_;
    }

    // Whether it is a proof that there is nothing left to expand.
    bool is_proof() const;
    // Then the first plan is optimal.
    bool is_a_star() const;

    void step_eagerly();
    void step_lazily();
    // States next in the queues, each queue in turn.
    void speculate();
    void expand_deferred(std::size_t i);
    bool is_queued_again() const {  // whether there is a queue for it
        return std::any_of(options_.queues.begin(), options_.queues.end(), [&](const QueueOptions& queue) {
            return !queue.preferred && slots_[queue.evaluator].deferred;
        });
    }

    bool loop(std::uint64_t work_limit, std::size_t byte_limit);

    StateSpace& space_;
    const SearchOptions options_;
    std::uint64_t max_expansions_ = options_.max_expansions, max_evaluations_ = options_.max_evaluations;
    Limits& limits_;
    const Progress progress_;
    std::vector<Slot> slots_;
    bool marked_;
    NodeTable nodes_;
    OpenLists open_;
    std::unique_ptr<SymmetricStates> symmetric_;  // null where such states are kept
    OpenList back_;
    std::vector<AtomId> atoms_;
    PathCosts costs_;
    Deferred deferred_;
    std::optional<GoalRecorder> goals_;
    const bool prefers_ =
        std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.with_preferred; });
    const bool is_plain_ = slots_.size() == 1 && open_.size() == 1 && !marked_ && !slots_[0].deferred;
    const bool follows_costs_ = follows_costs(options_), is_a_star_ = is_a_star();
    const bool is_typed_ = options_.queues[0].order == QueueOrder::type;
    const bool hears_of_duplicates_ =
        options_.evaluate == Evaluate::lazy ||
        std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.traits.follows_paths; });
    const std::uint64_t helpful_first_ = prefers_ && is_queued_again() ? options_.helpful_first : 0;
    std::uint64_t left_out_ = 0;  // successors, so far
    Expansion expansion_;
    std::vector<Duplicate> duplicates_;
    std::vector<StateId> cheaper_;  // those with a new parent, where options make use of it
    std::vector<StateId> upcoming_;
    std::size_t next_ = 0;
    std::size_t queue_ = 0;  // from which the state being expanded came
    bool over_ = false, running_ = false;
    bool pruned_ = false;  // by the bound
    SearchResult result_;
    SearchStatistics& statistics_ = result_.statistics;
    Limits::Clock::time_point start_{};
    double seconds_before_ = 0;
    std::size_t bytes_before_;
    std::uint64_t reports_ = 0, pushes_ = 0, work_at_progress_ = 0;
    double last_report_ = 0;
};

}  // namespace isonova
