#include "isonova/search/goal_recorder.hpp"

#include <algorithm>
#include <bit>

namespace isonova {

void GoalRecord::add(const GoalRecord& other) {
    if (std::popcount(other.best) > std::popcount(best)) best = other.best;
    for (std::size_t i = 0; i < most_goals; ++i) together[i] |= other.together[i];
}

GoalRecorder::GoalRecorder(const StateSpace& space, const Limits& limits)
    : atoms_(space.atom_table()), limits_(limits), place_(atoms_.size()) {
    const std::vector<Literal>& goal = space.task().goal;
    record_.goals = std::min(goal.size(), GoalRecord::most_goals);
    std::vector<ObjectId> args;
    for (std::size_t i = 0; i < record_.goals; ++i) {
        const GoalSet bit = GoalSet{1} << i;
        args.clear();
        for (const Term term : goal[i].args) args.push_back(term.object());
        const AtomId atom = atoms_.find(goal[i].predicate, args);
        // An atom is missing where grounding found that it never changes. The goal is not impossible, so it holds.
        if (goal[i].negated || atom == none) when_empty_ |= bit;
        if (atom == none) continue;
        if (place_[atom] == 0) {
            place_[atom] = static_cast<std::uint8_t>(changes_.size());
            changes_.emplace_back();
        }
        Change& change = changes_[place_[atom]];
        (goal[i].negated ? change.negative : change.positive) |= bit;
    }
}

void GoalRecorder::add_block() {
    if (!limits_.fits(block * sizeof(GoalSet))) throw Halted{Halt::memory};
    blocks_.emplace_back(new GoalSet[block]);
    next_ = blocks_.back().get();
    end_ = next_ + block;
}

void GoalRecorder::note(GoalSet goals, GoalSet gained) {
    if (gained == 0) return;
    if (const int count = std::popcount(goals); count > most_) {
        most_ = count;
        record_.best = goals;
    }
    for (; gained != 0; gained &= gained - 1)
        record_.together[static_cast<std::size_t>(std::countr_zero(gained))] |= goals;
}

void GoalRecorder::note_initial(std::span<const AtomId> atoms) {
    cover_atoms();
    GoalSet goals = when_empty_;
    for (const AtomId atom : atoms) {
        const Change& change = changes_[place_[atom]];
        goals = (goals & ~change.negative) | change.positive;
    }
    add_block();
    *next_++ = goals;
    note(goals, goals);
}

void GoalRecorder::note_children(const Expansion& expansion) {
    cover_atoms();
    const GoalSet parent = goals(expansion.parent);
    const std::uint8_t* const place = place_.data();
    for (const Child& child : expansion.children) {
        const AtomId* atom = expansion.pool.data() + child.first;
        const AtomId* const removed = atom + child.added;
        GoalSet goals = parent;
        for (const AtomId* const end = removed + child.removed; atom != end; ++atom) {
            if (place[*atom] == 0) [[likely]]
                continue;
            const auto& [positive, negative] = changes_[place[*atom]];
            goals = atom < removed ? (goals & ~negative) | positive : (goals & ~positive) | negative;
        }
        if (next_ == end_) add_block();
        *next_++ = goals;
        if (goals != parent) note(goals, goals & ~parent);
    }
}

}  // namespace isonova
