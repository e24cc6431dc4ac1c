// The task's delete relaxation as split rules: what the relaxed graph grounds, and what is evaluated state by state
// where the graph would be too large.
#pragma once

#include <vector>

#include "isonova/datalog/estimate.hpp"
#include "isonova/relaxation/whole_rules.hpp"

namespace isonova::relaxation {

struct SplitRules {
    // Inequalities of the schemata named are left out, and with them the variants of their rules where these are many:
    // values become lower, or higher where atoms of an instance coincide, but dead ends stay proved. Rules of inexact
    // units may be left whole.
    SplitRules(const Task& task, CostType cost_type, const std::vector<bool>& drop_inequalities,
               bool inexact_whole = false, bool any_goal = false);
    SplitRules(const SplitRules&) = delete;
    SplitRules& operator=(const SplitRules&) = delete;

    WholeRules whole;
    std::vector<bool> inexact;     // per unit: splitting its rules would not be exact
    std::vector<bool> can_shrink;  // per unit: dropping inequalities would leave less of its rules
    datalog::Estimates estimates;
    std::vector<const Head*> whole_heads;  // of rules left whole, which come last in the program
    datalog::Program program;

  private:
    datalog::Program make_program(const std::vector<bool>& drop_inequalities, bool inexact_whole);
};

}  // namespace isonova::relaxation
