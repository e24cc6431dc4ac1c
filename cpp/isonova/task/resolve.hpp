// First step of normalisation: names become ids, conditions become formulas in negation normal form, nested effects
// become a flat list. Nothing is simplified yet.
#pragma once

#include <vector>

#include "isonova/pddl/syntax.hpp"
#include "isonova/task/formula.hpp"
#include "isonova/task/object_sets.hpp"
#include "isonova/task/task.hpp"

namespace isonova {

struct RawEffect {
    std::vector<std::uint32_t> variables;  // bound by foralls around it
    Formula condition;
    Literal literal;
};

struct RawAction {
    std::uint32_t action = 0;
    Scope scope;  // the declared parameters come first
    Formula precondition;
    std::vector<RawEffect> effects;
};

struct RawAxiom {
    Scope scope;
    Literal head;
    Formula body;
    pddl::Offset at = 0;
};

struct Resolved {
    std::vector<RawAction> actions;
    std::vector<RawAxiom> axioms;
    Scope goal_scope;
    Formula goal;
};

// Fills the parts of `task` that need no normalising: types, objects, predicates with their kinds, functions, declared
// actions, init. The tree has passed the checker.
Resolved resolve(const pddl::SyntaxTree& tree, Task& task, ObjectSets& sets);

}  // namespace isonova
