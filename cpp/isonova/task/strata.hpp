// Stratification of axioms: negation reaches only predicates of lower strata.
#pragma once

#include <optional>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova {

// Sets the stratum of every axiom and sorts them by it. Returns a predicate that depends negatively on itself, if any;
// then there is no stratification.
std::optional<PredicateId> stratify(Task& task);

}  // namespace isonova
