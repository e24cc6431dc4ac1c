// From the values of some columns to one tuple of a relation that has them. A table over all columns finds duplicates;
// one over some columns is the head of an index. Keys are not stored: a tuple with the key stands for it.
//
// Small key spaces, and those that have become densely filled, are addressed directly, without any hash.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova::datalog {

class KeyTable {
  public:
    KeyTable(std::vector<std::uint32_t> columns, std::uint32_t arity, std::uint32_t object_count);

    const std::vector<std::uint32_t>& columns() const { return columns_; }

    // `key` holds one value per column of this table; `tuples` is the relation's flat array.
    std::uint32_t find(const ObjectId* key, const ObjectId* tuples) const {
        if (direct_) return ids_[address(key)];
        const std::uint32_t tag = hash(key);
        for (std::size_t i = tag & mask_;; i = (i + 1) & mask_) {
            const Slot& slot = slots_[i];
            if (slot.id == none) return none;
            if (slot.tag == tag && equal(key, tuples + std::size_t{slot.id} * arity_)) return slot.id;
        }
    }

    // Lets tuple `id` stand for its key; returns the tuple that stood for it before, or `none`.
    std::uint32_t replace(const ObjectId* key, std::uint32_t id, const ObjectId* tuples);
    // Lets tuple `id` stand for its key unless there is one already, which is returned; else `none`.
    std::uint32_t insert(const ObjectId* key, std::uint32_t id, const ObjectId* tuples);

    // Addresses directly from now on where that takes no more than `entries` entries.
    void make_direct(std::size_t entries, const ObjectId* tuples) {
        if (!direct_ && space_ <= entries) become_direct(slots_, tuples);
    }

    // Forgets everything; `tuples` are the `count` tuples that were entered.
    void clear(const ObjectId* tuples, std::size_t count);

    std::size_t bytes() const { return slots_.capacity() * sizeof(Slot) + ids_.capacity() * 4; }

  private:
    struct Slot {
        std::uint32_t tag;
        std::uint32_t id;
    };

    std::size_t address(const ObjectId* key) const {
        std::size_t at = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) at = at * object_count_ + key[i];
        return at;
    }
    std::uint32_t hash(const ObjectId* key) const {
        std::uint64_t h = 0x2545f4914f6cdd1du;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            h = (h + key[i]) * 0x9e3779b97f4a7c15u;
            h ^= h >> 32;
        }
        return static_cast<std::uint32_t>(h);
    }
    bool equal(const ObjectId* key, const ObjectId* tuple) const {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (tuple[columns_[i]] != key[i]) return false;
        return true;
    }
    Slot& locate(const ObjectId* key, std::uint32_t tag, const ObjectId* tuples);
    void grow(const ObjectId* tuples);
    void become_direct(std::vector<Slot> old, const ObjectId* tuples);

    std::vector<std::uint32_t> columns_;
    std::uint32_t arity_;
    std::uint32_t object_count_;
    std::uint64_t space_;  // number of possible keys, saturated
    bool direct_;
    std::size_t mask_ = 0;
    std::size_t count_ = 0;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> ids_;  // when direct
};

}  // namespace isonova::datalog
