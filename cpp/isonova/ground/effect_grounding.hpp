// The effects of one schema, grounded action by action. Conditions that the precondition implies are dropped, effects
// that contradict it vanish, an atom surely added is deleted by nothing, and conditional effects of equal condition are
// one.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/datalog/join.hpp"
#include "isonova/ground/ground_task.hpp"
#include "isonova/ground/literal_grounding.hpp"

namespace isonova::grounding {

class EffectGrounder {
  public:
    EffectGrounder(const Schema& schema, ReachableAtoms& atoms, Limits& limits, Budget& budget);

    // Finds all effects under one binding; false if there are none.
    bool ground(const ObjectId* values, const GroundCondition& precondition);
    void write(GroundTask& out) const;  // those found last

  private:
    struct Conditional {
        const Effect* effect;
        datalog::Join join;
        ConditionGrounder condition;
    };
    struct Found {  // one conditional effect: its condition's atoms lie in pool_
        std::uint32_t first, positive, negative;
        AtomId atom;
        bool deletes;
    };

    void add_conditional(const Effect& effect, const ObjectId* values, const GroundCondition& precondition);
    void settle();
    bool less(const Found& a, const Found& b) const;
    bool same_condition(const Found& a, const Found& b) const;

    const Schema& schema_;
    ReachableAtoms& atoms_;
    Budget& budget_;
    std::vector<const Effect*> unconditional_;
    std::vector<Conditional> conditional_;
    std::vector<AtomId> adds_, deletes_;
    std::vector<Found> found_;
    std::vector<AtomId> pool_;
    GroundCondition scratch_;
};

}  // namespace isonova::grounding
