#include "isonova/ground/ground_state_space.hpp"

#include <algorithm>

namespace isonova {

namespace {

bool all_hold(std::span<const AtomId> atoms, const Word* state) {
    return std::all_of(atoms.begin(), atoms.end(), [&](AtomId atom) { return test(state, atom); });
}

bool none_holds(std::span<const AtomId> atoms, const Word* state) {
    return std::none_of(atoms.begin(), atoms.end(), [&](AtomId atom) { return test(state, atom); });
}

}  // namespace

GroundStateSpace::GroundStateSpace(std::shared_ptr<const GroundTask> task, const Limits& limits)
    : ground_(std::move(task)),
      generator_(*ground_),
      registry_(ground_->fluent_count, limits),
      plain_(ground_->action_count()),
      axioms_(*ground_),
      full_(words_for(ground_->atoms.size())),
      child_full_(full_.size()),
      fluents_(registry_.words()),
      mark_(ground_->atoms.size(), 0) {
    const auto derived = [&](AtomId atom) { return atom >= ground_->fluent_count; };
    goal_has_derived_ = std::any_of(ground_->goal.begin(), ground_->goal.end(), derived) ||
                        std::any_of(ground_->negative_goal.begin(), ground_->negative_goal.end(), derived);
    for (ActionId action = 0; action < ground_->action_count(); ++action) {
        bool plain = ground_->effect_start[action] == ground_->effect_start[action + 1];
        for (const auto* rows : {&ground_->adds, &ground_->deletes}) {
            for (const AtomId atom : (*rows)[action]) {
                if (mark_[atom]) plain = false;
                mark_[atom] = 1;
            }
        }
        for (const auto* rows : {&ground_->adds, &ground_->deletes}) {
            for (const AtomId atom : (*rows)[action]) mark_[atom] = 0;
        }
        plain_[action] = plain;
    }
}

StateId GroundStateSpace::initial() {
    return insert(ground_->init);
}

StateId GroundStateSpace::insert(std::span<const AtomId> fluents) {
    std::fill(fluents_.begin(), fluents_.end(), 0);
    for (const AtomId atom : fluents) isonova::insert(fluents_.data(), atom);
    return registry_.insert(fluents_.data(), registry_.hash(fluents_.data())).state;
}

void GroundStateSpace::load(StateId state) const {
    if (loaded_ == state) return;
    loaded_ = none;
    if (!axioms_.empty()) std::fill(full_.begin(), full_.end(), 0);
    registry_.load(state, full_.data());
    if (!axioms_.empty()) axioms_.derive(full_.data());
    loaded_ = state;
}

bool GroundStateSpace::is_goal(StateId state) const {
    if (ground_->goal_unreachable) return false;
    if (goal_has_derived_) {
        load(state);
        return all_hold(ground_->goal, full_.data()) && none_holds(ground_->negative_goal, full_.data());
    }
    const auto holds = [&](AtomId atom) { return registry_.holds(state, atom); };
    return std::all_of(ground_->goal.begin(), ground_->goal.end(), holds) &&
           std::none_of(ground_->negative_goal.begin(), ground_->negative_goal.end(), holds);
}

void GroundStateSpace::atoms(StateId state, std::vector<AtomId>& out) const {
    out.clear();
    load(state);
    for_each_bit(full_.data(), full_.size(), [&](AtomId atom) { out.push_back(atom); });
}

void GroundStateSpace::toggle_all(const AtomId* atoms, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) toggle(fluents_.data(), atoms[i]);
}

void GroundStateSpace::conditional_difference(ActionId action, std::vector<AtomId>& pool, Successor& out) {
    constexpr std::uint8_t deleted = 1, added = 2;
    const Word* state = full_.data();
    const auto note = [&](std::span<const AtomId> atoms, std::uint8_t what) {
        for (const AtomId atom : atoms) {
            if (!mark_[atom]) touched_.push_back(atom);
            mark_[atom] |= what;
        }
    };
    touched_.clear();
    note(ground_->adds[action], added);
    note(ground_->deletes[action], deleted);
    for (std::uint32_t e = ground_->effect_start[action]; e < ground_->effect_start[action + 1]; ++e) {
        if (!all_hold(ground_->effect_condition[e], state)) continue;
        if (!none_holds(ground_->effect_negative_condition[e], state)) continue;
        note(ground_->effect_adds[e], added);
        note(ground_->effect_deletes[e], deleted);
    }
    for (const AtomId atom : touched_) {
        if ((mark_[atom] & added) && !test(state, atom)) pool.push_back(atom);
    }
    out.added = static_cast<std::uint32_t>(pool.size()) - out.first;
    for (const AtomId atom : touched_) {
        if (mark_[atom] == deleted && test(state, atom)) pool.push_back(atom);
        mark_[atom] = 0;
    }
}

