#include "isonova/datalog/key_table.hpp"

#include <algorithm>
#include <utility>

namespace isonova::datalog {

namespace {

constexpr std::uint64_t small_space = 64;
constexpr std::uint64_t huge_space = std::uint64_t{1} << 40;

}  // namespace

KeyTable::KeyTable(std::vector<std::uint32_t> columns, std::uint32_t arity, std::uint32_t object_count)
    : columns_(std::move(columns)), arity_(arity), object_count_(object_count), space_(1) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
        space_ = space_ > huge_space / (object_count_ + 1) ? huge_space : space_ * object_count_;
    direct_ = space_ <= small_space;
    if (direct_) {
        ids_.assign(space_, none);
    } else {
        slots_.assign(16, Slot{0, none});
        mask_ = 15;
    }
}

KeyTable::Slot& KeyTable::locate(const ObjectId* key, std::uint32_t tag, const ObjectId* tuples) {
    std::size_t i = tag & mask_;
    while (slots_[i].id != none && !(slots_[i].tag == tag && equal(key, tuples + std::size_t{slots_[i].id} * arity_)))
        i = (i + 1) & mask_;
    return slots_[i];
}

std::uint32_t KeyTable::replace(const ObjectId* key, std::uint32_t id, const ObjectId* tuples) {
    if (direct_) return std::exchange(ids_[address(key)], id);
    const std::uint32_t tag = hash(key);
    Slot& slot = locate(key, tag, tuples);
    const std::uint32_t before = slot.id;
    slot = {tag, id};
    if (before == none && 2 * ++count_ > slots_.size()) grow(tuples);
    return before;
}

std::uint32_t KeyTable::insert(const ObjectId* key, std::uint32_t id, const ObjectId* tuples) {
    if (direct_) {
        std::uint32_t& entry = ids_[address(key)];
        if (entry == none) {
            entry = id;
            return none;
        }
        return entry;
    }
    const std::uint32_t tag = hash(key);
    Slot& slot = locate(key, tag, tuples);
    if (slot.id != none) return slot.id;
    slot = {tag, id};
    if (2 * ++count_ > slots_.size()) grow(tuples);
    return none;
}

void KeyTable::clear(const ObjectId* tuples, std::size_t count) {
    count_ = 0;
    if (8 * count > std::max(slots_.size(), ids_.size())) {
        std::fill(slots_.begin(), slots_.end(), Slot{0, none});
        std::fill(ids_.begin(), ids_.end(), none);
        return;
    }
    std::vector<ObjectId> key(columns_.size());
    for (std::size_t id = 0; id < count; ++id) {
        for (std::size_t i = 0; i < columns_.size(); ++i) key[i] = tuples[id * arity_ + columns_[i]];
        if (direct_) {
            ids_[address(key.data())] = none;
            continue;
        }
        // To the end of the run: whatever is found there is to go as well.
        for (std::size_t i = hash(key.data()) & mask_; slots_[i].id != none; i = (i + 1) & mask_) slots_[i].id = none;
    }
}

void KeyTable::grow(const ObjectId* tuples) {
    std::vector<Slot> old = std::move(slots_);
    // A direct array of no more bytes than the next hash table would have is the better table.
    if (space_ <= 4 * old.size()) {
        become_direct(std::move(old), tuples);
        return;
    }
    slots_.assign(old.size() * 2, Slot{0, none});
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.id == none) continue;
        std::size_t i = slot.tag & mask_;
        while (slots_[i].id != none) i = (i + 1) & mask_;
        slots_[i] = slot;
    }
}

void KeyTable::become_direct(std::vector<Slot> old, const ObjectId* tuples) {
    slots_ = {};
    direct_ = true;
    ids_.assign(space_, none);
    std::vector<ObjectId> key(columns_.size());
    for (const Slot& slot : old) {
        if (slot.id == none) continue;
        const ObjectId* tuple = tuples + std::size_t{slot.id} * arity_;
        for (std::size_t i = 0; i < columns_.size(); ++i) key[i] = tuple[columns_[i]];
        ids_[address(key.data())] = slot.id;
    }
}

}  // namespace isonova::datalog
