#include "isonova/planner/window_search.hpp"

#include <algorithm>

namespace isonova {

namespace {

constexpr Value unknown = -1;
constexpr Value most = dead_end / 256;    // no number is larger than that a hundred times over
constexpr std::size_t batch_states = 16;  // as many as there are lanes

}  // namespace

std::uint64_t WindowSearch::work() const {
    return heuristic_.work() + generated_ * space_.work_per_successor();
}

bool WindowSearch::is_goal(StateId state) {
    space_.atoms(state, atoms_);
    const auto holds = [&](AtomId atom) { return std::binary_search(atoms_.begin(), atoms_.end(), atom); };
    return std::all_of(goal_.atoms.begin(), goal_.atoms.end(), holds) &&
           std::none_of(goal_.negative.begin(), goal_.negative.end(), holds);
}

void WindowSearch::push(StateId state) {
    const Node& node = nodes_[state];
    if (node.h > most || node.g >= bound_ || 100 * node.g + trust_ * node.h >= 100 * bound_) return;
    open_.push_back({100 * node.g + weight * node.h, node.h, order_++, state, node.g});
    std::push_heap(open_.begin(), open_.end());
}

void WindowSearch::expand(StateId state) {
    if (batch_ == expansions_.size()) expansions_.emplace_back();
    Expansion& expansion = expansions_[batch_++];
    nodes_[state].is_closed = true;
    listener_.met.clear();
    space_.expand(state, expansion, &listener_);
    generated_ += expansion.generated;
    batch_children_ += expansion.children.size();
    nodes_.resize(space_.state_count());
    for (const Child& child : expansion.children)
        nodes_[child.state] = {state, child.action, false, nodes_[state].g + child.cost, unknown};
    for (const Duplicate& each : listener_.met) {
        Node& node = nodes_[each.child];
        const std::int64_t g = nodes_[each.parent].g + each.cost;
        if (g >= node.g) continue;
        node = {each.parent, each.action, false, g, node.h};
        if (node.h != unknown) push(each.child);
    }
}

void WindowSearch::evaluate_batch() {
    pointers_.clear();
    for (std::size_t i = 0; i < batch_; ++i) pointers_.push_back(&expansions_[i]);
    heuristic_.evaluate(pointers_, values_);
    evaluations_ += values_.size();
    const Value* value = values_.data();
    for (const Expansion* expansion : pointers_) {
        for (const Child& child : expansion->children) {
            nodes_[child.state].h = *value++;
            push(child.state);
        }
    }
    batch_ = batch_children_ = 0;
}

Value WindowSearch::estimate(std::span<const AtomId> fluents, const WindowGoal& goal) {
    heuristic_.set_goal(goal.nodes);
    space_.atoms(restart_(fluents), atoms_);
    return heuristic_.evaluate_atoms(atoms_);
}

void WindowSearch::start(std::span<const AtomId> fluents, const WindowGoal& goal, std::int64_t bound,
                         std::int64_t trust) {
    goal_ = goal;
    bound_ = bound;
    trust_ = trust;
    const Value first = estimate(fluents, goal);
    open_.clear();
    batch_ = batch_children_ = 0;
    evaluations_ = 1;
    nodes_.assign(1, {none, 0, false, 0, first});
    push(0);
}

WindowOutcome WindowSearch::advance(std::uint64_t max_evaluations, std::uint64_t max_work,
                                    std::vector<ActionInstance>& plan) {
    while (!open_.empty()) {
        if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
        if (evaluations_ > max_evaluations) return WindowOutcome::spent;
        if (work() > max_work) return WindowOutcome::paused;
        while (!open_.empty() && batch_ < batch_states && batch_children_ < batch_states) {
            const auto [f, h, order, state, g] = open_.front();
            const bool is_stale = nodes_[state].is_closed || nodes_[state].g != g;
            if (!is_stale && h == 0 && is_goal(state)) {
                if (batch_ > 0) break;  // what was expanded meanwhile may still lead to a cheaper goal
                plan.clear();
                for (StateId at = state; nodes_[at].parent != none; at = nodes_[at].parent)
                    space_.action(nodes_[at].parent, nodes_[at].action, plan.emplace_back());
                std::reverse(plan.begin(), plan.end());
                return WindowOutcome::found;
            }
            std::pop_heap(open_.begin(), open_.end());
            open_.pop_back();
            if (!is_stale) expand(state);
        }
        evaluate_batch();
    }
    return WindowOutcome::exhausted;
}

}  // namespace isonova
