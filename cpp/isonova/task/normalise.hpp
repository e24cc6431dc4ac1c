// From the syntax tree to the normalised task. Steps, each in a file of its own: resolve names (resolve), negation
// normal form and simplification over static facts (formula), quantifiers and disjunctions (split), goal, axioms and
// strata.
#pragma once

#include <cstddef>

#include "isonova/pddl/syntax.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

// Past these sizes parts of a condition become axioms. The task means the same at every setting.
struct NormaliseOptions {
    std::size_t most_disjuncts = 64;            // of one condition
    std::size_t most_specialisations = 20'000;  // copies of one action, axiom or effect
    std::size_t most_instances = 20'000;        // of one quantifier
};

// Throws pddl::InputError, for instance where negation runs through a cycle of axioms, and Halted at a limit.
TaskPtr normalise(const pddl::SyntaxTree& tree, Limits* limits = nullptr, const NormaliseOptions& options = {});

}  // namespace isonova
