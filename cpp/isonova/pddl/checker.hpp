// Proves of a parsed tree that names, arities and types fit, and completes it: afterwards every supertype is declared,
// every object is declared once, every name used has a declaration, and the only numeric effects left are costs.
#pragma once

#include "isonova/pddl/syntax.hpp"

namespace isonova::pddl {

inline constexpr const char* metric_hint =
    "a metric counts in classical planning if it is (minimize (FUNCTION)) and actions only increase FUNCTION";

void check(SyntaxTree& tree, Diagnostics& diagnostics);

}  // namespace isonova::pddl
