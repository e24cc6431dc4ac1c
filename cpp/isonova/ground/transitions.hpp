// What the state spaces of one ground task share, and what never changes: the packing of states, which actions are
// applicable, and what an action makes of a packed state. Safe to use from several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isonova/ground/effect_triggers.hpp"
#include "isonova/ground/ground_task.hpp"
#include "isonova/ground/state_packing.hpp"
#include "isonova/ground/successor_generator.hpp"

namespace isonova {

class Transitions {
  public:
    struct Patch {  // what an action makes of a packed word, where that does not depend on the state
        std::uint32_t word, add, remove;
    };

    Transitions(std::shared_ptr<const GroundTask> task, StatePacking packing);

    const std::shared_ptr<const GroundTask>& task() const { return task_; }
    const StatePacking& packing() const { return packing_; }
    const SuccessorGenerator& generator() const { return generator_; }
    const EffectTriggers& triggers() const { return triggers_; }
    // None for an action whose effects depend on the state: the state has to be asked.
    std::span<const Patch> patches(ActionId action) const {
        return {patches_.data() + starts_[action], starts_[action + 1] - starts_[action]};
    }

  private:
    bool append_patches(ActionId action);

    std::shared_ptr<const GroundTask> task_;
    StatePacking packing_;
    SuccessorGenerator generator_;
    EffectTriggers triggers_;
    std::vector<std::uint32_t> starts_;  // of each action
    std::vector<Patch> patches_;
};

}  // namespace isonova
