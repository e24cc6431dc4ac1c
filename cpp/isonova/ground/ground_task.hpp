// The grounded task: reachable atoms, actions and axioms in flat arrays. Atom ids are those of the atom table; ids
// below `fluent_count` are fluent, the rest derived. Static atoms are not in it: they were evaluated while grounding.
//
// Order: atoms by (predicate, arguments) within fluents and within derived atoms; actions by (schema, arguments).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isonova/state/atom_table.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/rows.hpp"

namespace isonova {

struct GroundTask {
    TaskPtr task;
    AtomTable atoms;
    std::uint32_t fluent_count = 0;

    // Actions. A conditional effect belongs to one action: those of action a are
    // effect_start[a] .. effect_start[a + 1]. Add wins over delete: atoms an action surely adds are not in its deletes.
    std::vector<SchemaId> schema;
    Rows arguments;  // objects, one per schema variable
    Rows precondition;
    Rows negative_precondition;
    Rows adds;     // unconditional
    Rows deletes;  // unconditional
    std::vector<std::int64_t> cost;
    std::vector<std::uint32_t> effect_start{0};
    Rows effect_condition;
    Rows effect_negative_condition;
    Rows effect_adds;
    Rows effect_deletes;

    // Axioms by stratum; axioms of stratum k are axiom_start[k] .. axiom_start[k + 1]. All axioms of a head are in one
    // stratum. Derived atoms in their bodies are of this stratum or a lower one, in their negative bodies of a lower
    // one.
    std::vector<AtomId> axiom_head;
    Rows axiom_body;
    Rows axiom_negative_body;
    std::vector<std::uint32_t> axiom_start{0};

    std::vector<AtomId> init;  // fluent atoms true at first, sorted
    std::vector<AtomId> goal;
    std::vector<AtomId> negative_goal;
    bool goal_unreachable = false;  // some goal literal cannot be reached even without deletes

    std::uint32_t action_count() const { return static_cast<std::uint32_t>(schema.size()); }
    std::uint32_t axiom_count() const { return static_cast<std::uint32_t>(axiom_head.size()); }
};

}  // namespace isonova
