// Every state met, stored once, with an id that counts from 0.
//
// A state comes and goes as a bit set over the fluent atoms, in 64-bit words or packed into 32-bit ones. Duplicates are
// found by extendible hashing: a directory over the hash's top bits leads to segments of 2^13 slots, and a full segment
// is split in two, so the index never needs the space of two indices at once and the memory limit holds. A slot is an
// id and 32 bits of the hash: those that choose segment and slot, so that a split need not look at any state. The
// stored words are compared before two states count as equal.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/state/bits.hpp"
#include "isonova/state/block_rows.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

class StateRegistry {
  public:
    StateRegistry(std::uint32_t fluent_count, const Limits& limits);

    std::size_t words() const { return words_; }  // of a bit set over the fluent atoms
    std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }

    std::size_t packed_words() const { return packed_; }

    // A hash is a sum of the packed words times a random odd number for each place (multilinear hashing), so that a
    // changed word changes it by one product.
    std::uint64_t change(std::size_t place, std::uint32_t from, std::uint32_t to) const {
        return multipliers_[place] * (std::uint64_t{to} - from);
    }
    std::uint64_t hash(const std::uint32_t* packed) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < packed_; ++i) sum += multipliers_[i] * packed[i];
        return sum;
    }

    struct Found {
        StateId state;
        bool is_new;
    };
    Found insert(const Word* fluents);
    // `sum` is hash(packed).
    Found insert(const std::uint32_t* packed, std::uint64_t sum);
    // Two hints that a state of this hash is about to be looked for: the first asks memory for the index, the second
    // looks there and asks for the stored state.
    void prefetch_slot(std::uint64_t sum) const {
        const std::uint64_t hash = finish(sum);
        const Segment* segment = directory_[segment_of(hash)];
        prefetch(&segment->table[hash & slot_mask]);
    }
    void prefetch_state(std::uint64_t sum) const {
        const std::uint64_t hash = finish(sum);
        const Segment* segment = directory_[segment_of(hash)];
        const std::uint32_t wanted = tag(hash);
        std::uint32_t at = hash & slot_mask;
        while (segment->table[at].state != none && segment->table[at].tag != wanted) at = (at + 1) & slot_mask;
        if (segment->table[at].state != none) prefetch_row(segment->table[at].state);
    }
    void prefetch_row(StateId state) const {
        const std::uint32_t* row = states_[state];
        prefetch(row);
        if (packed_ != 0) prefetch(row + packed_ - 1);
    }
    const std::uint32_t* packed(StateId state) const { return states_[state]; }
    void load(StateId state, Word* fluents) const;
    bool holds(StateId state, AtomId fluent) const { return (states_[state][fluent >> 5] >> (fluent & 31)) & 1; }
    std::size_t bytes() const;

  private:
    static constexpr int slot_bits = 13;
    static constexpr int top_bits = 32 - slot_bits;  // of the hash, in a tag; so many segments hold every state id
    static constexpr std::uint32_t slots = 1u << slot_bits;
    static constexpr std::uint32_t slot_mask = slots - 1;
    static constexpr std::uint32_t most = slots / 8 * 7;

    struct Slot {
        std::uint32_t tag;
        StateId state;  // `none`: the slot is empty
    };
    struct Segment {
        int depth = 0;  // how many top bits of the hash its states share
        std::uint32_t used = 0;
        Slot table[slots];
    };

    static void prefetch([[maybe_unused]] const void* place) {
#if defined(__GNUC__)
        __builtin_prefetch(place);
#endif
    }
    static std::uint64_t finish(std::uint64_t sum) {
        sum ^= sum >> 31;
        sum *= 0xd6e8feb86659fd93u;
        return sum ^ (sum >> 32);
    }
    static std::uint32_t tag(std::uint64_t hash) {
        return static_cast<std::uint32_t>((hash >> (64 - top_bits) << slot_bits) | (hash & slot_mask));
    }
    std::size_t segment_of(std::uint64_t hash) const { return hash >> 1 >> (63 - depth_); }
    Segment* new_segment(int depth);
    static void place(Segment& segment, Slot slot);
    void split(std::size_t entry);
    bool equal(const std::uint32_t* a, const std::uint32_t* b) const;

    std::size_t words_;
    std::size_t packed_;  // 32-bit words of a stored state
    std::vector<std::uint64_t> multipliers_;
    const Limits* limits_;
    BlockRows<std::uint32_t> states_;
    int depth_ = 0;
    std::vector<Segment*> directory_;
    Slabs segments_;
};

}  // namespace isonova
