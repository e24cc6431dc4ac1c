// A hash table by open addressing that asks the memory limit before it grows. It can fetch a slot from memory before it
// is looked at, which Boost's tables cannot.
//
// A Slot holds a key and a value: `hash()` of the key is well mixed in its lower bits, `same(other)` compares keys, and
// `is_empty()` is true of Slot{}.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "isonova/util/limits.hpp"
#include "isonova/util/prefetch.hpp"

namespace isonova {

template <class Slot>
class SlotTable {
  public:
    // `slots` is a power of 2. Growing asks `limits`, if given, and throws Halted where they do not allow it.
    SlotTable(std::size_t slots, const Limits* limits) : limits_(limits), slots_(slots) {}

    void prefetch(const Slot& wanted) const { isonova::prefetch(&slots_[wanted.hash() & mask()]); }
    // The slot with the key of `wanted`. If there is none yet, `wanted` becomes one once `fill` has given it a value.
    template <class Fill>
    Slot find(Slot wanted, Fill fill) {
        std::size_t i = wanted.hash() & mask();
        for (;; i = (i + 1) & mask()) {
            const Slot& slot = slots_[i];
            if (slot.same(wanted) && !slot.is_empty()) return slot;
            if (slot.is_empty()) break;
        }
        fill(wanted);
        slots_[i] = wanted;
        if (++used_ * 8 > slots_.size() * 5) grow();
        return wanted;
    }
    template <class Do>
    void for_each(Do work) const {
        for (const Slot& slot : slots_) {
            if (!slot.is_empty()) work(slot);
        }
    }
    std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  private:
    std::size_t mask() const { return slots_.size() - 1; }
    void grow() {
        const std::size_t size = slots_.size() * 2;
        if (limits_ && !limits_->fits(size * sizeof(Slot))) throw Halted{Halt::memory};
        const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(size));
        for (const Slot& slot : before) {
            if (slot.is_empty()) continue;
            std::size_t i = slot.hash() & mask();
            while (!slots_[i].is_empty()) i = (i + 1) & mask();
            slots_[i] = slot;
        }
    }

    const Limits* limits_;
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

}  // namespace isonova
