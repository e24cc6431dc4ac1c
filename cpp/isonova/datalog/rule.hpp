// Datalog rules over the task's objects. They know nothing of actions or grounding: the same rules serve reachability,
// grounding and the relaxed graph.
//
// What holds of a Rule: its variables are 0 .. domains.size(); each one ranges over its object set and occurs in some
// body atom (a variable that nothing else binds is bound by the relation of its object set). `absent` atoms are over
// relations that never change while rules fire.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova::datalog {

using RelationId = std::uint32_t;

struct Atom {
    RelationId relation = 0;
    std::vector<Term> args;
    // Of an auxiliary atom: for each variable of the auxiliary rule, projected ones included, the variable here.
    std::vector<std::uint32_t> variables{};
    friend bool operator==(const Atom&, const Atom&) = default;
};

struct Rule {
    Atom head;
    std::vector<Atom> body;
    std::vector<Atom> absent;
    std::vector<Atom> negated;  // taken to hold; noted for whoever looks at instances, as their variables are
    std::vector<Constraint> constraints;
    std::vector<ObjectSetId> domains;
    std::uint32_t projected = 0;  // further variables, numbered after these, that auxiliary body atoms hide
    std::uint32_t source = none;  // for whoever made the rules; `none` for an auxiliary rule
};

// What a rule needs, as a key: equal for rules that differ in nothing but head and source.
std::vector<std::int64_t> body_signature(const Rule& rule);

// Relation ids: first the predicates, then the object sets (unary), then auxiliary relations.
struct Program {
    const Task* task = nullptr;
    std::vector<std::uint32_t> arity;  // per relation
    std::vector<bool> changes;         // per relation: does any rule have it as head?
    std::vector<Rule> rules;

    RelationId set_relation(ObjectSetId set) const { return static_cast<RelationId>(task->predicates.size()) + set; }
    RelationId first_auxiliary() const { return set_relation(static_cast<ObjectSetId>(task->object_sets.size())); }
};

}  // namespace isonova::datalog
