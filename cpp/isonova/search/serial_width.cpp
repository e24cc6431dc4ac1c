#include "isonova/search/serial_width.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <new>
#include <stdexcept>

#include "isonova/search/path_costs.hpp"
#include "isonova/util/make_room.hpp"

namespace isonova {

Search::SerialWidth::SerialWidth(StateSpace& space, Evaluator& evaluator, const SearchOptions& options, Limits& limits,
                                 Progress progress)
    : space_(space),
      evaluator_(evaluator),
      options_(options),
      max_expansions_(options.max_expansions),
      max_evaluations_(options.max_evaluations),
      limits_(limits),
      progress_(std::move(progress)),
      bytes_before_(resident_bytes()) {
    if (options.record_goals) goals_.emplace(space, limits);
    for (const Literal& literal : space.task().goal) {
        GroundAtom atom{literal.predicate, {}};
        for (const Term term : literal.args) atom.args.push_back(term.object());
        goal_atoms_[std::move(atom)] += literal.negated ? 1 : -1;
        goals_when_empty_ += !literal.negated;
    }
}

void Search::SerialWidth::limit_counts(std::uint64_t expansions, std::uint64_t evaluations) {
    max_expansions_ = std::min(options_.max_expansions, expansions);
    max_evaluations_ = std::min(options_.max_evaluations, evaluations);
}

void Search::SerialWidth::seek_cheaper(std::int64_t) {
    throw std::logic_error("this search does not follow costs: it cannot go on after a plan");
}

std::uint64_t Search::SerialWidth::work() const {
    constexpr std::uint64_t per_expansion = 512;
    return statistics_.generated * space_.work_per_successor() + statistics_.expansions * per_expansion +
           evaluator_.work();
}

std::size_t Search::SerialWidth::bytes() const {
    return space_.bytes() + nodes_.capacity() * sizeof(Node) + open_.size() * sizeof(StateId) + evaluator_.bytes();
}

bool Search::SerialWidth::advance(std::uint64_t work_limit, std::size_t byte_limit) {
    if (over_) return true;
    const auto started = Limits::Clock::now();
    const double before = statistics_.seconds;
    try {
        over_ = loop(work_limit, byte_limit);
    } catch (const Halted& halted) {
        finish(status_of(halted.why));
    } catch (const std::bad_alloc&) {
        finish(Status::out_of_memory);
    }
    statistics_.seconds = before + std::chrono::duration<double>(Limits::Clock::now() - started).count();
    statistics_.states = space_.state_count();
    if (const std::size_t after = resident_bytes(); over_ && after > bytes_before_ && statistics_.states != 0)
        statistics_.bytes_per_state =
            static_cast<double>(after - bytes_before_) / static_cast<double>(statistics_.states);
    return over_;
}

bool Search::SerialWidth::loop(std::uint64_t work_limit, std::size_t byte_limit) {
    if (root_ == none) start_episode(space_.initial());
    for (std::uint64_t steps = 1; !over_; ++steps) {
        if (const Halt halt = limits_.check(); halt != Halt::go_on) {
            finish(status_of(halt));
            break;
        }
        if (work() >= work_limit || (steps % 16 == 0 && bytes() > byte_limit)) return false;
        if (statistics_.expansions >= max_expansions_ || statistics_.evaluations >= max_evaluations_) {
            finish(Status::limit_reached);
            break;
        }
        if (!open_.empty()) {
            const StateId state = open_.front();
            open_.pop_front();
            expand(state);
        } else if (width_ < options_.serial_levels) {
            start_width(width_ + 1);
        } else {
            finish(Status::exhausted);
        }
    }
    return true;
}

Value Search::SerialWidth::weight(AtomId atom) {
    const AtomTable& table = space_.atom_table();
    for (AtomId each = static_cast<AtomId>(weights_.size()); each <= atom; ++each) {
        const auto args = table.args(each);
        const auto found = goal_atoms_.find({table.predicate(each), {args.begin(), args.end()}});
        weights_.push_back(found == goal_atoms_.end() ? 0 : found->second);
    }
    return weights_[atom];
}

Value Search::SerialWidth::goals_left(std::span<const AtomId> atoms) {
    Value goals = goals_when_empty_;
    for (const AtomId atom : atoms) goals += weight(atom);
    return goals;
}

void Search::SerialWidth::start_episode(StateId root) {
    root_ = root;
    space_.atoms(root, atoms_);
    root_goals_ = goals_left(atoms_);
    if (goals_ && statistics_.episodes == 0) goals_->note_initial(atoms_);
    ++statistics_.episodes;
    work_at_progress_ = work();
    start_width(1);
}

void Search::SerialWidth::start_width(std::uint32_t width) {
    width_ = width;
    statistics_.widest = std::max<std::uint64_t>(statistics_.widest, width);
    ++run_;
    open_.clear();
    evaluator_.forget();
    space_.atoms(root_, atoms_);
    const Evaluation first = evaluator_.evaluate_initial(root_, atoms_);
    if (++statistics_.evaluations == 1) {
        statistics_.initial_h = statistics_.best_h = first.h;
        statistics_.initial_key = first.key;
    }
    visit(root_, none, 0);
    nodes_[root_].h = first.h;
    if (space_.is_goal(root_)) return finish_at(root_);
    if (first.h != dead_end) open_.push_back(root_);
}

// Whether this run of IW has not been there before.
bool Search::SerialWidth::visit(StateId state, StateId parent, ActionId action) {
    if (state >= nodes_.size()) {
        make_room(nodes_, space_.state_count(), &limits_);
        nodes_.resize(space_.state_count());
    }
    if (nodes_[state].run == run_) return false;
    nodes_[state] = {parent, action, run_, 0};
    return true;
}

void Search::SerialWidth::add_revisited(StateId state) {
    std::vector<AtomId> child;
    const std::size_t new_children = expansion_.children.size();
    for (const auto& [known, action, cost] : duplicates_) {
        if (!visit(known, state, action)) continue;
        space_.atoms(known, child);
        const auto first = static_cast<std::uint32_t>(expansion_.pool.size());
        const auto& parent = expansion_.parent_atoms;
        std::set_difference(child.begin(), child.end(), parent.begin(), parent.end(),
                            std::back_inserter(expansion_.pool));
        const auto middle = static_cast<std::uint32_t>(expansion_.pool.size());
        std::set_difference(parent.begin(), parent.end(), child.begin(), child.end(),
                            std::back_inserter(expansion_.pool));
        const auto last = static_cast<std::uint32_t>(expansion_.pool.size());
        expansion_.children.push_back({known, action, cost, first, middle - first, last - middle});
    }
    if (new_children != expansion_.children.size())
        std::stable_sort(expansion_.children.begin(), expansion_.children.end(),
                         [](const Child& a, const Child& b) { return a.action < b.action; });
}

void Search::SerialWidth::expand(StateId state) {
    duplicates_.clear();
    space_.expand(state, expansion_, this);
    ++statistics_.expansions;
    statistics_.generated += expansion_.generated;
    if (goals_) goals_->note_children(expansion_);
    for (const Child& child : expansion_.children) visit(child.state, state, child.action);
    add_revisited(state);
    if (expansion_.children.empty()) return;
    expansion_.parent_h = nodes_[state].h;
    evaluator_.evaluate(expansion_, false, evaluations_);
    statistics_.evaluations += expansion_.children.size();
    const Value parent_goals = goals_left(expansion_.parent_atoms);
    for (std::size_t i = 0; i < expansion_.children.size(); ++i) {
        const Child& child = expansion_.children[i];
        const Value h = evaluations_.h[i];
        if (h == dead_end || evaluations_.keys[i].primary >= static_cast<Value>(width_)) {
            ++statistics_.dead_ends;
            continue;
        }
        nodes_[child.state].h = h;
        if (h < statistics_.best_h) {
            statistics_.best_h = h;
            statistics_.best_h_expansions = statistics_.expansions;
            statistics_.best_h_evaluations = statistics_.evaluations;
        }
        Value goals = parent_goals;
        for (const AtomId atom : expansion_.added(child)) goals += weight(atom);
        for (const AtomId atom : expansion_.removed(child)) goals -= weight(atom);
        if (space_.is_goal(child.state)) return finish_at(child.state);
        if (goals < root_goals_) {
            const StateId next = child.state;
            go_on_to(next);
            report();
            return start_episode(next);
        }
        open_.push_back(child.state);
    }
}

// The plan goes on from the root to a state of this run.
void Search::SerialWidth::go_on_to(StateId state) {
    const auto root = static_cast<std::ptrdiff_t>(plan_.size());
    for (; nodes_[state].parent != none; state = nodes_[state].parent)
        plan_.push_back({nodes_[state].parent, nodes_[state].action});
    std::reverse(plan_.begin() + root, plan_.end());
}

void Search::SerialWidth::finish_at(StateId goal) {
    go_on_to(goal);
    result_.goal = goal;
    result_.plan = plan_;
    result_.cost = 0;
    for (const auto& [parent, action] : plan_) result_.cost = plus(result_.cost, space_.action_cost(parent, action));
    finish(Status::solved);
}

void Search::SerialWidth::report() {
    if (!progress_) return;
    statistics_.recent_h = statistics_.best_h;
    statistics_.novelty = evaluator_.novelty_rate();
    progress_(statistics_);
}

}  // namespace isonova
