// Stratification of axioms: negation reaches only predicates of lower strata.
#pragma once

#include <optional>
#include <vector>

#include "isonova/task/resolve.hpp"
#include "isonova/task/task.hpp"

namespace isonova {

// By predicate: whether its rules lead back to it. Also true between two such circles; never false on one.
std::vector<bool> recursive_predicates(const std::vector<RawAxiom>& axioms, std::size_t predicates);

// Sets the stratum of every axiom and sorts them by it. Returns a declared predicate that depends negatively on itself,
// if any; then there is no stratification.
std::optional<PredicateId> stratify(Task& task);

}  // namespace isonova
