#include "isonova/state/state_registry.hpp"

#include <cstring>

namespace isonova {

StateRegistry::StateRegistry(std::size_t words, const Limits& limits)
    : words_(words), states_(words, limits), index_(limits) {
    for (std::size_t i = 0; i < words; ++i) {
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
    if (words_ > 64) return std::memcmp(a, b, words_ * 4) == 0;
    std::uint32_t difference = 0;
    for (std::size_t i = 0; i < words_; ++i) difference |= a[i] ^ b[i];
    return difference == 0;
}

StateRegistry::Found StateRegistry::insert(const std::uint32_t* state, std::uint64_t sum) {
    const std::uint64_t hash = finish(sum);
    if (const StateId known = find_by(hash, state); known != none) return {known, false};
    index_.make_room(hash);
    if (states_.size() >= none) throw Halted{Halt::memory};
    const StateId id = size();
    std::uint32_t* row = states_.push();
    for (std::size_t i = 0; i < words_; ++i) row[i] = state[i];
    index_.insert(hash, id);
    return {id, true};
}

}  // namespace isonova
