// Disjunctive normal form within a budget: a disjunction that would multiply the result past `most` becomes one atom of
// a derived predicate with an axiom per disjunct.
#pragma once

#include "isonova/task/quantifiers.hpp"

namespace isonova {

// `formula` has no forall. Each result is one disjunct; variables of exists are simply free in it.
std::vector<Condition> disjuncts(const Formula& formula, const Scope& scope, std::size_t most,
                                 const Quantifiers::Invent& invent);

}  // namespace isonova
