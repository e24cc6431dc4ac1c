// Sizes of relations and of joins, known or guessed: what join order and splitting are chosen by.
#pragma once

#include <span>
#include <vector>

#include "isonova/datalog/relation.hpp"
#include "isonova/datalog/rule.hpp"

namespace isonova::datalog {

struct Estimate {
    double size = 0;
    std::vector<double> distinct;  // values per column
};
using Estimates = std::vector<Estimate>;

Estimate measure(const Relation& relation);
// As if every tuple of the predicate's types could be reached.
Estimate guess(const Predicate& predicate, const Task& task);

// The join of some body atoms: expected number of tuples, and of values per variable of the rule (0: not in the join).
struct JoinEstimate {
    double size = 1;
    std::vector<double> distinct;
};
JoinEstimate estimate_join(std::span<const Atom* const> atoms, const Rule& rule, const Estimates& estimates);

}  // namespace isonova::datalog
