// From colours with counts to features: open addressing over slots of 12 bytes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "isonova/features/feature_map.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

class CountedFeatures {
  public:
    // Growing asks `limits`, if given, and throws Halted where they do not allow it.
    explicit CountedFeatures(const Limits* limits) : limits_(limits), slots_(64) {}

    // The feature of a colour that occurs `count` times; `add` makes one if there is none yet.
    template <class Add>
    FeatureId find(std::uint32_t colour, std::uint32_t count, Add add) {
        for (std::size_t i = place(colour, count);; i = (i + 1) & mask()) {
            Slot& slot = slots_[i];
            if (slot.colour == colour && slot.count == count) return slot.feature;
            if (slot.count == 0) {
                const FeatureId feature = add();
                slot = {colour, count, feature};
                if (++used_ * 3 > slots_.size() * 2) grow();
                return feature;
            }
        }
    }
    template <class Do>
    void for_each(Do work) const {
        for (const Slot& slot : slots_) {
            if (slot.count != 0) work(slot.colour, slot.count, slot.feature);
        }
    }
    std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  private:
    struct Slot {
        std::uint32_t colour = 0;
        std::uint32_t count = 0;  // 0: empty
        FeatureId feature = 0;
    };
    std::size_t mask() const { return slots_.size() - 1; }
    std::size_t place(std::uint32_t colour, std::uint32_t count) const {
        const std::uint64_t mixed = (std::uint64_t{colour} << 32 | count) * 0x9e3779b97f4a7c15u;
        return (mixed >> 32) & mask();
    }
    void grow() {
        if (limits_ && !limits_->fits(slots_.size() * 2 * sizeof(Slot))) throw Halted{Halt::memory};
        const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
        for (const Slot& slot : before) {
            if (slot.count == 0) continue;
            std::size_t i = place(slot.colour, slot.count);
            while (slots_[i].count != 0) i = (i + 1) & mask();
            slots_[i] = slot;
        }
    }

    const Limits* limits_;
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

}  // namespace isonova
