// Colours as 128-bit hashes. The multiset of (colour, label) around a node is a sum over its edges of the colour's hash
// times a factor of the label, in each half for itself, so that one changed neighbour is one subtraction and one
// addition; the sum and the node's own colour go through a finaliser that is a bijection and far from linear
// (MurmurHash3's, by Appleby). Hashes that went through it are taken to be random; then two different multisets get the
// same sum with a probability of about 2^-128 (a little more where counts differ by multiples of a power of two).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isonova {

struct ColourHash {
    std::uint64_t lo = 0, hi = 0;

    ColourHash& operator+=(ColourHash other) {
        lo += other.lo;
        hi += other.hi;
        return *this;
    }
    friend bool operator==(ColourHash a, ColourHash b) { return a.lo == b.lo && a.hi == b.hi; }
    friend ColourHash operator-(ColourHash a, ColourHash b) { return {a.lo - b.lo, a.hi - b.hi}; }
    friend ColourHash operator*(ColourHash a, ColourHash b) { return {a.lo * b.lo, a.hi * b.hi}; }
};

namespace detail {

inline std::uint64_t finalise(std::uint64_t h) {
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdu;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
}

}  // namespace detail

inline ColourHash finalise(ColourHash h) {
    h.lo += h.hi;
    h.hi += h.lo;
    h.lo = detail::finalise(h.lo);
    h.hi = detail::finalise(h.hi);
    h.lo += h.hi;
    h.hi += h.lo;
    return h;
}

// The colour of a node after an iteration: `own` before it, `around` the sum over its edges.
inline ColourHash next_colour(ColourHash own, ColourHash around) {
    own.lo = own.lo * 0x9e3779b97f4a7c15u + around.lo;
    own.hi = own.hi * 0xd6e8feb86659fd93u + around.hi;
    return finalise(own);
}

// A number of its own for everything that has one: colours before the first iteration by their names, so that they are
// the same in every task, and factors of labels.
inline ColourHash hash_of(std::uint64_t what, std::string_view name) {
    ColourHash hash = finalise({what, name.size()});
    for (const char letter : name) hash = next_colour(hash, {static_cast<unsigned char>(letter), 1});
    return hash;
}

inline ColourHash label_factor(std::uint32_t label) {
    ColourHash factor = hash_of(0, std::to_string(label));
    factor.lo |= 1;
    factor.hi |= 1;
    return factor;
}

}  // namespace isonova