GroundStateSpace::Successor GroundStateSpace::difference(ActionId action, std::vector<AtomId>& pool) {
    Successor out{};
    out.first = static_cast<std::uint32_t>(pool.size());
    if (plain_[action]) {
        const Word* state = full_.data();
        for (const AtomId atom : ground_->adds[action]) {
            if (!test(state, atom)) pool.push_back(atom);
        }
        out.added = static_cast<std::uint32_t>(pool.size()) - out.first;
        for (const AtomId atom : ground_->deletes[action]) {
            if (test(state, atom)) pool.push_back(atom);
        }
    } else {
        conditional_difference(action, pool, out);
    }
    out.removed = static_cast<std::uint32_t>(pool.size()) - out.first - out.added;
    return out;
}

void GroundStateSpace::add_derived_difference(Child& child, std::vector<AtomId>& pool) {
    std::fill(child_full_.begin(), child_full_.end(), 0);
    std::copy(fluents_.begin(), fluents_.end(), child_full_.begin());
    axioms_.derive(child_full_.data());
    const std::size_t first = pool.size();
    for (const bool now : {true, false}) {
        for (std::size_t i = 0; i < full_.size(); ++i) {
            Word word = (full_[i] ^ child_full_[i]) & (now ? child_full_[i] : full_[i]);
            for (; word; word &= word - 1) {
                pool.push_back(static_cast<AtomId>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
            }
        }
        if (now) child.added = static_cast<std::uint32_t>(pool.size() - first);
    }
    child.first = static_cast<std::uint32_t>(first);
    child.removed = static_cast<std::uint32_t>(pool.size() - first) - child.added;
}

void GroundStateSpace::expand(StateId parent, Expansion& out, DuplicateListener* listener) {
    out.clear();
    out.parent = parent;
    load(parent);
    for_each_bit(full_.data(), full_.size(), [&](AtomId atom) { out.parent_atoms.push_back(atom); });
    generator_.applicable(full_.data(), applicable_);
    out.generated = applicable_.size();

    // Two passes, so that the places the second one looks at in the index are already on their way from memory.
    registry_.load(parent, fluents_.data());
    const std::uint64_t parent_hash = registry_.hash(fluents_.data());
    successors_.clear();
    for (const ActionId action : applicable_) {
        Successor successor = difference(action, out.pool);
        std::uint64_t hash = parent_hash;
        for (std::uint32_t i = successor.first; i < out.pool.size(); ++i) {
            const std::size_t word = out.pool[i] >> 6;
            hash -= StateRegistry::hash(fluents_[word], word);
            toggle(fluents_.data(), out.pool[i]);
            hash += StateRegistry::hash(fluents_[word], word);
        }
        toggle_all(out.pool.data() + successor.first, successor.added + successor.removed);
        successor.hash = hash;
        registry_.prefetch(hash);
        successors_.push_back(successor);
    }
    for (std::size_t i = 0; i < applicable_.size(); ++i) {
        const Successor& successor = successors_[i];
        const ActionId action = applicable_[i];
        const std::int64_t cost = ground_->cost[action];
        const std::uint32_t size = successor.added + successor.removed;
        toggle_all(out.pool.data() + successor.first, size);
        const auto found =
            size == 0 ? StateRegistry::Found{parent, false} : registry_.insert(fluents_.data(), successor.hash);
        if (found.is_new) {
            Child child{found.state, action, cost, successor.first, successor.added, successor.removed};
            if (!axioms_.empty()) add_derived_difference(child, out.pool);
            out.children.push_back(child);
        } else if (listener) {
            listener->duplicate(parent, found.state, action, cost);
        }
        toggle_all(out.pool.data() + successor.first, size);
    }
}

ActionName GroundStateSpace::action(ActionId action) const {
    const Task& task = *ground_->task;
    const Schema& schema = task.schemata[ground_->schema[action]];
    ActionName name{task.actions[schema.action].name, {}};
    for (const Term term : schema.declared) {
        const ObjectId object = term.is_variable() ? ground_->arguments[action][term.variable()] : term.object();
        name.args.push_back(task.objects[object].name);
    }
    return name;
}

}  // namespace isonova
