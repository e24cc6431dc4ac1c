// The syntax tree of a domain and a problem: what the author wrote, with names resolved to interned entries but nothing
// simplified. The parser makes it, the checker proves that names, arities and types fit; the normaliser and, from
// Python, the plan validator read it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isonova/pddl/diagnostics.hpp"
#include "isonova/pddl/identifiers.hpp"
#include "isonova/pddl/source.hpp"

namespace isonova::pddl {

struct Ident {
    Name name = nullptr;
    Offset at = 0;
};

// A variable (its name starts with '?') or a constant or object.
struct Term {
    Name name = nullptr;
    Offset at = 0;
    bool is_variable() const { return name->text.front() == '?'; }
};

// A declared name with the types behind it: none means `object`, several come from `either`.
struct TypedName {
    Ident ident;
    std::vector<Ident> types;
};

struct Atom {
    Ident predicate;
    std::vector<Term> args;
};

enum class ConditionKind : std::uint8_t {
    conjunction,
    disjunction,
    negation,
    implication,
    exists,
    forall,
    atom,
    equality
};

// An empty conjunction is true, an empty disjunction false.
struct Condition {
    ConditionKind kind = ConditionKind::conjunction;
    Offset at = 0;
    std::vector<Condition>
        children;  // conjunction, disjunction: any number; negation, exists, forall: 1; implication: 2
    std::vector<TypedName> parameters;  // exists, forall
    Atom atom;                          // atom; equality keeps its two terms in atom.args
};

// A number as written: digits / 10^decimals, without zeros at the end of its decimals.
struct Number {
    static constexpr std::uint32_t most_decimals = 18;

    std::int64_t digits = 0;
    std::uint32_t decimals = 0;
};

// A number, or a static function term such as (road-length ?from ?to).
struct CostExpression {
    Offset at = 0;
    Number number;
    std::optional<Atom> function;  // set: `number` has no meaning
    Name arithmetic = nullptr;     // or the operator of a sum, product, ...; the checker leaves none
};

enum class EffectKind : std::uint8_t { conjunction, forall, when, add, remove, increase };

struct Effect {
    EffectKind kind = EffectKind::conjunction;
    Offset at = 0;
    std::vector<Effect> children;       // conjunction: any number; forall, when: 1
    std::vector<TypedName> parameters;  // forall
    Condition condition;                // when
    Atom atom;                          // add, remove; increase: the function term that increases
    CostExpression cost;                // increase
};

struct PredicateDeclaration {
    Ident name;
    std::vector<TypedName> parameters;
};

struct FunctionDeclaration {  // numeric functions only
    Ident name;
    std::vector<TypedName> parameters;
};

struct Action {
    Ident name;
    std::vector<TypedName> parameters;
    Condition precondition;
    Effect effect;
};

struct DerivedRule {
    Ident predicate;
    std::vector<TypedName> parameters;
    Condition body;
};

struct Domain {
    SourcePtr source;
    Ident name;
    std::vector<Ident> requirements;  // with their colon
    std::vector<TypedName> types;     // a type with its supertypes; several lines for one type add up
    std::vector<TypedName> constants;
    std::vector<PredicateDeclaration> predicates;
    std::vector<FunctionDeclaration> functions;
    std::vector<Action> actions;
    std::vector<DerivedRule> derived;
};

// Initial facts are many, so their arguments share one array: the terms of fact i are init_terms[first .. first +
// count).
struct Fact {
    Ident predicate;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct FunctionFact {  // (= (f a b) 3)
    Ident function;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    Number value;
};

struct Problem {
    SourcePtr source;
    Ident name;
    Ident domain_name;
    std::vector<Ident> requirements;
    std::vector<TypedName> objects;
    std::vector<Fact> init;  // true atoms only; (not ...) in init says nothing under the closed world
    std::vector<FunctionFact> init_functions;
    std::vector<Term> init_terms;
    Condition goal;
    Ident metric;                 // the function to minimise; no name: there is none
    bool minimises_cost = false;  // it is one that counts costs: actions only increase it
};

// Domain and problem over one name table. Immutable once made.
struct SyntaxTree {
    std::shared_ptr<NameTable> names;
    Domain domain;
    Problem problem;
    std::vector<Diagnostic> warnings;
};
using SyntaxTreePtr = std::shared_ptr<const SyntaxTree>;

// Parses and checks; throws InputError with every independent error found in both texts.
SyntaxTreePtr parse(const SourcePtr& domain, const SourcePtr& problem);

}  // namespace isonova::pddl
