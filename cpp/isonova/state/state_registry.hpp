// Every state met, stored once, with an id that counts from 0.
//
// A state comes and goes as a bit set over the fluent atoms; how it is packed is known to this class alone. Duplicates
// are found by extendible hashing: a directory over the hash's top bits leads to segments of 2^15 slots, and a full
// segment is split in two, so the index never needs the space of two indices at once and the memory limit holds. A slot
// is an id and one byte of the hash; the stored words are compared before two states count as equal.
#pragma once

#include <cstdint>
#include <memory>
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

    // Hashes are sums over the words: a changed word is one subtraction and one addition.
    static std::uint64_t hash(Word word, std::size_t index) {
        std::uint64_t x = (word + 0x9e3779b97f4a7c15u * (index + 1)) * 0xbf58476d1ce4e5b9u;
        x ^= x >> 32;
        x *= 0x94d049bb133111ebu;
        return x ^ (x >> 29);
    }
    std::uint64_t hash(const Word* fluents) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < words_; ++i) sum += hash(fluents[i], i);
        return sum;
    }

    struct Found {
        StateId state;
        bool is_new;
    };
    // `sum` is hash(fluents).
    Found insert(const Word* fluents, std::uint64_t sum);
    void prefetch(std::uint64_t sum) const;
    void load(StateId state, Word* fluents) const;
    bool holds(StateId state, AtomId fluent) const { return (states_[state][fluent >> 5] >> (fluent & 31)) & 1; }
    std::size_t bytes() const;

  private:
    static constexpr int slot_bits = 15;
    static constexpr std::uint32_t slots = 1u << slot_bits;
    static constexpr std::uint32_t slot_mask = slots - 1;
    static constexpr std::uint32_t most = slots / 4 * 3;

    struct Segment {
        int depth = 0;  // how many top bits of the hash its states share
        std::uint32_t used = 0;
        std::uint8_t tags[slots];  // 0 is empty
        StateId ids[slots];
    };

    static std::uint64_t finish(std::uint64_t sum) {
        sum ^= sum >> 31;
        sum *= 0xd6e8feb86659fd93u;
        return sum ^ (sum >> 32);
    }
    static std::uint8_t tag(std::uint64_t hash) { return static_cast<std::uint8_t>((hash >> slot_bits) | 1); }
    std::size_t segment_of(std::uint64_t hash) const { return depth_ == 0 ? 0 : hash >> (64 - depth_); }
    std::unique_ptr<Segment> new_segment(int depth) const;
    static void place(Segment& segment, std::uint64_t hash, StateId state);
    void split(std::size_t entry);

    std::size_t words_;
    std::size_t packed_;  // 32-bit words of a stored state
    const Limits* limits_;
    BlockRows<std::uint32_t> states_;
    int depth_ = 0;
    std::vector<Segment*> directory_;
    std::vector<std::unique_ptr<Segment>> segments_;
};

}  // namespace isonova
