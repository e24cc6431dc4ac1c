// The task's delete relaxation as rules with costs, before any splitting: one per schema for its unconditional effects,
// one per conditional effect, one per axiom.
//
// Relations: predicates, object sets, then one per function, whose tuples have weights (a parametrised cost is a body
// atom), then one per predicate p for `not-p`, which occurs in heads only. Negative fluent literals are `negated`
// atoms; a negated derived literal counts as true.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/datalog/relation.hpp"
#include "isonova/datalog/rule.hpp"
#include "isonova/task/cost_type.hpp"
#include "isonova/task/task.hpp"

namespace isonova::relaxation {

// Where a rule comes from. A unit is a schema or (numbered after them) an axiom: what is split or left whole.
struct Origin {
    std::uint32_t unit = 0;
    std::int64_t cost = 0;       // without function terms
    std::vector<Term> declared;  // the action's arguments, over the rule's variables
};

struct Head {
    datalog::Atom atom;
    // For a deleted atom: what the action adds for sure. An instance where one of these is the atom does not delete it.
    std::vector<std::vector<Term>> unless;
};

struct WholeRule {
    datalog::Rule rule;  // its own head is not used; `source` is an index of WholeRules::origins
    std::vector<Head> heads;
};

struct WholeRules {
    WholeRules(const Task& task, CostType cost_type, bool any_goal = false);

    datalog::Program program;  // relations only
    std::vector<WholeRule> rules;
    std::vector<Origin> origins;
    std::vector<std::int64_t> weights(FunctionId function, const datalog::Relation& relation) const;

    datalog::RelationId function_relation(FunctionId function) const { return first_function + function; }
    datalog::RelationId negation_relation(PredicateId predicate) const { return first_negation + predicate; }
    // Made for any goal: whether a goal may ask for `not-p`, because an effect condition or an axiom reads p.
    bool may_be_negative_goal(PredicateId predicate) const { return any_goal_ && read_[predicate]; }
    bool is_function(datalog::RelationId id) const { return first_function <= id && id < first_negation; }
    bool is_negation(datalog::RelationId id) const { return first_negation <= id && id < first_auxiliary; }
    std::uint32_t unit_count() const {
        return static_cast<std::uint32_t>(program.task->schemata.size() + program.task->axioms.size());
    }

    datalog::RelationId first_function = 0, first_negation = 0, first_auxiliary = 0;

  private:
    void add_schema(SchemaId id);
    void add_axiom(std::uint32_t index);
    void require(datalog::Rule& rule, const Condition& condition) const;
    void finish(WholeRule rule);
    void find_read();
    void drop_irrelevant();

    CostAdjustment adjust_;
    bool any_goal_;
    std::vector<bool> read_;  // per predicate: by effect conditions and axioms
};

// The facts of a program over these relations, function values included.
datalog::Relations load(const WholeRules& rules, const datalog::Program& program);

}  // namespace isonova::relaxation
