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
    : GroundStateSpace(std::make_shared<const Transitions>(task, StatePacking::bits(task->fluent_count)), limits) {}

GroundStateSpace::GroundStateSpace(std::shared_ptr<const GroundTask> task, const Limits& limits, StatePacking packing)
    : GroundStateSpace(std::make_shared<const Transitions>(std::move(task), std::move(packing)), limits) {}

GroundStateSpace::GroundStateSpace(std::shared_ptr<const Transitions> transitions, const Limits& limits)
    : transitions_(std::move(transitions)),
      ground_(transitions_->task().get()),
      packing_(transitions_->packing()),
      marked_(transitions_->generator().make_marks()),
      limits_(limits),
      registry_(packing_.words(), limits),
      full_(words_for(ground_->atoms.size())),
      derived_(*ground_),
      fluents_(words_for(ground_->fluent_count)),
      packed_(packing_.words()),
      mark_(ground_->atoms.size(), 0) {
    for (const AtomId atom : derived_.added()) isonova::insert(full_.data(), atom);
    const auto derived = [&](AtomId atom) { return atom >= ground_->fluent_count; };
    goal_has_derived_ = std::any_of(ground_->goal.begin(), ground_->goal.end(), derived) ||
                        std::any_of(ground_->negative_goal.begin(), ground_->negative_goal.end(), derived);
}

StateId GroundStateSpace::initial() {
    return insert(ground_->init);
}

StateId GroundStateSpace::insert(std::span<const AtomId> fluents) {
    packing_.pack(fluents, packed_.data());
    return registry_.insert(packed_.data(), registry_.hash(packed_.data())).state;
}

StateId GroundStateSpace::restart(std::span<const AtomId> fluents) {
    registry_ = StateRegistry(packing_.words(), limits_);
    loaded_ = none;
    return insert(fluents);
}

void GroundStateSpace::load(StateId state) const {
    if (loaded_ == state) return;
    loaded_ = none;
    if (derived_.empty()) {
        packing_.unpack(registry_[state], full_.data());
    } else {
        load_by_difference(registry_[state]);
    }
    loaded_ = state;
}

void GroundStateSpace::load_by_difference(const std::uint32_t* packed) const {
    packing_.unpack(packed, fluents_.data());
    added_.clear();
    removed_.clear();
    for (std::size_t i = 0; i < fluents_.size(); ++i) {
        Word changed = full_[i] ^ fluents_[i];
        // The last word of the fluent atoms may have the first derived ones, too.
        if (i == ground_->fluent_count / 64) changed &= (Word{1} << (ground_->fluent_count % 64)) - 1;
        for (; changed; changed &= changed - 1) {
            const auto atom = static_cast<AtomId>(i * 64 + static_cast<std::size_t>(std::countr_zero(changed)));
            (test(fluents_.data(), atom) ? added_ : removed_).push_back(atom);
        }
    }
    derived_.change(added_, removed_);
    for (const std::span<const AtomId> atoms :
         {std::span<const AtomId>(added_), std::span<const AtomId>(removed_), derived_.added(), derived_.removed()})
        for (const AtomId atom : atoms) toggle(full_.data(), atom);
}

bool GroundStateSpace::is_goal(StateId state) const {
    if (ground_->goal_unreachable) return false;
    if (goal_has_derived_) {
        load(state);
        return all_hold(ground_->goal, full_.data()) && none_holds(ground_->negative_goal, full_.data());
    }
    const std::uint32_t* packed = registry_[state];
    const auto holds = [&](AtomId atom) { return packing_.holds(packed, atom); };
    return std::all_of(ground_->goal.begin(), ground_->goal.end(), holds) &&
           std::none_of(ground_->negative_goal.begin(), ground_->negative_goal.end(), holds);
}

void GroundStateSpace::atoms(StateId state, std::vector<AtomId>& out) const {
    out.clear();
    load(state);
    for_each_bit(full_.data(), full_.size(), [&](AtomId atom) { out.push_back(atom); });
}

void GroundStateSpace::conditional_changes(ActionId action) {
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
    transitions_->triggers().visit(action, state, [&](std::uint32_t e) {
        if (!all_hold(ground_->effect_condition[e], state)) return;
        if (!none_holds(ground_->effect_negative_condition[e], state)) return;
        note(ground_->effect_adds[e], added);
        note(ground_->effect_deletes[e], deleted);
    });
    std::sort(touched_.begin(), touched_.end());
    const std::size_t first = changes_.size();
    const auto change = [&](std::uint32_t word) -> Change& {
        for (std::size_t i = first; i < changes_.size(); ++i) {
            if (changes_[i].word == word) return changes_[i];
        }
        return changes_.emplace_back(Change{word, packed_[word], packed_[word]});
    };
    // A group's old atom goes before its new one comes.
    for (const bool comes : {false, true}) {
        for (const AtomId atom : touched_) {
            const bool now = (mark_[atom] & added) != 0;
            if (now != comes || now == test(state, atom)) continue;
            const StatePacking::Code& code = packing_.code(atom);
            Change& word = change(code.word);
            word.after &= ~code.mask;
            if (comes) word.after |= code.value;
            changed_atoms_.push_back(atom);
        }
    }
    for (const AtomId atom : touched_) mark_[atom] = 0;
}

