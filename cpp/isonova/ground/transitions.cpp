#include "isonova/ground/transitions.hpp"

#include <algorithm>

namespace isonova {

Transitions::Transitions(std::shared_ptr<const GroundTask> task, StatePacking packing)
    : task_(std::move(task)), packing_(std::move(packing)), generator_(*task_), triggers_(*task_) {
    starts_.reserve(task_->action_count() + 1);
    starts_.push_back(0);
    for (ActionId action = 0; action < task_->action_count(); ++action) {
        const bool has_conditions = task_->effect_start[action] != task_->effect_start[action + 1];
        if (has_conditions || !append_patches(action)) patches_.resize(starts_.back());
        starts_.push_back(static_cast<std::uint32_t>(patches_.size()));
    }
    patches_.shrink_to_fit();
}

// Not if what a delete does to its group depends on which atom of it is true.
bool Transitions::append_patches(ActionId action) {
    const std::size_t first = patches_.size();
    const auto patch = [&](std::uint32_t word) -> Patch& {
        for (std::size_t i = first; i < patches_.size(); ++i) {
            if (patches_[i].word == word) return patches_[i];
        }
        return patches_.emplace_back(Patch{word, 0, 0});
    };
    for (const AtomId atom : task_->adds[action]) {
        const StatePacking::Code& code = packing_.code(atom);
        Patch& changed = patch(code.word);
        changed.remove |= code.mask;
        changed.add |= code.value;
    }
    const auto needed = task_->precondition[action];
    for (const AtomId atom : task_->deletes[action]) {
        const StatePacking::Code& code = packing_.code(atom);
        Patch& changed = patch(code.word);
        if (changed.remove & code.mask) continue;  // another atom of the group takes its place
        const bool is_group = (code.mask & (code.mask - 1)) != 0 || code.value == 0;
        if (is_group && std::find(needed.begin(), needed.end(), atom) == needed.end()) return false;
        changed.remove |= code.mask;
    }
    return true;
}

}  // namespace isonova
