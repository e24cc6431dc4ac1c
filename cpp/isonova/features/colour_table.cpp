#include "isonova/features/colour_table.hpp"

#include <utility>

namespace isonova {

void ColourTable::grow() {
    const std::size_t size = slots_.size() * 2;
    if (limits_ && !limits_->fits(size * sizeof(Slot))) throw Halted{Halt::memory};
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(size));
    for (const Slot& slot : before) {
        if (slot.id == none) continue;
        std::size_t i = slot.lo & mask();
        while (slots_[i].id != none) i = (i + 1) & mask();
        slots_[i] = slot;
    }
}

std::vector<ColourHash> ColourTable::hashes() const {
    std::vector<ColourHash> result(used_);
    for (const Slot& slot : slots_)
        if (slot.id != none) result[slot.id] = {slot.lo, slot.high};
    return result;
}

}  // namespace isonova
