// A hint that a place in memory is about to be looked at.
#pragma once

namespace isonova {

inline void prefetch([[maybe_unused]] const void* place) {
#if defined(__GNUC__)
    __builtin_prefetch(place);
#endif
}

}  // namespace isonova
