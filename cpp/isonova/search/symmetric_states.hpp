// Which states look like one that was expanded before: their graphs have the same stable colouring. A search can put
// such a state back until nothing else is left, because a plan from it is, but for the names of objects, a plan from
// the other. No state is lost, so it does no harm where two states that are not symmetric look alike.
//
// Pruning by symmetries that are proved is due to Pochter, Zohar and Rosenschein ("Exploiting problem symmetries in
// state-based planners", AAAI 2011).
#pragma once

#include <cstdint>
#include <span>

#include "isonova/features/slot_table.hpp"
#include "isonova/features/stable_colouring.hpp"

namespace isonova {

class SymmetricStates {
  public:
    // Growing asks `limits` and throws Halted where they do not allow it.
    SymmetricStates(const Task& task, const AtomTable& atoms, const Limits& limits)
        : colouring_(task, atoms), seen_(1024, &limits) {}

    // Whether a state before had the same colouring; from now on one has.
    bool contains_or_insert(std::span<const AtomId> atoms) {
        if (!colouring_.any_alike()) return false;
        bool is_new = false;
        seen_.find(Seen{colouring_(atoms) | 1}, [&](Seen&) { is_new = true; });
        return !is_new;
    }
    std::uint64_t work() const { return 4 * colouring_.work(); }  // in units of about a nanosecond
    std::size_t bytes() const { return seen_.bytes() + colouring_.bytes(); }

  private:
    struct Seen {
        std::uint64_t key = 0;
        bool is_empty() const { return key == 0; }
        bool same(const Seen& other) const { return key == other.key; }
        std::size_t hash() const { return static_cast<std::size_t>(key >> 1); }
    };
    StableColouring colouring_;
    SlotTable<Seen> seen_;
};

}  // namespace isonova
