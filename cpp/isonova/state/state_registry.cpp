#include "isonova/state/state_registry.hpp"

#include <cstring>

namespace isonova {

static_assert(std::endian::native == std::endian::little, "packed states are the first bytes of the bit set");

StateRegistry::StateRegistry(std::uint32_t fluent_count, const Limits& limits)
    : words_(words_for(fluent_count)), packed_((fluent_count + 31) / 32), states_(packed_, limits), index_(limits) {
    for (std::size_t i = 0; i < packed_; ++i) {
        // The i-th number of the SplitMix64 generator.
        std::uint64_t x = 0x9e3779b97f4a7c15u * (i + 1);
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        multipliers_.push_back((x ^ (x >> 31)) | 1);
    }
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
    const StateId known = index_.find(hash, [&](StateId state) { return equal(states_[state], packed); });
    if (known != none) return {known, false};
    index_.make_room(hash);
    if (states_.size() >= none) throw Halted{Halt::memory};
    const StateId state = size();
    std::uint32_t* row = states_.push();
    for (std::size_t i = 0; i < packed_; ++i) row[i] = packed[i];
    index_.insert(hash, state);
    return {state, true};
}

void StateRegistry::load(StateId state, Word* fluents) const {
    if (words_ == 0) return;
    fluents[words_ - 1] = 0;
    std::memcpy(fluents, states_[state], packed_ * 4);
}

std::size_t StateRegistry::bytes() const {
    return states_.bytes() + index_.bytes();
}

}  // namespace isonova
