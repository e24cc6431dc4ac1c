// Sets of atoms as arrays of 64-bit words.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace isonova {

using Word = std::uint64_t;

inline std::size_t words_for(std::size_t bits) {
    return (bits + 63) / 64;
}
inline bool test(const Word* words, std::uint32_t bit) {
    return (words[bit >> 6] >> (bit & 63)) & 1;
}
inline void insert(Word* words, std::uint32_t bit) {
    words[bit >> 6] |= Word{1} << (bit & 63);
}
inline void toggle(Word* words, std::uint32_t bit) {
    words[bit >> 6] ^= Word{1} << (bit & 63);
}

template <class Visit>
void for_each_bit(const Word* words, std::size_t count, Visit visit) {
    for (std::size_t i = 0; i < count; ++i) {
        for (Word word = words[i]; word; word &= word - 1) {
            visit(static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
        }
    }
}

}  // namespace isonova
