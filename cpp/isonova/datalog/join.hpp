// A rule's body compiled into nested loops: which relation to look into at each depth, by which index, what that binds
// and which tests can be made then. Every binding of the rule's variables under which the body holds is reported once.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/datalog/loops.hpp"
#include "isonova/datalog/object_bits.hpp"
#include "isonova/datalog/relation.hpp"
#include "isonova/datalog/rule.hpp"
#include "isonova/util/limits.hpp"

namespace isonova::datalog {

class Join {
  public:
    // Makes the indices it needs in `relations`, which has to outlive the join and never move. With a `trigger`, that
    // body atom's tuple is given to each run; variables below `given` can be set by `set` before a run.
    Join(const Rule& rule, std::uint32_t trigger, std::uint32_t given, Relations& relations, const ObjectBits& sets,
         const Estimates& estimates, Limits& limits);

    void set(std::uint32_t variable, ObjectId value) { slots_[variable] = value; }

    // Calls found(values), one value per variable of the rule. Only published tuples count. Throws Halted.
    template <class Found>
    void run(Found&& found) {
        if (passes(start_)) descend(0, found);
    }
    // The newest published tuple of the trigger's relation: body atoms before the trigger match older tuples only.
    template <class Found>
    void run(std::uint32_t trigger_tuple, Found&& found) {
        newest_ = trigger_tuple;
        if (passes(start_) && matches(steps_[0], trigger_tuple)) descend(1, found);
    }

    // Of the binding just found: the tuple that each atom of the body matched.
    const std::uint32_t* matched() const { return matched_.data(); }

  private:
    struct Absence {
        const Relation* relation;
        std::vector<std::uint32_t> slots;
    };
    struct Tests {
        SlotTests slots;
        std::vector<Absence> absent;
    };
    enum class Access : std::uint8_t { find, lookup, scan };
    struct Step {
        const Relation* relation;
        Access access;
        bool older_only;         // than the trigger's tuple
        std::uint32_t position;  // in the body
        std::uint32_t index;
        std::vector<std::uint32_t> key;  // slots
        std::vector<SlotPair> binds;     // column, slot
        std::vector<SlotPair> repeats;   // column, slot bound by an earlier column
        Tests tests;
    };

    bool passes(const Tests& tests) const {
        if (!tests.slots.pass(slots_.data(), *sets_)) return false;
        for (const Absence& absence : tests.absent)
            if (holds(absence)) return false;
        return true;
    }
    bool holds(const Absence& absence) const;

    bool matches(const Step& step, std::uint32_t id) {
        if ((++work_ & 1023) == 0) pause();
        matched_[step.position] = id;
        const ObjectId* tuple = step.relation->tuple(id);
        for (const SlotPair& bind : step.binds) slots_[bind.b] = tuple[bind.a];
        for (const SlotPair& repeat : step.repeats)
            if (tuple[repeat.a] != slots_[repeat.b]) return false;
        return passes(step.tests);
    }

    template <class Found>
    void descend(std::size_t depth, Found& found) {
        if (depth == steps_.size()) {
            found(static_cast<const ObjectId*>(slots_.data()));
            return;
        }
        if ((++work_ & 1023) == 0) pause();
        const Step& step = steps_[depth];
        const std::uint32_t skip = step.older_only ? newest_ : none;
        ObjectId* key = keys_.data() + depth * widest_;
        for (std::size_t i = 0; i < step.key.size(); ++i) key[i] = slots_[step.key[i]];
        switch (step.access) {
            case Access::find: {
                const std::uint32_t id = step.relation->find(key);
                matched_[step.position] = id;
                if (id < step.relation->published() && id != skip && passes(step.tests)) descend(depth + 1, found);
                break;
            }
            case Access::lookup: {
                const Index& index = step.relation->index(step.index);
                for (std::uint32_t id = index.first(key, step.relation->tuples()); id != none; id = index.next(id))
                    if (id != skip && matches(step, id)) descend(depth + 1, found);
                break;
            }
            case Access::scan:
                for (std::uint32_t id = 0, end = step.relation->published(); id < end; ++id)
                    if (id != skip && matches(step, id)) descend(depth + 1, found);
                break;
        }
    }
    void pause();

    const ObjectBits* sets_;
    Limits* limits_;
    std::vector<Step> steps_;
    Tests start_;
    std::vector<ObjectId> slots_;  // the rule's variables, then its constants
    std::vector<ObjectId> keys_;
    std::vector<std::uint32_t> matched_;
    std::size_t widest_ = 0;
    std::uint32_t newest_ = none;
    std::uint32_t work_ = 0;
};

}  // namespace isonova::datalog
