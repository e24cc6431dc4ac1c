// The order in which a join visits the body atoms of a rule: the one with the fewest expected partial results.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/datalog/estimate.hpp"

namespace isonova::datalog {

// Positions in rule.body. `trigger` (or `none`) comes first: its tuple is given. Variables below `given` have values
// before the join starts.
std::vector<std::uint32_t> join_order(const Rule& rule, std::uint32_t trigger, std::uint32_t given,
                                      const Estimates& estimates);

}  // namespace isonova::datalog
