// Which conditional effects of an action may fire in a state, without asking all of them. Each effect has a trigger: an
// atom of its condition, that which the fewest effects of the action have. Those whose trigger is false are never
// looked at. In the Rubik's cube an action has a thousand effects, and twelve of them fire.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "isonova/ground/ground_task.hpp"
#include "isonova/state/bits.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

class EffectTriggers {
  public:
    explicit EffectTriggers(const GroundTask& task);

    // Calls work(effect) for each effect of the action that may fire: all whose trigger is true, and those without one.
    template <class Do>
    void visit(ActionId action, const Word* state, Do work) const {
        for (const std::uint32_t effect : without_[action]) work(effect);
        for (std::uint32_t i = mask_start_[action]; i < mask_start_[action + 1]; ++i) {
            const Mask& mask = masks_[i];
            for (Word hits = state[mask.word] & mask.triggers; hits; hits &= hits - 1) {
                const Word below = (hits & -hits) - 1;
                const auto place = static_cast<std::uint32_t>(std::popcount(mask.triggers & below));
                for (const std::uint32_t effect : effects_[mask.first + place]) work(effect);
            }
        }
    }

  private:
    struct Mask {  // triggers among 64 atoms
        std::uint32_t word, first;
        Word triggers;
    };
    Rows without_;                           // effects of each action that need no true atom
    std::vector<std::uint32_t> mask_start_;  // of each action
    std::vector<Mask> masks_;
    Rows effects_;  // of each trigger
};

}  // namespace isonova
