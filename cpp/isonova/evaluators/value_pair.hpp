// Two values as one, so that a smaller first one goes first, then a smaller second one. Partitions of best-first width
// search are of this kind. Each part counts up to a bound, so that the pair fits 32 bits.
#pragma once

#include <algorithm>

#include "isonova/state/state_space.hpp"

namespace isonova {

inline constexpr Value most_in_pair = 0xfffe;

inline Value value_pair(Value first, Value second) {
    if (first == dead_end || second == dead_end) return dead_end;
    return std::min(first, most_in_pair) << 16 | std::min(second, most_in_pair);
}
inline Value first_of_pair(Value pair) {
    return pair >> 16;
}
inline Value second_of_pair(Value pair) {
    return pair & 0xffff;
}

}  // namespace isonova
