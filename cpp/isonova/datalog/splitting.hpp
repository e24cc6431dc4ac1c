// Rules split by auxiliary relations that project variables away as early as they can go (variable elimination on the
// rule's body; cf. Helmert, "Concise finite-domain representations for PDDL planning tasks", AIJ 2009, and Bichler,
// Morak, Woltran, "lpopt", 2016). Equal auxiliary rules are made once and shared.
#pragma once

#include "isonova/datalog/estimate.hpp"
#include "isonova/datalog/rule.hpp"

namespace isonova::datalog {

// Derives the same tuples of the program's own relations. Auxiliary rules come before the rules that use them.
// `estimates` holds one entry per relation of `program` and grows by those of the auxiliary relations.
Program split(const Program& program, Estimates& estimates);

}  // namespace isonova::datalog
