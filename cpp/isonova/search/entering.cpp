#include <algorithm>

#include "isonova/search/run.hpp"

namespace isonova {

Key Search::Run::key_of(const Slot& slot, std::size_t child, StateId state) const {
    if (costs_.weighs()) return costs_.key(nodes_.g(state), slot.deferred ? slot.parent_h : slot.evaluations.h[child]);
    return greedy_key(slot.deferred ? Key{slot.parent_h} : slot.evaluations.keys[child], state);
}

void Search::Run::enter(std::size_t child, StateId state, bool preferred) {
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

void Search::Run::enter_plainly() {
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

void Search::Run::push(std::size_t queue, std::size_t child, StateId state, bool preferred) {
    const QueueOptions& options = open_[queue].options();
    if (options.preferred && !preferred) return;
    const Slot& slot = slots_[options.evaluator];
    const Value h = slot.deferred ? slot.parent_h : slot.evaluations.h[child];
    open_[queue].push(key_of(slot, child, state), h, nodes_.g(state), state);
    ++pushes_;
}

bool Search::Run::prunes(StateId state) {
    if (!costs_.is_bounded()) return false;
    Value at_least = 0;
    for (const Slot& slot : slots_)
        if (slot.traits.admissible && !slot.deferred) at_least = std::max(at_least, nodes_.value(state, slot.value));
    if (!costs_.is_beyond(nodes_.g(state), at_least)) return false;
    return pruned_ = true;
}

void Search::Run::enter_initial() {
    const StateId initial = space_.initial();
    nodes_.add(none, none, 0);
    std::vector<AtomId> atoms;
    space_.atoms(initial, atoms);
    if (goals_) goals_->note_initial(atoms);
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

bool Search::Run::is_helpful(StateId parent, ActionId action) {
    return std::any_of(slots_.begin(), slots_.end(),
                       [&](Slot& slot) { return slot.helpful && slot.helpful->contains(parent, action); });
}

bool Search::Run::is_preferred(std::size_t child) {
    const Child& each = expansion_.children[child];
    for (const Slot& slot : slots_) {
        if (!slot.with_preferred) continue;
        if (slot.helpful && slot.helpful->contains(expansion_.parent, each.action)) return true;
        if (!slot.evaluations.preferred.empty() && slot.evaluations.preferred[child]) return true;
    }
    return false;
}

void Search::Run::enter_again(const Duplicate& each, StateId parent) {
    bool preferred = false;
    for (const Slot& slot : slots_) {
        const bool prefers = slot.traits.follows_paths && slot.evaluator->reached_again(parent, each.child);
        if (slot.with_preferred) preferred |= prefers || (slot.helpful && slot.helpful->contains(parent, each.action));
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

void Search::Run::enter_known(StateId state) {
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

void Search::Run::expand(StateId state, Value primary) {
    duplicates_.clear();
    cheaper_.clear();
    upcoming_.clear();
    next_ = 0;
    space_.expand(state, expansion_, this);
    ++statistics_.expansions;
    statistics_.generated += expansion_.generated;
    const std::int64_t g = nodes_.g(state);
    for (const Child& child : expansion_.children) nodes_.add(state, child.action, plus(g, child.cost));
    if (goals_) goals_->note_children(expansion_);
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

void Search::Run::evaluate_children(StateId state, Value primary) {
    for (Slot& slot : slots_) {
        if (slot.deferred) continue;
        expansion_.parent_h = slot.value == Slot::no_value ? primary : nodes_.value(state, slot.value);
        slot.evaluator->evaluate(expansion_, slot.with_preferred, slot.evaluations);
        if (slot.helpful) slot.helpful->open(slot.evaluations.helpful);
    }
}

void Search::Run::queue_again(StateId state) {
    left_out_ += expansion_.left_out;
    nodes_.mark_begun(state);
    for (std::size_t queue = 0; queue < open_.size(); ++queue) {
        const QueueOptions& options = open_[queue].options();
        if (!options.preferred && slots_[options.evaluator].deferred) push(queue, 0, state, false);
    }
}

}  // namespace isonova
