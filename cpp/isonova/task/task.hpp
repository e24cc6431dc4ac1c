// The normalised, lifted task: what every engine, heuristic and feature starts from.
//
// What holds of a Task:
// - preconditions, effect conditions, axiom bodies and the goal are conjunctions of literals; disjunctions have been
// split,
//   quantifiers moved, expanded or turned into axioms;
// - a predicate is `derived` if an axiom has it as head, `fluent` if an effect adds or deletes it, else `static`;
// - a positive (= ?x ?y) between variables of a schema or an axiom has been substituted away; what remains as a
//   constraint is an inequality, or an equality inside an effect condition that speaks of the schema's own variables;
// - every variable ranges over a set of objects (a type, a union, or an intersection made by substitution), so no type
//   needs a predicate;
// - init atoms are distinct and sorted by (predicate, arguments); axioms are sorted by stratum.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isonova {

using ObjectId = std::uint32_t;
using PredicateId = std::uint32_t;
using TypeId = std::uint32_t;
using FunctionId = std::uint32_t;
using ObjectSetId = std::uint32_t;
using SchemaId = std::uint32_t;

inline constexpr std::uint32_t none = 0xffffffffu;

// A variable of the schema (or axiom, with effect parameters after the schema's own) or an object, in one integer.
class Term {
  public:
    static constexpr Term variable(std::uint32_t index) { return Term(static_cast<std::int32_t>(index)); }
    static constexpr Term object(ObjectId id) { return Term(-static_cast<std::int32_t>(id) - 1); }
    constexpr bool is_variable() const { return code_ >= 0; }
    constexpr std::uint32_t variable() const { return static_cast<std::uint32_t>(code_); }
    constexpr ObjectId object() const { return static_cast<ObjectId>(-(code_ + 1)); }
    constexpr std::int32_t code() const { return code_; }
    friend constexpr auto operator<=>(Term, Term) = default;

  private:
    explicit constexpr Term(std::int32_t code) : code_(code) {}
    std::int32_t code_;
};

enum class PredicateKind : std::uint8_t { fixed, fluent, derived };  // fixed: "static" is taken by C++

struct Type {
    std::string name;
    TypeId parent = none;  // the first declared supertype; none for `object`
    ObjectSetId objects = 0;
};

struct Object {
    std::string name;      // lower case
    std::string spelling;  // as the author wrote it
    TypeId type = 0;       // its most specific declared type (the first, for `either`)
    bool is_constant = false;
};

struct Predicate {
    std::string name;
    std::vector<TypeId> parameter_types;  // size = arity; the first type where `either` names several
    PredicateKind kind = PredicateKind::fixed;
    bool invented = false;  // made by normalisation; never shown in features
    std::uint32_t arity() const { return static_cast<std::uint32_t>(parameter_types.size()); }
};

struct Literal {
    PredicateId predicate = 0;
    bool negated = false;
    std::vector<Term> args;
    friend bool operator==(const Literal&, const Literal&) = default;
};

struct Constraint {  // lhs = rhs, or lhs != rhs
    Term lhs;
    Term rhs;
    bool equal = false;
    friend bool operator==(const Constraint&, const Constraint&) = default;
};

struct Condition {
    std::vector<Literal> literals;
    std::vector<Constraint> constraints;
    bool empty() const { return literals.empty() && constraints.empty(); }
};

// Adds or (negated literal) deletes one atom for every binding of its own parameters under which its condition held in
// the state before the action. Effect variables are numbered after the schema's variables.
struct Effect {
    std::vector<ObjectSetId> parameters;
    Condition condition;
    Literal literal;
    bool unconditional() const { return parameters.empty() && condition.empty(); }
};

struct FunctionTerm {
    FunctionId function = 0;
    std::vector<Term> args;
};

// constant + the values of static function terms. An instance whose function term has no value is not applicable.
struct Cost {
    std::int64_t constant = 0;
    std::vector<FunctionTerm> terms;
};

// One conjunctive way to apply an action. `action` and `declared` say which PDDL action it is and which of its terms
// stand for the declared parameters, so that a plan shows the author's action however often it was split.
struct Schema {
    std::uint32_t action = 0;  // index in Task::actions
    std::vector<Term> declared;
    std::vector<std::string> variable_names;  // of the schema's own parameters, with '?'
    std::vector<ObjectSetId> parameters;      // one object set per variable
    Condition precondition;
    std::vector<Effect> effects;
    Cost cost;  // 1 where the task has no metric
    std::uint32_t arity() const { return static_cast<std::uint32_t>(parameters.size()); }
};

struct Action {  // as declared
    std::string name;
    std::vector<std::string> parameter_names;  // with '?'
    std::vector<ObjectSetId> parameters;
    Cost cost;  // over the declared parameters, as the variables of a schema
};

struct Axiom {
    Literal head;  // positive
    std::vector<std::string> variable_names;
    std::vector<ObjectSetId> parameters;
    Condition body;
    std::uint32_t stratum = 0;
};

struct Function {
    std::string name;
    std::uint32_t arity = 0;
};

struct GroundAtom {
    PredicateId predicate = 0;
    std::vector<ObjectId> args;
    friend auto operator<=>(const GroundAtom&, const GroundAtom&) = default;
};

// Ground atoms of one arity each, in one array; for the initial state, which can hold millions.
class AtomList {
  public:
    void add(PredicateId predicate, std::span<const ObjectId> args) {
        predicates_.push_back(predicate);
        args_.insert(args_.end(), args.begin(), args.end());
        starts_.push_back(static_cast<std::uint32_t>(args_.size()));
    }
    std::size_t size() const { return predicates_.size(); }
    PredicateId predicate(std::size_t i) const { return predicates_[i]; }
    std::span<const ObjectId> args(std::size_t i) const {
        return {args_.data() + starts_[i], starts_[i + 1] - starts_[i]};
    }

  private:
    std::vector<PredicateId> predicates_;
    std::vector<ObjectId> args_;
    std::vector<std::uint32_t> starts_{0};
};

struct FunctionValue {
    FunctionId function = 0;
    std::vector<ObjectId> args;
    std::int64_t value = 0;
};

struct Task {
    std::string domain_name;
    std::string problem_name;
    std::vector<Type> types;  // types[0] is `object`
    std::vector<Object> objects;
    std::vector<Predicate> predicates;
    std::vector<Function> functions;
    std::vector<std::vector<ObjectId>> object_sets;  // each sorted; distinct
    std::vector<Action> actions;
    std::vector<Schema> schemata;
    std::vector<Axiom> axioms;
    AtomList init;                               // static and fluent atoms, distinct, sorted by (predicate, arguments)
    std::vector<FunctionValue> function_values;  // of the functions that costs read; by function and arguments
    std::vector<Literal> goal;  // ground; if `goal_false`, the goal was found impossible and `goal` is empty
    bool goal_false = false;
    std::vector<Literal> static_goal;  // what was left out of `goal` because it is static and holds: as written, ground
    bool has_metric = false;           // false: every action costs 1
    // A cost of 1 as the author wrote it. Costs with decimals are scaled to integers: 16.53 is 1653 at a scale of 100.
    std::int64_t cost_scale = 1;

    std::span<const ObjectId> set(ObjectSetId id) const { return object_sets[id]; }
};
using TaskPtr = std::shared_ptr<const Task>;

// The task as PDDL-like text that shows exactly what normalisation made of it.
std::string to_string(const Task& task);

}  // namespace isonova
