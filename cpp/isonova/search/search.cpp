#include "isonova/search/search.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>

#include "isonova/search/deferred.hpp"
#include "isonova/search/node_table.hpp"
#include "isonova/search/open_lists.hpp"
#include "isonova/search/slot.hpp"

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

class Search::Run : private ExpansionListener, private Upcoming {
  public:
    Run(StateSpace& space, std::span<Evaluator* const> evaluators, const SearchOptions& options, Limits& limits,
        Progress progress)
        : space_(space),
          options_(options),
          limits_(limits),
          progress_(std::move(progress)),
          slots_(make_slots(space, evaluators, options)),
          marked_(may_come_twice(options)),
          nodes_(kept_values(slots_), marked_, limits),
          open_(options.queues, options.boost, options.seed, limits),
          costs_(options.weight, options.max_cost),
          bytes_before_(resident_bytes()) {
        expansion_.with_parent_atoms = std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) {
            return !slot.deferred && slot.traits.wants_parent_atoms;
        });
        for (Slot& slot : slots_) {
            if (slot.deferred)
                deferred_.add(*slot.evaluator, slot.with_preferred);
            else if (options.look_ahead)
                slot.evaluator->follow(this);
        }
    }
    ~Run() override {
        for (const Slot& slot : slots_) slot.evaluator->follow(nullptr);
    }

    bool is_over() const { return over_; }
    const SearchResult& result() const { return result_; }
    void limit_counts(std::uint64_t expansions, std::uint64_t evaluations) {
        max_expansions_ = std::min(options_.max_expansions, expansions);
        max_evaluations_ = std::min(options_.max_evaluations, evaluations);
    }

    void seek_cheaper() {
        if (!follows_costs_) throw std::logic_error("this search does not follow costs: it cannot go on after a plan");
        if (!over_ || result_.status != Status::solved) return;
        costs_.lower_bound_to(result_.cost);
        pruned_ = true;
        over_ = false;
        // The goal may be reached again, and states taken from the queues with it have not been expanded.
        nodes_.open_again(result_.goal);
        for (std::size_t i = 0; i < deferred_.size(); ++i) {
            nodes_.open_again(deferred_[i].state);
            enter_known(deferred_[i].state);
        }
    }

    bool advance(std::uint64_t work_limit, std::size_t byte_limit) {
        if (over_) return true;
        const auto started = Limits::Clock::now();
        try {
            over_ = loop(work_limit, byte_limit);
        } catch (const Halted& halted) {
            finish(status_of(halted.why));
        } catch (const std::bad_alloc&) {
            finish(Status::out_of_memory);
        }
        seconds_before_ += std::chrono::duration<double>(Limits::Clock::now() - started).count();
        running_ = false;
        statistics_.seconds = seconds();
        statistics_.states = space_.state_count();
        if (over_) {
            const std::size_t bytes_after = resident_bytes();
            if (bytes_after > bytes_before_ && statistics_.states != 0)
                statistics_.bytes_per_state =
                    static_cast<double>(bytes_after - bytes_before_) / static_cast<double>(statistics_.states);
        }
        return over_;
    }

    std::uint64_t work() const {
        std::uint64_t sum = (statistics_.generated + left_out_ / 8) * space_.work_per_successor() +
                            statistics_.expansions * per_expansion + pushes_ * per_push;
        for (const Slot& slot : slots_) sum += slot.evaluator->work();
        return sum;
    }
    std::uint64_t work_since_progress() const { return work() - work_at_progress_; }
    std::size_t bytes() const {
        std::size_t sum = space_.bytes() + nodes_.bytes() + open_.bytes();
        for (const Slot& slot : slots_) sum += slot.evaluator->bytes();
        return sum;
    }

  private:
    static constexpr std::uint64_t per_expansion = 512, per_push = 48;

    struct Duplicate {
        StateId child;
        ActionId action;
        std::int64_t cost;
    };

    double seconds() const {
        if (!running_) return seconds_before_;
        return seconds_before_ + std::chrono::duration<double>(Limits::Clock::now() - start_).count();
    }

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
    StateId next() override {
        constexpr std::size_t nearest = 16, farthest = 64;
        if (next_ == 0 || (next_ == nearest && upcoming_.size() == nearest)) {
            upcoming_.clear();
            if (const std::size_t queue = open_.next(); queue != OpenLists::nothing)
                open_[queue].peek(next_ == 0 ? nearest : farthest, upcoming_);
        }
        while (next_ < upcoming_.size()) {
            const StateId state = upcoming_[next_++];
            if (!marked_ || !nodes_.is_expanded(state)) return state;
        }
        return none;
    }
    std::uint64_t foresee(StateId state, Expansion& out) override { return space_.foresee(state, out); }

    void finish(Status status) {
        result_.status = status;
        over_ = true;
    }

    void finish_at(StateId goal) {
        result_.goal = goal;
        result_.plan = nodes_.path_to(goal);
        result_.cost = 0;
        result_.optimal = is_a_star_;
        for (const auto& [parent, action] : result_.plan)
            result_.cost = plus(result_.cost, space_.action_cost(parent, action));
        statistics_.plan_queue = static_cast<std::uint32_t>(queue_);
        finish(Status::solved);
    }

    void report() {
        statistics_.seconds = last_report_ = seconds();
        for (const Slot& slot : slots_)
            if (const NoveltyRate rate = slot.evaluator->novelty_rate(); rate.states != 0) statistics_.novelty = rate;
        progress_(statistics_);
    }

    void note_value(Slot& slot, Value h) {
        if (h >= slot.best) return;
        const bool is_first = slot.best == dead_end;
        slot.best = h;
        if (!is_first) {
            open_.boost_preferred();
            work_at_progress_ = work();
        }
        if (&slot != slots_.data()) return;
        statistics_.best_h = h;
        statistics_.best_h_expansions = statistics_.expansions;
        statistics_.best_h_evaluations = statistics_.evaluations;
        statistics_.best_h_seconds = seconds();
        statistics_.best_h_queue = static_cast<std::uint32_t>(queue_);
        if (!progress_) return;
        if (++reports_ > 10 && statistics_.best_h_seconds < last_report_ + 0.1) return;
        report();
    }

    // ---- a new state --------------------------------------------------------------------------------------------

    Key key_of(const Slot& slot, std::size_t child, StateId state) const {
        if (costs_.weighs())
            return costs_.key(nodes_.g(state), slot.deferred ? slot.parent_h : slot.evaluations.h[child]);
        return greedy_key(slot.deferred ? Key{slot.parent_h} : slot.evaluations.keys[child], state);
    }

    Key greedy_key(Key key, StateId state) const {
        if (options_.tie_break == TieBreak::g) key.tie = nodes_.g(state);
        return key;
    }

    void enter(std::size_t child, StateId state, bool preferred) {
        if (!deferred_.any()) ++statistics_.evaluations;
        if (std::any_of(slots_.begin(), slots_.end(),
                        [&](const Slot& slot) { return !slot.deferred && slot.evaluations.h[child] == dead_end; })) {
            ++statistics_.dead_ends;
            if (marked_) nodes_.mark_dead(state);
            return;
        }
        for (const Slot& slot : slots_)
            if (slot.value != Slot::no_value)
                nodes_.set_value(state, slot.value, slot.deferred ? slot.parent_h : slot.evaluations.h[child]);
        if (preferred) nodes_.mark_preferred(state);
        if (prunes(state)) return;
        for (std::size_t queue = 0; queue < open_.size(); ++queue) push(queue, child, state, preferred);
        for (Slot& slot : slots_)
            if (!slot.deferred) note_value(slot, slot.evaluations.h[child]);
    }

    // All new states of the expansion, where there is one eager evaluator and one queue: what `enter` does, without
    // asking for each state what there is.
    void enter_plainly() {
        Slot& slot = slots_[0];
        Queue& queue = open_[0];
        for (std::size_t i = 0; i < expansion_.children.size(); ++i) {
            const StateId state = expansion_.children[i].state;
            const Value h = slot.evaluations.h[i];
            ++statistics_.evaluations;
            if (h == dead_end) {
                ++statistics_.dead_ends;
                continue;
            }
            if (slot.value != Slot::no_value) nodes_.set_value(state, slot.value, h);
            queue.push(greedy_key(slot.evaluations.keys[i], state), h, is_typed_ ? nodes_.g(state) : 0, state);
            note_value(slot, h);
        }
        pushes_ += expansion_.children.size();
    }

    void push(std::size_t queue, std::size_t child, StateId state, bool preferred) {
        const QueueOptions& options = open_[queue].options();
        if (options.preferred && !preferred) return;
        const Slot& slot = slots_[options.evaluator];
        const Value h = slot.deferred ? slot.parent_h : slot.evaluations.h[child];
        open_[queue].push(key_of(slot, child, state), h, nodes_.g(state), state);
        ++pushes_;
    }

    // Whether the bound leaves no plan through this state, as far as that is known.
    bool prunes(StateId state) {
        if (!costs_.is_bounded()) return false;
        Value at_least = 0;
        for (const Slot& slot : slots_)
            if (slot.traits.admissible && !slot.deferred)
                at_least = std::max(at_least, nodes_.value(state, slot.value));
        if (!costs_.is_beyond(nodes_.g(state), at_least)) return false;
        return pruned_ = true;
    }

    void enter_initial() {
        const StateId initial = space_.initial();
        nodes_.add(none, none, 0);
        std::vector<AtomId> atoms;
        space_.atoms(initial, atoms);
        for (Slot& slot : slots_) {
            if (slot.deferred) continue;
            const Evaluation first = slot.evaluator->evaluate_initial(initial, atoms);
            slot.evaluations.h.assign(1, first.h);
            slot.evaluations.keys.assign(1, first.key);
            if (&slot == slots_.data()) {
                statistics_.initial_h = statistics_.best_h = first.h;
                statistics_.initial_key = first.key;
            }
        }
        enter(0, initial, false);
    }

    // ---- an expansion -------------------------------------------------------------------------------------------

    bool is_helpful(StateId parent, ActionId action) {
        return std::any_of(slots_.begin(), slots_.end(),
                           [&](Slot& slot) { return slot.helpful && slot.helpful->contains(parent, action); });
    }

    bool is_preferred(std::size_t child) {
        const Child& each = expansion_.children[child];
        for (const Slot& slot : slots_) {
            if (!slot.with_preferred) continue;
            if (slot.helpful && slot.helpful->contains(expansion_.parent, each.action)) return true;
            if (!slot.evaluations.preferred.empty() && slot.evaluations.preferred[child]) return true;
        }
        return false;
    }

    // A known state, reached again. In a lazy search it may now be queued with a better key or become preferred.
    void enter_again(const Duplicate& each, StateId parent) {
        bool preferred = false;
        for (const Slot& slot : slots_) {
            const bool prefers = slot.traits.follows_paths && slot.evaluator->reached_again(parent, each.child);
            if (slot.with_preferred)
                preferred |= prefers || (slot.helpful && slot.helpful->contains(parent, each.action));
        }
        if (options_.evaluate != Evaluate::lazy || nodes_.is_expanded(each.child)) return;
        const bool newly_preferred = preferred && !nodes_.is_preferred(each.child);
        if (newly_preferred) nodes_.mark_preferred(each.child);
        for (std::size_t queue = 0; queue < open_.size(); ++queue) {
            const QueueOptions& options = open_[queue].options();
            const Slot& slot = slots_[options.evaluator];
            if (!slot.deferred) continue;
            const bool better = slot.parent_h < nodes_.value(each.child, slot.value);
            if (options.preferred ? newly_preferred || (better && nodes_.is_preferred(each.child)) : better)
                push(queue, 0, each.child, true);
        }
        for (const Slot& slot : slots_)
            if (slot.deferred && slot.parent_h < nodes_.value(each.child, slot.value))
                nodes_.set_value(each.child, slot.value, slot.parent_h);
    }

    // A known state to which the path has become cheaper. If it was expanded, that is for options to decide.
    void enter_known(StateId state) {
        if (nodes_.is_dead(state)) return;
        if (nodes_.is_expanded(state)) {
            if (!options_.reopen) return;
            nodes_.open_again(state);
            ++statistics_.reopened;
        }
        if (prunes(state)) return;
        for (std::size_t queue = 0; queue < open_.size(); ++queue) {
            const QueueOptions& options = open_[queue].options();
            if (options.preferred && !nodes_.is_preferred(state)) continue;
            const std::int64_t g = nodes_.g(state);
            const Value h = nodes_.value(state, slots_[options.evaluator].value);
            open_[queue].push(costs_.weighs() ? costs_.key(g, h) : greedy_key({h}, state), h, g, state);
            ++pushes_;
        }
    }

    void expand(StateId state, Value primary) {
        duplicates_.clear();
        cheaper_.clear();
        upcoming_.clear();
        next_ = 0;
        space_.expand(state, expansion_, this);
        ++statistics_.expansions;
        statistics_.generated += expansion_.generated;
        const std::int64_t g = nodes_.g(state);
        for (const Child& child : expansion_.children) nodes_.add(state, child.action, plus(g, child.cost));
        // After the new states, because one may have been reached twice in this expansion.
        for (const Duplicate& each : duplicates_)
            if (const std::int64_t other = plus(g, each.cost); other < nodes_.g(each.child)) {
                nodes_.set(each.child, state, each.action, other);
                if (follows_costs_) cheaper_.push_back(each.child);
            }
        if (!expansion_.children.empty()) evaluate_children(state, primary);
        if (is_plain_) {
            enter_plainly();
        } else {
            for (std::size_t i = 0; i < expansion_.children.size(); ++i)
                enter(i, expansion_.children[i].state, prefers_ && is_preferred(i));
        }
        if (hears_of_duplicates_)
            for (const Duplicate& each : duplicates_) enter_again(each, state);
        for (const StateId each : cheaper_) enter_known(each);
    }

    void evaluate_children(StateId state, Value primary) {
        for (Slot& slot : slots_) {
            if (slot.deferred) continue;
            expansion_.parent_h = slot.value == Slot::no_value ? primary : nodes_.value(state, slot.value);
            slot.evaluator->evaluate(expansion_, slot.with_preferred, slot.evaluations);
            if (slot.helpful) slot.helpful->open(slot.evaluations.helpful);
        }
    }

    // ---- the loop -----------------------------------------------------------------------------------------------

    // Takes the next state that was not expanded yet from the queues; `none` where there is none.
    OpenList::Entry pop() {
        for (;;) {
            queue_ = open_.next();
            if (queue_ == OpenLists::nothing) return {none, 0};
            const OpenList::Entry entry = open_.pop(queue_);
            if (marked_ && nodes_.is_expanded(entry.state)) continue;
            if (prunes(entry.state)) continue;
            if (marked_) nodes_.mark_expanded(entry.state);
            return entry;
        }
    }

    bool counts_reached() const {
        return statistics_.expansions >= max_expansions_ || statistics_.evaluations >= max_evaluations_;
    }

    // Whether it is a proof that there is nothing left to expand.
    bool is_proof() const {
        if (pruned_ && !options_.reopen) return false;
        return statistics_.dead_ends == 0 ||
               std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.traits.safe; });
    }

    // Then the first plan is optimal.
    bool is_a_star() const {
        if (options_.weight != 1 || !options_.reopen || options_.queues.size() != 1) return false;
        const QueueOptions& queue = options_.queues[0];
        return queue.order == QueueOrder::fifo && !slots_[queue.evaluator].deferred &&
               slots_[queue.evaluator].traits.admissible &&
               std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.traits.safe; });
    }

    void step_eagerly() {
        const OpenList::Entry entry = pop();
        if (entry.state == none) return finish(is_proof() ? Status::unsolvable : Status::exhausted);
        if (space_.is_goal(entry.state)) return finish_at(entry.state);
        if (counts_reached()) return finish(Status::limit_reached);
        expand(entry.state, entry.primary);
    }

    void step_lazily() {
        deferred_.clear();
        const std::uint64_t left = max_expansions_ - std::min(max_expansions_, statistics_.expansions);
        const std::uint64_t most = std::min<std::uint64_t>(options_.pop, std::max<std::uint64_t>(1, left));
        while (deferred_.size() < most) {
            const OpenList::Entry entry = pop();
            if (entry.state == none) break;
            if (space_.is_goal(entry.state)) return finish_at(entry.state);
            deferred_.push(entry.state, static_cast<std::uint32_t>(queue_));
        }
        if (deferred_.size() == 0) return finish(is_proof() ? Status::unsolvable : Status::exhausted);
        if (counts_reached()) return finish(Status::limit_reached);
        if (options_.speculate != 0 && deferred_.missing()) speculate();
        deferred_.evaluate(space_);
        for (std::size_t i = 0; i < deferred_.size(); ++i) expand_deferred(i);
    }

    // States next in the queues, each queue in turn.
    void speculate() {
        const std::size_t share = options_.speculate / open_.size() + 1;
        for (std::size_t queue = 0; queue < open_.size(); ++queue) {
            open_[queue].peek(share, upcoming_);
            for (const StateId state : upcoming_)
                if (!nodes_.is_expanded(state)) deferred_.push_speculative(state, options_.speculate);
        }
    }

    void expand_deferred(std::size_t i) {
        const DeferredState& each = deferred_[i];
        queue_ = each.queue;
        ++statistics_.evaluations;
        std::size_t place = 0;
        bool dead = false;
        for (Slot& slot : slots_) {
            if (!slot.deferred) continue;
            slot.parent_h = each.h[place];
            dead |= slot.parent_h == dead_end;
            if (slot.helpful) slot.helpful->open(each.helpful[place]);
            ++place;
            if (&slot == slots_.data() && statistics_.evaluations == 1) {
                statistics_.initial_h = statistics_.best_h = slot.parent_h;
                statistics_.initial_key = {slot.parent_h};
            }
        }
        if (dead) {
            ++statistics_.dead_ends;
            nodes_.mark_dead(each.state);
            return;
        }
        for (const Slot& slot : slots_)
            if (slot.deferred && slot.traits.admissible && costs_.is_beyond(nodes_.g(each.state), slot.parent_h)) {
                pruned_ = true;
                return;
            }
        for (Slot& slot : slots_)
            if (slot.deferred) note_value(slot, slot.parent_h);
        expand(each.state, 0);
        if (expansion_.left_out != 0) queue_again(each.state);
    }

    // For the successors that were left out. Helpful ones are out, so queues of preferred states do without.
    void queue_again(StateId state) {
        left_out_ += expansion_.left_out;
        nodes_.mark_begun(state);
        for (std::size_t queue = 0; queue < open_.size(); ++queue) {
            const QueueOptions& options = open_[queue].options();
            if (!options.preferred && slots_[options.evaluator].deferred) push(queue, 0, state, false);
        }
    }

    bool is_queued_again() const {  // whether there is a queue for it
        return std::any_of(options_.queues.begin(), options_.queues.end(), [&](const QueueOptions& queue) {
            return !queue.preferred && slots_[queue.evaluator].deferred;
        });
    }

    bool loop(std::uint64_t work_limit, std::size_t byte_limit) {
        start_ = Limits::Clock::now();
        running_ = true;
        if (nodes_.size() == 0) enter_initial();
        const bool bounded = work_limit != std::numeric_limits<std::uint64_t>::max();
        constexpr std::uint64_t between_looks = 16;
        for (std::uint64_t steps = 1; !over_; ++steps) {
            if (const Halt halt = limits_.check(); halt != Halt::go_on) {
                finish(status_of(halt));
                break;
            }
            if (bounded && (work() >= work_limit || (steps % between_looks == 0 && bytes() > byte_limit))) return false;
            if (progress_ && (statistics_.expansions & 63) == 0 && seconds() > last_report_ + 0.2) report();
            options_.evaluate == Evaluate::lazy ? step_lazily() : step_eagerly();
        }
        return true;
    }

    StateSpace& space_;
    const SearchOptions options_;
    std::uint64_t max_expansions_ = options_.max_expansions, max_evaluations_ = options_.max_evaluations;
    Limits& limits_;
    const Progress progress_;
    std::vector<Slot> slots_;
    bool marked_;
    NodeTable nodes_;
    OpenLists open_;
    PathCosts costs_;
    Deferred deferred_;
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

Search::Search(StateSpace& space, std::span<Evaluator* const> evaluators, const SearchOptions& options, Limits& limits,
               Progress progress)
    : run_(std::make_unique<Run>(space, evaluators, options, limits, std::move(progress))) {}

Search::~Search() = default;

bool Search::advance(std::uint64_t work, std::size_t bytes) {
    return run_->advance(work, bytes);
}
void Search::seek_cheaper() {
    run_->seek_cheaper();
}
void Search::limit_counts(std::uint64_t expansions, std::uint64_t evaluations) {
    run_->limit_counts(expansions, evaluations);
}
bool Search::is_over() const {
    return run_->is_over();
}
const SearchResult& Search::result() const {
    return run_->result();
}
std::uint64_t Search::work() const {
    return run_->work();
}
std::uint64_t Search::work_since_progress() const {
    return run_->work_since_progress();
}
std::size_t Search::bytes() const {
    return run_->bytes();
}

SearchResult search(StateSpace& space, Evaluator& evaluator, const SearchOptions& options, Limits& limits,
                    const Progress& progress) {
    Evaluator* const one = &evaluator;
    Search run(space, std::span(&one, 1), options, limits, progress);
    run.advance();
    return run.result();
}

}  // namespace isonova