void GroundStateSpace::changes(ActionId action) {
    const auto patches = transitions_->patches(action);
    if (patches.empty()) return conditional_changes(action);
    for (const Transitions::Patch& patch : patches) {
        const std::uint32_t before = packed_[patch.word];
        const std::uint32_t after = (before & ~patch.remove) | patch.add;
        if (after != before) changes_.push_back({patch.word, before, after});
    }
}

void GroundStateSpace::write_difference(const Successor& successor, Child& child, std::vector<AtomId>& pool) const {
    const Word* state = full_.data();
    child.first = static_cast<std::uint32_t>(pool.size());
    const auto write = [&](std::span<const AtomId> atoms, bool truth) {
        for (const AtomId atom : atoms) {
            if (test(state, atom) == truth) pool.push_back(atom);
        }
    };
    const bool patched = !transitions_->patches(child.action).empty();
    const std::span<const AtomId> changed{changed_atoms_.data() + successor.first_atom,
                                          successor.last_atom - successor.first_atom};
    write(patched ? ground_->adds[child.action] : changed, false);
    child.added = static_cast<std::uint32_t>(pool.size()) - child.first;
    write(patched ? ground_->deletes[child.action] : changed, true);
    child.removed = static_cast<std::uint32_t>(pool.size()) - child.first - child.added;
}

void GroundStateSpace::write_derived_difference(Child& child, std::vector<AtomId>& pool) {
    const std::span<const AtomId> fluents{pool.data() + child.first, child.added + child.removed};
    derived_.change(fluents.first(child.added), fluents.last(child.removed));
    derived_.undo();
    const auto added = derived_.added(), removed = derived_.removed();
    pool.insert(pool.begin() + child.first + child.added, added.begin(), added.end());
    pool.insert(pool.end(), removed.begin(), removed.end());
    child.added += static_cast<std::uint32_t>(added.size());
    child.removed += static_cast<std::uint32_t>(removed.size());
}

bool GroundStateSpace::more_change_than(std::uint64_t many) {
    if (applicable_.size() <= many) return false;
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < applicable_.size() && count <= many; ++i) {
        changes_.clear();
        changed_atoms_.clear();
        changes(applicable_[i]);
        count += !changes_.empty();
    }
    return count > many;
}

template <class Visit>
void GroundStateSpace::visit_successors(StateId parent, Expansion& out, ExpansionListener* listener,
                                        const Visit& visit) {
    out.clear();
    out.parent = parent;
    load(parent);
    if (out.with_parent_atoms) {
        for_each_bit(full_.data(), full_.size(), [&](AtomId atom) { out.parent_atoms.push_back(atom); });
    }
    transitions_->generator().applicable(full_.data(), marked_, applicable_);
    std::copy_n(registry_[parent], packed_.size(), packed_.begin());
    if (listener && more_change_than(listener->many(parent)))
        out.left_out = std::erase_if(applicable_, [&](ActionId action) { return !listener->wants(parent, action); });
    out.generated = applicable_.size();

    // Three passes, so that the places a pass looks at in memory were asked for in the one before.
    const std::uint64_t parent_hash = registry_.hash(packed_.data());
    successors_.clear();
    changes_.clear();
    changed_atoms_.clear();
    for (const ActionId action : applicable_) {
        Successor successor{parent_hash, static_cast<std::uint32_t>(changes_.size()), 0,
                            static_cast<std::uint32_t>(changed_atoms_.size()), 0};
        changes(action);
        successor.last_change = static_cast<std::uint32_t>(changes_.size());
        successor.last_atom = static_cast<std::uint32_t>(changed_atoms_.size());
        for (std::uint32_t i = successor.first_change; i < successor.last_change; ++i) {
            successor.hash += registry_.change(changes_[i].word, changes_[i].before, changes_[i].after);
        }
        registry_.prefetch_slot(successor.hash);
        successors_.push_back(successor);
    }
    for (const Successor& successor : successors_) registry_.prefetch_state(successor.hash);
    for (std::size_t i = 0; i < applicable_.size(); ++i) {
        const Successor& successor = successors_[i];
        Child child{none, applicable_[i], ground_->cost[applicable_[i]]};
        const Change* begin = changes_.data() + successor.first_change;
        const Change* end = changes_.data() + successor.last_change;
        for (const Change* change = begin; change != end; ++change) packed_[change->word] = change->after;
        if (visit(child, successor.hash, begin == end)) {
            write_difference(successor, child, out.pool);
            if (!derived_.empty()) write_derived_difference(child, out.pool);
            out.children.push_back(child);
        }
        for (const Change* change = begin; change != end; ++change) packed_[change->word] = change->before;
    }
}

void GroundStateSpace::expand(StateId parent, Expansion& out, ExpansionListener* listener) {
    visit_successors(parent, out, listener, [&](Child& child, std::uint64_t hash, bool is_parent) {
        const auto found = is_parent ? StateRegistry::Found{parent, false} : registry_.insert(packed_.data(), hash);
        child.state = found.state;
        if (!found.is_new && listener) listener->duplicate(parent, found.state, child.action, child.cost);
        return found.is_new;
    });
}

std::uint64_t GroundStateSpace::foresee(StateId parent, Expansion& out) {
    visit_successors(parent, out, nullptr, [&](const Child&, std::uint64_t hash, bool is_parent) {
        return !is_parent && registry_.find(packed_.data(), hash) == none;
    });
    return 4 + out.generated;
}

void GroundStateSpace::action(StateId, ActionId action, ActionInstance& out) {
    out.assign(ground_->task->schemata[ground_->schema[action]], ground_->arguments[action].data());
}

}  // namespace isonova
