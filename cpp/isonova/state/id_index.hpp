// Ids of things stored elsewhere, found by a hash of the thing. Extendible hashing: a directory over the hash's top
// bits leads to segments of 2^13 slots, and a full segment is split in two, so the index never needs the space of two
// indices at once and the memory limit holds. A slot is an id and 32 bits of the hash: those that choose segment and
// slot, so that a split need not look at any of the things.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "isonova/state/slabs.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/prefetch.hpp"

namespace isonova {

class IdIndex {
  public:
    // Throws Halted when no further segment fits, now or in `make_room`.
    explicit IdIndex(const Limits& limits);

    // The first id of this hash that is `equal`; `none` if there is none. Hashes have to be well mixed.
    template <class Equal>
    std::uint32_t find(std::uint64_t hash, Equal equal) const {
        const Segment& segment = *directory_[segment_of(hash)];
        const std::uint32_t wanted = tag(hash);
        for (std::uint32_t at = hash & slot_mask; segment.table[at].id != none; at = (at + 1) & slot_mask) {
            if (segment.table[at].tag == wanted && equal(segment.table[at].id)) return segment.table[at].id;
        }
        return none;
    }

    // So that one more id of this hash fits.
    void make_room(std::uint64_t hash) {
        while (directory_[segment_of(hash)]->used >= most) split(segment_of(hash));
    }
    void insert(std::uint64_t hash, std::uint32_t id) { place(*directory_[segment_of(hash)], {tag(hash), id}); }

    // Two hints that a hash is about to be looked for: the first asks memory for the index, the second tells of the id
    // that will be compared first.
    void prefetch_slot(std::uint64_t hash) const { prefetch(&directory_[segment_of(hash)]->table[hash & slot_mask]); }
    template <class Tell>
    void foresee(std::uint64_t hash, Tell tell) const {
        const Segment& segment = *directory_[segment_of(hash)];
        const std::uint32_t wanted = tag(hash);
        std::uint32_t at = hash & slot_mask;
        while (segment.table[at].id != none && segment.table[at].tag != wanted) at = (at + 1) & slot_mask;
        if (segment.table[at].id != none) tell(segment.table[at].id);
    }

    std::size_t bytes() const { return segments_.bytes() + directory_.size() * sizeof(Segment*); }

  private:
    static constexpr int slot_bits = 13;
    static constexpr int top_bits = 32 - slot_bits;  // of the hash, in a tag; so many segments hold every id
    static constexpr std::uint32_t slots = 1u << slot_bits;
    static constexpr std::uint32_t slot_mask = slots - 1;
    static constexpr std::uint32_t most = slots / 8 * 7;

    struct Slot {
        std::uint32_t tag;
        std::uint32_t id;  // `none`: the slot is empty
    };
    struct Segment {
        int depth = 0;  // how many top bits of the hash its ids share
        std::uint32_t used = 0;
        Slot table[slots];
    };

    static std::uint32_t tag(std::uint64_t hash) {
        return static_cast<std::uint32_t>((hash >> (64 - top_bits) << slot_bits) | (hash & slot_mask));
    }
    std::size_t segment_of(std::uint64_t hash) const { return hash >> 1 >> (63 - depth_); }
    Segment* new_segment(int depth);
    static void place(Segment& segment, Slot slot);
    void split(std::size_t entry);

    int depth_ = 0;
    std::vector<Segment*> directory_;
    Slabs segments_;
};

}  // namespace isonova
