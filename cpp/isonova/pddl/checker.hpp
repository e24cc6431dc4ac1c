// Proves of a parsed tree that names, arities and types fit, and completes it: afterwards every supertype is declared,
// every object is declared once, and every name used has a declaration.
#pragma once

#include "isonova/pddl/syntax.hpp"

namespace isonova::pddl {

void check(SyntaxTree& tree, Diagnostics& diagnostics);

}  // namespace isonova::pddl
