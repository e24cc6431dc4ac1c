// From hashes of colours to their dense ids. A slot compares 96 bits of the hash; where it sits depends on some of
// them.
#pragma once

#include <vector>

#include "isonova/features/colour_hash.hpp"
#include "isonova/features/colour_histogram.hpp"
#include "isonova/util/limits.hpp"
#include "isonova/util/prefetch.hpp"

namespace isonova {

class ColourTable {
  public:
    // Growing asks `limits`, if given, and throws Halted where they do not allow it.
    explicit ColourTable(const Limits* limits) : limits_(limits), slots_(1024) {}

    void prefetch(ColourHash hash) const { isonova::prefetch(&slots_[hash.lo & mask()]); }
    // The id of a colour; `add` makes one if there is none yet.
    template <class Add>
    ColourId find(ColourHash hash, Add add) {
        const auto high = static_cast<std::uint32_t>(hash.hi);
        for (std::size_t i = hash.lo & mask();; i = (i + 1) & mask()) {
            Slot& slot = slots_[i];
            if (slot.lo == hash.lo && slot.high == high && slot.id != none) return slot.id;
            if (slot.id == none) {
                const ColourId id = add();
                slot = {hash.lo, high, id};
                if (++used_ * 8 > slots_.size() * 5) grow();
                return id;
            }
        }
    }
    // The hash of each colour, as far as it is kept: without the upper half of `hi`. Slow: for people.
    std::vector<ColourHash> hashes() const;
    std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  private:
    struct Slot {
        std::uint64_t lo = 0;
        std::uint32_t high = 0;
        ColourId id = none;
    };
    std::size_t mask() const { return slots_.size() - 1; }
    void grow();

    const Limits* limits_;
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

}  // namespace isonova
