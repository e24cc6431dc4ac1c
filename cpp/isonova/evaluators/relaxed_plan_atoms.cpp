#include "isonova/evaluators/relaxed_plan_atoms.hpp"

#include <algorithm>

#include "isonova/evaluators/value_pair.hpp"
#include "isonova/util/make_room.hpp"

namespace isonova {

RelaxedPlanAtoms::RelaxedPlanAtoms(const Task& task, const AtomTable& atoms, GoalCountHeuristic goals,
                                   std::unique_ptr<Heuristic> plans, const Limits& limits)
    : atoms_(atoms), goals_(std::move(goals)), plans_(std::move(plans)), limits_(limits), adds_(sure_adds(task)) {}

Value RelaxedPlanAtoms::start(std::span<const AtomId> atoms, Value goals) {
    plans_->evaluate_states(std::span(&atoms, 1), values_, &actions_);
    std::vector<AtomId>& plan = plan_atoms_.emplace_back();
    std::vector<ObjectId> args;
    for (const ActionNumber action : actions_[0]) {
        const auto objects = plans_->actions()->args(action);
        for (const AddedAtom& add : adds_[plans_->actions()->predicate(action)]) {
            args.clear();
            for (const Term term : add.args)
                args.push_back(term.is_variable() ? objects[term.variable()] : term.object());
            plan.push_back(numbers_.intern(add.predicate, args));
        }
    }
    std::sort(plan.begin(), plan.end());
    plan.erase(std::unique(plan.begin(), plan.end()), plan.end());
    for (const AtomId atom : atoms)
        if (const auto place = std::lower_bound(plan.begin(), plan.end(), number(atom));
            place != plan.end() && *place == number(atom))
            plan.erase(place);
    kept_atoms_ += plan.size();
    make_room(reached_, reached_.size() + words_for(plan.size()), &limits_);
    progress_.push_back(
        {static_cast<std::uint32_t>(plan_atoms_.size() - 1), static_cast<std::uint32_t>(goals), reached_.size()});
    reached_.resize(reached_.size() + words_for(plan.size()), 0);
    return value_pair(values_[0] == dead_end ? dead_end : goals, static_cast<Value>(plan.size()));
}

Value RelaxedPlanAtoms::go_on(const Progress& parent, std::span<const AtomId> added) {
    const std::vector<AtomId>& plan = plan_atoms_[parent.plan];
    const std::size_t words = words_for(plan.size());
    const std::uint64_t first = reached_.size();
    make_room(reached_, first + words, &limits_);
    reached_.resize(first + words);
    std::copy_n(reached_.data() + parent.first, words, reached_.data() + first);
    for (const AtomId atom : added) {
        const AtomId own = number(atom);
        const auto place = std::lower_bound(plan.begin(), plan.end(), own);
        if (place != plan.end() && *place == own)
            insert(reached_.data() + first, static_cast<std::uint32_t>(place - plan.begin()));
    }
    progress_.push_back({parent.plan, parent.lowest, first});
    Value left = static_cast<Value>(plan.size());
    for (std::size_t i = 0; i < words; ++i) left -= std::popcount(reached_[first + i]);
    return left;
}

Evaluation RelaxedPlanAtoms::evaluate_initial(StateId, std::span<const AtomId> atoms) {
    make_room(progress_, 1, &limits_);
    const Value h = start(atoms, goals_.evaluate_atoms(atoms));
    return {h, {h}};
}

void RelaxedPlanAtoms::evaluate(const Expansion& expansion, bool /*with_preferred*/, Evaluations& out) {
    out.clear();
    const Expansion* one = &expansion;
    goals_.evaluate(std::span(&one, 1), out.h);
    make_room(progress_, progress_.size() + out.h.size(), &limits_);
    const Progress parent = progress_[expansion.parent];
    for (std::size_t i = 0; i < out.h.size(); ++i) {
        const Child& child = expansion.children[i];
        const Value goals = out.h[i];
        if (goals < static_cast<Value>(parent.lowest)) {
            expansion.atoms(child, child_);
            std::sort(child_.begin(), child_.end());
            out.h[i] = start(child_, goals);
        } else {
            out.h[i] = value_pair(goals, go_on(parent, expansion.added(child)));
        }
        out.keys.push_back({out.h[i]});
    }
}

std::uint64_t RelaxedPlanAtoms::work() const {
    constexpr std::uint64_t per_edge = 8, per_state = 100, per_plan = 2000;
    return per_edge * plans_->work() + per_state * progress_.size() + per_plan * plan_atoms_.size();
}

std::size_t RelaxedPlanAtoms::bytes() const {
    return progress_.capacity() * sizeof(Progress) + reached_.capacity() * sizeof(Word) + kept_atoms_ * sizeof(AtomId) +
           plan_atoms_.size() * sizeof(plan_atoms_[0]);
}

}  // namespace isonova
