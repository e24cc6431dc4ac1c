// Formulas while they are being normalised: negation normal form from the start (only literals and constraints can be
// negated), terms resolved to objects and to the variables of a Scope. Every quantifier binds variables of its own, so
// pulling one outwards can never capture a name.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isonova/task/task.hpp"

namespace isonova {

struct Formula {
    enum class Kind : std::uint8_t { truth, falsity, literal, constraint, conjunction, disjunction, exists, forall };

    Kind kind = Kind::truth;
    Literal literal;
    Constraint constraint{Term::object(0), Term::object(0), true};
    std::vector<Formula> children;         // exists, forall: one
    std::vector<std::uint32_t> variables;  // exists, forall

    static Formula truth() { return {}; }
    static Formula falsity() { return of(Kind::falsity); }
    static Formula of(Kind kind) {
        Formula formula;
        formula.kind = kind;
        return formula;
    }
    static Formula of(Literal literal);
    static Formula of(Constraint constraint);
    static Formula both(Formula a, Formula b);

    bool is(Kind k) const { return kind == k; }
};

// The variables of one action, rule or goal.
struct Scope {
    struct Variable {
        std::string name;
        ObjectSetId domain;
    };
    std::vector<Variable> variables;

    std::uint32_t add(std::string name, ObjectSetId domain) {
        variables.push_back({std::move(name), domain});
        return static_cast<std::uint32_t>(variables.size() - 1);
    }
};

// What each variable stands for: itself, another variable or an object.
class Substitution {
  public:
    void set(std::uint32_t variable, Term term);
    Term operator()(Term term) const;
    void apply(Literal& literal) const;
    void apply(Formula& formula) const;
    // Also where quantifiers bind; every variable bound in `formula` must stand for a variable.
    void rename(Formula& formula) const;

  private:
    std::vector<std::pair<std::uint32_t, Term>> terms_;  // sorted; few, while scopes can be large
};

Formula negation(const Formula& formula);
// A copy in which every quantifier binds fresh variables of `scope`.
Formula with_fresh_variables(const Formula& formula, Scope& scope);
// Adds the free variables of `formula` to `out` (sorted, distinct).
void free_variables(const Formula& formula, std::vector<std::uint32_t>& out);
// Adds the variables that quantifiers in `formula` bind, in order.
void bound_variables(const Formula& formula, std::vector<std::uint32_t>& out);
bool has_forall(const Formula& formula);

}  // namespace isonova
