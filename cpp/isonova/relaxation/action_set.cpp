#include "isonova/relaxation/action_set.hpp"

#include <algorithm>

namespace isonova {

bool ActionSet::insert(std::uint32_t action, const std::vector<Term>& declared, const ObjectId* values) {
    const std::size_t row = rows_.size();
    rows_.push_back(static_cast<std::uint32_t>(declared.size()) + 2);
    rows_.push_back(action);
    for (const Term term : declared) rows_.push_back(term.is_variable() ? values[term.variable()] : term.object());
    const std::size_t size = rows_.size() - row;
    const auto place_of = [&](std::size_t at) {
        std::uint64_t hash = 0;
        for (std::size_t i = 1; i < rows_[at]; ++i) {
            hash = (hash + rows_[at + i]) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        std::size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot] != none &&
               !std::equal(rows_.begin() + static_cast<std::ptrdiff_t>(at),
                           rows_.begin() + static_cast<std::ptrdiff_t>(at + rows_[at]), rows_.begin() + slots_[slot]))
            slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    };
    const std::size_t slot = place_of(row);
    if (slots_[slot] != none) {
        rows_.resize(row);
        return false;
    }
    newest_ = row;
    slots_[slot] = static_cast<std::uint32_t>(row);
    used_slots_.push_back(static_cast<std::uint32_t>(slot));
    if (2 * used_slots_.size() > slots_.size()) {
        slots_.assign(2 * slots_.size(), none);
        used_slots_.clear();
        for (std::size_t at = 0; at < row + size; at += rows_[at]) {
            const std::size_t moved = place_of(at);
            slots_[moved] = static_cast<std::uint32_t>(at);
            used_slots_.push_back(static_cast<std::uint32_t>(moved));
        }
    }
    return true;
}

void ActionSet::clear() {
    for (const std::uint32_t slot : used_slots_) slots_[slot] = none;
    used_slots_.clear();
    rows_.clear();
}

}  // namespace isonova
