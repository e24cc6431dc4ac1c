#include "isonova/search/search.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>

#include "isonova/search/run.hpp"
#include "isonova/search/serial_width.hpp"

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

Search::Run::Run(StateSpace& space, std::span<Evaluator* const> evaluators, const SearchOptions& options,
                 Limits& limits, Progress progress)
    : space_(space),
      options_(options),
      limits_(limits),
      progress_(std::move(progress)),
      slots_(make_slots(space, evaluators, options)),
      marked_(may_come_twice(options)),
      nodes_(kept_values(slots_), marked_, limits),
      open_(options.queues, options.boost, options.seed, limits),
      back_(limits),
      costs_(options.weight, options.max_cost),
      bytes_before_(resident_bytes()) {
    if (options.symmetric == Symmetric::back)
        symmetric_ = std::make_unique<SymmetricStates>(space.task(), space.atom_table(), limits);
    if (options.record_goals) goals_.emplace(space, limits);
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

Search::Run::~Run() {
    for (const Slot& slot : slots_) slot.evaluator->follow(nullptr);
}

void Search::Run::seek_cheaper(std::int64_t than) {
    if (!follows_costs_) throw std::logic_error("this search does not follow costs: it cannot go on after a plan");
    costs_.lower_bound_to(than);
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

bool Search::Run::advance(std::uint64_t work_limit, std::size_t byte_limit) {
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

std::uint64_t Search::Run::work() const {
    std::uint64_t sum = (statistics_.generated + left_out_ / 8) * space_.work_per_successor() +
                        statistics_.expansions * per_expansion + pushes_ * per_push;
    for (const Slot& slot : slots_) sum += slot.evaluator->work();
    return symmetric_ ? sum + symmetric_->work() : sum;
}

std::size_t Search::Run::bytes() const {
    std::size_t sum = space_.bytes() + nodes_.bytes() + open_.bytes() + back_.bytes();
    if (symmetric_) sum += symmetric_->bytes();
    for (const Slot& slot : slots_) sum += slot.evaluator->bytes();
    return sum;
}

double Search::Run::seconds() const {
    if (!running_) return seconds_before_;
    return seconds_before_ + std::chrono::duration<double>(Limits::Clock::now() - start_).count();
}

StateId Search::Run::next() {
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

void Search::Run::finish_at(StateId goal) {
    result_.goal = goal;
    result_.plan = nodes_.path_to(goal);
    result_.cost = 0;
    result_.optimal = is_a_star_;
    for (const auto& [parent, action] : result_.plan)
        result_.cost = plus(result_.cost, space_.action_cost(parent, action));
    statistics_.plan_queue = static_cast<std::uint32_t>(queue_);
    finish(Status::solved);
}

void Search::Run::report() {
    statistics_.seconds = last_report_ = seconds();
    const Slot& first = slots_[0];
    statistics_.recent_h =
        first.deferred ? first.parent_h : *std::min_element(first.evaluations.h.begin(), first.evaluations.h.end());
    for (const Slot& slot : slots_)
        if (const NoveltyRate rate = slot.evaluator->novelty_rate(); rate.states != 0) statistics_.novelty = rate;
    progress_(statistics_);
}

void Search::Run::note_lower(Slot& slot, Value h) {
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

OpenList::Entry Search::Run::pop() {
    for (;;) {
        queue_ = open_.next();
        if (queue_ == OpenLists::nothing) return pop_back();
        const OpenList::Entry entry = open_.pop(queue_);
        if (marked_ && nodes_.is_expanded(entry.state)) continue;
        if (prunes(entry.state)) continue;
        if (symmetric_ && waits(entry)) continue;
        if (marked_) nodes_.mark_expanded(entry.state);
        return entry;
    }
}

bool Search::Run::waits(const OpenList::Entry& entry) {
    if (marked_ && nodes_.is_coloured(entry.state)) return nodes_.is_back(entry.state);
    space_.atoms(entry.state, atoms_);
    const bool waits = symmetric_->contains_or_insert(atoms_);
    if (marked_) nodes_.mark_coloured(entry.state, waits);
    if (!waits) return false;
    back_.push({entry.primary}, entry.state);
    ++statistics_.sent_back;
    return true;
}

OpenList::Entry Search::Run::pop_back() {
    queue_ = 0;
    while (!back_.empty()) {
        const OpenList::Entry entry = back_.pop();
        if (prunes(entry.state)) continue;
        if (marked_) {
            nodes_.mark_coloured(entry.state, false);
            nodes_.mark_expanded(entry.state);
        }
        return entry;
    }
    return {none, 0};
}

bool Search::Run::is_proof() const {
    if (pruned_ && !options_.reopen) return false;
    return statistics_.dead_ends == 0 ||
           std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.traits.safe; });
}

bool Search::Run::is_a_star() const {
    if (options_.weight != 1 || !options_.reopen || options_.queues.size() != 1) return false;
    const QueueOptions& queue = options_.queues[0];
    return queue.order == QueueOrder::fifo && !slots_[queue.evaluator].deferred &&
           slots_[queue.evaluator].traits.admissible &&
           std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.traits.safe; });
}

void Search::Run::step_eagerly() {
    const OpenList::Entry entry = pop();
    if (entry.state == none) return finish(is_proof() ? Status::unsolvable : Status::exhausted);
    if (space_.is_goal(entry.state)) return finish_at(entry.state);
    if (counts_reached()) return finish(Status::limit_reached);
    expand(entry.state, entry.primary);
}

void Search::Run::step_lazily() {
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
    if (options_.speculate != 0 && deferred_.missing() && deferred_.is_speculation_worth_it()) speculate();
    deferred_.evaluate(space_);
    for (std::size_t i = 0; i < deferred_.size(); ++i) expand_deferred(i);
}

void Search::Run::speculate() {
    const std::size_t share = options_.speculate / open_.size() + 1;
    for (std::size_t queue = 0; queue < open_.size(); ++queue) {
        open_[queue].peek(share, upcoming_);
        for (const StateId state : upcoming_)
            if (!nodes_.is_expanded(state)) deferred_.push_speculative(state, options_.speculate);
    }
}

void Search::Run::expand_deferred(std::size_t i) {
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

bool Search::Run::loop(std::uint64_t work_limit, std::size_t byte_limit) {
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

Search::Search(StateSpace& space, std::span<Evaluator* const> evaluators, const SearchOptions& options, Limits& limits,
               Progress progress) {
    if (options.serial)
        process_ = std::make_unique<SerialWidth>(space, *evaluators[0], options, limits, std::move(progress));
    else
        process_ = std::make_unique<Run>(space, evaluators, options, limits, std::move(progress));
}

Search::~Search() = default;

bool Search::advance(std::uint64_t work, std::size_t bytes) {
    return process_->advance(work, bytes);
}
void Search::seek_cheaper(std::int64_t than) {
    process_->seek_cheaper(than);
}
void Search::limit_counts(std::uint64_t expansions, std::uint64_t evaluations) {
    process_->limit_counts(expansions, evaluations);
}
bool Search::is_over() const {
    return process_->is_over();
}
const SearchResult& Search::result() const {
    return process_->result();
}
const GoalRecord* Search::goals() const {
    return process_->goals();
}
std::uint64_t Search::work() const {
    return process_->work();
}
std::uint64_t Search::work_since_progress() const {
    return process_->work_since_progress();
}
std::size_t Search::bytes() const {
    return process_->bytes();
}

SearchResult search(StateSpace& space, Evaluator& evaluator, const SearchOptions& options, Limits& limits,
                    const Progress& progress) {
    Evaluator* const one = &evaluator;
    Search run(space, std::span(&one, 1), options, limits, progress);
    run.advance();
    return run.result();
}

}  // namespace isonova
