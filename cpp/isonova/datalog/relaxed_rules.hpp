// The task's delete relaxation as Datalog rules: one for every add effect (precondition and effect condition imply the
// atom) and one for every axiom. Negative literals over static predicates stay as `absent` atoms; those over fluent and
// derived predicates are taken to hold.
#pragma once

#include "isonova/datalog/rule.hpp"

namespace isonova::datalog {

// One rule per positive effect of the task and per axiom. `source` counts the effects of all schemata (negative ones
// too) in order, then the axioms.
Program relaxed_rules(const Task& task);

// The predicates and object sets of a task as relations, without rules.
Program empty_program(const Task& task);

// Adds what the relaxation sees of a condition to the body of a rule.
void add_condition(Rule& rule, const Condition& condition, const Task& task);
// Binds by their object sets the variables from `first` on that no body atom binds.
void bind_free_variables(Rule& rule, std::uint32_t first, const Program& program);

}  // namespace isonova::datalog
