// Tidying one conjunction: equalities are solved by substitution, what is decided by static facts and object sets goes,
// so do repeated parts.
#pragma once

#include "isonova/task/simplify.hpp"

namespace isonova {

// Returns false if the conjunction cannot hold. Only variables for which `may_replace` is set are replaced; an equality
// between others stays as a constraint. Domains in `scope` shrink where two variables become one.
bool solve(Condition& condition, Scope& scope, const std::vector<bool>& may_replace, Substitution& replaced,
           Simplifier& simplify, ObjectSets& sets);

// Drops decided and repeated parts; false if the conjunction cannot hold.
bool tidy(Condition& condition, const Scope& scope, Simplifier& simplify);

}  // namespace isonova
