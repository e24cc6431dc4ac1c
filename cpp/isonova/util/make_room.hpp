// Vectors that ask the memory limit before they grow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "isonova/util/limits.hpp"

namespace isonova {

// So that `items` can have `size` items, now or in a while. Throws Halted where `limits`, if given, do not allow it.
template <class Item>
void make_room(std::vector<Item>& items, std::size_t size, const Limits* limits) {
    if (size <= items.capacity()) return;
    const std::size_t capacity = std::max({size, 2 * items.capacity(), std::size_t{64}});
    if (limits && !limits->fits(capacity * sizeof(Item))) throw Halted{Halt::memory};
    items.reserve(capacity);
}

}  // namespace isonova
