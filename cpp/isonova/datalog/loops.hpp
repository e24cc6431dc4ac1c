// A rule's body as nested loops, whoever keeps the tuples: in which order its atoms are matched, which columns are
// known by then, what a tuple binds, and which tests can be made at once. Both joins are made from it, the one over the
// relations of a Datalog program and the one over those of a state.
//
// A slot holds a value: first come the rule's variables, then its constants.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/datalog/estimate.hpp"
#include "isonova/datalog/object_bits.hpp"
#include "isonova/datalog/rule.hpp"

namespace isonova::datalog {

struct SlotPair {
    std::uint32_t a, b;
};

struct SlotTests {
    std::vector<SlotPair> domains;  // slot, object set
    std::vector<SlotPair> different;
    std::vector<SlotPair> same;

    bool pass(const ObjectId* slots, const ObjectBits& sets) const {
        for (const SlotPair& pair : domains)
            if (!sets.contains(pair.b, slots[pair.a])) return false;
        for (const SlotPair& pair : different)
            if (slots[pair.a] == slots[pair.b]) return false;
        for (const SlotPair& pair : same)
            if (slots[pair.a] != slots[pair.b]) return false;
        return true;
    }
};

struct AbsentTuple {
    RelationId relation;
    std::vector<std::uint32_t> slots;
};

struct Loop {
    std::uint32_t position;                       // in the body
    std::vector<std::uint32_t> key_columns, key;  // columns whose value is known, and the slots that have it
    std::vector<SlotPair> binds;                  // column, slot
    std::vector<SlotPair> repeats;                // column, slot it has to equal
    SlotTests tests;
    std::vector<AbsentTuple> absent;
};

struct Loops {
    // The tuple of a `trigger` is given: all its columns bind or repeat. Variables below `given` are set.
    Loops(const Rule& rule, std::uint32_t trigger, std::uint32_t given, const ObjectBits& sets,
          const Estimates& estimates);

    std::vector<ObjectId> slots;
    SlotTests start;  // before the first loop
    std::vector<AbsentTuple> start_absent;
    std::vector<Loop> loops;
};

}  // namespace isonova::datalog
