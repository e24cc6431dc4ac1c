// What splitting loses when atoms of one instance coincide, made up for by further rules, so that h_add over the split
// rules is h_add over the actions:
//
// - two body atoms that coincide count twice in a split rule and once in an action. For every way in which they can, a
//   variant of the rule with the two unified counts them once; the other count is never lower, and the minimum is
//   right;
// - an instance that needs an atom and its negation, or adds the atom whose deletion is its head, does not exist. An
//   inequality says so; where it takes one of several, there is a variant for each.
#pragma once

#include <optional>
#include <vector>

#include "isonova/relaxation/whole_rules.hpp"

namespace isonova::relaxation {

// Rules for one head of a whole rule, ready to be split; origins are added for variants with other variables. Nothing
// where they would be more than `most`. Without inequalities, none is kept or added: weaker, but safe.
std::optional<std::vector<datalog::Rule>> exact_variants(const WholeRule& whole, const Head& head, WholeRules& rules,
                                                         bool inequalities, std::size_t most);

}  // namespace isonova::relaxation
