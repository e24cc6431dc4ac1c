#include "isonova/state/state_registry.hpp"

#include <cstring>

namespace isonova {

static_assert(std::endian::native == std::endian::little, "packed states are the first bytes of the bit set");

StateRegistry::StateRegistry(std::uint32_t fluent_count, const Limits& limits)
    : words_(words_for(fluent_count)),
      packed_((fluent_count + 31) / 32),
      limits_(&limits),
      states_(packed_, limits),
      segments_(sizeof(Segment), limits) {
    for (std::size_t i = 0; i < packed_; ++i) {
        // The i-th number of the SplitMix64 generator.
        std::uint64_t x = 0x9e3779b97f4a7c15u * (i + 1);
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        multipliers_.push_back((x ^ (x >> 31)) | 1);
    }
    directory_.push_back(new_segment(0));
}

StateRegistry::Segment* StateRegistry::new_segment(int depth) {
    auto* segment = new (segments_.take()) Segment;
    segment->depth = depth;
    std::memset(segment->table, 0xff, sizeof segment->table);
    return segment;
}

void StateRegistry::place(Segment& segment, Slot slot) {
    std::uint32_t at = slot.tag & slot_mask;
    while (segment.table[at].state != none) at = (at + 1) & slot_mask;
    segment.table[at] = slot;
    ++segment.used;
}

void StateRegistry::split(std::size_t entry) {
    Segment& old = *directory_[entry];
    if (old.depth == top_bits) throw Halted{Halt::memory};
    Segment* low = new_segment(old.depth + 1);
    Segment* high = new_segment(old.depth + 1);
    for (const Slot& slot : old.table) {
        if (slot.state != none) place((slot.tag >> (31 - old.depth)) & 1 ? *high : *low, slot);
    }
    if (old.depth == depth_) {
        std::vector<Segment*> wider(directory_.size() * 2);
        for (std::size_t i = 0; i < wider.size(); ++i) wider[i] = directory_[i / 2];
        directory_ = std::move(wider);
        ++depth_;
    }
    const int bit = depth_ - old.depth - 1;
    for (std::size_t i = 0; i < directory_.size(); ++i) {
        if (directory_[i] == &old) directory_[i] = (i >> bit) & 1 ? high : low;
    }
    segments_.give_back(reinterpret_cast<std::byte*>(&old));
}

// Most states looked for are known, and then every word has to be compared: no way out before the end, and no call for
// the few words of a usual state.
bool StateRegistry::equal(const std::uint32_t* a, const std::uint32_t* b) const {
    if (packed_ > 64) return std::memcmp(a, b, packed_ * 4) == 0;
    std::uint32_t difference = 0;
    for (std::size_t i = 0; i < packed_; ++i) difference |= a[i] ^ b[i];
    return difference == 0;
}

StateRegistry::Found StateRegistry::insert(const Word* fluents) {
    std::vector<std::uint32_t> packed(packed_);
    if (packed_ != 0) std::memcpy(packed.data(), fluents, packed_ * 4);
    return insert(packed.data(), hash(packed.data()));
}

StateRegistry::Found StateRegistry::insert(const std::uint32_t* packed, std::uint64_t sum) {
    const std::uint64_t hash = finish(sum);
    Segment* segment = directory_[segment_of(hash)];
    const std::uint32_t wanted = tag(hash);
    for (std::uint32_t at = hash & slot_mask; segment->table[at].state != none; at = (at + 1) & slot_mask) {
        if (segment->table[at].tag != wanted) continue;
        const StateId state = segment->table[at].state;
        if (equal(states_[state], packed)) return {state, false};
    }
    while (segment->used >= most) {
        split(segment_of(hash));
        segment = directory_[segment_of(hash)];
    }
    if (states_.size() >= none) throw Halted{Halt::memory};
    const StateId state = size();
    std::uint32_t* row = states_.push();
    for (std::size_t i = 0; i < packed_; ++i) row[i] = packed[i];
    place(*segment, {wanted, state});
    return {state, true};
}

void StateRegistry::load(StateId state, Word* fluents) const {
    if (words_ == 0) return;
    fluents[words_ - 1] = 0;
    std::memcpy(fluents, states_[state], packed_ * 4);
}

std::size_t StateRegistry::bytes() const {
    return states_.bytes() + segments_.bytes() + directory_.size() * sizeof(Segment*);
}

}  // namespace isonova
