#include "isonova/heuristics/look_ahead.hpp"

#include <algorithm>

namespace isonova {

void LookAhead::follow(Upcoming* upcoming) {
    upcoming_ = upcoming;
    values_.clear();
    parents_.clear();
    used_ = 32;
    stored_ = 64;
}

void LookAhead::add_numbers(AtomId atom) {
    for (std::uint64_t i = numbers_.size(); i <= atom; ++i) {
        // SplitMix64, two numbers per atom.
        const auto random = [](std::uint64_t place) {
            std::uint64_t x = 0x9e3779b97f4a7c15u * (place + 1);
            x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
            x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
            return x ^ (x >> 31);
        };
        numbers_.push_back({random(2 * i), random(2 * i + 1)});
    }
}

StateKey LookAhead::key_of(std::span<const AtomId> atoms) {
    StateKey key;
    for (const AtomId atom : atoms) {
        key.low += number(atom).low;
        key.high += number(atom).high;
    }
    return key;
}

StateKey LookAhead::key_of(StateKey parent, const Expansion& expansion, const Child& child) {
    for (const AtomId atom : expansion.added(child)) {
        parent.low += number(atom).low;
        parent.high += number(atom).high;
    }
    for (const AtomId atom : expansion.removed(child)) {
        parent.low -= number(atom).low;
        parent.high -= number(atom).high;
    }
    return parent;
}

std::size_t LookAhead::recall(const Expansion& expansion, std::vector<Value>& out, std::vector<ActionNumber>* plan) {
    expansion_ = &expansion;
    plan_ = plan;
    missing_.clear();
    out.resize(expansion.children.size());
    const bool any = !parents_.empty() && slot(expansion.parent).state == expansion.parent;
    const StateKey parent = any ? slot(expansion.parent).key : StateKey{};
    for (std::uint32_t i = 0; i < expansion.children.size(); ++i) {
        const Value* known = any ? values_.find(key_of(parent, expansion, expansion.children[i])) : nullptr;
        if (known) {
            out[i] = *known;
            ++used_;
        } else {
            missing_.push_back(i);
        }
    }
    plan_is_missing_ = plan && !(any && slot(expansion.parent).planned);
    if (plan && !plan_is_missing_) {
        *plan = slot(expansion.parent).plan;
        ++used_;
    }
    return missing_.size() + plan_is_missing_;
}

// Leaves of an expansion the children that are worth a place.
void LookAhead::choose_children(Expansion& expansion, const StateKey& parent, std::size_t places) {
    std::erase_if(expansion.children, [&](const Child& child) {
        if (taken_ == places) return true;
        const StateKey key = key_of(parent, expansion, child);
        if (values_.find(key) || std::find(keys_.begin(), keys_.end(), key) != keys_.end()) return true;
        keys_.push_back(key);
        ++taken_;
        return false;
    });
}

std::span<const Expansion* const> LookAhead::gather(std::size_t places) {
    batch_.clear();
    keys_.clear();
    taken_ = 0;
    if (missing_.size() == expansion_->children.size()) {
        batch_.push_back(expansion_);
    } else {
        part_.parent_atoms.assign(expansion_->parent_atoms.begin(), expansion_->parent_atoms.end());
        part_.pool.assign(expansion_->pool.begin(), expansion_->pool.end());
        part_.children.clear();
        for (const std::uint32_t i : missing_) part_.children.push_back(expansion_->children[i]);
        batch_.push_back(&part_);
    }

    plans_.assign(1, plan_is_missing_ ? plan_ : nullptr);

    ahead_.resize(std::max(ahead_.size(), places));  // before anyone points into it
    constexpr std::size_t remembered = 8192;
    parents_.resize(remembered);
    while (taken_ < places) {
        const StateId state = upcoming_->next();
        if (state == none) break;
        Parent& parent = slot(state);
        if (parent.state != state) parent = {state, {}, false, false, {}};
        const bool wants_plan = plan_ && !parent.planned;
        if (parent.complete && !wants_plan) continue;
        Ahead& ahead = ahead_[batch_.size() - 1];
        const std::uint64_t successors = upcoming_->foresee(state, ahead.expansion);
        if (successors == 0) {
            upcoming_ = nullptr;
            break;
        }
        successors_ += successors;
        ahead.state = state;
        taken_ += wants_plan;
        parent.key = key_of(ahead.expansion.parent_atoms);
        choose_children(ahead.expansion, parent.key, places);
        // If there was no place for all of them, the rest may find one next time.
        parent.complete = taken_ < places;
        if (ahead.expansion.children.empty() && !wants_plan) continue;
        batch_.push_back(&ahead.expansion);
        plans_.push_back(wants_plan ? &ahead.plan : nullptr);
    }
    return batch_;
}

void LookAhead::store(std::span<const Value> values, std::vector<Value>& out) {
    for (std::size_t i = 0; i < missing_.size(); ++i) out[missing_[i]] = values[i];
    for (std::size_t i = 0; i < keys_.size(); ++i) values_.insert(keys_[i], values[missing_.size() + i]);
    for (std::size_t i = 1; i < plans_.size(); ++i) {
        Ahead& ahead = ahead_[i - 1];
        if (!plans_[i] || slot(ahead.state).state != ahead.state) continue;
        slot(ahead.state).plan = ahead.plan;
        slot(ahead.state).planned = true;
    }
    constexpr double memory = 4096;
    if ((stored_ += static_cast<double>(taken_)) < memory) return;
    stored_ /= 2;
    used_ /= 2;
}

}  // namespace isonova
