// From the syntax tree to the normalised task. Steps, each in a file of its own: resolve names (resolve), negation
// normal form and simplification over static facts (formula), quantifiers and disjunctions (split), goal, axioms and
// strata.
#pragma once

#include "isonova/pddl/syntax.hpp"
#include "isonova/task/task.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

// Throws pddl::InputError, for instance where negation runs through a cycle of axioms, and Halted at a limit.
TaskPtr normalise(const pddl::SyntaxTree& tree, Limits* limits = nullptr);

}  // namespace isonova
